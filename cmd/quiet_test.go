//go:build !windows

package cmd_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// A command prints its result and nothing else, also to a terminal that answers no
// question: none is asked, so that none is waited for.
func TestCommandsAskTheTerminalNothing(t *testing.T) {
	cmd := exec.Command(buildBinary(t), "branch", "classify", "debt/12-x")
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "TERM=xterm-256color")
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(tty)
	if err != nil && !errors.Is(err, syscall.EIO) { // the end of a terminal on Linux
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if want := "drain 12\r\n"; string(got) != want {
		t.Errorf("the terminal was sent %q, want %q", got, want)
	}
}
