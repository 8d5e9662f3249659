package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan(h *house) *cobra.Command {
	return &cobra.Command{
		Use:     "man DIRECTORY",
		Short:   "Write the manual pages into a directory",
		Example: "  gh debt man ~/.local/share/man/man1 && man gh-debt-file",
		Args:    oneArgument("a directory"),
		RunE: func(c *cobra.Command, args []string) error {
			dir := h.world.path(args[0])
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return usagef("could not make the directory %s: %w", args[0], pathCause(err))
			}
			header := &doc.GenManHeader{Title: "GH-DEBT", Section: "1", Source: "gh debt " + h.world.Version}
			c.Root().DisableAutoGenTag = true
			if err := doc.GenManTree(c.Root(), header, dir); err != nil {
				return fmt.Errorf("could not write the manual pages into %s: %w", args[0], err)
			}
			return line(h.world.Out, "wrote the manual pages into %s", args[0])
		},
	}
}

// pathCause is what the system said, without the path that the sentence names
// already.
func pathCause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
