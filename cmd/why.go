package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

func newWhy(h *house) *cobra.Command {
	c := &cobra.Command{
		Use:     "why N",
		Short:   "Say where an issue stands in the queue, and why",
		Example: "  gh debt why 1402",
	}
	run := func(ctx context.Context, b recipe.Book, number int, p recipe.Progress) (model.Why, error) {
		return b.Why.Run(ctx, recipe.WhyInput{Number: number, Progress: p})
	}
	return aboutOne(h, c, run, printFacts)
}

// printFacts prints the facts of an issue, a line each. They are prose, so they
// are never cut.
func printFacts(w World, why model.Why) error {
	width := 0
	for _, f := range why.Facts() {
		width = max(width, len(f.Name))
	}
	for _, f := range why.Facts() {
		if !w.Terminal.Out {
			if _, err := fmt.Fprintf(w.Out, "%s\t%s\n", f.Name, visible(f.Text)); err != nil {
				return err
			}
			continue
		}
		name := fmt.Sprintf("%-*s", width, f.Name)
		if _, err := fmt.Fprintf(w.Out, "%s  %s\n", dimmed(w)(name), visible(f.Text)); err != nil {
			return err
		}
	}
	return nil
}
