package kit

import (
	"sort"
	"time"
)

// Row is what a List must know of one row.
type Row struct {
	Height  int  // lines it takes
	Heading bool // the cursor never rests on it
}

// List is a cursor and a window over rows of different heights. Only the rows
// that can be seen are drawn, however many there are.
type List struct {
	rows   []Row
	starts []int // first line of each row; one more for the end
	cursor int   // -1 when no row can be chosen
	top    int   // first visible line
	height int

	clicked time.Time // when a row was clicked last
}

// SetRows replaces the rows. The cursor keeps its index as far as it can; a
// caller that knows better follows with Select.
func (l *List) SetRows(rows []Row) {
	l.rows = rows
	l.starts = make([]int, len(rows)+1)
	for i, r := range rows {
		l.starts[i+1] = l.starts[i] + r.Height
	}
	l.Select(l.cursor)
}

// SetHeight tells how many lines can be seen.
func (l *List) SetHeight(height int) {
	l.height = max(height, 0)
	l.follow()
}

// Len is the number of rows.
func (l *List) Len() int { return len(l.rows) }

// Cursor is the chosen row, -1 when there is none.
func (l *List) Cursor() int {
	if len(l.rows) == 0 {
		return -1
	}
	return l.cursor
}

// Top is the first visible line. It is kept over a refresh with SetTop.
func (l *List) Top() int { return l.top }

// CursorLine is the line on which the chosen row begins.
func (l *List) CursorLine() int {
	if l.Cursor() < 0 {
		return 0
	}
	return l.starts[l.cursor]
}

// SetTop scrolls so that a line is the first visible one; the chosen row stays
// in view.
func (l *List) SetTop(line int) {
	l.top = line
	l.follow()
}

// Select puts the cursor on a row, or on the nearest one it may rest on.
func (l *List) Select(row int) {
	l.cursor = l.nearest(min(max(row, 0), len(l.rows)-1))
	l.follow()
}

// Move goes n rows down, or up where n is negative; headings do not count.
func (l *List) Move(n int) {
	step, at := 1, l.cursor
	if n < 0 {
		step, n = -1, -n
	}
	for n > 0 {
		next := at + step
		for next >= 0 && next < len(l.rows) && l.rows[next].Heading {
			next += step
		}
		if next < 0 || next >= len(l.rows) {
			break
		}
		at, n = next, n-1
	}
	l.cursor = at
	l.follow()
}

// Page goes n windows down or up; a half is a fraction.
func (l *List) Page(n float64) {
	if l.Cursor() < 0 {
		return
	}
	target := l.starts[l.cursor] + int(n*float64(l.height))
	row := l.rowAtLine(min(max(target, 0), l.starts[len(l.rows)]-1))
	switch {
	case row == l.cursor && n > 0:
		l.Move(1)
	case row == l.cursor && n < 0:
		l.Move(-1)
	default:
		l.Select(row)
	}
}

// Home goes to the first row, End to the last.
func (l *List) Home() { l.Select(0); l.SetTop(0) }

// End goes to the last row.
func (l *List) End() { l.Select(len(l.rows) - 1) }

// Scroll moves the window by lines, as a mouse wheel does; the cursor is taken
// along when it would leave the window.
func (l *List) Scroll(lines int) {
	if l.Cursor() < 0 {
		return
	}
	end := l.starts[len(l.rows)]
	l.top = min(max(l.top+lines, 0), max(end-l.height, 0))
	for l.starts[l.cursor] < l.top {
		before := l.cursor
		if l.step(1); l.cursor == before {
			break
		}
	}
	for l.starts[l.cursor+1] > l.top+l.height {
		before := l.cursor
		if l.step(-1); l.cursor == before {
			break
		}
	}
	l.follow()
}

// RowAt gives the row that is drawn on a visible line, counted from 0.
func (l *List) RowAt(y int) (row int, ok bool) {
	line := l.top + y
	if y < 0 || y >= l.height || len(l.rows) == 0 || line >= l.starts[len(l.rows)] {
		return 0, false
	}
	return l.rowAtLine(line), true
}

// View draws the visible lines. draw gives the lines of one row; it is called
// for rows that can be seen and no others.
func (l *List) View(draw func(row int, selected bool) []string) []string {
	out := make([]string, 0, l.height)
	if len(l.rows) == 0 {
		return out
	}
	for row := l.rowAtLine(l.top); row < len(l.rows) && len(out) < l.height; row++ {
		lines := draw(row, row == l.cursor)
		skip := max(l.top-l.starts[row], 0)
		for i := skip; i < l.rows[row].Height && len(out) < l.height; i++ {
			line := ""
			if i < len(lines) {
				line = lines[i]
			}
			out = append(out, line)
		}
	}
	return out
}

func (l *List) rowAtLine(line int) int {
	return max(sort.SearchInts(l.starts, line+1)-1, 0)
}

// step moves the cursor by one row without scrolling.
func (l *List) step(by int) {
	for at := l.cursor + by; at >= 0 && at < len(l.rows); at += by {
		if !l.rows[at].Heading {
			l.cursor = at
			return
		}
	}
}

// nearest is the row itself, else the next one below, else above, that is no
// heading; -1 when there is none.
func (l *List) nearest(row int) int {
	for at := max(row, 0); at < len(l.rows); at++ {
		if !l.rows[at].Heading {
			return at
		}
	}
	for at := min(row, len(l.rows)-1); at >= 0; at-- {
		if !l.rows[at].Heading {
			return at
		}
	}
	return -1
}

// follow keeps the window over the chosen row, and over the headings right
// above it where they fit.
func (l *List) follow() {
	if len(l.rows) == 0 {
		l.top = 0
		return
	}
	end := l.starts[len(l.rows)]
	if l.cursor >= 0 {
		first, last := l.starts[l.cursor], l.starts[l.cursor+1]
		for above := l.cursor - 1; above >= 0 && l.rows[above].Heading && last-l.starts[above] <= l.height; above-- {
			first = l.starts[above]
		}
		if last > l.top+l.height {
			l.top = last - l.height
		}
		if first < l.top {
			l.top = first
		}
	}
	l.top = min(max(l.top, 0), max(end-l.height, 0))
}
