package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gh-debt/recipe"
)

// aboutOne makes a command that reads something of one issue: run asks the
// recipe, and show prints the result for a person; --json prints it whole.
func aboutOne[T any](h *house, c *cobra.Command,
	run func(ctx context.Context, b recipe.Book, number int, p recipe.Progress) (T, error),
	show func(w World, result T) error,
) *cobra.Command {
	var e export
	c.Args = oneArgument("an issue number")
	c.ValidArgsFunction = h.issueArgument
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := e.check(c, nil); err != nil {
			return err
		}
		numbers, err := issueNumbers(args)
		if err != nil {
			return err
		}
		res, err := ask(c, h, func(ctx context.Context, b recipe.Book, p recipe.Progress) (T, error) {
			return run(ctx, b, numbers[0], p)
		})
		if err != nil {
			return err
		}
		if e.on {
			return e.print(h.world, res)
		}
		return h.paged(c.Context(), func(w World) error { return show(w, res) })
	}
	e.switchJSON(c)
	return c
}
