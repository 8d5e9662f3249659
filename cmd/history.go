package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/cli/go-gh/v2/pkg/tableprinter"
	"github.com/spf13/cobra"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

func newHistory(h *house) *cobra.Command {
	c := &cobra.Command{
		Use:     "history N",
		Short:   "Show the grades an issue has had, when, and by whom",
		Example: "  gh debt history 1402",
	}
	run := func(ctx context.Context, b recipe.Book, number int, p recipe.Progress) (recipe.HistoryResult, error) {
		return b.History.Run(ctx, recipe.HistoryInput{Number: number, Progress: p})
	}
	return aboutOne(h, c, run, printHistory)
}

func printHistory(w World, res recipe.HistoryResult) error {
	if len(res.Axes) == 0 {
		fmt.Fprintf(w.Err, "#%d has never been graded\n", res.Number)
		return nil
	}
	t := table(w, "AXIS", "FROM", "TO", "WHEN", "BY")
	for _, axis := range res.Axes {
		for _, ch := range axis.Changes {
			t.AddField(string(axis.Axis))
			t.AddField(orDash(ch.From), tableprinter.WithColor(dimmed(w)))
			t.AddField(orDash(ch.To))
			if w.Terminal.Out {
				t.AddField(kit.Long(w.Now().Sub(ch.At)) + " ago")
			} else {
				t.AddField(ch.At.UTC().Format(time.RFC3339))
			}
			t.AddField(visible(ch.Actor))
			t.EndRow()
		}
	}
	return t.Render()
}

// orDash stands in for a value that there is not.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return visible(s)
}
