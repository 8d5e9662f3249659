package queue_test

import (
	"testing"

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
