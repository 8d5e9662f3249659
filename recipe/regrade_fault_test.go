package recipe

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// regradeStory is a re-grading that faults are thrown at.
type regradeStory struct {
	name  string
	issue hub.SeedIssue
	in    RegradeInput
	body  string // at the end
}

func regradeStories() []regradeStory {
	base := keyed("app/lock.ts", 9, "")
	return []regradeStory{
		{
			name: "labels alone", issue: seed(7, base, "severity:important", "footprint:spec", "mine"),
			in:   RegradeInput{Numbers: []int{7}, Changes: map[model.Axis]string{model.Severity: "critical", model.Footprint: "narrow"}},
			body: base,
		},
		{
			name: "leaving investigate", issue: investigation(7),
			in:   RegradeInput{Numbers: []int{7}, Changes: severity("important"), Answer: "Yes."},
			body: strings.Replace(base, "It breaks.\n", "It breaks.\n\nYes.\n", 1),
		},
		{
			name: "entering investigate", issue: seed(7, base),
			in: RegradeInput{Numbers: []int{7}, Changes: severity("investigate"),
				Research: model.Research{Question: "Is it reachable?", SettledBy: "A test."}},
			body: base + questionBlock,
		},
	}
}

// TestRegradingIsWholeOrSaysWhatFinishesIt_C12 throws every fault at every
// request: what was reported holds, no axis is left without its grade, and the
// same command completes what was left.
func TestRegradingIsWholeOrSaysWhatFinishesIt_C12(t *testing.T) {
	for _, story := range regradeStories() {
		probe := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
		if res, err := regrader(t, probe).Run(context.Background(), story.in); err != nil || !res.Clean() {
			t.Fatal(story.name, res, err)
		}
		t.Run(story.name, func(t *testing.T) {
			eachFault(t, probe.Requests(), func(t *testing.T, n int, fault fault) {
				s := hubtest.New(t, hubtest.Unchecked(), vocabularyLabels(), hubtest.Seed(story.issue))
				r := regrader(t, s)
				fault(s, n)
				res, err := r.Run(context.Background(), story.in)
				s.Reset()
				checkRegraded(t, r, story, res, err)
			})
		})
	}
}

func checkRegraded(t *testing.T, r Regrade, story regradeStory, res ChangeResult, err error) {
	t.Helper()
	now := issueOf(t, r.Tracker, 7)
	for axis := range story.in.Changes {
		if len(labelsOf(now.Labels, axis)) == 0 {
			t.Errorf("%s is left without a value: %v", axis, now.Labels)
		}
	}
	if err == nil && res.Issues[0].Outcome == Changed {
		assertDone(t, now, story)
	}
	if err == nil && res.Issues[0].Outcome == Failed {
		c := res.Issues[0]
		half := now.Body != *story.issue.Body || !slices.Equal(sortedLabels(now), sortedSeed(story.issue))
		if half && c.Remedy == "" {
			t.Errorf("half done without a command that finishes it: %+v", c)
		}
	}
	again, err := r.Run(context.Background(), story.in)
	if err != nil || !again.Clean() {
		t.Fatalf("once more: %+v, %v", again, err)
	}
	assertDone(t, issueOf(t, r.Tracker, 7), story)
}

func sortedSeed(s hub.SeedIssue) []string {
	out := slices.Clone(s.Labels)
	slices.Sort(out)
	return out
}

func assertDone(t *testing.T, now model.Issue, story regradeStory) {
	t.Helper()
	if now.Body != story.body {
		t.Errorf("body %q, want %q", now.Body, story.body)
	}
	for axis, value := range story.in.Changes {
		if have := labelsOf(now.Labels, axis); len(have) != 1 || !says(have[0], value) {
			t.Errorf("%s is %v, want %s", axis, have, value)
		}
	}
	if problems := model.CheckIssue(now.Labels, now.Body, model.DefaultRules()); len(problems) > 0 {
		t.Errorf("problems %+v", problems)
	}
	for _, l := range []string{"tech-debt"} {
		if !now.HasLabel(l) {
			t.Errorf("%s is gone: %v", l, now.Labels)
		}
	}
}

func TestAPeersLabelAtTheSameMomentSurvives_C13(t *testing.T) {
	for _, story := range regradeStories() {
		probe := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
		if _, err := regrader(t, probe).Run(context.Background(), story.in); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= probe.Count(); n++ {
			t.Run(fmt.Sprintf("%s, before request %d", story.name, n), func(t *testing.T) {
				t.Parallel()
				issue := story.issue
				issue.Labels = append(slices.Clone(issue.Labels), "audience:adopter")
				s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(issue))
				r := regrader(t, s)
				s.PeerBefore(n, func() {
					s.Peer("bo").Label(7, "in-progress")
					s.Peer("bo").Unlabel(7, "audience:adopter")
				})
				res, err := r.Run(context.Background(), story.in)
				if err != nil || !res.Clean() {
					t.Fatal(res, err)
				}
				now := issueOf(t, r.Tracker, 7)
				assertDone(t, now, story)
				if !now.HasLabel("in-progress") || now.HasLabel("audience:adopter") {
					t.Errorf("labels %v", now.Labels)
				}
			})
		}
	}
}

// TestTwoWhoSetOneAxisAtTheSameMomentEndWithOneValue lets a peer set another
// severity at every moment; the last one to set it wins, and the result says so.
func TestTwoWhoSetOneAxisAtTheSameMomentEndWithOneValue(t *testing.T) {
	story := regradeStories()[0]
	probe := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
	if _, err := regrader(t, probe).Run(context.Background(), story.in); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < probe.Count(); n++ {
		t.Run(fmt.Sprintf("after request %d", n), func(t *testing.T) {
			t.Parallel()
			s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
			r := regrader(t, s)
			s.PeerAfter(n, func() {
				if !slices.Contains(sortedLabels(peerSees(t, s, 7)), "severity:suggestion") {
					s.Peer("bo").Label(7, "severity:suggestion")
				}
			})
			res, err := r.Run(context.Background(), story.in)
			if err != nil {
				t.Fatal(err)
			}
			have := labelsOf(issueOf(t, r.Tracker, 7).Labels, model.Severity)
			if len(have) != 1 {
				t.Fatalf("severity %v", have)
			}
			switch c := res.Issues[0]; {
			case c.Outcome == Changed && have[0] != "severity:critical":
				t.Errorf("changed, but severity is %v", have)
			case c.Outcome == Overtaken && have[0] != "severity:suggestion":
				t.Errorf("overtaken, but severity is %v", have)
			case c.Outcome != Changed && c.Outcome != Overtaken:
				t.Errorf("change %+v", c)
			}
		})
	}
}

// peerSees reads an issue without leaving a trace in the server's log.
func peerSees(t *testing.T, s *hubtest.Server, n int) model.Issue {
	t.Helper()
	var wire struct{ Labels []struct{ Name string } }
	s.Peer("auditor").Do("GET", fmt.Sprintf("/issues/%d", n), nil, &wire)
	var issue model.Issue
	for _, l := range wire.Labels {
		issue.Labels = append(issue.Labels, l.Name)
	}
	return issue
}

func TestABodyThatAPeerEditsMeanwhileIsNeverOverwritten(t *testing.T) {
	story := regradeStories()[1]
	probe := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
	if _, err := regrader(t, probe).Run(context.Background(), story.in); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= probe.Count(); n++ {
		t.Run(fmt.Sprintf("before request %d", n), func(t *testing.T) {
			t.Parallel()
			s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(story.issue))
			r := regrader(t, s)
			patched := slices.IndexFunc(probe.Requests(), func(q hubtest.Request) bool { return q.Method == "PATCH" }) + 1
			if n == patched {
				return // between our last look and the write GitHub offers no compare
			}
			s.PeerBefore(n, func() {
				var wire struct{ Body string }
				s.Peer("bo").Do("GET", "/issues/7", nil, &wire)
				s.Peer("bo").EditBody(7, strings.Replace(wire.Body, "Mend it.", "Mend it well.", 1))
			})
			res, err := r.Run(context.Background(), story.in)
			if err != nil || !res.Clean() {
				t.Fatal(res, err)
			}
			now := issueOf(t, r.Tracker, 7)
			if !strings.Contains(now.Body, "Mend it well.") || !strings.Contains(now.Body, "Yes.") || len(model.FindResearch(now.Body)) != 0 {
				t.Errorf("body %q", now.Body)
			}
		})
	}
}

// TestTwoProgramsThatRegradeTheSameAxisAgree lets two programs set different
// severities: the first stops before its n-th request, the second runs up to its
// m-th, the first runs to its end, then the second does.
func TestTwoProgramsThatRegradeTheSameAxisAgree(t *testing.T) {
	ctx := context.Background()
	issue := seed(7, keyed("a.go", 1, ""), "severity:important")
	probe := hubtest.New(t, vocabularyLabels(), hubtest.Seed(issue))
	if _, err := regrader(t, probe).Run(ctx, RegradeInput{Numbers: []int{7}, Changes: severity("critical")}); err != nil {
		t.Fatal(err)
	}
	for n := 4; n <= probe.Count(); n++ {
		for m := 4; m <= probe.Count(); m++ {
			t.Run(fmt.Sprintf("%d and %d", n, m), func(t *testing.T) {
				t.Parallel()
				s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(issue))
				g := &gate{inner: s.Hub.Transport(), at: int64(m), reached: make(chan struct{}), resume: make(chan struct{})}
				first := regrader(t, s)
				d, _ := reading(t, g, nil)
				second := newRegrade(d)
				var other ChangeResult
				var otherErr error
				ended := make(chan struct{})
				s.PeerBefore(n, func() {
					go func() {
						defer close(ended)
						other, otherErr = second.Run(ctx, RegradeInput{Numbers: []int{7}, Changes: severity("suggestion")})
					}()
					select {
					case <-g.reached:
					case <-ended:
					}
				})
				res, err := first.Run(ctx, RegradeInput{Numbers: []int{7}, Changes: severity("critical")})
				close(g.resume)
				<-ended
				if err != nil || otherErr != nil {
					t.Fatal(err, otherErr)
				}
				have := labelsOf(issueOf(t, first.Tracker, 7).Labels, model.Severity)
				if len(have) != 1 || have[0] == "severity:important" {
					t.Errorf("severity %v; the first says %+v, the second %+v", have, res.Issues[0], other.Issues[0])
				}
			})
		}
	}
}
