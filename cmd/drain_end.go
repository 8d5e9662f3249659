package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

func newDrainBrake(h *house) *cobra.Command {
	var f stepFlags
	var choice string
	choices := []string{
		string(rule.ChoiceContinue), string(rule.ChoiceClass), string(rule.ChoiceSplit),
		string(rule.ChoiceDescope), string(rule.ChoiceHandBack),
	}
	c := &cobra.Command{
		Use:   "brake [UNIT]",
		Short: "Show why the brake stopped a unit, or choose how it goes on",
		Long: `Show why the brake stopped a unit, and the ways there are to go on; --choose takes
one: continue (one more round), class (one round that must close the whole class),
split or descope (let go of issues with drop), hand-back (release the unit).`,
		Example: "  gh debt drain brake 12\n  gh debt drain brake 12 --choose class",
	}
	newStep(h, c, &f, true, func(t *taking) {
		if choice == string(rule.ChoiceHandBack) {
			t.question = "Hand this unit back?"
		}
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			if choice != "" {
				if err := oneWord("choose", choice, choices); err != nil {
					return drain.Result{}, err
				}
			}
			return s.Brake.Run(ctx, drain.BrakeInput{Input: in, Choice: rule.Choice(choice)})
		}
	})
	c.Flags().StringVar(&choice, "choose", "", "How it goes on (`choice`: continue, class, split, descope or hand-back)")
	complete(c, "choose", choices)
	return c
}

func newDrainMerge(h *house) *cobra.Command {
	var f stepFlags
	var accept []string
	var watch bool
	acceptable := []string{rule.AcceptOwnReview, rule.AcceptNoChecks, rule.AcceptOptional}
	c := &cobra.Command{
		Use:   "merge [UNIT]",
		Short: "Merge the approved head, and look after what the merge did",
		Long: `Merge exactly the head that was approved and is green, never around protection, and
look after what the merge did: the issues, the claims and the workspace.

What a person may take upon themselves, each for this head alone, is said with
--accept: own-review (the review is not independent), no-checks (nothing is required
and nothing ran), optional (nothing is required and something is red).

With --watch the exit status is 1 when the time is up before it is merged.`,
		Example: "  gh debt drain merge 12 --dry-run\n  gh debt drain merge 12 --accept no-checks --watch",
	}
	newStep(h, c, &f, true, func(t *taking) {
		t.question = "Merge this?"
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			for _, what := range accept {
				if err := oneWord("accept", what, acceptable); err != nil {
					return drain.Result{}, err
				}
			}
			return s.Merge.Run(ctx, drain.MergeInput{Input: in, Accept: accept, Watch: watch})
		}
		t.ended = func(res drain.Result) error { return foundUnless(!watch || res.Unit.Asked == nil) }
	})
	c.Flags().StringSliceVar(&accept, "accept", nil, "What you take upon yourself (`what`: own-review, no-checks or optional)")
	c.Flags().BoolVar(&watch, "watch", false, "Stay until it is merged or stopped")
	complete(c, "accept", acceptable)
	return c
}

func newDrainDrop(h *house) *cobra.Command {
	var f stepFlags
	var number int
	c := &cobra.Command{
		Use:   "drop N",
		Short: "Let one issue of a unit go",
		Long: `Let one issue of a unit go: its claim is given back and its line taken out of the
pull request. It refuses while a commit would still close the issue.`,
		Example: "  gh debt drain drop 15",
		Args: func(c *cobra.Command, args []string) error {
			if err := oneArgument("an issue number")(c, args); err != nil {
				return err
			}
			numbers, err := issueNumbers(args)
			if err == nil {
				number = numbers[0]
			}
			return err
		},
		ValidArgsFunction: h.memberCompletion,
	}
	return newStep(h, c, &f, true, func(t *taking) {
		t.question = "Drop this issue?"
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			return s.Drop.Run(ctx, drain.DropInput{Input: in, Number: number})
		}
	})
}

func newDrainRelease(h *house) *cobra.Command {
	var f stepFlags
	var reason string
	c := &cobra.Command{
		Use:   "release [N]",
		Short: "Give a unit back: its claims, its branch, its workspace",
		Long: `Give a unit back, named by itself or by one of its issues: its pull request is
closed, its claims are given back, its branch is deleted where nothing is on it, and
its workspace is taken down where nothing in it would be lost.`,
		Example: "  gh debt drain release 12 --reason 'It waits for the new client.'",
	}
	newStep(h, c, &f, true, func(t *taking) {
		t.question = "Release this unit?"
		t.run = func(ctx context.Context, s *drain.Steps, in drain.Input) (drain.Result, error) {
			return s.Release.Run(ctx, drain.ReleaseInput{Input: in, Reason: reason})
		}
	})
	c.Flags().StringVarP(&reason, "reason", "r", "", "Why")
	return c
}

func newDrainReconcile(h *house) *cobra.Command {
	var e export
	c := &cobra.Command{
		Use:   "reconcile [UNIT]",
		Short: "Look at what happened to the units elsewhere",
		Long: `Look at what happened to the units elsewhere, all of them or one: a merge or a close
by hand, an issue that was closed, re-graded or claimed anew, a workspace that is
gone, a branch that moved. What is new is written down; what a person must settle is
named.`,
		Example:           "  gh debt drain reconcile",
		Args:              unitArgument,
		ValidArgsFunction: h.unitCompletion,
		RunE: h.asking(&e, func(ctx context.Context, y *yard, unit string) error {
			in, done := h.input(unit)
			defer done()
			results, err := y.steps.Reconcile.Run(ctx, drain.ReconcileInput{Input: in})
			done()
			return h.printReconciled(e, results, err)
		}),
	}
	e.switchJSON(c)
	return c
}

// printReconciled prints what was found of each unit. An error does not hide what
// was found before it.
func (h *house) printReconciled(e export, results []drain.Result, err error) error {
	if e.on {
		if err != nil {
			return err
		}
		list := []drain.Result{}
		for _, res := range results {
			list = append(list, listed(res))
		}
		return e.print(h.world, list)
	}
	for _, res := range results {
		if printed := h.printStep(res); printed != nil {
			return errors.Join(err, printed)
		}
	}
	if err == nil && len(results) == 0 {
		return h.printOverview(e, drain.Overview{})
	}
	return err
}
