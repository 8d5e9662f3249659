package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gh-debt/model"
)

func newBranch(h *house) *cobra.Command {
	c := &cobra.Command{
		Use:   "branch",
		Short: "Name and read branches of debt",
		Long: `Name and read branches of debt, by their names alone: no network, no git.

A unit of debt is drained on the branch debt/N[-SLUG], a batch of several on
debt/A-B-batch.`,
		Example: `  gh debt branch name debt 1402 --slug swallowed-error
  gh debt branch classify debt/1402-swallowed-error
  gh debt branch members debt/1402-1410-batch`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return usagef("say what to do: branch name, branch classify or branch members")
		},
	}
	c.AddCommand(newBranchName(h), newBranchClassify(h), newBranchMembers(h))
	return c
}

func newBranchName(h *house) *cobra.Command {
	var slug string
	c := &cobra.Command{
		Use:     "name debt N...",
		Short:   "Print the branch for one issue or a batch",
		Example: "  gh debt branch name debt 1402 --slug 'Refund path swallows the error'\n  gh debt branch name debt 1402 1410",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 || args[0] != "debt" {
				return usagef("branch name takes the word debt and one or more issue numbers")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			numbers, err := issueNumbers(args[1:])
			if err != nil {
				return err
			}
			name, err := model.MintBranch(numbers, slug)
			if err != nil {
				return &usage{err: err}
			}
			return line(h.world.Out, "%s", name)
		},
	}
	c.Flags().StringVar(&slug, "slug", "", "A few `words` that say what the branch mends (one issue only)")
	return c
}

func newBranchClassify(h *house) *cobra.Command {
	return &cobra.Command{
		Use:     "classify BRANCH",
		Short:   "Print the mode and the unit that a branch's name says",
		Example: "  gh debt branch classify debt/1402-swallowed-error    # drain 1402",
		Args:    oneArgument("a branch name"),
		RunE: func(c *cobra.Command, args []string) error {
			mode, unit := model.ClassifyBranch(args[0])
			return line(h.world.Out, "%s %s", mode, unit)
		},
	}
}

func newBranchMembers(h *house) *cobra.Command {
	return &cobra.Command{
		Use:     "members BRANCH",
		Short:   "Print the issues that a branch's name holds, one a line",
		Example: "  gh debt branch members debt/1402-1410-batch",
		Args:    oneArgument("a branch name"),
		RunE: func(c *cobra.Command, args []string) error {
			for _, n := range model.BranchMembers(args[0]) {
				if _, err := fmt.Fprintln(h.world.Out, n); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// oneArgument asks for exactly one argument, named by what.
func oneArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef("%s takes %s, got %d arguments", words(c), what, len(args))
		}
		return nil
	}
}

// words names a command without the program: "branch classify".
func words(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().CommandPath()+" ")
}

// issueNumbers reads issue numbers as a person writes them: 12 or #12.
func issueNumbers(args []string) ([]int, error) {
	numbers := make([]int, 0, len(args))
	for _, a := range args {
		n, err := strconv.Atoi(strings.TrimPrefix(a, "#"))
		if err != nil || n < 1 {
			return nil, usagef("%q is not an issue number", a)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}
