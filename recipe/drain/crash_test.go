package drain_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// errStopped is what the session gets that a test stops.
var errStopped = errors.New("the session was stopped")

// storm lets every moment of a story go wrong once, each in a session of its own
// whose context ends with it: either before what it is, or after it was done, so
// that its answer is lost. Where the session lives on, only requests go wrong. Run is a
// session's try; ended tells when no more are needed. It gives how many were stopped.
func (m *mortal) storm(after, lives bool, run func(context.Context) error, ended func() bool) (stopped int) {
	m.t.Helper()
	met := map[string]bool{}
	for range 1000 {
		ctx, cancel := context.WithCancel(m.t.Context())
		fell := ""
		m.at = func(done bool, what string, changes bool) error {
			key := fmt.Sprint(m.step, ": ", what)
			_, request, _ := strings.Cut(what, " ")
			broken := strings.HasPrefix(request, "/")
			if !changes && !broken && (done || !m.twice) {
				return nil // a look that went wrong is one that did not begin; once is enough
			}
			if done != after || met[key] || !lives && fell != "" || lives && !broken {
				return nil
			}
			met[key], fell = true, key
			if !lives {
				cancel()
			}
			if broken {
				return hubtest.ErrDropped
			}
			return errStopped
		}
		err := run(ctx)
		cancel()
		switch {
		case fell == "" && ended():
			m.at = func(bool, string, bool) error { return nil }
			return len(met)
		case fell == "" && err != nil:
			m.t.Fatalf("a session that nothing stopped: %v", err)
		}
		m.t.Logf("stopped at %s: %v", fell, err)
		m.resume()
	}
	m.t.Fatal("it does not come to an end")
	return 0
}

// ways are the ways in which a moment goes wrong: before what it is or after it, with
// the session or without it; the setting in which each is tried; and the moment at
// which a release is.
var ways = []struct {
	name         string
	after, lives bool
	setting      string
	release      string
}{
	{"killed before it", false, false, "two rounds", "let maker work"},
	{"killed after it", true, false, "a worktree, no GitHub", "write merging"},
	{"cut off before it", false, true, "a worktree", "write branching"},
	{"cut off after it", true, true, "a branch, no GitHub", "let maker work"},
}

// whole leaves out of a short run (the race detector's) what takes long and has one
// session at work at a time.
func whole(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes long: run without -short")
	}
}

// TestEveryRequestCanFail, every writing in the ledger, every run of git and every
// worker too: the next session goes on, and in the end all is as if nothing had been.
func TestEveryRequestCanFail(t *testing.T) {
	t.Parallel()
	whole(t)
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			inEach(t, func(t *testing.T, m *mortal) {
				n := m.storm(way.after, way.lives, func(ctx context.Context) error {
					_, err := m.carry(ctx)
					return err
				}, func() bool { return m.unit(pair).Deliver != nil })
				m.delivered()
				if n < 40 {
					t.Errorf("only %d moments", n)
				}
			}, way.setting)
		})
	}
}

// TestEveryRequestOfAReleaseCanFail, at several stages of a unit's life.
func TestEveryRequestOfAReleaseCanFail(t *testing.T) {
	t.Parallel()
	whole(t)
	for _, way := range ways {
		t.Run(way.name+", "+way.release, func(t *testing.T) {
			inEach(t, func(t *testing.T, m *mortal) {
				m.until(way.release)
				m.storm(way.after, way.lives, func(ctx context.Context) error {
					_, err := m.steps.Release.Run(ctx, drain.ReleaseInput{Input: drain.Input{Unit: pair}})
					return err
				}, func() bool { u := m.unit(pair); return !u.Active() })
				m.released()
			}, way.setting)
		})
	}
}

// TestEveryRequestOfAScreenCanFail: whoever leaves the unit there is free, and whoever
// stays is not asked about twice for nothing.
func TestEveryRequestOfAScreenCanFail(t *testing.T) {
	t.Parallel()
	holds := drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": true}
	security := seed(41, "Anyone can read the token", "app/pay.go", 9)
	body := strings.Replace(*security.Body, "error-handling/swallowed", "security/token-exposure", 1)
	security.Body = &body
	for name, c := range map[string]struct {
		member  hub.SeedIssue
		answers drain.Answers
		label   string
		why     rule.End
	}{
		"stale":    {two()[1], drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": false}, "", rule.Stale},
		"parked":   {two()[1], drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": true, "41:design": true}, "debt:spec-pending", rule.SpecParked},
		"diverted": {security, holds, "", rule.Diverted},
	} {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", after), func(t *testing.T) {
				t.Parallel()
				m := newMortal(t, false, false, two()[0], c.member, two()[2])
				if name == "diverted" {
					m.hub.Set(func(r *hub.Repository) { r.Private = true })
				}
				m.until("write branched")
				m.hub.Set(func(r *hub.Repository) { r.Private = false })
				m.storm(after, false, func(ctx context.Context) error {
					_, err := m.steps.Screen.Run(ctx, drain.ScreenInput{Answers: c.answers})
					return err
				}, func() bool { return m.unit(pair).Passed.Members != nil })
				u := m.unit(pair)
				if len(u.Left) != 1 || u.Left[0].Why != c.why || len(u.Numbers()) != 1 {
					t.Errorf("left %+v, members %v", u.Left, u.Numbers())
				}
				left := m.issue(41)
				if left.HasLabel("in-progress") || c.label != "" && !left.HasLabel(c.label) || !m.issue(12).HasLabel("in-progress") {
					t.Errorf("#41: %v, #12: %v", left.Labels, m.issue(12).Labels)
				}
			})
		}
	}
}

// TestEveryRequestOfADropCanFail, and what was dropped stays open.
func TestEveryRequestOfADropCanFail(t *testing.T) {
	t.Parallel()
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, false)
			m.until("write checked")
			m.storm(after, false, func(ctx context.Context) error {
				_, err := m.steps.Drop.Run(ctx, drain.DropInput{Number: 41})
				return err
			}, func() bool { u := m.unit(pair); return len(u.Numbers()) == 1 })
			m.ends("delivered")
			if m.state(12) != "completed" || m.state(41) != "open" {
				t.Errorf("#12 is %s, #41 %s", m.state(12), m.state(41))
			}
		})
	}
}

// TestEveryRequestOfGivingWayCanFail: a claim that was lost is given back, though the
// process that does so is killed at it, and the winner's stays.
func TestEveryRequestOfGivingWayCanFail(t *testing.T) {
	t.Parallel()
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, false)
			m.until("write claimed") // #12
			m.hub.Peer("bo").Label(41, "in-progress")
			m.hub.Peer("bo").CreateBranch("debt/41-retry", git(t, m.bare, "rev-parse", "main"))
			m.storm(after, false, func(ctx context.Context) error {
				_, err := m.carry(ctx)
				return err
			}, func() bool { u := m.unit(pair); return !u.Active() })
			if u := m.unit(pair); u.Ended == nil || u.Ended.End != rule.Lost {
				t.Errorf("%+v", u.Ended)
			}
			if m.issue(12).HasLabel("in-progress") || !m.issue(41).HasLabel("in-progress") {
				t.Errorf("#12: %v, #41: %v", m.issue(12).Labels, m.issue(41).Labels)
			}
			m.tidy("debt/41-retry main", "main")
		})
	}
}

// until takes the unit on until something was done, and stops the session there.
func (m *mortal) until(what string) {
	m.t.Helper()
	ctx, cancel := context.WithCancel(m.t.Context())
	m.at = func(done bool, said string, _ bool) error {
		if done && said == what || ctx.Err() != nil {
			cancel()
			return errStopped
		}
		return nil
	}
	if _, err := m.carry(ctx); ctx.Err() == nil {
		m.t.Fatalf("it never came to %s: %v", what, err)
	}
	cancel()
	m.at = func(bool, string, bool) error { return nil }
	m.resume()
}
