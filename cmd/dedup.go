package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

func newDedup(h *house) *cobra.Command {
	var in recipe.DedupInput
	var e export
	c := &cobra.Command{
		Use:   "dedup --path P --line N",
		Short: "Say whether a finding is filed already, as JSON",
		Long: `Say whether a finding is filed already, as JSON. The whole queue is looked at,
open and declined issues, also those whose line has moved since. The exit status
is 1 on a match and 0 without one; where a list could not be read whole it is 3,
never "no match".`,
		Example: "  gh debt dedup --path app/pay/refund.ts --line 118",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			e.on = true
			if err := e.check(c, nil); err != nil {
				return err
			}
			if in.Path == "" || !c.Flags().Changed("line") {
				return usagef("dedup needs --path and --line")
			}
			if _, err := model.NewKey(model.Unclassified, in.Path, in.Line); err != nil {
				return &usage{err: err}
			}
			res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (recipe.DedupResult, error) {
				in.Progress = p
				return b.Dedup.Run(ctx, in)
			})
			if err != nil {
				return err
			}
			if err := e.print(h.world, res); err != nil {
				return err
			}
			if res.Match != nil {
				return found{}
			}
			h.tellRoot(c.Context(), in.Path)
			return nil
		},
	}
	c.Flags().StringVar(&in.Path, "path", "", "The finding's `path`, from the root of the repository")
	c.Flags().IntVar(&in.Line, "line", 0, "The finding's `line`, counted from 1")
	e.filters(c)
	completePaths(c, h, "path")
	return c
}
