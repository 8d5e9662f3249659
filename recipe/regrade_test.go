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
