//go:build unix

package worker_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gh-debt/recipe/worker"
	"gh-debt/recipe/worker/workertest"
)

// alive reports whether a process runs; one that only waits to be buried does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// mustEnd fails when any of the processes goes on running.
func mustEnd(t *testing.T, pids []int, most int) {
	t.Helper()
	if len(pids) != most {
		t.Fatalf("processes %v, want %d", pids, most)
	}
	deadline := time.Now().Add(time.Minute)
	for _, pid := range pids {
		for ; alive(pid); runtime.Gosched() {
			if time.Now().After(deadline) {
				t.Fatalf("%d of %v still runs", pid, pids)
			}
		}
	}
}

// hangs are the ways to hang.
func hangs() map[string]workertest.Hang {
	return map[string]workertest.Hang{
		"alone":                        {},
		"with grandchildren":           {Children: 3},
		"deaf":                         {Deaf: true},
		"deaf, with grandchildren":     {Children: 3, Deaf: true},
		"in sessions of their own":     {Children: 3, Detached: true},
		"deaf, in sessions":            {Children: 3, Detached: true, Deaf: true},
		"ends, and leaves its kin":     {Children: 2, Leave: true},
		"ends, and leaves it deaf kin": {Children: 2, Leave: true, Deaf: true},
	}
}

// TestHungProgramEndsAtItsLimit: with all that it started, whether these hear the
// request to end or not, and in whatever group they are.
func TestHungProgramEndsAtItsLimit(t *testing.T) {
	for name, hang := range hangs() {
		t.Run(name, func(t *testing.T) {
			c := newClock()
			j := job(t, workertest.Run{Hang: &hang, Say: []string{"at work"}})
			j.Timeout = limit
			var pids []int
			j.Out = func(line string) {
				if found, ok := hanging(line); ok {
					pids = found
					if !hang.Leave {
						close(c.over)
					}
				}
			}
			res, err := c.runner().Run(t.Context(), j)
			want := worker.TimedOut
			if hang.Leave {
				want = ""
			}
			if got := faultOf(err); got != want {
				t.Errorf("fault %q (%v), want %q", got, err, want)
			}
			if !strings.HasPrefix(res.Stderr, "at work\nhanging ") {
				t.Errorf("what it said is lost: %q", res.Stderr)
			}
			mustEnd(t, pids, 1+hang.Children)
		})
	}
}

// TestContextEndsAProgram: when nobody waits any more, all of it ends, and the
// error is the context's.
func TestContextEndsAProgram(t *testing.T) {
	for name, hang := range hangs() {
		if hang.Leave {
			continue
		}
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			j := job(t, workertest.Run{Hang: &hang})
			left := errors.New("the person left")
			var pids []int
			j.Out = func(line string) {
				if found, ok := hanging(line); ok {
					pids = found
					cancel(left)
				}
			}
			_, err := newClock().runner().Run(ctx, j)
			if faultOf(err) != worker.Stopped || !errors.Is(err, left) {
				t.Errorf("error %v, want the context's", err)
			}
			mustEnd(t, pids, 1+hang.Children)
		})
	}
}

// TestEndedContextStartsNothing: no program is started for nobody.
func TestEndedContextStartsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newClock().runner().Run(ctx, job(t, workertest.Run{}))
	if faultOf(err) != worker.Stopped || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// TestStreamsHeldByStrangers: a child in a session of its own, whose parent has
// ended, is nobody's kin any more. It may hold the streams, and Run does not wait
// for it.
func TestStreamsHeldByStrangers(t *testing.T) {
	c := newClock()
	j := job(t, workertest.Run{Before: "report\n", Hang: &workertest.Hang{Children: 1, Detached: true, Leave: true}})
	var pids []int
	lines := 0
	j.Out = func(line string) {
		if found, ok := hanging(line); ok {
			pids = found
		}
		if lines++; lines == 2 { // all that it says has been read
			close(c.grace)
		}
	}
	res, err := c.runner().Run(t.Context(), j)
	if err != nil || string(res.Stdout) != "report\n" {
		t.Errorf("standard output %q, error %v", res.Stdout, err)
	}
	if len(pids) != 2 {
		t.Fatalf("processes %v", pids)
	}
	_ = syscall.Kill(pids[1], syscall.SIGKILL) // it is ours to end
	mustEnd(t, pids, 2)
}
