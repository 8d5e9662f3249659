package kit

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	wheelLines  = 3                      // that a wheel scrolls by
	doubleClick = 500 * time.Millisecond // within which a second click is one of two
)

// Pressed reports whether the left button went down.
func Pressed(msg tea.MouseMsg) bool {
	return msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
}

// wheel gives how many lines a wheel scrolls by; ok is false when it was none.
func wheel(msg tea.MouseMsg) (lines int, ok bool) {
	switch msg.Button {
	case tea.MouseButtonWheelDown:
		return wheelLines, true
	case tea.MouseButtonWheelUp:
		return -wheelLines, true
	}
	return 0, false
}

// Wheel scrolls when the wheel was turned, and reports whether it was.
func (s *Scroller) Wheel(msg tea.MouseMsg) bool {
	lines, ok := wheel(msg)
	if ok {
		s.Move(lines)
	}
	return ok
}

// Wheel scrolls when the wheel was turned, and reports whether it was.
func (l *List) Wheel(msg tea.MouseMsg) bool {
	lines, ok := wheel(msg)
	if ok {
		l.Scroll(lines)
	}
	return ok
}

// Click chooses the row on a visible line, counted from 0; on a heading, or where
// there is no row, chosen is false. twice reports the second click on one row,
// which opens it.
func (l *List) Click(y int, now time.Time) (chosen, twice bool) {
	row, ok := l.RowAt(y)
	if !ok || l.rows[row].Heading {
		return false, false
	}
	twice = row == l.Cursor() && now.Sub(l.clicked) < doubleClick
	l.clicked = now
	l.Select(row)
	return true, twice
}
