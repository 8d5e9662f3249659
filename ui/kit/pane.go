package kit

import (
	"strings"

	"gh-debt/ui/theme"
)

// Pane is a box with a thin border, a title in its upper edge and, where there
// is something to count, a foot in its lower one.
type Pane struct {
	Title   string // plain text
	Styled  string // a title that has its styles already, in place of Title
	Foot    string // plain text
	Width   int    // with the border
	Height  int    // with the border
	Focused bool   // the title takes the accent
}

// Inside is the room between the borders.
func (p Pane) Inside() (width, height int) {
	return max(p.Width-2, 0), max(p.Height-2, 0)
}

// Render draws the pane around the lines, which are cut and filled to its
// inside. It gives exactly Height lines of Width cells.
func (p Pane) Render(t *theme.Theme, lines []string) []string {
	if p.Width < 2 || p.Height < 2 {
		return nil
	}
	inner, rows := p.Inside()
	side := t.Faint.Render(t.Border.Left)
	out := make([]string, 0, p.Height)
	out = append(out, p.top(t))
	for i := range rows {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, side+Fit(t, line, inner)+side)
	}
	return append(out, p.edge(t, t.Border.BottomLeft, t.Border.Bottom, t.Border.BottomRight, p.Foot, true))
}

// top is the upper edge.
func (p Pane) top(t *theme.Theme) string {
	if p.Styled == "" {
		return p.edge(t, t.Border.TopLeft, t.Border.Top, t.Border.TopRight, p.Title, false)
	}
	words := Cut(t, p.Styled, max(p.Width-5, 0))
	rule := strings.Repeat(t.Border.Top, max(p.Width-Width(words)-4, 0))
	return t.Faint.Render(t.Border.TopLeft) + " " + words + " " + t.Faint.Render(rule+t.Border.TopRight)
}

// Inset moves lines away from the border of a pane by a cell.
func Inset(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = " " + line
	}
	return out
}

// Divider is a border line across the pane with a title of its own, for a pane
// of two parts. It stands for one whole line of the result of Render.
func (p Pane) Divider(t *theme.Theme, title string) string {
	return p.edge(t, t.Border.MiddleLeft, t.Border.Top, t.Border.MiddleRight, title, false)
}

func (p Pane) edge(t *theme.Theme, left, line, right, words string, atEnd bool) string {
	inner := p.Width - 2
	if words == "" || inner < 6 {
		return t.Faint.Render(left + strings.Repeat(line, inner) + right)
	}
	words = Cut(t, words, inner-3)
	rule := strings.Repeat(line, max(inner-Width(words)-3, 0))
	style := t.Strong
	switch {
	case atEnd:
		return t.Faint.Render(left+rule) + " " + t.Dim.Render(words) + " " + t.Faint.Render(line+right)
	case p.Focused:
		style = t.Focus
	}
	return t.Faint.Render(left) + " " + style.Render(words) + " " + t.Faint.Render(rule+line+right)
}

// Beside puts two blocks of lines next to each other. The left one's lines must
// all have the same width.
func Beside(left, right []string) []string {
	out := make([]string, 0, max(len(left), len(right)))
	for i := range max(len(left), len(right)) {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) {
			line += right[i]
		}
		out = append(out, line)
	}
	return out
}

// Header is the first line of a screen: the app's name, where one is, facts in
// the middle, and how fresh it all is at the right end. What does not fit goes
// from the middle.
func Header(t *theme.Theme, place, facts, fresh string, width int) string {
	left := " " + t.Focus.Render("gh debt") + "  " + t.Strong.Render(place)
	right := t.Dim.Render(fresh) + " "
	if fresh == "" {
		right = ""
	}
	room := width - Width(left) - Width(right)
	facts = fewer(t, facts, room-6)
	if facts == "" {
		return Ends(t, left, right, width)
	}
	gap := max((room-Width(facts))/2, 3)
	return Ends(t, left+Spaces(gap)+t.Dim.Render(facts), right, width)
}

// fewer drops facts from the end until the rest fits.
func fewer(t *theme.Theme, facts string, width int) string {
	for Width(facts) > width {
		at := strings.LastIndex(facts, t.Glyph.Dot)
		if at < 0 {
			return ""
		}
		facts = facts[:at]
	}
	return facts
}
