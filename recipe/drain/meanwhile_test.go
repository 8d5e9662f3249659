package drain_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub/hubtest"
)

// What others do to the members and the pull request of a unit in mid-drain.

// says checks that the unit goes no further, and what a person is told.
func (m *mortal) says(refused, next string) {
	m.t.Helper()
	res, err := m.carry(m.t.Context())
	if err != nil || m.noCommits(res.Refused) != refused || res.Next != next {
		m.t.Errorf("refused %q, next %q, %v", m.noCommits(res.Refused), res.Next, err)
	}
	if pulls, err := m.deps.Tracker.Pulls(m.t.Context(), "all"); err != nil || slices.ContainsFunc(pulls, func(p model.PullRequest) bool { return p.Merged }) {
		m.t.Errorf("it was merged, %v", err)
	}
}

// ends takes the unit on and checks how it ends.
func (m *mortal) ends(want string) {
	m.t.Helper()
	res, err := m.carry(m.t.Context())
	u := m.unit(pair)
	how := string(u.Stage)
	if u.Ended != nil {
		how = string(u.Ended.End)
	}
	if err != nil || how != want {
		m.t.Fatalf("it is %s: %q, %v", how, res.Refused, err)
	}
	for _, n := range []int{12, 41} {
		if is := m.issue(n); is.HasLabel("in-progress") {
			m.t.Errorf("#%d: %v", n, is.Labels)
		}
	}
}

// state is how an issue stands: open, or why it was closed.
func (m *mortal) state(number int) string {
	m.t.Helper()
	is := m.issue(number)
	if is.State == model.Closed {
		return string(is.StateReason)
	}
	return string(is.State)
}

// drop lets #41 go.
func (m *mortal) drop() {
	m.t.Helper()
	res, err := m.steps.Drop.Run(m.t.Context(), drain.DropInput{Input: drain.Input{Unit: pair}, Number: 41})
	m.ok(res, err)
}

// TestAMemberThatOthersChanged in mid-drain: one sentence, the state kept, and the next
// command named; nothing is merged over it.
func TestAMemberThatOthersChanged(t *testing.T) {
	t.Parallel()
	for name, story := range map[string]func(m *mortal){
		"closed": func(m *mortal) {
			m.hub.Peer("bo").Close(41, "not_planned")
			m.says("#41 was closed meanwhile: open it again, or let it go", "gh debt drain drop 41")
			m.drop()
			m.ends("delivered")
			if m.state(12) != "completed" || m.state(41) != "not_planned" {
				m.t.Errorf("#12 is %s, #41 %s", m.state(12), m.state(41))
			}
		},
		"graded investigate": func(m *mortal) {
			bo := m.hub.Peer("bo")
			bo.Unlabel(41, "severity:important")
			bo.Label(41, "severity:investigate")
			m.says("#41 was graded investigate meanwhile: answer its question and re-grade it, or let it go", "gh debt drain drop 41")
			bo.Unlabel(41, "severity:investigate")
			bo.Label(41, "severity:minor")
			m.ends("delivered")
			m.delivered()
		},
		"unlabelled": func(m *mortal) {
			m.hub.Peer("bo").Unlabel(41, "in-progress")
			m.ends("delivered")
			m.delivered()
		},
		"claimed by another": func(m *mortal) {
			m.hub.Peer("bo").CreateBranch("debt/41-retry", git(m.t, m.bare, "rev-parse", "main"))
			m.says("#41 is being drained elsewhere too: settle that with whoever made the branch debt/41-retry, or let it go", "gh debt drain drop 41")
			res, err := m.steps.Release.Run(m.t.Context(), drain.ReleaseInput{})
			m.ok(res, err)
			if m.issue(12).HasLabel("in-progress") || !m.issue(41).HasLabel("in-progress") {
				m.t.Errorf("#12: %v, #41: %v", m.issue(12).Labels, m.issue(41).Labels)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, false)
			m.until("write checked")
			story(m)
		})
	}
}

// TestAMergeBySomebodyElse delivers the unit when the head was approved and is green,
// and else hands it back; in either case nothing stays claimed.
func TestAMergeBySomebodyElse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at     string
		before func(m *mortal)
		end    string
	}{
		"of what is ready":                   {at: "write checked", end: "delivered"},
		"before the checks were seen":        {at: "write reviewed", before: (*mortal).build, end: "delivered"},
		"of what nobody reviewed":            {at: "write proposed", end: "handed-back"},
		"of what was pushed since":           {at: "write checked", before: func(m *mortal) { m.elsewhere("debt/12-41-batch", "app/new.go", "package app\n", "More", false) }, end: "handed-back"},
		"of what is red":                     {at: "write reviewed", before: func(m *mortal) { m.check(pair, "build", "failure") }, end: "handed-back"},
		"while the unit is being released":   {at: "write ending", end: "delivered"},
		"right before its release closes it": {at: "PATCH /repos/acme/shop/pulls/78", end: "delivered"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, false)
			if early := strings.HasPrefix(c.at, "PATCH"); early || c.at == "write ending" {
				m.until("write checked")
				m.at = func(after bool, what string, _ bool) error {
					if after != early && what == c.at {
						m.hub.Peer("bo").MergePull(78)
					}
					return nil
				}
				res, err := m.steps.Release.Run(t.Context(), drain.ReleaseInput{})
				m.ok(res, err)
				m.at = func(bool, string, bool) error { return nil }
			} else {
				m.until(c.at)
				if c.before != nil {
					c.before(m)
				}
				m.hub.Peer("bo").MergePull(78)
			}
			m.ends(c.end)
			for _, n := range []int{12, 41} {
				if m.state(n) != "completed" {
					t.Errorf("#%d is %s", n, m.state(n))
				}
			}
			if got := m.branches(m.bare); got != "main" {
				t.Errorf("branches %s", got)
			}
			if trees := git(t, m.clone, "status", "--porcelain", "--branch"); !strings.HasPrefix(trees, "## main") && m.unit(pair).Ended == nil {
				t.Errorf("the clone is at %s", trees)
			}
		})
	}
}

// TestADroppedMemberThatIsClosedAnywayIsOpenedAgain: somebody wrote its line back at
// the last moment, whether the merge was ours or not.
func TestADroppedMemberThatIsClosedAnywayIsOpenedAgain(t *testing.T) {
	t.Parallel()
	for name, theirs := range map[string]bool{"our merge": false, "somebody else's": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, false)
			m.until("write checked")
			m.drop()
			end := "delivered"
			if theirs {
				end = "handed-back"
				m.elsewhere("debt/12-41-batch", "app/new.go", "package app\n", "More", false)
				m.hub.Peer("bo").EditPull(78, "Closes #12\nCloses #41")
				m.hub.Peer("bo").MergePull(78)
			} else {
				m.hub.Before(func(_ int, r *http.Request) error {
					if r.Method == http.MethodPut {
						m.hub.Peer("bo").EditPull(78, "Closes #12\nCloses #41\nCloses #77")
					}
					return nil
				})
			}
			m.ends(end)
			if m.state(41) != "open" || m.state(12) != "completed" || m.state(77) != "open" {
				t.Errorf("#12 is %s, #41 %s, #77 %s", m.state(12), m.state(41), m.state(77))
			}
			if !slices.Contains(m.wrote, "opened #41 again: it had left the unit, and the merge closed it") {
				t.Errorf("it is told %q", m.wrote)
			}
		})
	}
}

// TestAPushRightBeforeTheMergeIsNotMerged: exactly the approved head is, and the push
// needs a review of its own.
func TestAPushRightBeforeTheMergeIsNotMerged(t *testing.T) {
	t.Parallel()
	m := newMortal(t, false, false)
	m.until("write checked")
	pushed := false
	m.hub.Before(func(_ int, r *http.Request) error {
		if r.Method == http.MethodPut && !pushed {
			pushed = true
			m.elsewhere("debt/12-41-batch", "app/new.go", "package app\n", "More", false)
		}
		return nil
	})
	m.says("could not merge the pull request acme/shop#78: its head is …, and … is what was approved", "gh debt drain gates 12-41")
	if u := m.unit(pair); u.Blocked == nil || u.Blocked.Why != rule.BlockedMoved {
		t.Errorf("%+v", u.Blocked)
	}
	m.ends("delivered")
	if u := m.unit(pair); len(u.Rounds) != 2 {
		t.Errorf("%d rounds", len(u.Rounds))
	}
}

// TestAReleaseKeepsWhatTheRemoteLost: somebody deleted the branch that was pushed, or
// wrote over it, so that its commits are in the workspace alone.
func TestAReleaseKeepsWhatTheRemoteLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(m *mortal){
		"deleted":      func(m *mortal) { m.hub.Peer("bo").DeleteBranch("debt/12-41-batch") },
		"written over": func(m *mortal) { m.elsewhere("debt/12-41-batch", "app/new.go", "package app\n", "Other", true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, false, true)
			m.until("write proposed")
			u := m.unit(pair)
			lose(m)
			res, err := m.steps.Release.Run(t.Context(), drain.ReleaseInput{})
			m.ok(res, err)
			if kept := m.unit(pair).Ended.Kept; kept != u.Place.Dir {
				t.Errorf("kept %q, of %q", kept, u.Place.Dir)
			}
			if at := git(t, m.clone, "rev-parse", "debt/12-41-batch"); at != u.Pushed {
				t.Errorf("the branch is at %s", at)
			}
		})
	}
}

// TestAClaimThatIsNotStaleAnyMoreStays: it was claimed anew after the list was read.
func TestAClaimThatIsNotStaleAnyMoreStays(t *testing.T) {
	t.Parallel()
	issues := two()
	issues[0].Labels = append(issues[0].Labels, "in-progress")
	m := newYard(t, issues, hubtest.Clock(hubtest.Ticking(start.Add(23*time.Hour))))
	bo := m.hub.Peer("bo")
	m.hub.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/branches") {
			bo.Unlabel(12, "in-progress")
			bo.Label(12, "in-progress")
		}
		return resp, nil
	})
	choice, err := m.steps.Choose.Run(t.Context(), drain.ChooseInput{})
	if err != nil || len(choice.Stripped) > 0 || !m.issue(12).HasLabel("in-progress") {
		t.Errorf("stripped %v, #12: %v, %v", choice.Stripped, m.issue(12).Labels, err)
	}
}

// TestAMergeThatClosesLateIsWaitedFor: GitHub does not close the issues at once.
func TestAMergeThatClosesLateIsWaitedFor(t *testing.T) {
	t.Parallel()
	m := newMortal(t, false, false)
	m.until("write checked")
	m.hub.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if r.Method == http.MethodPut {
			m.hub.Peer("bo").Reopen(41)
		}
		return resp, nil
	})
	m.deps.Wait = func(ctx context.Context) error { m.hub.Peer("bo").Close(41, "completed"); return ctx.Err() }
	m.steps = drain.New(m.deps)
	m.ends("delivered")
	if u := m.unit(pair); len(u.Deliver.StillOpen) > 0 {
		t.Errorf("still open: %v", u.Deliver.StillOpen)
	}
}
