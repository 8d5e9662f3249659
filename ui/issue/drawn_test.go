package issue

import (
	"testing"

	"gh-debt/model"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
)

// TestOnlyThePresentWidthIsKept: each step of a window that is dragged is another
// width, and a long issue takes much room in each.
func TestOnlyThePresentWidthIsKept(t *testing.T) {
	s := screentest.NewStageWith(t, screentest.Plain())
	is := queuetest.Shop()[0]
	m := New(s.Env, Deps{}, screen.OpenIssue{Number: is.Number, Entry: model.NewQueue([]model.Issue{is}, model.Facts{}).Entries[0]})
	for width := 60; width < 160; width++ {
		m.SetSize(screen.Size{Width: width, Height: 30})
		if m.View() == "" || len(m.drawn) != 1 {
			t.Fatalf("at a width of %d it keeps %d drawings, want that of the body", width, len(m.drawn))
		}
		m.SetSize(screen.Size{Width: width, Height: 31})
		if len(m.drawn) != 1 {
			t.Fatal("another height draws the body anew")
		}
	}
}
