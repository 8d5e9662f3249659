package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gh-debt/model"
	"gh-debt/recipe"
)

func newBacklog(h *house) *cobra.Command {
	var from string
	var e export
	c := &cobra.Command{
		Use:   "backlog",
		Short: "Print the candidates, the excluded and the batches as JSON",
		Example: `  gh debt backlog
  gh debt list --json number,labels,key,footprint | gh debt backlog --from -`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			e.on = true
			if err := e.check(c, nil); err != nil {
				return err
			}
			res, err := backlog(c, h, from)
			if err != nil {
				return err
			}
			return e.print(h.world, res)
		},
	}
	c.Flags().StringVar(&from, "from", "", "Read the issues, in order, from a JSON `file` (- for standard input)")
	e.filters(c)
	return c
}

// backlog reads the issues of a file or a pipe, else the tracker.
func backlog(c *cobra.Command, h *house, from string) (model.Backlog, error) {
	if c.Flags().Changed("from") {
		text, err := readText(h.world, "--from", from)
		if err != nil {
			return model.Backlog{}, err
		}
		return recipe.Backlog{}.Run(c.Context(), recipe.BacklogInput{From: []byte(text)})
	}
	return ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (model.Backlog, error) {
		return b.Backlog.Run(ctx, recipe.BacklogInput{Progress: p})
	})
}
