package cmd

import (
	"bytes"
	"io"

	"github.com/charmbracelet/x/ansi"
	"github.com/cli/go-gh/v2/pkg/tableprinter"

	"gh-debt/ui/kit"
)

// whole is a table that is written in one go: go-gh's writes a pipe's fields as
// they come and drops the error, so that a full disk would pass for a result.
type whole struct {
	tableprinter.TablePrinter
	text *bytes.Buffer
	out  io.Writer
}

// Render writes the table; the error says that it did not get through.
func (t whole) Render() error {
	if err := t.TablePrinter.Render(); err != nil {
		return err
	}
	_, err := t.text.WriteTo(t.out)
	return err
}

// table starts a table: columns on a terminal, tabs in a pipe.
func table(w World, header ...string) tableprinter.TablePrinter {
	text := &bytes.Buffer{}
	t := tableprinter.New(text, w.Terminal.Out, w.Terminal.Width)
	if w.Terminal.Out {
		t.AddHeader(header, tableprinter.WithColor(dimmed(w)))
	}
	return whole{t, text, w.Out}
}

// keepEnd cuts a place at its beginning: the name of the file and the line stand at
// its end, and many places begin alike.
func keepEnd(width int, place string) string {
	const dots = "..." // as the table cuts the other columns
	if width <= len(dots) {
		return ansi.Truncate(place, width, "")
	}
	return kit.KeepEnd(dots, place, width)
}

// dimmed gives the writer of secondary text.
func dimmed(w World) func(string) string {
	if !w.Terminal.Color {
		return func(s string) string { return s }
	}
	return func(s string) string { return "\x1b[2m" + s + "\x1b[0m" }
}
