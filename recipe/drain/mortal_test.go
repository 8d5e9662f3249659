package drain_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/ledger"
)

// moment is told of everything that a session does, before and after it; an error is
// what the session gets instead of its answer.
type moment func(after bool, what string, changes bool) error

// mortal is a yard whose sessions can be killed.
type mortal struct {
	*yard
	dir   string
	local bool     // no remote: the clone is the tracker's own
	wrote []string // what the steps said that they did
	twice bool     // the first review asks for changes
	mess  string   // what git says of the changes that are not ours
	mu    sync.Mutex
	at    moment
	step  rule.Step // the unit's next, by what was written down last
}

// newMortal lays a yard out for the batch 12, 41: on GitHub or, where local, without a
// remote. Where apart the clone holds changes that are not ours, so that the work is
// done in a worktree.
func newMortal(t *testing.T, local, apart bool, others ...hub.SeedIssue) *mortal {
	t.Helper()
	whole(t)
	if len(others) == 0 {
		others = two()
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	lay(t, dir)
	clone := filepath.Join(dir, "shop")
	m := &mortal{yard: &yard{t: t}, dir: dir, local: local, at: func(bool, string, bool) error { return nil }}
	if local {
		git(t, clone, "remote", "remove", "origin")
		if err := os.RemoveAll(filepath.Join(dir, "shop.git")); err != nil {
			t.Fatal(err)
		}
	}
	if apart {
		m.mess = "\n M app/cache.go\n?? notes.txt"
		m.file(clone, "app/cache.go", source+"// mine\n")
		m.file(clone, "notes.txt", "mine\n")
	}
	m.wake(t, hubtest.Seed(others...))
	return m
}

// settings are the ways to lay a yard out, by name.
var settings = map[string]struct{ local, apart, twice bool }{
	"a branch": {}, "a worktree": {apart: true}, "a branch, no GitHub": {local: true}, "a worktree, no GitHub": {local: true, apart: true},
	"two rounds": {twice: true}, "two rounds, no GitHub": {local: true, twice: true},
}

// inEach runs a test side by side in the settings of these names.
func inEach(t *testing.T, test func(t *testing.T, m *mortal), names ...string) {
	t.Helper()
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, settings[name].local, settings[name].apart)
			m.twice = settings[name].twice
			test(t, m)
		})
	}
}

// wake begins a session, and opens GitHub, over what lies in the folder.
func (m *mortal) wake(t *testing.T, options ...hubtest.Option) {
	t.Helper()
	m.yard = &yard{t: t, bare: filepath.Join(m.dir, "shop.git"), clone: filepath.Join(m.dir, "shop"), answers: drain.Answers{}}
	if m.local {
		m.bare = filepath.Join(m.clone, ".git")
	}
	options = append(options, hubtest.WithGit(checkout.OpenStore(m.bare, gitRun)), hubtest.File(filepath.Join(m.dir, "hub.db")), hubtest.Unchecked())
	m.hub = hubtest.New(t, options...)
	m.hub.Before(func(_ int, r *http.Request) error { what, changes := named(r); return m.hit(false, what, changes) })
	m.hub.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		what, changes := named(r)
		return resp, m.hit(true, what, changes)
	})
	m.resume()
}

// resume begins another session on the same GitHub.
func (m *mortal) resume() {
	m.t.Helper()
	if old, ok := m.deps.Ledger.(watchedLedger); ok {
		_ = old.Close()
	}
	d := m.session(m.clone, filepath.Join(m.clone, ".git", "gh-debt"))
	tree, err := checkout.Open(context.Background(), m.clone, watchedGit{m})
	if err != nil {
		m.t.Fatal(err)
	}
	d.Git, d.Ledger, d.Runner = tree, watchedLedger{Ledger: d.Ledger.(*ledger.Ledger), m: m}, hands{m}
	if d.Local = m.local; d.Local {
		d.Remote = ""
	} else {
		d.Settings.RequiredChecks = []string{"build"}
	}
	d.Workers = []rule.Worker{
		rule.Person(),
		{Name: "maker", Family: "acme", Roles: []rule.Role{rule.Implement}, Command: []string{"maker"}},
		{Name: "judge", Family: "other", Roles: []rule.Role{rule.Review}, Command: []string{"judge"}},
	}
	d.Wait = func(ctx context.Context) error { m.build(); return ctx.Err() }
	m.deps = d
	m.steps = drain.New(m.deps)
	if u, _, err := m.deps.Ledger.Unit(context.Background(), pair); err == nil {
		m.step, _ = rule.Next(u)
	}
}

// build is the peer's part: the check that is required passes on the head of the
// branch, and somebody labels an issue for their own ends.
func (m *mortal) build() {
	m.t.Helper()
	ci := m.hub.Peer("ci")
	ci.Status(model.CommitStatus{Context: "build", SHA: m.unit(pair).Pushed, State: "success"})
	ci.Label(12, "needs-docs")
}

// pair is the unit of the story.
const pair = "12-41"

// hit tells of one thing at a time, though some requests are made side by side.
func (m *mortal) hit(after bool, what string, changes bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at(after, what, changes)
}

// carry takes the unit on once, as `drain` does: what was begun goes on, and else it
// is begun.
func (m *mortal) carry(ctx context.Context) (drain.Result, error) {
	u, _, err := m.deps.Ledger.Unit(ctx, pair)
	var absent *ledger.AbsentError
	if errors.As(err, &absent) || err == nil && !u.Active() && u.Deliver == nil {
		if res, err := m.steps.Start.Run(ctx, drain.StartInput{Numbers: []int{12, 41}, Named: true, Implementer: "maker"}); err != nil || res.Refused != "" {
			return res, err
		}
	} else if err != nil || u.Deliver != nil {
		return drain.Result{Unit: u}, err
	}
	yes := func(context.Context, drain.Question) (bool, error) { return true, nil }
	sure := func(context.Context, string, []string) (bool, error) { return true, nil }
	return m.steps.Go.Run(ctx, drain.GoInput{Input: drain.Input{Unit: pair}, Answers: m.answers, Ask: yes, Sure: sure, Done: func(r drain.Result) { m.wrote = append(m.wrote, r.Wrote...) }})
}

// delivered checks that all is as after a story that nothing interrupted.
func (m *mortal) delivered() {
	m.t.Helper()
	if u := m.unit(pair); u.Stage != rule.StageDelivered {
		m.t.Fatalf("the unit is %s: %s", u.Stage, rule.WaitsFor(u))
	}
	for _, n := range []int{12, 41} {
		if is := m.issue(n); is.State != model.Closed || is.HasLabel("in-progress") || n == 12 && !m.local && !is.HasLabel("needs-docs") {
			m.t.Errorf("#%d is %s, %v", n, is.State, is.Labels)
		}
	}
	if is := m.issue(77); is.State != model.Open {
		m.t.Error("#77 was closed")
	}
	pulls, err := m.deps.Tracker.Pulls(context.Background(), "all")
	if err != nil || len(pulls) != 1 || !pulls[0].Merged {
		m.t.Errorf("pull requests: %+v, %v", pulls, err)
	}
	if n := git(m.t, m.bare, "rev-list", "--count", "main"); n != "2" {
		m.t.Errorf("main has %s commits", n)
	}
	want := mended
	if m.twice {
		want += " twice"
	}
	if text := git(m.t, m.bare, "show", "main:app/pay.go"); text != want {
		m.t.Errorf("main holds %q", text)
	}
	m.tidy("main", "main")
}

// tidy checks that the clone is as it was before, and which branches there are.
func (m *mortal) tidy(remote, local string) {
	m.t.Helper()
	if got := m.branches(m.bare); got != remote {
		m.t.Errorf("the remote has %s, want %s", got, remote)
	}
	if got := m.branches(m.clone); got != local {
		m.t.Errorf("the clone has %s, want %s", got, local)
	}
	if got := git(m.t, m.clone, "status", "--porcelain", "--branch"); !strings.HasPrefix(got, "## main") || !strings.HasSuffix(got, m.mess) || strings.Count(got, "\n") != strings.Count(m.mess, "\n") {
		m.t.Errorf("the clone is at %q", got)
	}
	if trees := git(m.t, m.clone, "worktree", "list"); strings.Contains(trees, "\n") {
		m.t.Errorf("worktrees: %s", trees)
	}
}

func (m *mortal) branches(dir string) string {
	return strings.Join(strings.Fields(git(m.t, dir, "for-each-ref", "--format=%(refname:short)", "refs/heads/")), " ")
}

// released checks that everything is free, and that no commit is lost.
func (m *mortal) released() {
	m.t.Helper()
	u, _, err := m.deps.Ledger.Unit(context.Background(), pair)
	var absent *ledger.AbsentError
	if !errors.As(err, &absent) && (err != nil || u.Active()) {
		m.t.Fatalf("the unit is %s, %v", u.Stage, err)
	}
	for _, n := range []int{12, 41, 77} {
		if is := m.issue(n); is.State != model.Open || is.HasLabel("in-progress") {
			m.t.Errorf("#%d is %s, %v", n, is.State, is.Labels)
		}
	}
	pulls, err := m.deps.Tracker.Pulls(context.Background(), model.Open)
	if err != nil || len(pulls) != 0 {
		m.t.Errorf("open pull requests: %+v, %v", pulls, err)
	}
	if n := git(m.t, m.bare, "rev-list", "--count", "main"); n != "1" {
		m.t.Errorf("main has %s commits", n)
	}
	remote := "main"
	if there := m.branches(m.bare); there != "main" {
		remote = "debt/12-41-batch main"
		if n := git(m.t, m.bare, "rev-list", "--count", "main..debt/12-41-batch"); n == "0" {
			m.t.Error("a branch is kept that holds nothing")
		}
	}
	local := "main"
	if m.local {
		local = remote
	}
	if u.Ended == nil || u.Ended.Kept == "" {
		m.tidy(remote, local)
		return
	}
	if kept := u.Ended.Kept; kept != u.Place.Dir && u.Place.Dir != "" || git(m.t, kept, "branch", "--show-current") != "debt/12-41-batch" {
		m.t.Errorf("kept %s", kept)
	}
	if got := m.branches(m.bare); got != remote {
		m.t.Errorf("the remote has %s, want %s", got, remote)
	}
}

// free releases the unit, if there is one, and checks what is left of it.
func (m *mortal) free() {
	m.t.Helper()
	ctx := m.t.Context()
	_, err := m.steps.Release.Run(ctx, drain.ReleaseInput{Input: drain.Input{Unit: pair}})
	u, _, lerr := m.deps.Ledger.Unit(ctx, pair)
	var absent *ledger.AbsentError
	switch {
	case errors.As(lerr, &absent):
	case err != nil || lerr != nil:
		m.t.Fatal(err, lerr)
	case u.Merged != nil || u.Deliver != nil:
		if _, err := m.carry(ctx); err != nil {
			m.t.Fatal(err)
		}
		m.delivered()
		return
	}
	m.released()
}
