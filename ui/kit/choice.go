package kit

import (
	"strings"

	"gh-debt/ui/theme"
)

// Choice draws the values of one field side by side, one of them chosen:
// "( ) critical (•) important". Width 0 cuts nothing. A focused one shows its
// chosen value in the accent.
func Choice(t *theme.Theme, values []string, chosen int, focused bool, width int) string {
	parts := make([]string, len(values))
	for i, v := range values {
		switch {
		case i == chosen && focused:
			parts[i] = t.Focus.Render(t.Glyph.On + " " + v)
		case i == chosen:
			parts[i] = t.Strong.Render(t.Glyph.On + " " + v)
		default:
			parts[i] = t.Dim.Render(t.Glyph.Off + " " + v)
		}
	}
	line := strings.Join(parts, " ")
	if width > 0 {
		line = Cut(t, line, width)
	}
	return line
}

// ChoiceAt gives the index of the value that is drawn at cell x of Choice.
func ChoiceAt(t *theme.Theme, values []string, x int) (int, bool) {
	at := 0
	for i, v := range values {
		end := at + Width(t.Glyph.Off) + 1 + Width(v)
		if x >= at && x < end {
			return i, true
		}
		at = end + 1
	}
	return 0, false
}

// CheckState is how one live check stands.
type CheckState int

// The states of a check.
const (
	Looking CheckState = iota // still looking
	Holds                     // all is well
	Broken                    // wrong: it blocks
	Blind                     // could not look; the words say why and whether it blocks
)

// CheckLines draws a check: its sign, and its words wrapped beside the sign.
func CheckLines(t *theme.Theme, state CheckState, words string, width int) []string {
	sign := t.Dim.Render(t.Glyph.Wait)
	text := t.Dim
	switch state {
	case Holds:
		sign = t.Good.Render(t.Glyph.Check)
	case Broken:
		sign, text = t.Bad.Render(t.Glyph.Cross), t.Text
	case Blind:
		sign, text = t.Warn.Render(t.Glyph.Unknown), t.Text
	}
	indent := Width(sign) + 1
	var out []string
	for i, line := range Wrap(words, width-indent) {
		if i == 0 {
			out = append(out, sign+" "+text.Render(line))
			continue
		}
		out = append(out, Spaces(indent)+text.Render(line))
	}
	return out
}

// SeverityMark is a severity as it is shown everywhere: a thin bar in its
// label's colour beside its word.
func SeverityMark(t *theme.Theme, severity string) string {
	if severity == "" {
		return t.Dim.Render("no severity")
	}
	return t.Severity(severity).Render(t.Glyph.Severity) + t.Text.Render(severity)
}

// Dots joins facts by the dot, leaving out the empty ones.
func Dots(t *theme.Theme, facts ...string) string {
	var kept []string
	for _, f := range facts {
		if f != "" {
			kept = append(kept, f)
		}
	}
	return strings.Join(kept, t.Glyph.Dot)
}
