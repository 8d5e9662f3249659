package queue_test

import (
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestTheBoardIsOpened at the unit of the issue under the cursor, and with the
// marked issues in the order of the queue.
func TestTheBoardIsOpened(t *testing.T) {
	s := shop(t, 80, 23)
	s.press("D", "j", "space", "k", "k", "space", "D")
	want := []screen.OpenBoard{{At: 1388}, {Numbers: []int{1388, 1402}, At: 1402}}
	if d := cmp.Diff(want, screentest.SentOf[screen.OpenBoard](s.Stage)); d != "" {
		t.Error(d)
	}
}

// TestWhatWeDidByNumberIsNoNews: a change whose issues were not read back is ours
// all the same when the next read finds it; a later one by somebody else is told.
func TestWhatWeDidByNumberIsNoNews(t *testing.T) {
	s := shop(t, 80, 23)
	s.queue.Changes = []recipe.QueueChange{{IssueChange: model.IssueChange{Number: 1402, Kind: model.IssueClosed, Words: "closed as completed"}, By: "ada"}}
	s.send(screen.Changed{Change: 7, Numbers: []int{1402}})
	if got := screentest.SentOf[screen.Toast](s.Stage); len(got) != 0 {
		t.Errorf("it is told as news: %+v", got)
	}
	s.Clock = s.Clock.Add(recipe.Grace + time.Second)
	s.send(screen.Refresh{})
	if got := screentest.SentOf[screen.Toast](s.Stage); len(got) != 1 || got[0].Text != "#1402 was closed as completed by ada" {
		t.Errorf("told: %+v", got)
	}
}
