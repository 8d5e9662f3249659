package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gh-debt/recipe"
)

func newLabels(h *house) *cobra.Command {
	c := &cobra.Command{
		Use:     "labels",
		Short:   "List and create the labels of the queue",
		Example: "  gh debt labels list\n  gh debt labels sync --dry-run",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			return usagef("say what to do: labels list or labels sync")
		},
	}
	c.AddCommand(newLabelsList(h), newLabelsSync(h))
	return c
}

func newLabelsList(h *house) *cobra.Command {
	var e export
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the vocabulary beside what the repository holds",
		Example: "  gh debt labels list",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			rows, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) ([]recipe.LabelRow, error) {
				return b.Labels.Run(ctx, recipe.LabelsInput{Progress: p})
			})
			if err != nil {
				return err
			}
			if e.on {
				return e.print(h.world, rows)
			}
			t := table(h.world, "LABEL", "COLOR", "STATE", "MEANING")
			for _, r := range rows {
				t.AddField(r.Name)
				t.AddField(r.Color)
				t.AddField(labelState(r))
				t.AddField(visible(r.Description))
				t.EndRow()
			}
			return t.Render()
		},
	}
	e.switchJSON(c)
	return c
}

// labelState says in words how a label stands.
func labelState(r recipe.LabelRow) string {
	state := string(r.State)
	if len(r.Former) > 0 {
		state += " (" + visible(strings.Join(r.Former, ", ")) + ")"
	}
	return state
}

func newLabelsSync(h *house) *cobra.Command {
	var in recipe.SyncInput
	var e export
	c := &cobra.Command{
		Use:   "sync",
		Short: "Create the labels that the repository lacks",
		Long: `Create the labels that the repository lacks, and rename those with a former
spelling in place, so that their issues keep them. A colour that somebody changed
is kept unless --adopt is given. Without the right to write labels, the commands
for somebody who has it are printed, and the exit status is 0.`,
		Example: "  gh debt labels sync --dry-run\n  gh debt labels sync --adopt",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.SyncResult, error) {
				in.Progress = p
				return b.SyncLabels.Run(ctx, in)
			})
			if err != nil {
				return err
			}
			if e.on {
				return e.print(h.world, res)
			}
			return printSync(h.world, res)
		},
	}
	c.Flags().BoolVar(&in.DryRun, "dry-run", false, "Say what would be done, and do nothing")
	c.Flags().BoolVar(&in.Adopt, "adopt", false, "Give labels that exist the colour and description of the vocabulary")
	e.switchJSON(c)
	return c
}

func printSync(w World, res recipe.SyncResult) error {
	for _, a := range res.Actions {
		if err := line(w.Out, "%s", syncSentence(a, res.DryRun)); err != nil {
			return err
		}
	}
	if len(res.Commands) > 0 {
		fmt.Fprintln(w.Err, "labels may not be changed with this token; somebody who may can run:")
		for _, command := range res.Commands {
			if err := line(w.Out, "%s", command); err != nil {
				return err
			}
		}
		return nil
	}
	if len(res.Actions) == 0 {
		fmt.Fprintln(w.Err, "labels: nothing to do")
	}
	return nil
}

// syncSentence says what was, or would be, done about one label.
func syncSentence(a recipe.LabelAction, dry bool) string {
	did := func(done, would string) string {
		if dry || !a.Done {
			return would
		}
		return done
	}
	switch a.Act {
	case recipe.ActCreate:
		return fmt.Sprintf("%s %s", did("created", "would create"), a.Name)
	case recipe.ActRename:
		return fmt.Sprintf("%s %s to %s", did("renamed", "would rename"), a.From, a.Name)
	case recipe.ActAdopt:
		if strings.EqualFold(a.Color, a.Was) {
			return fmt.Sprintf("%s the description of %s", did("changed", "would change"), a.Name)
		}
		return fmt.Sprintf("%s %s: colour %s, was %s", did("changed", "would change"), a.Name, a.Color, a.Was)
	case recipe.ActKeep:
		if strings.EqualFold(a.Color, a.Was) {
			return fmt.Sprintf("kept %s: its description is somebody's own", a.Name)
		}
		return fmt.Sprintf("kept %s: colour %s is somebody's own (the vocabulary has %s)", a.Name, a.Was, a.Color)
	}
	return fmt.Sprintf("left both %s and %s: merge them by hand", a.From, a.Name)
}
