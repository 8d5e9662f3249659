package cmd

import (
	"github.com/spf13/cobra"

	"gh-debt/recipe"
)

func newOrigin(h *house) *cobra.Command {
	var in recipe.OriginInput
	var dir string
	c := &cobra.Command{
		Use:   "origin",
		Short: "Print the origin line of a finding made here and now",
		Long: `Print the origin line of a finding made here and now: branch, mode, unit,
whether the change touched the file, commit and session. Whatever cannot be
found out is unknown; the exit status is always 0, since no filing is ever
blocked by its origin.`,
		Example: "  gh debt origin --changed 0",
		RunE: func(c *cobra.Command, _ []string) error {
			o, err := h.origin(c.Context(), dir).Run(c.Context(), in)
			if err != nil {
				return err
			}
			return line(h.world.Out, "%s", o.Comment())
		},
	}
	c.Flags().StringVar(&in.Changed, "changed", "", "Whether the finding's file was touched: {0|1}")
	c.Flags().StringVar(&in.Branch, "branch", "", "The `branch` to name instead of the one checked out")
	c.Flags().StringVar(&dir, "dir", "", "The `directory` to look in instead of this one")
	return c
}
