package screen_test

import (
	"testing"

	"gh-debt/model"
	"gh-debt/ui/screen"

	"github.com/google/go-cmp/cmp"
)

// TestKnownFollowsTheMessages, and a copy stays as it was.
func TestKnownFollowsTheMessages(t *testing.T) {
	var k screen.Known
	first := screen.Pending{Change: 3, Numbers: []int{7, 8}, Doing: "being declined"}
	second := screen.Pending{Change: 4, Numbers: []int{8, 9}, Doing: "being re-graded"}
	read := screen.QueueRead{Queue: model.NewQueue([]model.Issue{{Number: 7}}, model.Facts{})}
	k.Note(second)
	k.Note(first)
	k.Note(read)
	k.Note(screen.Refresh{})
	before := k.Copy()
	k.Note(screen.Changed{Change: 3, Numbers: []int{7, 8}})
	doing := func(k screen.Known) map[int]string {
		out := map[int]string{}
		for _, n := range []int{7, 8, 9, 10} {
			out[n] = k.Underway.Doing(n)
		}
		return out
	}
	if d := cmp.Diff(map[int]string{7: "", 8: "being re-graded", 9: "being re-graded", 10: ""}, doing(k)); d != "" {
		t.Errorf("after one of two has ended:\n%s", d)
	}
	k.Note(screen.Unchanged{Change: 4})
	if got := k.Underway.All(); len(got) != 0 {
		t.Errorf("after both have ended there are %+v", got)
	}
	if d := cmp.Diff([]screen.Pending{first, second}, before.Underway.All()); d != "" {
		t.Errorf("the copy was changed, or is out of order:\n%s", d)
	}
	if before.Queue == nil || &before.Queue.Queue.Entries[0] != &read.Queue.Entries[0] {
		t.Error("the queue was lost or copied")
	}
}

// TestNothingIsKnownAtFirst: the zero value is asked and told like any other.
func TestNothingIsKnownAtFirst(t *testing.T) {
	var u screen.Underway
	u.End(1)
	if u.Doing(7) != "" || len(u.All()) != 0 {
		t.Errorf("%+v", u)
	}
	k := screen.Known{}.Copy()
	k.Note(screen.Pending{Change: 1, Numbers: []int{7}, Doing: "being declined"})
	if got := k.Underway.Doing(7); got != "being declined" {
		t.Errorf("a copy of nothing tells %q", got)
	}
}
