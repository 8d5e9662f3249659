package kit

import "strconv"

// Scroller is a window over lines of text that were drawn already.
type Scroller struct {
	lines  []string
	top    int
	height int
}

// SetLines replaces the text and keeps the place as far as it can.
func (s *Scroller) SetLines(lines []string) {
	s.lines = lines
	s.Move(0)
}

// SetHeight tells how many lines can be seen.
func (s *Scroller) SetHeight(height int) {
	s.height = max(height, 0)
	s.Move(0)
}

// Move scrolls by lines, down where n is positive.
func (s *Scroller) Move(n int) {
	s.top = min(max(s.top+n, 0), max(len(s.lines)-s.height, 0))
}

// Page scrolls by windows; a half is a fraction.
func (s *Scroller) Page(n float64) { s.Move(int(n * float64(s.height))) }

// Home goes to the first line, End to the last.
func (s *Scroller) Home() { s.top = 0 }

// End goes to the last line.
func (s *Scroller) End() { s.Move(len(s.lines)) }

// Top is the first visible line.
func (s *Scroller) Top() int { return s.top }

// Fits reports whether all lines can be seen at once.
func (s *Scroller) Fits() bool { return len(s.lines) <= s.height }

// Percent says how far the end of the window has come.
func (s *Scroller) Percent() int {
	if s.Fits() {
		return 100
	}
	return (s.top + s.height) * 100 / len(s.lines)
}

// Foot is Percent in words for the lower edge of a pane, nothing where all lines
// can be seen at once.
func (s *Scroller) Foot() string {
	if s.Fits() {
		return ""
	}
	return strconv.Itoa(s.Percent()) + " %"
}

// View gives the visible lines.
func (s *Scroller) View() []string {
	return s.lines[min(s.top, len(s.lines)):min(s.top+s.height, len(s.lines))]
}
