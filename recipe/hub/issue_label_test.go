package hub_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub/hubtest"
)

type timelineEntry struct {
	Event       string
	Actor       struct{ Login string }
	Label       *struct{ Name, Color string }
	StateReason string `json:"state_reason"`
	Rename      *struct{ From, To string }
	Body        string
}

// history is the timeline in one word an entry, with who and what.
func history(t *testing.T, s *hubtest.Server, number int) []string {
	t.Helper()
	var list []timelineEntry
	ask(t, s, "GET", fmt.Sprintf("%s/issues/%d/timeline?per_page=100", shop, number), nil).into(t, &list)
	got := []string{}
	for _, e := range list {
		line := e.Event + " by " + e.Actor.Login
		switch {
		case e.Label != nil:
			line += ": " + e.Label.Name + " " + e.Label.Color
		case e.Rename != nil:
			line += ": " + e.Rename.From + " → " + e.Rename.To
		case e.StateReason != "":
			line += ": " + e.StateReason
		case e.Body != "":
			line += ": " + e.Body
		}
		got = append(got, line)
	}
	return got
}

func names(t *testing.T, e exchange) []string {
	t.Helper()
	if e.status != 200 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	var list []struct{ Name string }
	e.into(t, &list)
	got := []string{}
	for _, l := range list {
		got = append(got, l.Name)
	}
	return got
}

func TestALabelThatIsPresentMakesNoEventAndOneThatIsAbsentIs404(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1, "Tech-Debt")...))
	add := func(labels ...string) []string {
		t.Helper()
		return names(t, ask(t, s, "POST", shop+"/issues/1/labels", map[string]any{"labels": labels}))
	}
	if diff := cmp.Diff([]string{"Tech-Debt", "severity:critical"}, add("tech-debt", "severity:critical")); diff != "" {
		t.Error(diff)
	}
	add("SEVERITY:CRITICAL")
	left := names(t, ask(t, s, "DELETE", shop+"/issues/1/labels/Severity:Critical", nil))
	if diff := cmp.Diff([]string{"Tech-Debt"}, left); diff != "" {
		t.Error(diff)
	}
	for _, absent := range []string{"severity:critical", "never-made"} {
		got := refused(t, ask(t, s, "DELETE", shop+"/issues/1/labels/"+absent, nil), 404)
		if got.Message != "Label does not exist" {
			t.Errorf("message %q", got.Message)
		}
	}
	want := []string{"labeled by ana: Tech-Debt ededed", "labeled by ana: severity:critical ededed",
		"unlabeled by ana: severity:critical ededed"}
	if diff := cmp.Diff(want, history(t, s, 1)); diff != "" {
		t.Error(diff)
	}
}

func TestTheTimelineTellsEverythingThatHappened(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2)...))
	bo := s.Peer("bo")
	bo.Label(2, "a")
	ask(t, s, "PATCH", shop+"/issues/2", map[string]any{"title": "better", "body": "new"})
	bo.Comment(2, "hm")
	ask(t, s, "PUT", shop+"/issues/2/labels", map[string]any{"labels": []string{"b"}})
	ask(t, s, "PATCH", shop+"/issues/2", map[string]any{"state": "closed", "duplicate_issue_id": 2400000001})
	bo.Reopen(2)
	bo.Close(2, "not_planned")
	want := []string{"labeled by bo: a ededed", "renamed by ana: issue 2 → better", "commented by bo: hm",
		"unlabeled by ana: a ededed", "labeled by ana: b ededed", "marked_as_duplicate by ana",
		"closed by ana: duplicate", "reopened by bo", "closed by bo: not_planned"}
	if diff := cmp.Diff(want, history(t, s, 2)); diff != "" {
		t.Error(diff)
	}
	var events []timelineEntry
	ask(t, s, "GET", shop+"/issues/2/events", nil).into(t, &events)
	if len(events) != len(want)-1 {
		t.Errorf("%d events, want all but the comment", len(events))
	}
	var page []timelineEntry
	e := ask(t, s, "GET", shop+"/issues/2/timeline?per_page=2&page=2", nil)
	e.into(t, &page)
	if len(page) != 2 || page[0].Event != "commented" || e.header.Get("Link") == "" {
		t.Errorf("page 2 is %+v with Link %q", page, e.header.Get("Link"))
	}
}

// C-15
func TestAnIssueCarriesAHundredLabelsAtMost(t *testing.T) {
	list := func(prefix string, n int) (labels []string) {
		for i := range n {
			labels = append(labels, fmt.Sprintf("%s%d", prefix, i))
		}
		return labels
	}
	issues := seeds(3)
	issues[0].Labels, issues[1].Labels, issues[2].Labels = list("l", 60), list("l", 100), list("l", 99)
	s := hubtest.New(t, hubtest.Seed(issues...))
	add := func(n int, labels []string) exchange {
		return ask(t, s, "POST", fmt.Sprintf("%s/issues/%d/labels", shop, n), map[string]any{"labels": labels})
	}
	const full = "Validation Failed. Issues cannot have more than 100 labels"
	for name, e := range map[string]exchange{
		"60 there, 45 of them again": add(1, list("l", 45)),
		"100 there, one more":        add(2, []string{"x"}),
		"at filing":                  ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t", "labels": list("m", 101)}),
	} {
		if got := refused(t, e, 422); got.Message != full {
			t.Errorf("%s: %q", name, got.Message)
		}
	}
	if e := add(3, []string{"x"}); e.status != 200 {
		t.Errorf("the hundredth: status %d", e.status)
	}
	if got := len(names(t, ask(t, s, "DELETE", shop+"/issues/3/labels/l0", nil))); got != 99 {
		t.Errorf("%d labels, want 99", got)
	}
	if e := ask(t, s, "GET", shop+"/labels/m1", nil); e.status != 404 {
		t.Errorf("a refused filing left a label behind: status %d", e.status)
	}
}

// C-13
func TestLabelsOfTwoPeopleBothSurvive(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1, "tech-debt", "audience:adopter")...))
	s.PeerBefore(1, func() {
		s.Peer("bo").Label(1, "in-progress")
		s.Peer("bo").Unlabel(1, "audience:adopter")
	})
	got := names(t, ask(t, s, "POST", shop+"/issues/1/labels", map[string]any{"labels": []string{"fold:required"}}))
	if diff := cmp.Diff([]string{"tech-debt", "in-progress", "fold:required"}, got); diff != "" {
		t.Error(diff)
	}
}
