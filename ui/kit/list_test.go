package kit_test

import (
	"fmt"
	"testing"

	"gh-debt/ui/kit"

	"pgregory.net/rapid"
)

// TestListDrawsOnlyWhatIsSeen among ten thousand rows.
func TestListDrawsOnlyWhatIsSeen(t *testing.T) {
	var l kit.List
	rows := make([]kit.Row, 10_000)
	for i := range rows {
		rows[i] = kit.Row{Height: 1 + i%2}
	}
	l.SetHeight(20)
	l.SetRows(rows)
	l.Select(7_000)
	drawn := 0
	lines := l.View(func(row int, selected bool) []string {
		drawn++
		return []string{fmt.Sprint(row), "  more"}
	})
	if drawn > 20 || len(lines) != 20 {
		t.Errorf("%d rows were drawn for %d lines", drawn, len(lines))
	}
}

// TestListMoves: headings are skipped and kept in view above their first row.
func TestListMoves(t *testing.T) {
	var l kit.List
	l.SetHeight(4)
	l.SetRows([]kit.Row{{Height: 1, Heading: true}, {Height: 2}, {Height: 2}, {Height: 2, Heading: true}, {Height: 1}, {Height: 1}})
	steps := []struct {
		name        string
		do          func()
		cursor, top int
	}{
		{"start", func() {}, 1, 0},
		{"down", func() { l.Move(1) }, 2, 1},
		{"over a heading", func() { l.Move(1) }, 4, 4},
		{"back up", func() { l.Move(-1) }, 2, 3},
		{"first shows its heading", func() { l.Move(-1) }, 1, 0},
		{"above the first", func() { l.Move(-5) }, 1, 0},
		{"last", l.End, 5, 5},
		{"below the last", func() { l.Move(3) }, 5, 5},
		{"a page up", func() { l.Page(-1) }, 2, 3},
		{"first", l.Home, 1, 0},
	}
	for _, s := range steps {
		s.do()
		if l.Cursor() != s.cursor || l.Top() != s.top {
			t.Errorf("%s: cursor %d top %d, want %d and %d", s.name, l.Cursor(), l.Top(), s.cursor, s.top)
		}
	}
}

// TestListHoldsAtAnySize: no height and no rows make it panic, the cursor is in
// view whenever there is room for it (C-26).
func TestListHoldsAtAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l kit.List
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				n := rapid.IntRange(0, 12).Draw(t, "rows")
				rows := make([]kit.Row, n)
				for i := range rows {
					rows[i] = kit.Row{Height: rapid.IntRange(1, 3).Draw(t, "height"), Heading: rapid.Bool().Draw(t, "heading")}
				}
				l.SetRows(rows)
			case 1:
				l.SetHeight(rapid.IntRange(-1, 9).Draw(t, "window"))
			case 2:
				l.Move(rapid.IntRange(-9, 9).Draw(t, "by"))
			case 3:
				l.Page(float64(rapid.IntRange(-2, 2).Draw(t, "pages")) / 2)
			case 4:
				l.Scroll(rapid.IntRange(-9, 9).Draw(t, "lines"))
			case 5:
				l.Select(rapid.IntRange(-3, 15).Draw(t, "row"))
			case 6:
				l.SetTop(rapid.IntRange(-3, 40).Draw(t, "top"))
			}
			l.RowAt(rapid.IntRange(-1, 9).Draw(t, "y"))
			l.View(func(int, bool) []string { return nil })
		}
	})
}
