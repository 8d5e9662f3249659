package filing

import (
	"strings"

	"gh-debt/ui/kit"
	"gh-debt/ui/theme"
)

// choiceLine is a drawn choice, and where each value stands in it.
type choiceLine struct {
	text  string
	spans [][2]int
}

// choices draws the values of a field side by side, all fields in the same way:
// where one of them has no room for all signs only the chosen values have one.
func (m *Model) choices(f field, chosen int, focused bool, width int) choiceLine {
	t := m.env.Theme
	signs := m.choicesFit(width)
	line := drawChoice(t, options(f), chosen, focused, signs, "  ")
	if kit.Width(line.text) > width {
		line = drawChoice(t, options(f), chosen, focused, signs, " ")
	}
	line.text = kit.Cut(t, line.text, width)
	return line
}

// choicesFit reports whether every choice of the form has room for all signs.
func (m *Model) choicesFit(width int) bool {
	for _, f := range m.order() {
		if kit.Width(drawChoice(m.env.Theme, options(f), -1, false, true, " ").text) > width {
			return false
		}
	}
	return true
}

func drawChoice(t *theme.Theme, values []string, chosen int, focused, signs bool, gap string) choiceLine {
	var b strings.Builder
	var line choiceLine
	at := 0
	for i, v := range values {
		if v == "" {
			v = noValue(t)
		}
		word, style := v, t.Dim
		switch {
		case i == chosen:
			word = t.Glyph.On + " " + v
			style = t.Strong
			if focused {
				style = t.Focus
			}
		case signs:
			word = t.Glyph.Off + " " + v
		}
		if i > 0 {
			b.WriteString(gap)
			at += len(gap)
		}
		b.WriteString(style.Render(word))
		line.spans = append(line.spans, [2]int{at, at + kit.Width(word)})
		at += kit.Width(word)
	}
	line.text = b.String()
	return line
}

// noValue is how a choice shows that an optional axis is left open.
func noValue(t *theme.Theme) string {
	if t.Unicode {
		return "—"
	}
	return "none"
}
