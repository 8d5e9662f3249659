package cmd

import (
	"os"
	"path/filepath"

	"gh-debt/model"
)

// path is a file's name as seen from the working directory.
func (w World) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(w.Dir, name)
}

// person reports whether somebody is there who can be asked.
func (w World) person() bool { return w.Terminal.In && w.Terminal.Out }

// visible makes a text from outside safe to print on one line.
func visible(s string) string { return model.Visible(s) }

// visibleText makes a text from outside safe to print, its lines kept.
func visibleText(s string) string { return model.VisibleText(s) }

// files gives the streams as files, for what must talk to a terminal itself.
func (w World) files() (in, out, err *os.File, ok bool) {
	in, okIn := w.In.(*os.File)
	out, okOut := w.Out.(*os.File)
	err, okErr := w.Err.(*os.File)
	return in, out, err, okIn && okOut && okErr
}
