// Package kit holds the few widgets that two screens share: panes, lists, text
// fields, code, gauges, times in people's words. It measures text in cells the
// way lipgloss does, by grapheme cluster, so that columns stay where they are.
package kit

import (
	"regexp"
	"strings"

	"gh-debt/ui/theme"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
)

// Width is how many cells the text takes; escape sequences take none.
func Width(s string) int {
	if plainASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

// Cut shortens text to at most width cells. It cuts between whole characters,
// never inside an escape sequence, and ends what it cut with one ellipsis.
func Cut(t *theme.Theme, s string, width int) string {
	if width <= 0 {
		return ""
	}
	if len(s) <= width && plainASCII(s) {
		return s
	}
	s = apart(s)
	tail := t.Glyph.Ellipsis
	if Width(tail) > width {
		tail = ""
	}
	return ansi.Truncate(s, width, tail)
}

// CutFront is Cut for a place in the code: its end stays, which tells more than its
// beginning.
func CutFront(t *theme.Theme, s string, width int) string {
	if Width(s) > width && Width(t.Glyph.Ellipsis) >= width {
		return Cut(t, s, width)
	}
	return KeepEnd(t.Glyph.Ellipsis, s, width)
}

// KeepEnd is the end of a text in at most width cells, behind a sign where it was
// cut.
func KeepEnd(sign, s string, width int) string {
	over := Width(s) - width
	if over <= 0 {
		return s
	}
	end := ansi.TruncateLeft(s, over+Width(sign), "")
	if Width(sign)+Width(end) > width { // the cut went through a wide character
		end = ansi.TruncateLeft(s, over+Width(sign)+1, "")
	}
	return sign + end
}

// apart gives a mark at either end of the text a base of its own, which would
// otherwise join the space beside the text and take its cell.
func apart(s string) string {
	width := ansi.StringWidth(s)
	if ansi.StringWidth(" "+s) != width+1 {
		s = "◌" + s
		width = ansi.StringWidth(s)
	}
	if ansi.StringWidth(s+" ") != width+1 {
		s += "◌"
	}
	return s
}

// Fit is Cut, filled up with spaces to exactly width cells.
func Fit(t *theme.Theme, s string, width int) string {
	s = Cut(t, s, width)
	return s + Spaces(width-Width(s))
}

// FitRight is Fit with the spaces before the text: for figures.
func FitRight(t *theme.Theme, s string, width int) string {
	s = Cut(t, s, width)
	return Spaces(width-Width(s)) + s
}

// Ends puts left at the left end and right at the right end of width cells. The
// left text is the one that is cut; where there is no room for both, right goes.
func Ends(t *theme.Theme, left, right string, width int) string {
	rw := Width(right)
	if rw == 0 || width < rw+2 {
		return Fit(t, left, width)
	}
	return Fit(t, left, width-rw-1) + " " + right
}

// Wrap breaks text into lines of at most width cells, at spaces where it can; a
// character wider than that keeps a line of its own. Line breaks of the text are
// kept.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	if len(s) <= width && plainASCII(s) {
		return []string{s}
	}
	var out []string
	for _, line := range strings.Split(s, "\n") {
		out = append(out, wrapLine(line, width)...)
	}
	return out
}

// indent is what a line may begin with before its first word.
var indent = regexp.MustCompile(`^(?:\x1b\[[0-9;]*m| )+`)

// wrapLine is Wrap for one line. Where the first word does not fit behind its
// indent the indent goes, for the library would begin with an empty line. Now and
// then, behind a space or a hyphen, it lets a long word run over; such a line is
// broken once more.
func wrapLine(s string, width int) []string {
	lines := strings.Split(ansi.Wrap(s, width, ""), "\n")
	if len(lines) > 1 && (Width(lines[0]) == 0 || Width(lines[0]) > width) {
		s = indent.ReplaceAllStringFunc(s, func(in string) string { return strings.ReplaceAll(in, " ", "") })
		lines = strings.Split(ansi.Wrap(s, width, ""), "\n")
	}
	out := lines[:0:0]
	for _, line := range lines {
		if Width(line) > width {
			line = ansi.Hardwrap(line, width, true)
		}
		out = append(out, strings.Split(line, "\n")...)
	}
	return out
}

// Wrapped is Wrap with every line in a style.
func Wrapped(s string, width int, style lipgloss.Style) []string {
	lines := Wrap(s, width)
	for i, line := range lines {
		lines[i] = style.Render(line)
	}
	return lines
}

// Hang is Wrap with every line after the first set in by some cells.
func Hang(s string, width, indent int) []string {
	if width <= indent {
		return Wrap(s, width)
	}
	first := Wrap(s, width)
	if len(first) < 2 {
		return first
	}
	rest := strings.TrimPrefix(s, first[0])
	out := first[:1]
	for _, line := range Wrap(strings.TrimLeft(rest, " "), width-indent) {
		out = append(out, Spaces(indent)+line)
	}
	return out
}

const blank = "                                                                                                    "

// Spaces is n spaces, none where n is negative.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blank) {
		return blank[:n]
	}
	return strings.Repeat(" ", n)
}

// plainASCII reports whether every byte is a cell of its own.
func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
