package recipe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// hubAccount is an administrator's; without a login it is a token that is not valid.
func hubAccount(login string) hub.Account {
	return hub.Account{Login: login, Permission: hub.Admin}
}

// vocabularyLabels are the labels of the vocabulary, as a synced repository has them.
func vocabularyLabels() hubtest.Option {
	var labels []model.Label
	for _, v := range model.Vocabulary(model.DefaultRules()) {
		labels = append(labels, v.Label)
	}
	return hubtest.Labels(labels...)
}

const questionBlock = "\n<!-- gaia-investigate: v1 -->\n**Question:** Is it reachable?\n**Settled by:** A test.\n"

// investigation is an open investigation.
func investigation(number int) hub.SeedIssue {
	return seed(number, keyed("app/lock.ts", 9, "")+questionBlock, "severity:investigate", "footprint:narrow")
}

func regrader(t *testing.T, s *hubtest.Server) Regrade {
	t.Helper()
	d, _ := reading(t, s, nil)
	return newRegrade(d)
}

func issueOf(t *testing.T, r IssueReader, n int) model.Issue {
	t.Helper()
	issue, err := r.Issue(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return issue
}

func sortedLabels(i model.Issue) []string {
	out := slices.Clone(i.Labels)
	slices.Sort(out)
	return out
}

func severity(value string) map[model.Axis]string {
	return map[model.Axis]string{model.Severity: value}
}

func TestRegradingLeavesBothEventsInTheTimeline(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, keyed("a.go", 1, ""), "severity:important", "footprint:spec", "mine")))
	r := regrader(t, s)
	res, err := r.Run(context.Background(), RegradeInput{
		Numbers: []int{7},
		Changes: map[model.Axis]string{model.Severity: "critical", model.Footprint: "narrow", model.Difficulty: "hard"},
	})
	if err != nil || !res.Clean() {
		t.Fatal(err, res)
	}
	got := issueOf(t, r.Tracker, 7)
	want := []string{"difficulty:hard", "footprint:narrow", "mine", "severity:critical", "tech-debt"}
	if diff := cmp.Diff(want, sortedLabels(got)); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if got.Body != keyed("a.go", 1, "") {
		t.Errorf("the body was touched: %q", got.Body)
	}
	events, err := r.Tracker.Timeline(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, e := range events {
		if e.Kind == model.Labeled || e.Kind == model.Unlabeled {
			told = append(told, string(e.Kind)+" "+e.Label)
		}
	}
	wantEvents := []string{"labeled severity:critical", "labeled footprint:narrow", "labeled difficulty:hard",
		"unlabeled severity:important", "unlabeled footprint:spec"}
	if diff := cmp.Diff(wantEvents, told[len(told)-5:]); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	c := res.Issues[0]
	if c.Before.Severity != "important" || c.After.Severity != "critical" || c.Outcome != Changed {
		t.Errorf("change %+v", c)
	}
}

func TestLeavingInvestigateTakesTheAnswer(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(investigation(7)))
	r := regrader(t, s)
	res, err := r.Run(context.Background(), RegradeInput{Numbers: []int{7}, Changes: severity("important")})
	if err != nil || res.Issues[0].Outcome != Refused || !slices.Equal(codesOf(res.Issues[0].Remarks), []string{"answer-missing"}) {
		t.Fatalf("without an answer: %+v, %v", res, err)
	}
	if wrote := written(s); len(wrote) > 0 {
		t.Errorf("wrote %v", wrote)
	}
	res, err = r.Run(context.Background(), RegradeInput{Numbers: []int{7}, Changes: severity("important"), Answer: "Yes, by a late callback."})
	if err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	got := issueOf(t, r.Tracker, 7)
	want := strings.Replace(keyed("app/lock.ts", 9, ""), "It breaks.\n", "It breaks.\n\nYes, by a late callback.\n", 1)
	if got.Body != want || got.HasLabel("severity:investigate") || !got.HasLabel("severity:important") {
		t.Errorf("labels %v, body %q, want %q", got.Labels, got.Body, want)
	}
}

func TestEnteringInvestigateTakesItsQuestionAndObeysTheCap(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(
		seed(7, keyed("a.go", 1, "")), seed(8, keyed("a.go", 2, "")), investigation(1), investigation(2),
	))
	r := regrader(t, s)
	in := RegradeInput{Numbers: []int{7, 8}, Changes: severity("investigate")}
	res, err := r.Run(context.Background(), in)
	if err != nil || res.Issues[0].Outcome != Refused || codesOf(res.Issues[0].Remarks)[0] != "missing-investigate-block" {
		t.Fatalf("without a question: %+v, %v", res, err)
	}
	in.Research = model.Research{Question: "Is it reachable?", SettledBy: "A test."}
	in.DryRun = true
	for _, dry := range []bool{true, false} {
		in.DryRun = dry
		res, err = r.Run(context.Background(), in)
		if err != nil || res.Issues[0].Outcome != Changed || res.Issues[1].Outcome != Refused {
			t.Fatalf("dry %v: %+v, %v", dry, res, err)
		}
		if m := res.Issues[1].Remarks[0]; m.Code != model.CodeCapReached || !strings.Contains(m.Message, "#7") {
			t.Errorf("dry %v: remark %+v", dry, m)
		}
	}
	got := issueOf(t, r.Tracker, 7)
	if problems := model.CheckIssue(got.Labels, got.Body, model.DefaultRules()); len(problems) > 0 {
		t.Errorf("problems %+v", problems)
	}
	if got.Body != keyed("a.go", 1, "")+questionBlock {
		t.Errorf("body %q", got.Body)
	}
}

func TestRegradingIsRefusedBeforeTheFirstWriteAtTheCeiling_C15(t *testing.T) {
	labels := func(n int) []string {
		out := []string{"severity:important"}
		for i := range n - 2 { // tech-debt and the severity count too
			out = append(out, fmt.Sprintf("l%03d", i))
		}
		return out
	}
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(
		seed(1, keyed("a.go", 1, ""), labels(100)...), seed(2, keyed("a.go", 2, ""), labels(99)...)))
	r := regrader(t, s)
	res, err := r.Run(context.Background(), RegradeInput{Numbers: []int{1, 2}, Changes: severity("critical")})
	if err != nil {
		t.Fatal(err)
	}
	if c := res.Issues[0]; c.Outcome != Refused || c.Remarks[0].Code != CodeLabelCeiling {
		t.Errorf("with 100: %+v", c)
	}
	if c := res.Issues[1]; c.Outcome != Changed {
		t.Errorf("with 99: %+v", c)
	}
	if one, two := issueOf(t, r.Tracker, 1), issueOf(t, r.Tracker, 2); len(one.Labels) != 100 || len(two.Labels) != 99 || one.HasLabel("severity:critical") {
		t.Errorf("%d and %d labels", len(one.Labels), len(two.Labels))
	}
}

func TestAValueThatChangedSinceItWasSeenIsSaid_C13(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, keyed("a.go", 1, ""), "severity:critical")))
	r := regrader(t, s)
	seen := map[int]model.Grades{7: {Severity: "important"}}
	res, err := r.Run(context.Background(), RegradeInput{Numbers: []int{7}, Changes: severity("suggestion"), Seen: seen})
	if err != nil || res.Issues[0].Outcome != Refused || res.Issues[0].Remarks[0].Code != CodeChangedSince {
		t.Fatalf("%+v, %v", res, err)
	}
	if got := issueOf(t, r.Tracker, 7); !got.HasLabel("severity:critical") {
		t.Errorf("labels %v", got.Labels)
	}
	// A peer who set the very value that is wanted is no quarrel.
	res, err = r.Run(context.Background(), RegradeInput{Numbers: []int{7}, Changes: severity("critical"), Seen: seen})
	if err != nil || res.Issues[0].Outcome != Unchanged {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestUsageErrorsOfRegrading(t *testing.T) {
	s := hubtest.New(t)
	r := regrader(t, s)
	for _, tt := range []struct {
		name string
		in   RegradeInput
		want string
	}{
		{"no issue", RegradeInput{Changes: severity("critical")}, "no issue is named"},
		{"nothing to change", RegradeInput{Numbers: []int{1}}, "nothing is to be changed"},
		{"no such axis", RegradeInput{Numbers: []int{1}, Changes: map[model.Axis]string{"sevrity": "x"}},
			`there is no axis "sevrity"; the axes are severity, footprint, difficulty, fold and audience (did you mean severity?)`},
		{"no such value", RegradeInput{Numbers: []int{1}, Changes: severity("criticl")},
			`severity has no value "criticl"; it is critical, important, suggestion or investigate (did you mean critical?)`},
		{"severity stays", RegradeInput{Numbers: []int{1}, Changes: severity("")},
			"severity cannot be taken away; give it one of critical, important, suggestion or investigate"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := r.Run(context.Background(), tt.in)
			var usage *UsageError
			if !errors.As(err, &usage) || err.Error() != tt.want {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
	if s.Count() != 0 {
		t.Errorf("%d requests", s.Count())
	}
}

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
		for n := 1; n <= probe.Count(); n++ {
			for name, fault := range faults() {
				t.Run(fmt.Sprintf("%s, request %d %s", story.name, n, name), func(t *testing.T) {
					s := hubtest.New(t, hubtest.Unchecked(), vocabularyLabels(), hubtest.Seed(story.issue))
					r := regrader(t, s)
					fault(s, n)
					res, err := r.Run(context.Background(), story.in)
					s.Reset()
					checkRegraded(t, r, story, res, err)
				})
			}
		}
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
				s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(issue))
				g := &gate{inner: s.Hub.Transport(), at: m, reached: make(chan struct{}), resume: make(chan struct{})}
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
