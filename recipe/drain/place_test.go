package drain_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/ledger"
	"gh-debt/recipe/sqlitefile"
	"gh-debt/recipe/worker/workertest"
)

// apart brings unit 12 to a workspace of its own, since the clone holds a change
// that is not ours, and through some steps.
func apart(t *testing.T, steps ...rule.Step) *yard {
	t.Helper()
	y := newYard(t, two())
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error"), edit("package app // 2\n", "More")}, []workertest.Run{verdict(rule.Pass)})
	y.begin(12)
	y.file(y.clone, "notes.txt", "mine\n")
	ctx := context.Background()
	res, err := y.steps.Screen.Run(ctx, drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}})
	y.ok(res, err)
	y.take(append([]rule.Step{rule.StepIsolate}, steps...)...)
	return y
}

// TestAWorkspaceThatWasDeletedByHandIsMadeAnew at whichever step it is missed, with
// the commits that its branch still holds.
func TestAWorkspaceThatWasDeletedByHandIsMadeAnew(t *testing.T) {
	steps := []rule.Step{rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview}
	for i, step := range steps {
		t.Run(string(step), func(t *testing.T) {
			t.Parallel()
			y := apart(t, steps[:i]...)
			dir := y.unit("12").Place.Dir
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := y.steps.Brief.Run(context.Background(), drain.BriefInput{Unit: "12", Kind: rule.Produce}); err == nil || err.Error() != "the brief needs a fact that is not written down: workspace" {
				t.Errorf("the brief: %v", err)
			}
			res, err := y.steps.Take(context.Background(), step, drain.Input{Unit: "12"}, nil)
			y.ok(res, err)
			if want := "the workspace was gone: made a worktree for " + branch12 + " at " + dir; len(res.Wrote) == 0 || res.Wrote[0] != want {
				t.Errorf("%q, want %q", res.Wrote, want)
			}
			y.goOn("12")
			y.green("12", "build")
			if res := y.goOn("12"); y.unit("12").Stage != rule.StageDelivered {
				t.Errorf("%s: %+v", y.unit("12").Stage, res.Refused)
			}
			if _, err := os.Stat(filepath.Join(y.clone, "notes.txt")); err != nil {
				t.Errorf("what is not ours: %v", err)
			}
		})
	}
}

// TestGoingOnMakesAWorkspaceAnew though the step that misses it is one that is
// confirmed first.
func TestGoingOnMakesAWorkspaceAnew(t *testing.T) {
	y := apart(t, rule.StepProduce, rule.StepGates)
	if err := os.RemoveAll(y.unit("12").Place.Dir); err != nil {
		t.Fatal(err)
	}
	if res := y.goOn("12"); y.unit("12").Pull.Pull == 0 {
		t.Errorf("%+v", res)
	}
}

// TestReleasingAfterTheWorkspaceWasDeleted frees everything, and the commits stay on
// their branch.
func TestReleasingAfterTheWorkspaceWasDeleted(t *testing.T) {
	y := apart(t, rule.StepProduce)
	u := y.unit("12")
	if err := os.RemoveAll(u.Place.Dir); err != nil {
		t.Fatal(err)
	}
	y.take(rule.StepRelease)
	if y.unit("12").Stage != rule.StageEnded || y.issue(12).HasLabel("in-progress") {
		t.Errorf("%s, %v", y.unit("12").Stage, y.issue(12).Labels)
	}
	git(t, y.clone, "cat-file", "-e", branch12+"^{commit}")
	if at := git(t, y.clone, "rev-parse", branch12); at != u.Head {
		t.Errorf("the branch is at %s, and the work was at %s", at, u.Head)
	}
}

// TestAFullDiskIsNamed, the unit stays where it was, and the step goes well once there
// is room.
func TestAFullDiskIsNamed(t *testing.T) {
	full := &ledger.StorageError{Path: "/shop/ledger.db", Name: "ledger", Kind: sqlitefile.DiskFull, Err: errors.New("disk I/O error")}
	for name, c := range map[string]struct {
		fill func(y *yard)
		step rule.Step
		want string
	}{
		"the ledger": {func(y *yard) { y.deps.Ledger = fullLedger{y.deps.Ledger, full} }, rule.StepProduce,
			"nothing was written to the ledger file /shop/ledger.db, since the disk is full"},
		"the worktree": {func(y *yard) { y.deps.Git = fullGit{y.deps.Git} }, rule.StepIsolate, "add a worktree: the disk is full"},
		"the push": {func(y *yard) { y.deps.Git = fullGit{y.deps.Git} }, rule.StepPropose,
			branch12 + " was not pushed to origin: the disk is full (no space left on device)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := newYard(t, two())
			y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error")}, []workertest.Run{verdict(rule.Pass)})
			y.begin(12)
			y.file(y.clone, "notes.txt", "mine\n")
			res, err := y.steps.Screen.Run(context.Background(), drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}})
			y.ok(res, err)
			for _, step := range []rule.Step{rule.StepIsolate, rule.StepProduce, rule.StepGates, rule.StepPropose} {
				if step == c.step {
					break
				}
				y.take(step)
			}
			stage, whole := y.unit("12").Stage, y.deps
			c.fill(y)
			y.steps = drain.New(y.deps)
			res, err = y.steps.Take(context.Background(), c.step, drain.Input{Unit: "12"}, nil)
			said := res.Refused
			if err != nil {
				said = err.Error()
			}
			if y.noCommits(said) != c.want {
				t.Errorf("it says %q", y.noCommits(said))
			}
			if err == nil && res.Next == "" {
				t.Error("nothing comes next")
			}
			y.deps = whole
			y.steps = drain.New(y.deps)
			if u := y.unit("12"); u.Stage != stage {
				t.Errorf("it is %s, and was %s", u.Stage, stage)
			}
			y.workers(workertest.Script{Runs: []workertest.Run{edit("package app // 9\n", "Again")}}.Worker(t, "maker", "acme", rule.Implement))
			y.take(c.step)
		})
	}
}

// fullLedger is a ledger on a full disk: it can be read.
type fullLedger struct {
	drain.Ledger
	err error
}

func (l fullLedger) Append(context.Context, string, string, ...rule.Fact) (rule.Unit, error) {
	return rule.Unit{}, l.err
}

// tornLedger is a ledger of which the third look at a unit fails.
type tornLedger struct {
	drain.Ledger
	looks *int
	err   error
}

func (l tornLedger) Unit(ctx context.Context, id string) (rule.Unit, []rule.Event, error) {
	if *l.looks++; *l.looks == 3 {
		return rule.Unit{}, nil, l.err
	}
	return l.Ledger.Unit(ctx, id)
}

// TestALedgerThatCannotBeReadIsNoWaiting: when the head was pushed is not guessed, and
// nothing is written down of the checks.
func TestALedgerThatCannotBeReadIsNoWaiting(t *testing.T) {
	y := proposed(t)
	y.hub.Rules("main", model.BranchRules{RequiredChecks: []string{"build"}, Squash: true})
	torn, looks := errors.New("the file is gone"), 0
	y.deps.Ledger = tornLedger{y.deps.Ledger, &looks, torn}
	y.steps = drain.New(y.deps)
	if res, err := y.steps.CI.Run(context.Background(), drain.CIInput{Input: drain.Input{Unit: "12"}}); !errors.Is(err, torn) {
		t.Errorf("%q, %v, want %v", res.Wrote, err, torn)
	}
	if u := y.unit("12"); u.Checks != nil {
		t.Errorf("written down: %+v", u.Checks)
	}
}

// fullGit is a clone and a remote on full disks.
type fullGit struct{ drain.Git }

func (fullGit) AddWorktree(context.Context, string, string, string) error {
	return fmt.Errorf("add a worktree: %w", checkout.ErrDiskFull)
}

func (fullGit) Push(_ context.Context, remote, branch, _ string) error {
	return &checkout.PushError{Kind: checkout.RemoteDiskFull, Remote: remote, Branch: branch, Detail: "no space left on device"}
}

// TestAClockThatJumps neither makes checks green nor waits for ever, and no stage
// takes less than no time.
func TestAClockThatJumps(t *testing.T) {
	y := proposed(t)
	y.take(rule.StepReview)
	y.hub.Rules("main", model.BranchRules{RequiredChecks: []string{"build"}, Squash: true})
	for _, by := range []time.Duration{-365 * 24 * time.Hour, 365 * 24 * time.Hour} {
		y.deps.Now = func() time.Time { return now().Add(by) }
		y.steps = drain.New(y.deps)
		res, err := y.steps.CI.Run(context.Background(), drain.CIInput{})
		y.ok(res, err)
		if want := "missing of …: required and never ran: build (nothing started it)"; y.noCommits(res.Wrote[0]) != want {
			t.Errorf("by %s: %q, want %q", by, res.Wrote, want)
		}
		report, err := y.steps.Report.Run(context.Background(), drain.ReportInput{Unit: "12"})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range report.Stages {
			if s.Took < 0 {
				t.Errorf("by %s: %s took %s", by, s.Stage, s.Took)
			}
		}
	}
}

// TestAFullDiskOfTheEmbeddedTracker at any of its writes: what could not be written is
// said, nothing is in doubt, and the unit goes on once there is room.
func TestAFullDiskOfTheEmbeddedTracker(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ at, write, said string }{
		{"write chosen", "/labels", "could not create the label in-progress in acme/shop"},
		{"write branching", "/git/refs", "could not create the branch debt/12-41-batch of acme/shop"},
		{"write pushed", "/pulls", "could not open a pull request of debt/12-41-batch of acme/shop"},
		{"write checked", "/merge", "could not merge the pull request acme/shop#78"},
		{"write merged", "/graphql", "could not edit the labels of acme/shop#12"},
	} {
		t.Run(c.write, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, true, false)
			m.until(c.at)
			full := true
			m.hub.Before(func(_ int, r *http.Request) error {
				if full && r.Method != http.MethodGet && strings.HasSuffix(r.URL.Path, c.write) {
					return &hub.StorageError{Name: "tracker", Path: "/shop/hub.db", Kind: sqlitefile.DiskFull, Err: errors.New("full")}
				}
				return nil
			})
			_, err := m.carry(t.Context())
			want := c.said + ": nothing was written to the tracker file /shop/hub.db, since the disk is full"
			if err == nil || err.Error() != want {
				t.Errorf("it says %v, want %s", err, want)
			}
			full = false
			m.delivers()
		})
	}
}

// delivers takes the unit on to its end.
func (m *mortal) delivers() {
	m.t.Helper()
	m.resume()
	m.ends("delivered")
	m.delivered()
}
