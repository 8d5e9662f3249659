//go:build unix

package worker_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"gh-debt/recipe/worker"
)

// childVariable makes the test program be, instead of the tests, what runs in a
// pseudo-terminal of theirs.
const childVariable = "GH_DEBT_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childVariable) {
	case "shell":
		err := worker.RunShell(context.Background(), worker.Shell{
			Dir: os.Getenv("TEST_DIR"), Brief: os.Getenv("TEST_BRIEF"), Title: os.Getenv("TEST_TITLE"),
			Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ(),
		})
		fmt.Println("left with", err)
	case "program":
		_, err := os.Open("/dev/tty")
		fmt.Println("ours:", err)
		res, err := worker.Runner{}.Run(context.Background(), worker.Job{
			Command: []string{"sh", "-c", "if (: </dev/tty) 2>/dev/null; then echo terminal; else echo none; fi"}, Dir: "/",
		})
		fmt.Printf("theirs: %s %v\n", res.Stdout, err)
	default:
		os.Exit(m.Run())
	}
}

// screen is a pseudo-terminal in which the test program runs as a child.
type screen struct {
	t    *testing.T
	tty  *os.File
	read chan string // closed when all is read
	seen strings.Builder
}

// inTerminal starts the child, with these variables beside its environment.
func inTerminal(t *testing.T, child string, env ...string) *screen {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(append(os.Environ(), childVariable+"="+child, "TERM=xterm"), env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = tty.Close()
		_ = cmd.Wait()
	})
	s := &screen{t: t, tty: tty, read: make(chan string, 1024)}
	go func() {
		defer close(s.read)
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			if n > 0 {
				s.read <- string(buf[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// see reads until the text stands on the screen.
func (s *screen) see(text string) {
	s.t.Helper()
	limit := time.NewTimer(30 * time.Second) // for a hang
	defer limit.Stop()
	for !strings.Contains(s.seen.String(), text) {
		select {
		case more, ok := <-s.read:
			if s.seen.WriteString(more); !ok {
				s.t.Fatalf("it ended without %q:\n%q", text, s.seen.String())
			}
		case <-limit.C:
			s.t.Fatalf("never saw %q:\n%q", text, s.seen.String())
		}
	}
}

func (s *screen) key(text string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// TestShellOfThePerson: their shell, with their files and their environment, in
// the workspace, with the brief's path and a title; nothing of a title is run.
func TestShellOfThePerson(t *testing.T) {
	shells := map[string]string{"/bin/sh": "$ "}
	for name, prompt := range map[string]string{"bash": "own-bash> ", "zsh": "own-zsh> ", "fish": "own-fish> "} {
		if path, err := exec.LookPath(name); err == nil { // whichever a person has here
			shells[path] = prompt
		}
	}
	for path, prompt := range shells {
		t.Run(filepath.Base(path), func(t *testing.T) {
			home, dir := t.TempDir(), t.TempDir()
			trap := filepath.Join(dir, "trapped")
			for name, text := range map[string]string{
				".bashrc": "PS1='own-bash> '\nHISTFILE=", ".zshrc": "setopt PROMPT_SUBST\nPROMPT='own-zsh> '\n", ".zshenv": "OWN=1\n",
				".config/fish/config.fish": "function fish_prompt; echo -n 'own-fish> '; end\n",
			} {
				file := filepath.Join(home, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			title := "#41: fix `touch " + trap + "` $(touch " + trap + ") \x1b]0;x\x07 %n \\u"
			s := inTerminal(t, "shell", "HOME="+home, "SHELL="+path, "GH_TOKEN=mine", "ZDOTDIR=", "PS1=",
				"TEST_DIR="+dir, "TEST_BRIEF="+filepath.Join(dir, "brief.md"), "TEST_TITLE="+title)
			s.see("\x1b[22;2t\x1b]2;#41: fix `touch ")
			s.see("stands in " + filepath.Join(dir, "brief.md") + " ($GH_DEBT_BRIEF).")
			s.see("(#41: fix touch /")
			s.see(prompt)
			s.key("echo \"<$GH_DEBT_BRIEF>\" \"<$GH_TOKEN>\" \"<$PWD>\"\r")
			s.see("<" + filepath.Join(dir, "brief.md") + "> <mine> <" + dir + ">")
			s.key("exit 3\r")
			s.see("left with <nil>")
			if _, err := os.Stat(trap); err == nil {
				t.Error("the title was run")
			}
			if !strings.Contains(s.seen.String(), "\x1b[23;2t") || strings.Contains(s.seen.String(), "\x1b]0;x") {
				t.Errorf("the terminal's title: %q", s.seen.String())
			}
		})
	}
}

// TestContextEndsTheShell, though an interactive one does not hear SIGTERM.
func TestContextEndsTheShell(t *testing.T) {
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ours.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		var seen strings.Builder
		buf := make([]byte, 1024)
		for {
			n, err := ours.Read(buf)
			seen.Write(buf[:n])
			if strings.Contains(seen.String(), "ready>") {
				cancel()
			}
			if err != nil {
				return
			}
		}
	}()
	err = worker.RunShell(ctx, worker.Shell{
		Dir: t.TempDir(), Title: "#41", Stdin: theirs, Stdout: theirs, Stderr: theirs,
		Env: []string{"SHELL=/bin/sh", "PATH=" + os.Getenv("PATH"), "PS1=ready>", "HOME=" + t.TempDir()},
	})
	_ = theirs.Close()
	if faultOf(err) != worker.Stopped || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// TestNoShellInAWorkspaceThatIsGone.
func TestNoShellInAWorkspaceThatIsGone(t *testing.T) {
	err := worker.RunShell(t.Context(), worker.Shell{Dir: filepath.Join(t.TempDir(), "gone")})
	if faultOf(err) != worker.NoWorkspace {
		t.Errorf("error %v", err)
	}
}

// TestProgramHasNoTerminal: where we have one, a program of ours can neither read
// the person's keys nor write on their screen past us.
func TestProgramHasNoTerminal(t *testing.T) {
	s := inTerminal(t, "program")
	s.see("ours: <nil>")
	s.see("theirs: none")
}
