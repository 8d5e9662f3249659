package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
)

// completionTime is how long a shell is kept waiting for suggestions.
const completionTime = 3 * time.Second

// issueSuggestions are the open issues, "number<TAB>title", from the last known
// list where there is one, so that a shell need not wait for the network.
func (h *house) issueSuggestions(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, completionTime)
	defer cancel()
	book, err := h.book(ctx)
	if err != nil {
		return nil
	}
	res, known := book.ReadQueue.Known(ctx, recipe.ShowOpen)
	if !known {
		if res, err = book.ReadQueue.Run(ctx, recipe.QueueInput{}); err != nil {
			return nil
		}
	}
	list := make([]string, len(res.Queue.Entries))
	for i := range res.Queue.Entries {
		issue := res.Queue.Entries[i].Issue
		list[i] = fmt.Sprintf("%d\t%s", issue.Number, visible(issue.Title))
	}
	return list
}

// issueArgument completes issue numbers that are not there yet.
func (h *house) issueArgument(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	list := slices.DeleteFunc(h.issueSuggestions(c.Context()), func(s string) bool {
		number, _, _ := strings.Cut(s, "\t")
		return slices.Contains(args, number)
	})
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// regradeArgument completes issue numbers first and AXIS=VALUE after.
func (h *house) regradeArgument(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, axis := range model.Axes() {
		for _, value := range model.Values(axis) {
			list = append(list, string(axis)+"="+value)
		}
	}
	if len(args) == 0 || word != "" && word[0] >= '0' && word[0] <= '9' {
		return h.issueArgument(c, args, word)
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// completeIssues completes a flag that takes an issue number.
func completeIssues(c *cobra.Command, h *house, flag string) {
	register(c, flag, func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return h.issueArgument(c, nil, "")
	})
}

// completePaths completes a flag that takes a tracked path.
func completePaths(c *cobra.Command, h *house, flag string) {
	register(c, flag, func(c *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		ctx, cancel := context.WithTimeout(c.Context(), completionTime)
		defer cancel()
		book, err := h.book(ctx)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		res, err := book.Paths.Run(ctx)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		// A name with a tab would be cut by the shell, and one with another
		// control character would reach the terminal.
		unfit := func(p string) bool { return !strings.HasPrefix(p, word) || visible(p) != p }
		return slices.DeleteFunc(res.Paths, unfit), cobra.ShellCompDirectiveNoFileComp
	})
}

// completeWorkers completes a flag that takes a worker's name.
func completeWorkers(c *cobra.Command, h *house, flag string, role rule.Role) {
	register(c, flag, func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		y, err := h.drain(c.Context())
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		able := rule.Implementers(y.workers)
		if role == rule.Review {
			able = rule.Reviewers(y.workers)
		}
		names := make([]string, len(able))
		for i, w := range able {
			names[i] = w.Name
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// complete offers fixed words for a flag's value.
func complete(c *cobra.Command, flag string, words []string) {
	register(c, flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	})
}

// register gives a flag its completion. It fails only when the flag's name is
// misspelled here in the code.
func register(c *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(fmt.Sprintf("completion of --%s: %v", flag, err))
	}
}
