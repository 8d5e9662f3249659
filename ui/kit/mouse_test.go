package kit_test

import (
	"testing"
	"time"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
)

// TestClick chooses a row and no heading; only a second click soon, on the same
// row, is one of two.
func TestClick(t *testing.T) {
	var l kit.List
	l.SetHeight(5)
	l.SetRows([]kit.Row{{Height: 1, Heading: true}, {Height: 2}, {Height: 1}})
	now := screentest.Now()
	cases := []struct {
		name          string
		y             int
		after         time.Duration
		chosen, twice bool
		cursor        int
	}{
		{"a heading", 0, 0, false, false, 1},
		{"the second row", 3, time.Second, true, false, 2},
		{"the first one soon after", 1, 100 * time.Millisecond, true, false, 1},
		{"again, on its other line", 2, 499 * time.Millisecond, true, true, 1},
		{"again, too late", 2, 500 * time.Millisecond, true, false, 1},
		{"below the last", 4, 0, false, false, 1},
		{"above", -1, 0, false, false, 1},
	}
	for _, c := range cases {
		now = now.Add(c.after)
		chosen, twice := l.Click(c.y, now)
		if chosen != c.chosen || twice != c.twice || l.Cursor() != c.cursor {
			t.Errorf("%s: chosen %v, twice %v, the cursor on %d", c.name, chosen, twice, l.Cursor())
		}
	}
}

// TestWheel scrolls both ways, and takes nothing else for a wheel.
func TestWheel(t *testing.T) {
	var s kit.Scroller
	var l kit.List
	s.SetHeight(2)
	s.SetLines(make([]string, 20))
	l.SetHeight(2)
	l.SetRows([]kit.Row{{Height: 1}, {Height: 1}, {Height: 1}, {Height: 1}, {Height: 1}, {Height: 1}, {Height: 1}})
	steps := []struct {
		button tea.MouseButton
		is     bool
		top    int
	}{{tea.MouseButtonWheelDown, true, 3}, {tea.MouseButtonLeft, false, 3}, {tea.MouseButtonWheelUp, true, 0}, {tea.MouseButtonWheelUp, true, 0}}
	for i, step := range steps {
		msg := tea.MouseMsg{Button: step.button, Action: tea.MouseActionPress}
		if is := s.Wheel(msg); is != step.is || s.Top() != step.top {
			t.Errorf("step %d of the text: %v, line %d", i, is, s.Top())
		}
		if is := l.Wheel(msg); is != step.is || l.Top() != step.top {
			t.Errorf("step %d of the list: %v, line %d", i, is, l.Top())
		}
	}
}
