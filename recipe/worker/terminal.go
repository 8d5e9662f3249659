package worker

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// terminal reports whether what is written goes to a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
