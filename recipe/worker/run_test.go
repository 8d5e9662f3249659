package worker_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model/drain"
	"gh-debt/recipe/worker"
	"gh-debt/recipe/worker/workertest"
)

// clock is a clock whose limits pass when a test says so. Only the limit and the
// grace are waits that mean something; the looks in between take no time.
type clock struct {
	limit time.Duration
	over  chan struct{} // closed when the limit has passed
	grace chan struct{} // closed when the grace has passed
}

const (
	limit = 7 * time.Minute
	grace = 11 * time.Second
)

func newClock() *clock {
	return &clock{limit: limit, over: make(chan struct{}), grace: make(chan struct{})}
}

func (c *clock) Now() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func (c *clock) Wait(ctx context.Context, d time.Duration) error {
	done := c.grace
	switch d {
	case c.limit:
		done = c.over
	case grace:
	default:
		runtime.Gosched()
		return nil
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *clock) runner() worker.Runner {
	return worker.Runner{Clock: c, Grace: grace, Limit: limit}
}

// job is a run of the fake worker, without a repository.
func job(t *testing.T, run workertest.Run) worker.Job {
	t.Helper()
	return worker.Job{Command: workertest.Script{Runs: []workertest.Run{run}}.Command(t), Dir: t.TempDir()}
}

// faultOf is the kind of an error of Run.
func faultOf(err error) worker.FaultKind {
	if fault, ok := errors.AsType[*worker.RunError](err); ok {
		return fault.Kind
	}
	return ""
}

// TestBriefGoesInAndReportComesOut: the brief is on standard input, the report on
// standard output, and the lines are shown as they come.
func TestBriefGoesInAndReportComesOut(t *testing.T) {
	brief := filepath.Join(t.TempDir(), "brief")
	j := job(t, workertest.Run{
		SaveBrief: brief, Say: []string{"reading"},
		Report: &drain.Report{Model: "fake-1", Effort: "low", Summary: "did it"},
	})
	j.Stdin = strings.Repeat("fix #41\n", 100_000) // more than a pipe holds
	var shown []string
	j.Out = func(line string) { shown = append(shown, line) }
	res, err := newClock().runner().Run(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	const report = `{"model":"fake-1","effort":"low","summary":"did it","notes":""}`
	want := worker.Result{Stdout: []byte(report + "\n"), Stderr: "reading\n", Tail: res.Tail}
	if diff := cmp.Diff(want, res); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(res.Tail, report) || !strings.Contains(res.Tail, "reading") {
		t.Errorf("tail %q", res.Tail)
	}
	got, err := os.ReadFile(brief)
	if err != nil || string(got) != j.Stdin {
		t.Errorf("%d bytes of the brief arrived of %d (%v)", len(got), len(j.Stdin), err)
	}
	if len(shown) != 2 {
		t.Errorf("shown: %q", shown)
	}
}

// TestOutputIsNeverShownRaw: what a program prints is made visible and cut, and
// what is kept of it as text is made visible too.
func TestOutputIsNeverShownRaw(t *testing.T) {
	j := job(t, workertest.Run{Escape: true, Say: []string{"50%\rdone\r", "", "after"}})
	var shown []string
	j.Out = func(line string) { shown = append(shown, line) }
	res, err := newClock().runner().Run(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("long ", 1000)
	want := []string{
		"50%", "done", "", "after",
		`^[]0;owned^G^[[2J^[[31mred<U+202E><0xFF>`, long[:worker.MaxLine] + "…",
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Error(diff)
	}
	for name, text := range map[string]string{"stderr": res.Stderr, "tail": res.Tail} {
		if strings.ContainsAny(text, "\x1b\x07\u202e") {
			t.Errorf("%s holds what steers a terminal: %q", name, text)
		}
	}
}

// TestTooMuchOutput: of standard output no more than the bound is kept; the run is
// no good then, and says so.
func TestTooMuchOutput(t *testing.T) {
	for name, c := range map[string]struct {
		bytes int
		want  worker.FaultKind
	}{
		"just the bound": {worker.MaxStdout, ""},
		"one byte more":  {worker.MaxStdout + 1, worker.TooMuch},
		"megabytes":      {5 << 20, worker.TooMuch},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := newClock().runner().Run(t.Context(), job(t, workertest.Run{Flood: c.bytes}))
			if got := faultOf(err); got != c.want {
				t.Errorf("fault %q (%v), want %q", got, err, c.want)
			}
			if len(res.Stdout) != worker.MaxStdout {
				t.Errorf("%d bytes kept", len(res.Stdout))
			}
			if len(res.Tail) > worker.MaxTail {
				t.Errorf("%d bytes of tail", len(res.Tail))
			}
		})
	}
}

// TestDeafProgram: a program that does not read its brief ends all the same.
func TestDeafProgram(t *testing.T) {
	j := job(t, workertest.Run{Deaf: true})
	j.Stdin = strings.Repeat("x", 1<<20)
	if _, err := newClock().runner().Run(t.Context(), j); err != nil {
		t.Error(err)
	}
}

// TestFaultsAreNamed: each way in which nothing comes of a run has its kind and one
// sentence.
func TestFaultsAreNamed(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plain"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := workertest.Script{Runs: []workertest.Run{{Say: []string{"first", "no \x1b[1mway"}, Exit: 3}}}
	for name, c := range map[string]struct {
		job  worker.Job
		kind worker.FaultKind
		want string
	}{
		"no command":          {worker.Job{Dir: dir}, worker.NoCommand, "there is no command to run"},
		"not on the PATH":     {worker.Job{Dir: dir, Command: []string{"gh-debt-no-such"}}, worker.NotFound, "gh-debt-no-such cannot be found: it is not on the PATH"},
		"not in the folder":   {worker.Job{Dir: dir, Command: []string{"./ci/run"}}, worker.NotFound, "./ci/run cannot be found: there is no such file in " + filepath.Join(dir, "ci")},
		"may not be executed": {worker.Job{Dir: dir, Command: []string{"./plain"}}, worker.NotFound, "./plain cannot be found: the file may not be executed"},
		"no workspace":        {worker.Job{Dir: filepath.Join(dir, "gone"), Command: []string{"git"}}, worker.NoWorkspace, "the workspace " + filepath.Join(dir, "gone") + " is not there any more"},
		"status":              {worker.Job{Dir: dir, Command: script.Command(t)}, worker.Exited, workertest.Build(t) + " ended with status 3: no ^[[1mway"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := newClock().runner().Run(t.Context(), c.job)
			if got := faultOf(err); got != c.kind {
				t.Errorf("fault %q, want %q", got, c.kind)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// hanging reads the numbers of processes that a hung fake worker tells.
func hanging(line string) (pids []int, ok bool) {
	rest, ok := strings.CutPrefix(line, "hanging ")
	for word := range strings.FieldsSeq(rest) {
		pid, err := strconv.Atoi(word)
		ok = ok && err == nil
		pids = append(pids, pid)
	}
	return pids, ok
}
