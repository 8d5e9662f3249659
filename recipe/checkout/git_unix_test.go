//go:build unix

package checkout

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gh-debt/recipe/checkout/gittest"
)

// alive reports whether a process runs; one that only waits to be buried does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestCancelLeavesNoOrphans: when the context ends, git and what it started end.
func TestCancelLeavesNoOrphans(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\nsleep 600 &\necho $$ $!\nwait\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	ctx, cancel := context.WithCancel(t.Context())
	var pids []int
	err := NewGit(gittest.Env()).Git(ctx, Call{Args: []string{"version"}, Read: func(r io.Reader) error {
		line, err := bufio.NewReader(r).ReadString('\n')
		for word := range strings.FieldsSeq(line) {
			pid, _ := strconv.Atoi(word)
			pids = append(pids, pid)
		}
		cancel()
		return err
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	if len(pids) != 2 {
		t.Fatalf("processes %v, want two", pids)
	}
	for deadline := time.Now().Add(time.Minute); alive(pids[0]) || alive(pids[1]); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("still running: %v", pids)
		}
	}
}

// TestGitHasNoTerminal: ssh cannot ask at one for a pass phrase, and so fails
// where it would wait for an answer.
func TestGitHasNoTerminal(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\necho $$\nexec sleep 600\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	ctx, cancel := context.WithCancel(t.Context())
	err := NewGit(gittest.Env()).Git(ctx, Call{Args: []string{"fetch"}, Read: func(r io.Reader) error {
		defer cancel()
		line, err := bufio.NewReader(r).ReadString('\n')
		if err != nil {
			return err
		}
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return err
		}
		session, _, errno := syscall.Syscall(syscall.SYS_GETSID, uintptr(pid), 0, 0)
		if errno != 0 || int(session) != pid {
			t.Errorf("session %d of process %d, %v; want one of its own", session, pid, errno)
		}
		return nil
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// TestReaderThatFailsEndsGit gives the reader's error and does not wait for the
// rest of the output.
func TestReaderThatFailsEndsGit(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\nexec yes\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	enough := errors.New("enough")
	err := NewGit(gittest.Env()).Git(t.Context(), Call{Read: func(io.Reader) error { return enough }})
	if !errors.Is(err, enough) {
		t.Errorf("error %v, want the reader's", err)
	}
}

// TestInspectPipe does not wait for a named pipe (C-50).
func TestInspectPipe(t *testing.T) {
	r := newRepo(t)
	r.write("pipe", "x\n")
	r.git("add", "-A")
	name := filepath.Join(r.dir, "pipe")
	if err := errors.Join(os.Remove(name), syscall.Mkfifo(name, 0o600)); err != nil {
		t.Fatal(err)
	}
	_, err := r.open().Inspect(t.Context(), "pipe")
	if wrong, ok := errors.AsType[*PathError](err); !ok || wrong.Kind != PathSpecial {
		t.Errorf("error %v, want one of kind PathSpecial", err)
	}
}
