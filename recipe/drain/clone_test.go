package drain_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// TestTwoDrainsInOneClone: the second is told who works, and does nothing.
func TestTwoDrainsInOneClone(t *testing.T) {
	t.Parallel()
	y := newYard(t, two())
	y.workers()
	res, err := y.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{12, 41}, Named: true})
	y.ok(res, err)
	unlock, err := y.deps.Ledger.Lock(t.Context(), pair, string(rule.StepProduce))
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	second := drain.New(y.session(y.clone, filepath.Join(y.clone, ".git", "gh-debt")))
	before := y.hub.Count()
	for name, run := range map[string]func() error{
		"screen":  func() error { _, err := second.Screen.Run(t.Context(), drain.ScreenInput{}); return err },
		"release": func() error { _, err := second.Release.Run(t.Context(), drain.ReleaseInput{}); return err },
		"merge":   func() error { _, err := second.Merge.Run(t.Context(), drain.MergeInput{}); return err },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), "is working on unit 12-41 (produce, since ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := y.hub.Count() - before; n != 0 {
		t.Errorf("%d requests were made", n)
	}
}

// TestWhatAPersonNamedOutlivesAKill: the branch to go back to is not chosen anew.
func TestWhatAPersonNamedOutlivesAKill(t *testing.T) {
	t.Parallel()
	m := newMortal(t, false, false)
	git(t, m.bare, "branch", "release", "main")
	ctx, cancel := context.WithCancel(t.Context())
	m.at = func(after bool, what string, _ bool) error {
		if after && what == "write chosen" {
			cancel()
		}
		return ctx.Err()
	}
	if _, err := m.steps.Start.Run(ctx, drain.StartInput{Numbers: []int{12, 41}, Named: true, Implementer: "maker", Target: "release"}); err == nil {
		t.Fatal("it was not killed")
	}
	m.at = func(bool, string, bool) error { return nil }
	m.resume()
	if _, err := m.carry(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b := m.unit(pair).Branch; b.Target != "release" || b.Default {
		t.Errorf("%+v", b)
	}
}

// TestTwoUnitsNeverShareATree: of two that get their workspaces at the same moment one
// has the clone and the other a worktree, also where the first was killed before it
// could write that down.
func TestTwoUnitsNeverShareATree(t *testing.T) {
	t.Parallel()
	for name, killed := range map[string]bool{"at once": false, "the first was killed": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, false)
			ctx := t.Context()
			deps := m.session(m.clone, filepath.Join(m.clone, ".git", "gh-debt"))
			waits, made := make(chan bool, 1), make(chan bool)
			deps.Wait = func(context.Context) error { waits <- true; <-made; return nil }
			other := drain.New(deps)
			for _, numbers := range [][]int{{12, 41}, {77}} {
				res, err := m.steps.Start.Run(ctx, drain.StartInput{Numbers: numbers, Named: true})
				m.ok(res, err)
				res, err = m.steps.Screen.Run(ctx, drain.ScreenInput{Input: drain.Input{Unit: res.Unit.ID},
					Answers: drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": true, "77:app/cache.go:4": true}})
				m.ok(res, err)
			}
			theirs := make(chan error, 1)
			isolate := func() {
				_, err := other.Isolate.Run(ctx, drain.IsolateInput{Input: drain.Input{Unit: "77"}})
				theirs <- err
			}
			m.at = func(after bool, what string, _ bool) error {
				switch {
				case !strings.HasPrefix(what, "git switch"):
				case killed && after:
					return errStopped
				case !killed && !after:
					go isolate()
					select { // it either waits, or is through
					case <-waits:
					case err := <-theirs:
						theirs <- err
					}
				}
				return nil
			}
			_, err := m.steps.Isolate.Run(ctx, drain.IsolateInput{Input: drain.Input{Unit: pair}})
			if killed != (err != nil) {
				t.Fatal(err)
			}
			close(made)
			m.at = func(bool, string, bool) error { return nil }
			if killed {
				isolate()
			}
			if err := <-theirs; err != nil {
				t.Fatal(err)
			}
			res, err := m.steps.Take(ctx, rule.StepIsolate, drain.Input{Unit: pair}, nil)
			if killed {
				m.ok(res, err)
			}
			if a, b := m.unit(pair).Place, m.unit("77").Place; a.Dir != m.clone || a.ReturnTo != "main" || b.Mode != rule.ModeWorktree {
				t.Errorf("%+v and %+v", a, b)
			}
		})
	}
}

// TestAMemberThatWasDroppedIsFree though the branch of its batch still names it: the
// clone that dropped it may drain it by itself, and both units go their way.
func TestAMemberThatWasDroppedIsFree(t *testing.T) {
	t.Parallel()
	m := newMortal(t, false, false)
	m.until("write checked")
	m.drop()
	res, err := m.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{41}, Named: true})
	m.ok(res, err)
	if res.Unit.Branch.Branch == "" || !m.issue(41).HasLabel("in-progress") {
		t.Errorf("%+v", res.Unit.Branch)
	}
	res, err = m.steps.Release.Run(t.Context(), drain.ReleaseInput{Input: drain.Input{Unit: "41"}})
	m.ok(res, err)
	m.ends("delivered")
	if m.state(41) != "open" || m.state(12) != "completed" {
		t.Errorf("#12 is %s, #41 %s", m.state(12), m.state(41))
	}
}
