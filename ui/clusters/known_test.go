package clusters_test

import (
	"testing"

	"gh-debt/model"
	"gh-debt/ui/clusters"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestWhatTheAppKnows: a queue that came in since the batches were asked for is
// shown, and a change that began before is one here too (C-29).
func TestWhatTheAppKnows(t *testing.T) {
	s := &scene{Stage: screentest.NewStageWith(t, screentest.Plain()), undo: &queuetest.Undo{}}
	s.Env.Known.Note(screen.QueueRead{Queue: model.NewQueue(batches(), model.Facts{})})
	s.Env.Known.Note(screen.Pending{Change: 77, Numbers: []int{1402}, Doing: "being declined"})
	old := screen.OpenClusters{Queue: model.NewQueue(batches()[:1], model.Facts{})}
	s.m = clusters.New(s.Env, clusters.Deps{Place: "acme/shop", Undo: s.undo}, old)
	s.Start(s.m, 80, 40)
	screentest.Shows(t, s.m.View(), "#1419", "being decli…")
	for range 7 { // one member after the other
		s.press("r", "j")
	}
	if d := cmp.Diff([]int{1410, 1432, 1430, 1431, 1356, 1419}, s.numbers()); d != "" {
		t.Errorf("#1402 is being declined, all others can be re-graded:\n%s", d)
	}
}
