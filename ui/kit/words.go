package kit

import (
	"strings"

	"gh-debt/ui/theme"
)

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
