package cmd

import (
	"context"
	"fmt"

	"github.com/cli/go-gh/v2/pkg/tableprinter"
	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

func newBrake(h *house) *cobra.Command {
	var e export
	c := &cobra.Command{
		Use:   "brake",
		Short: "List open issues that a drain found in code it had changed",
		Long: `List the open issues that were found while draining, on files that the drain
itself had changed. Many of them say that draining makes new debt. It is an aid,
never a gate: the exit status is 0.`,
		Example: "  gh debt brake",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			entries, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) ([]model.Entry, error) {
				return b.Brake.Run(ctx, recipe.BrakeInput{Progress: p})
			})
			if err != nil {
				return err
			}
			w := h.world
			if e.on {
				return e.print(w, exportEntries(entries, []string{"number", "title", "url", "key", "origin"}, w.Now()))
			}
			if len(entries) == 0 {
				fmt.Fprintln(w.Err, "no open issue was found by a drain in code it had changed")
				return nil
			}
			t := table(w, "#", "TITLE", "WHERE", "FOUND")
			for i := range entries {
				t.AddField(fmt.Sprint(entries[i].Issue.Number))
				t.AddField(visible(entries[i].Issue.Title))
				t.AddField(visible(where(&entries[i])), tableprinter.WithTruncate(keepEnd))
				t.AddField(visible(entries[i].Origin.Sentence()))
				t.EndRow()
			}
			return t.Render()
		},
	}
	e.switchJSON(c)
	return c
}
