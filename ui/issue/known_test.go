package issue_test

import (
	"context"
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/issue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
)

// lister counts how often the list on disk is looked at.
type lister struct {
	*queuetest.Queue
	looks int
}

func (l *lister) Known(ctx context.Context, show recipe.Show) (recipe.QueueResult, bool) {
	l.looks++
	return l.Queue.Known(ctx, show)
}

// TestWhatTheAppKnowsIsNotReadAgain: an issue that is opened by its number is drawn
// from the queue that the app holds, its place and its batch too, and the disk is
// left alone.
func TestWhatTheAppKnowsIsNotReadAgain(t *testing.T) {
	stage := screentest.NewStageWith(t, screentest.Plain())
	l := &lister{Queue: &queuetest.Queue{Issues: queuetest.Shop()}}
	open, _ := l.Queue.Known(context.Background(), recipe.ShowOpen)
	q := open.Queue
	stage.Env.Known.Note(screen.QueueRead{Queue: q})
	s := &scene{Stage: stage, reader: &reader{queue: l.Queue}}
	s.m = issue.New(s.Env, issue.Deps{Place: "acme/shop", Issue: s.reader, Queue: l, Undo: &queuetest.Undo{}}, screen.OpenIssue{Number: 1402})
	s.m.SetSize(screen.Size{Width: 80, Height: 60})
	s.must(t, "2 of 7", "Refund path swallows", "Batch", "#1410")
	s.Run(s.m, s.m.Init())
	s.press("n")
	s.must(t, "3 of 7")
	if l.looks != 0 {
		t.Errorf("the known list was read %d times", l.looks)
	}
	for _, in := range s.reader.inputs {
		if in.Queue == nil || &in.Queue.Entries[0] != &q.Entries[0] {
			t.Errorf("#%d was read with another queue than the app's", in.Number)
		}
	}
}

// TestAChangeThatBeganBefore the screen was opened is known on it: it says so, and
// no second one begins (C-29).
func TestAChangeThatBeganBefore(t *testing.T) {
	stage := screentest.NewStageWith(t, screentest.Plain())
	stage.Env.Known.Note(screen.Pending{Change: 77, Numbers: []int{1402}, Doing: "being re-graded"})
	queue := &queuetest.Queue{Issues: queuetest.Shop()}
	s := &scene{Stage: stage, reader: &reader{queue: queue}}
	s.m = issue.New(s.Env, issue.Deps{Place: "acme/shop", Issue: s.reader, Queue: queue, Undo: &queuetest.Undo{}}, screen.OpenIssue{Number: 1402})
	s.Start(s.m, 80, 40)
	s.must(t, "being re-graded…")
	s.press("r", "d")
	if got := len(screentest.SentOf[screen.Ask](s.Stage)) + len(screentest.SentOf[screen.OpenRegrade](s.Stage)); got > 0 {
		t.Error("a second change began")
	}
	s.send(screen.Unchanged{Change: 77, Numbers: []int{1402}})
	s.press("r")
	if got := screentest.SentOf[screen.OpenRegrade](s.Stage); len(got) != 1 {
		t.Errorf("after it has ended a re-grade is opened %d times", len(got))
	}
}
