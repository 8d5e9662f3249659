package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gh-debt/model"
)

// Run runs one command line in the given world and returns its exit status.
func Run(ctx context.Context, args []string, w World) int {
	h := &house{world: w}
	root := newRoot(h)
	root.SetArgs(args)
	root.SetIn(w.In)
	root.SetOut(w.Out)
	root.SetErr(w.Err)
	err := errors.Join(togetherError(root.ExecuteContext(ctx)), h.close())
	printError(w.Err, err)
	return exitStatus(err)
}

func newRoot(h *house) *cobra.Command {
	root := &cobra.Command{
		Use:   "gh-debt",
		Short: "The tech-debt queue of a repository",
		Long: `The tech-debt queue of a repository, kept as GitHub issues: each finding is
filed once, the queue has one order, and grades ride as labels.

Without a command it opens the terminal app; where standard output is no
terminal it prints the queue, as the list command does.`,
		Example: `  gh debt                 # the app, on this repository's issues
  gh debt --demo          # the app, on a sample queue
  gh debt list --json number,title,severity`,
		Args:          noArguments,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       h.world.Version,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "gh debt"},
		RunE:          func(c *cobra.Command, _ []string) error { return runRoot(c, h) },
	}
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("gh debt {{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	h.flags(root)
	addCommands(root, h)
	return root
}

// noArguments refuses what follows a command that takes nothing; behind one that
// has commands of its own it is an unknown one, and the nearest is named.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasSubCommands() {
		return usagef("%s takes no argument, got %q", words(c), args[0])
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	hint := fmt.Sprintf("run: %s --help", c.CommandPath())
	if near, ok := model.Nearest(args[0], names); ok {
		hint = fmt.Sprintf("did you mean: %s %s", c.CommandPath(), near)
	}
	return &usage{err: fmt.Errorf("unknown command %q", args[0]), hint: hint}
}

// flagError names the nearest flag when one is not known, and what a flag takes
// that was given something else.
func flagError(c *cobra.Command, err error) error {
	hint := fmt.Sprintf("run: %s --help", c.CommandPath())
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		words := "--%s takes " + taken(wrong.GetFlag()) + ", not %q"
		if errors.Is(err, strconv.ErrRange) {
			words = "--%s takes no number like %q"
		}
		return &usage{err: fmt.Errorf(words, wrong.GetFlag().Name, wrong.GetValue()), hint: hint}
	}
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		if near, ok := model.Nearest(name, names); ok {
			hint = fmt.Sprintf("did you mean: --%s", near)
		}
	}
	return &usage{err: err, hint: hint}
}

// taken is what a flag takes, in words; its parser speaks of its own functions.
func taken(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time as 200ms or 3s"
	}
	return "another value"
}

// togetherError words cobra's error about flags that exclude each other.
func togetherError(err error) error {
	const begin, end = "if any flags in the group [", "] were all set"
	if err == nil || !strings.HasPrefix(err.Error(), begin) || !strings.HasSuffix(err.Error(), end) {
		return err
	}
	given := strings.TrimSuffix(err.Error(), end)
	given = given[strings.LastIndex(given, "[")+1:]
	flags := strings.Fields(given)
	for i, name := range flags {
		flags[i] = "--" + name
	}
	return usagef("%s cannot be used together", and(flags))
}
