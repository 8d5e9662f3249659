package queue_test

import (
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestKnownQueueIsShownBeforeTheRead: the first frame comes from disk.
func TestKnownQueueIsShownBeforeTheRead(t *testing.T) {
	s := newScene(t, screentest.Plain(), queuetest.Shop())
	s.queue.Err = &model.Fault{Kind: model.FaultOffline, Op: "read the open issues of acme/shop", Hint: "check the connection"}
	s.Start(s.m, 80, 23)
	s.must(t, "#1402", "offline since 12:00")
	got := screentest.SentOf[screen.Toast](s.Stage)
	want := []screen.Toast{{Level: screen.Failure, Text: "could not read the open issues of acme/shop", Next: "check the connection"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	s.send(screen.Refresh{})
	if n := len(screentest.SentOf[screen.Toast](s.Stage)); n != 1 {
		t.Errorf("a failure that goes on was told %d times", n)
	}
	s.send(screen.Refresh{ByHand: true})
	if n := len(screentest.SentOf[screen.Toast](s.Stage)); n != 2 {
		t.Errorf("a failed read by hand was told %d times in all, want 2", n)
	}
}

// TestRefreshKeepsTheCursorOnItsIssue, also when issues come in above it.
func TestRefreshKeepsTheCursorOnItsIssue(t *testing.T) {
	s := newScene(t, screentest.Plain(), queuetest.Many(200))
	s.Start(s.m, 80, 23)
	s.press("pgdown", "pgdown", "j")
	chosen := selected(s)
	row := lineNumber(s, chosen)
	urgent := queuetest.Issue(9001, 999, "Came in above", "app/new.go", 1, "severity:critical")
	s.queue.Issues = append([]model.Issue{urgent}, s.queue.Issues...)
	s.send(screen.Refresh{})
	if got := selected(s); got != chosen {
		t.Errorf("the cursor moved from %q to %q", chosen, got)
	}
	if got := lineNumber(s, chosen); got != row {
		t.Errorf("the chosen row moved from line %d to %d", row, got)
	}
}

// TestChangesElsewhereAreMarked: what changed and by whom (pairing).
func TestChangesElsewhereAreMarked(t *testing.T) {
	s := shop(t, 120, 39)
	s.queue.Changes = []recipe.QueueChange{
		{IssueChange: model.IssueChange{Number: 1402, Kind: model.IssueRegraded, Words: "severity: important → critical"}, By: "bob"},
		{IssueChange: model.IssueChange{Number: 700, Kind: model.IssueClosed, Words: "closed as completed"}, By: "carol"},
		{IssueChange: model.IssueChange{Number: 701, Kind: model.IssueGone}, By: "dan"},
		{IssueChange: model.IssueChange{Number: 702, Kind: model.IssueGone}},
	}
	s.send(screen.Refresh{})
	s.must(t, "◆ severity: important → critical by bob just now")
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if len(toasts) != 1 || toasts[0].Text != "#700 was closed as completed by carol; #701 was taken out of the queue by dan; #702 is gone from the queue" {
		t.Errorf("toasts: %+v", toasts)
	}
	s.Clock = s.Clock.Add(11 * time.Minute)
	s.queue.Changes = nil
	s.Elapse(s.m)
	if s.has("◆") {
		t.Errorf("the mark is still there after eleven minutes:\n%s", s.m.View())
	}
}

// TestOvertakenAnswersAreDropped: a second Refresh while one is under way makes
// no second request, and an answer with a foreign number changes nothing.
func TestOvertakenAnswersAreDropped(t *testing.T) {
	s := newScene(t, screentest.Plain(), queuetest.Shop())
	s.m.SetSize(screen.Size{Width: 80, Height: 23})
	s.m.Init()
	if cmd := s.m.Update(screen.Refresh{ByHand: true}); cmd != nil {
		s.Run(s.m, cmd)
	}
	if got := s.queue.Inputs(); len(got) != 0 {
		t.Errorf("%d reads were begun beside the one under way", len(got))
	}
}
