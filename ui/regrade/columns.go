package regrade

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
)

// columnHead is how many lines stand over the rows of the columns: the name of
// the axis, and its present value.
const columnHead = 2

// axisName is the axis as the screens call it.
func axisName(a model.Axis) string {
	switch a {
	case model.Severity:
		return "Severity"
	case model.Footprint:
		return "Reach"
	case model.Difficulty:
		return "Difficulty"
	case model.Fold:
		return "Fold"
	}
	return "Audience"
}

// nowWords is the present value of an axis in words.
func (m *Model) nowWords(a model.Axis) string {
	value, same := m.present(a)
	switch {
	case !same:
		return "mixed"
	case value == "":
		return "not set"
	}
	return value
}

// headWords are the same over the rows of a column.
func headWords(now string) string {
	if now == "mixed" || now == "not set" {
		return now
	}
	return "now " + now
}

// valueName is a value as a row shows it.
func valueName(value string, unicode bool) string {
	switch {
	case value != "":
		return value
	case unicode:
		return "—"
	}
	return "none"
}

// columnLines draws the columns side by side.
func (m *Model) columnLines(width int) []string {
	fit := m.fitColumns(width)
	m.drawn.columns = m.drawn.columns[:0]
	var out []string
	at := 1 + fit.margin // the border and the margin
	for i, axis := range m.axes() {
		column := m.column(axis, part(i) == m.focus, fit.signs)
		for len(out) < len(column) {
			out = append(out, kit.Spaces(at-1-fit.gap*min(i, 1)))
		}
		for row := range out {
			cell := ""
			if row < len(column) {
				cell = column[row]
			}
			if i > 0 {
				out[row] += kit.Spaces(fit.gap)
			}
			out[row] += kit.Fit(m.env.Theme, cell, fit.widths[i])
		}
		m.drawn.columns = append(m.drawn.columns, struct{ from, to int }{at, at + fit.widths[i] + fit.gap})
		at += fit.widths[i] + fit.gap
	}
	return out
}

// columns say how the columns fit into the room.
type columns struct {
	widths      []int
	gap, margin int
	signs       bool // every value has a sign, not the chosen one alone
}

// fitColumns gives each column what it needs and puts as much space between two
// as there is, at most five cells. Where there is no room for all signs only the
// chosen value has one, and where there is not even that the margin goes.
func (m *Model) fitColumns(width int) columns {
	var fit columns
	for _, signs := range []bool{true, false} {
		fit = columns{gap: 5, margin: 1, signs: signs}
		sum := 0
		for _, axis := range m.axes() {
			wide := 0
			for _, cell := range m.column(axis, true, signs) {
				wide = max(wide, kit.Width(cell))
			}
			fit.widths = append(fit.widths, wide)
			sum += wide
		}
		needs := func() int { return sum + fit.gap*(len(fit.widths)-1) + fit.margin }
		for fit.gap > 0 && needs() > width {
			fit.gap--
		}
		if fit.gap > 1 && needs() == width {
			fit.gap-- // the last one keeps off the border too
		}
		if fit.gap > 0 {
			return fit
		}
		if needs() > width {
			fit.margin = 0
		}
	}
	return fit
}

// column is one axis: its name, its present value, its rows.
func (m *Model) column(axis model.Axis, focused, signs bool) []string {
	t := m.env.Theme
	name := " " + t.Strong.Render(axisName(axis))
	if focused {
		name = t.Accent.Render(t.Glyph.Bar) + t.Focus.Render(axisName(axis))
	}
	now := m.nowWords(axis)
	if signs {
		now = headWords(now)
	}
	out := []string{name, " " + t.Dim.Render(now)}
	chosen := m.chosen(axis)
	for i, o := range m.options(axis) {
		words := valueName(o.value, t.Unicode)
		if o.keep {
			words = "as it is"
		}
		sign, style := t.Glyph.Off, t.Dim
		if !signs {
			sign = kit.Spaces(kit.Width(t.Glyph.Off))
		}
		if !signs && kit.Width(t.Glyph.On) > 1 {
			sign = " "
		}
		if i == chosen {
			sign, style = t.Glyph.On, t.Strong
			if !signs {
				sign = t.Glyph.Pointer
			}
			if focused {
				style = t.Focus
			}
		}
		out = append(out, " "+style.Render(sign+" "+words))
	}
	return out
}
