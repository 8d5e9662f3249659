//go:build !windows

package cmd_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience is how long a test looks at a screen for what must come. It is a
// limit for a hang, not a time that anything is held to.
const patience = time.Minute

// terminal is a program that runs in a real pseudo-terminal, and the screen
// that a person would see.
type terminal struct {
	t       testing.TB
	cmd     *exec.Cmd
	tty     *os.File
	mu      sync.Mutex // held while the screen is written to or looked at
	screen  *vt.Emulator
	drawn   chan struct{} // something was written since it was last looked at
	stopped chan struct{} // the program wrote all it had to
}

// buildBinary builds the program once for a test.
func buildBinary(t testing.TB) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "gh-debt")
	if out, err := exec.Command("go", "build", "-o", binary, "gh-debt/cmd/gh-debt").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// startTerminal runs the program in a window of the given size.
func startTerminal(t testing.TB, width, height int, dir string, env []string, name string, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)})
	if err != nil {
		t.Fatal(err)
	}
	s := &terminal{
		t: t, cmd: cmd, tty: tty, screen: vt.NewEmulator(width, height),
		drawn: make(chan struct{}, 1), stopped: make(chan struct{}),
	}
	go s.draw()
	go func() { _, _ = io.Copy(tty, s.screen) }() // the terminal's answers to questions
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = tty.Close()
	})
	return s
}

// draw puts what the program writes on the screen until it ends.
func (s *terminal) draw() {
	defer close(s.stopped)
	buffer := make([]byte, 32<<10)
	for {
		n, err := s.tty.Read(buffer)
		if n > 0 {
			s.mu.Lock()
			_, _ = s.screen.Write(buffer[:n])
			s.mu.Unlock()
			select {
			case s.drawn <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

// text is the screen as lines.
func (s *terminal) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// until waits for the screen to be as wanted.
func (s *terminal) until(what string, wanted func(screen string) bool) {
	s.t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for !wanted(s.text()) {
		select {
		case <-s.drawn:
		case <-s.stopped:
			if !wanted(s.text()) {
				s.t.Fatalf("the program ended before the screen had %s:\n%s", what, s.text())
			}
			return
		case <-limit.C:
			s.t.Fatalf("the screen never had %s:\n%s", what, s.text())
		}
	}
}

// see waits for all of the texts to stand on the screen at once.
func (s *terminal) see(texts ...string) {
	s.t.Helper()
	s.until(strings.Join(texts, " and "), func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// inOrder waits for the texts to stand on the screen one below the other.
func (s *terminal) inOrder(texts ...string) {
	s.t.Helper()
	s.until(strings.Join(texts, " before "), func(screen string) bool {
		for _, text := range texts {
			_, rest, found := strings.Cut(screen, text)
			if !found {
				return false
			}
			screen = rest
		}
		return true
	})
}

// gone waits for a text to leave the screen.
func (s *terminal) gone(text string) {
	s.t.Helper()
	s.until("no "+text, func(screen string) bool { return !strings.Contains(screen, text) })
}

// keys that have a name.
const (
	keyEnter = "\r"
	keyEsc   = "\x1b"
	keyTab   = "\t"
	keySave  = "\x13" // ctrl+s
	keyUp    = "\x1b[A"
	keyDown  = "\x1b[B"
	keyRight = "\x1b[C"
)

// press types keys.
func (s *terminal) press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		if _, err := io.WriteString(s.tty, k); err != nil {
			s.t.Fatal(err)
		}
	}
}

// resize changes the size of the window.
func (s *terminal) resize(width, height int) {
	s.t.Helper()
	s.mu.Lock()
	s.screen.Resize(width, height)
	s.mu.Unlock()
	if err := pty.Setsize(s.tty, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}); err != nil {
		s.t.Fatal(err)
	}
}

// end waits for the program and gives its exit status.
func (s *terminal) end() int {
	s.t.Helper()
	limit := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	defer limit.Stop()
	err := s.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return s.cmd.ProcessState.ExitCode()
}
