package ui_test

import (
	"testing"

	"gh-debt/model"
	"gh-debt/ui/screen"
)

// TestAScreenOpenedLaterKnowsAsMuch: the last queue, the very one and no copy, and
// the changes that are under way (C-29); what has ended is forgotten.
func TestAScreenOpenedLaterKnowsAsMuch(t *testing.T) {
	s := newStage(t, nil)
	if s.first.env.Known.Queue != nil {
		t.Error("the first screen is told of a queue that nobody has read")
	}
	older, newer := model.NewQueue([]model.Issue{{Number: 7}}, model.Facts{}), model.NewQueue([]model.Issue{{Number: 8}}, model.Facts{})
	s.send(screen.QueueRead{Queue: older})
	s.send(screen.QueueRead{Queue: newer})
	s.send(screen.Pending{Change: 3, Numbers: []int{7}, Doing: "being declined"})
	s.send(screen.Pending{Change: 4, Numbers: []int{8}, Doing: "being re-graded"})
	s.send(screen.Unchanged{Change: 3, Numbers: []int{7}})
	s.send(screen.OpenIssue{Number: 8})
	known := s.second.env.Known
	if known.Queue == nil || &known.Queue.Queue.Entries[0] != &newer.Entries[0] {
		t.Errorf("the queue is %+v, not the newest itself", known.Queue)
	}
	for number, want := range map[int]string{7: "", 8: "being re-graded"} {
		if got := known.Underway.Doing(number); got != want {
			t.Errorf("#%d is %q, want %q", number, got, want)
		}
	}
	s.send(screen.Changed{Change: 4, Numbers: []int{8}})
	s.send(screen.Back{})
	s.send(screen.OpenIssue{Number: 8})
	if got := s.second.env.Known.Underway.All(); len(got) != 0 {
		t.Errorf("what has ended is still told: %+v", got)
	}
}
