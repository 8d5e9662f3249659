package drain_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gh-debt/recipe/drain"
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
			if done && !changes && !broken {
				return nil // a look that went wrong is one that did not begin
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
// the session or without it; and the settings in which each is tried.
var ways = []struct {
	name         string
	after, lives bool
	settings     []string
}{
	{"killed before it", false, false, []string{"a branch", "a worktree, no GitHub"}},
	{"killed after it", true, false, []string{"a branch", "a worktree, no GitHub"}},
	{"cut off before it", false, true, []string{"a worktree", "a branch, no GitHub"}},
	{"cut off after it", true, true, []string{"a worktree", "a branch, no GitHub"}},
}

// TestEveryRequestCanFail, every writing in the ledger, every run of git and every
// worker too: the next session goes on, and in the end all is as if nothing had been.
func TestEveryRequestCanFail(t *testing.T) {
	t.Parallel()
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			inEach(t, func(t *testing.T, m *mortal) {
				n := m.storm(way.after, way.lives, func(ctx context.Context) error {
					_, err := m.carry(ctx)
					return err
				}, func() bool { return m.unit(pair).Deliver != nil })
				m.delivered()
				if n < 50 {
					t.Errorf("only %d moments", n)
				}
			}, way.settings...)
		})
	}
}

// TestEveryRequestOfAReleaseCanFail, at several stages of a unit's life.
func TestEveryRequestOfAReleaseCanFail(t *testing.T) {
	t.Parallel()
	for _, way := range ways {
		for _, at := range []string{"write branching", "let maker work", "write merging"} {
			t.Run(way.name+" "+at, func(t *testing.T) {
				inEach(t, func(t *testing.T, m *mortal) {
					m.until(at)
					m.storm(way.after, way.lives, func(ctx context.Context) error {
						_, err := m.steps.Release.Run(ctx, drain.ReleaseInput{Input: drain.Input{Unit: pair}})
						return err
					}, func() bool { u := m.unit(pair); return !u.Active() })
					m.released()
				}, way.settings...)
			})
		}
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
