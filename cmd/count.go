package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gh-debt/recipe"
)

func newCount(h *house) *cobra.Command {
	var refresh bool
	var e export
	c := &cobra.Command{
		Use:   "count",
		Short: "Print how many issues of the queue are open and free",
		Long: `Print how many issues of the queue are open, neither claimed nor parked. The
number comes from a file in the main checkout, which status lines read too;
--refresh computes it anew when it is due, and only then is anything asked.`,
		Example: "  gh debt count\n  gh debt count --refresh",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := e.check(c, nil); err != nil {
				return err
			}
			res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.CountResult, error) {
				return b.Count.Run(ctx, recipe.CountInput{Refresh: refresh, Progress: p})
			})
			if err != nil {
				return err
			}
			for _, note := range res.Notes {
				h.tell(note)
			}
			if e.on {
				return e.print(h.world, res)
			}
			if res.Count == nil {
				return &usage{err: fmt.Errorf("nothing was counted yet"), hint: "run: " + h.command("count --refresh")}
			}
			_, err = fmt.Fprintln(h.world.Out, res.Count.OpenCount)
			return err
		},
	}
	c.Flags().BoolVar(&refresh, "refresh", false, "Compute the number anew when it is due")
	e.switchJSON(c)
	return c
}
