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
	axes := m.axes()
	widths, gap, signs := m.columnWidths(width)
	m.drawn.columns = m.drawn.columns[:0]
	var out []string
	at := 2 // the border and the first space
	for i, axis := range axes {
		column := m.column(axis, part(i) == m.focus, signs)
		for len(out) < len(column) {
			out = append(out, " "+kit.Spaces(at-2))
		}
		for row := range out {
			cell := ""
			if row < len(column) {
				cell = column[row]
			}
			out[row] += kit.Fit(m.env.Theme, cell, widths[i]) + kit.Spaces(gap)
		}
		m.drawn.columns = append(m.drawn.columns, struct{ from, to int }{at, at + widths[i] + gap})
		at += widths[i] + gap
	}
	return out
}

// columnWidths is how wide each column is, and the space between two: as much as
// there is, at most five cells. Where there is no room for all signs only the
// chosen value has one.
func (m *Model) columnWidths(width int) (widths []int, gap int, signs bool) {
	for _, signs = range []bool{true, false} {
		widths, gap = widths[:0], 5
		sum := 0
		for _, axis := range m.axes() {
			wide := 0
			for _, cell := range m.column(axis, true, signs) {
				wide = max(wide, kit.Width(cell))
			}
			widths = append(widths, wide)
			sum += wide
		}
		for gap > 1 && sum+gap*len(widths) > width {
			gap--
		}
		if sum+gap*(len(widths)-1)+1 <= width {
			break
		}
	}
	return widths, gap, signs
}

// column is one axis: its name, its present value, its rows.
func (m *Model) column(axis model.Axis, focused, signs bool) []string {
	t := m.env.Theme
	name := " " + t.Strong.Render(axisName(axis))
	if focused {
		name = t.Accent.Render(t.Glyph.Bar) + t.Focus.Render(axisName(axis))
	}
	out := []string{name, " " + t.Dim.Render(headWords(m.nowWords(axis)))}
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
