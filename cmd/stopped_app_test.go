//go:build !windows

package cmd_test

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"gh-debt/recipe/checkout/gittest"
)

// The app ends on every signal that asks it to, and says so once the terminal is
// its old self: none is left waiting for a loop that has ended.
func TestTheAppStopsAsItIsTold(t *testing.T) {
	binary := buildBinary(t)
	for name, sig := range map[string]os.Signal{"ctrl-c": syscall.SIGINT, "kill": syscall.SIGTERM, "a closed terminal": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(sig) {
				t.Skip("the tests run where it is ignored, as below nohup, and so does the app: it is not told")
			}
			env := gittest.Env("TERM=xterm-256color", "LANG=C.UTF-8", "GH_CONFIG_DIR="+t.TempDir())
			s := startTerminal(t, 80, 24, t.TempDir(), env, binary, "--demo")
			s.see("CRITICAL", "? all keys")
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			s.see("gh debt: interrupted")
			if status := s.end(); status != 3 {
				t.Errorf("it ended with status %d, want 3", status)
			}
		})
	}
}
