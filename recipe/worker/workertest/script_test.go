package workertest_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model/drain"
	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/worker"
	"gh-debt/recipe/worker/workertest"
)

// workspace is a repository with one commit on main.
type workspace struct {
	t   *testing.T
	dir string
}

func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	t.Setenv("HOME", t.TempDir()) // the workers get it, and so nobody's configuration
	w := &workspace{t: t, dir: t.TempDir()}
	w.git("init", "--quiet", "--initial-branch=main")
	if err := os.WriteFile(filepath.Join(w.dir, "refund.ts"), []byte("try {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.git("add", "-A")
	w.git("commit", "--quiet", "-m", "Begin")
	return w
}

func (w *workspace) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = w.dir, gittest.Env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// run lets the worker do its next run and gives what it printed.
func (w *workspace) run(who drain.Worker) (string, error) {
	w.t.Helper()
	res, err := worker.Runner{}.Run(w.t.Context(), worker.Work(who, w.dir, "brief", nil))
	return string(res.Stdout), err
}

// TestRunsFollowTheScript, one after another, whoever of two workers takes them.
func TestRunsFollowTheScript(t *testing.T) {
	w := newWorkspace(t)
	script := workertest.Script{Runs: []workertest.Run{
		workertest.Implemented("Rethrow the gateway's error", workertest.Edit{Path: "refund.ts", Text: "throw\n"}, workertest.Edit{Path: "app/new.ts", Text: "new\n"}),
		workertest.Refused(drain.Finding{Theme: "tests", Text: "none", Blocking: true}),
		{Commits: []workertest.Commit{
			{Message: "Test it\n\nAfter {{head}}.", Edits: []workertest.Edit{{Path: "refund.ts", Text: "test\n", Append: true}, {Path: "app/new.ts", Remove: true}}},
			{Message: "Say nothing", Empty: true},
		}},
		workertest.Passed(),
	}}
	fixer := script.Worker(t, "fixer", "acme", drain.Implement)
	reviewer := fixer
	reviewer.Name = "reviewer"
	var heads, said []string
	for _, who := range []drain.Worker{fixer, reviewer, fixer, reviewer} {
		out, err := w.run(who)
		if err != nil {
			t.Fatal(err)
		}
		heads, said = append(heads, w.git("rev-parse", "HEAD")), append(said, out)
	}
	want := []string{
		`{"model":"fake-1","effort":"low","summary":"Rethrow the gateway's error","notes":""}` + "\n",
		`{"verdict":"NEEDS_CHANGES","headSha":"` + heads[0] + `","model":"fake-2","effort":"high","findings":[{"theme":"tests","class":"","subject":"","file":"","line":0,"confidence":"","blocking":true,"text":"none"}]}` + "\n",
		"",
		`{"verdict":"PASS","headSha":"` + heads[2] + `","model":"fake-2","effort":"high","findings":[]}` + "\n",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
	const subjects = "Say nothing\nTest it\nRethrow the gateway's error\nBegin"
	if diff := cmp.Diff(subjects, w.git("log", "--format=%s")); diff != "" {
		t.Error(diff)
	}
	if body := w.git("log", "--format=%b", "-1", "HEAD~1"); body != "After "+heads[0]+"." {
		t.Errorf("body %q", body)
	}
	if files := w.git("ls-files"); files != "refund.ts" {
		t.Errorf("files %q", files)
	}
	if status := w.git("status", "--porcelain"); status != "" {
		t.Errorf("left %q", status)
	}
	_, err := w.run(fixer)
	if fault, ok := errors.AsType[*worker.RunError](err); !ok || fault.Exit != 70 || !strings.Contains(fault.Said, "has no run 5") {
		t.Errorf("after the last run: %v", err)
	}
}

// TestBadWays: each bad way leaves the workspace as a bad worker would.
func TestBadWays(t *testing.T) {
	report := &drain.Report{Model: "another-model", Effort: "low", Summary: "x"}
	edit := []workertest.Edit{{Path: "refund.ts", Text: "changed\n"}}
	const inJSON = `{"model":"another-model","effort":"low","summary":"x","notes":""}` + "\n"
	for name, c := range map[string]struct {
		run                           workertest.Run
		out, branch, status, messages string
	}{
		"nothing changed": {workertest.Run{Report: report}, inJSON, "main", "", "Begin"},
		"no JSON":         {workertest.Run{Before: "all done!\n"}, "all done!\n", "main", "", "Begin"},
		"other output":    {workertest.Run{Before: "ok\n", Report: report, After: "bye\n"}, "ok\n" + inJSON + "bye\n", "main", "", "Begin"},
		"dirty tree":      {workertest.Run{Dirty: edit}, "", "main", "M refund.ts", "Begin"},
		"wrong branch": {
			workertest.Run{Branch: "elsewhere", Commits: []workertest.Commit{{Message: "Change", Edits: edit}}}, "", "elsewhere", "", "Change\n\nBegin",
		},
		"closing keyword": {
			workertest.Run{Commits: []workertest.Commit{{Message: "Does not close #41: no", Edits: edit}}}, "", "main", "", "Does not close #41: no\n\nBegin",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t)
			out, err := w.run(workertest.Script{Runs: []workertest.Run{c.run}, Repeat: true}.Worker(t, "fixer", ""))
			if err != nil {
				t.Fatal(err)
			}
			got := []string{out, w.git("branch", "--show-current"), w.git("status", "--porcelain"), w.git("log", "--format=%B")}
			if diff := cmp.Diff([]string{c.out, c.branch, c.status, c.messages}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestEditsStayInTheWorkspace: a script's slip changes nothing elsewhere.
func TestEditsStayInTheWorkspace(t *testing.T) {
	w := newWorkspace(t)
	run := workertest.Run{Dirty: []workertest.Edit{{Path: "../out.txt", Text: "x"}}}
	_, err := w.run(workertest.Script{Runs: []workertest.Run{run}}.Worker(t, "fixer", ""))
	if err == nil || !strings.Contains(err.Error(), "../out.txt is not in the workspace") {
		t.Errorf("error %v", err)
	}
}

// TestRepeatedRun: the last run again, as often as it is asked for.
func TestRepeatedRun(t *testing.T) {
	w := newWorkspace(t)
	who := workertest.Script{Runs: []workertest.Run{{Before: "1"}, {Before: "2"}}, Repeat: true}.Worker(t, "fixer", "")
	var said string
	for range 4 {
		out, err := w.run(who)
		if err != nil {
			t.Fatal(err)
		}
		said += out
	}
	if said != "1222" {
		t.Errorf("said %s, want 1222", said)
	}
}
