//go:build !windows

package cmd_test

import (
	"os"
	"path/filepath"
	"testing"
)

// The editor that the app starts has the terminal itself, for reading and for
// drawing, and what it wrote is in the form.
func TestTheEditorHasTheTerminal(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\ntest -t 0 && test -t 1 && test -t 2 && printf 'typed at a terminal' > \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8", "GH_CONFIG_DIR="+t.TempDir(), "GH_EDITOR="+editor)
	s := startTerminal(t, 80, 24, t.TempDir(), env, buildBinary(t), "--demo")
	s.see("CRITICAL", "? all keys")
	s.press("f")
	s.see("Failure")
	s.press("\t", "\t", "\t")
	s.see("ctrl+e editor")
	s.press("\x05")
	s.see("typed at a terminal")
}
