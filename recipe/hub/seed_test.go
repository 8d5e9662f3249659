package hub_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// backlog is in the shape of a backlog file.
const backlog = `[
 {"number": 493, "title": "first", "state": "closed", "state_reason": "not_planned", "labels": ["tech-debt", "wontfix"],
  "created_at": "2026-07-01T17:40:02Z", "body": "b", "user": "maintainer-a",
  "comments": [{"user": "maintainer-b", "created_at": "2026-07-19T08:00:00Z", "body": "Declined."}]},
 {"number": 654, "title": "second", "state": "open", "state_reason": null, "labels": ["Tech-Debt", "severity:important"],
  "created_at": "2026-07-09T15:02:41Z", "body": null, "user": "maintainer-a", "comments": []}
]`

func TestSeedKeepsNumbersTimesAndPeople(t *testing.T) {
	var issues []hub.SeedIssue
	if err := json.Unmarshal([]byte(backlog), &issues); err != nil {
		t.Fatal(err)
	}
	s := hubtest.New(t, hubtest.Seed(issues...), hubtest.Labels(model.Label{Name: "tech-debt", Color: "123456", Description: "d"}))
	type fact struct {
		Number      int
		Title       string
		State       string
		StateReason *string `json:"state_reason"`
		Body        *string
		User        struct{ Login string }
		Comments    int
		CreatedAt   string  `json:"created_at"`
		ClosedAt    *string `json:"closed_at"`
		Labels      []struct{ Name, Color string }
	}
	var got []fact
	ask(t, s, "GET", shop+"/issues?state=all&direction=asc", nil).into(t, &got)
	type labels = []struct{ Name, Color string }
	want := []fact{
		{Number: 493, Title: "first", State: "closed", StateReason: ptr("not_planned"), Body: ptr("b"), User: struct{ Login string }{"maintainer-a"},
			Comments: 1, CreatedAt: "2026-07-01T17:40:02Z", ClosedAt: ptr("2026-07-19T08:00:01Z"), Labels: labels{{"tech-debt", "123456"}, {"wontfix", "ededed"}}},
		{Number: 654, Title: "second", State: "open", User: struct{ Login string }{"maintainer-a"},
			CreatedAt: "2026-07-09T15:02:41Z", Labels: labels{{"tech-debt", "123456"}, {"severity:important", "ededed"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	events := []string{"labeled by maintainer-a: tech-debt 123456", "labeled by maintainer-a: wontfix ededed",
		"commented by maintainer-b: Declined.", "closed by maintainer-a: not_planned"}
	if diff := cmp.Diff(events, history(t, s, 493)); diff != "" {
		t.Error(diff)
	}
	if n := s.Peer("bo").Create("the next", ""); n != 655 {
		t.Errorf("the next issue is %d, want 655", n)
	}
}

func TestSeedTellsTheHistoryThatItIsGiven(t *testing.T) {
	at := func(h int) time.Time { return time.Date(2026, 9, 1, h, 0, 0, 0, time.UTC) }
	s := hubtest.New(t, hubtest.Seed(
		hub.SeedIssue{Number: 1, Title: "original", State: "open", CreatedAt: at(1), User: "ana"},
		hub.SeedIssue{Number: 2, Title: "new", State: "closed", StateReason: ptr("duplicate"), DuplicateOf: 1, CreatedAt: at(1), User: "ana",
			Labels: []string{"tech-debt", "b"}, ClosedBy: "bo", ClosedAt: at(9), Events: []hub.SeedEvent{
				{Event: "labeled", User: "ana", At: at(2), Label: "a"},
				{Event: "renamed", User: "ana", At: at(3), From: "old", To: "new"},
				{Event: "labeled", User: "bo", At: at(4), Label: "b"},
				{Event: "unlabeled", User: "bo", At: at(4), Label: "a"},
			}}))
	want := []string{"labeled by ana: tech-debt ededed", "labeled by ana: a ededed", "renamed by ana: old → new", "labeled by bo: b ededed",
		"unlabeled by bo: a ededed", "marked_as_duplicate by bo", "closed by bo: duplicate"}
	if diff := cmp.Diff(want, history(t, s, 2)); diff != "" {
		t.Error(diff)
	}
}

func TestASeedIsStoredWholeOrNotAtAll(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	more := seeds(3)
	if err := s.Seed(t.Context(), []hub.SeedIssue{more[1], more[2], more[0]}); err == nil {
		t.Error("a number that is taken was taken again")
	}
	if diff := cmp.Diff([]int{1}, numbers(t, ask(t, s, "GET", shop+"/issues", nil))); diff != "" {
		t.Error(diff)
	}
}
