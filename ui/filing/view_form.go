package filing

import (
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"
)

// labelRoom is what stands before each value: the bar of the focused field, its
// label, a space.
const labelRoom = 12

// formLines is the form as it was drawn, so that a click finds its field.
type formLines struct {
	text     []string
	owner    []field
	from, to int // the lines of the focused field and what stands beneath it
	window   int // the screen line of the first visible one
	width    int
}

func (l *formLines) add(owner field, lines ...string) {
	for _, line := range lines {
		l.text = append(l.text, line)
		l.owner = append(l.owner, owner)
	}
}

// formPane draws the form in a window that follows the focused field.
func (m *Model) formPane(width, height int) []string {
	t := m.env.Theme
	foot := ""
	if !m.beside() && m.size.Height < belowFrom {
		foot = m.tally()
	}
	pane := kit.Pane{Title: "File a finding", Foot: foot, Width: width, Height: height, Focused: true}
	inner, rows := pane.Inside()
	offer := m.offerLine(inner)
	if offer != "" {
		rows--
	}
	m.layForm(inner, rows)
	l := &m.lines
	if l.to > m.top+rows {
		m.top = l.to - rows
	}
	m.top = min(m.top, l.from)
	m.top = max(min(m.top, len(l.text)-rows), 0)
	l.window = 2
	var shown []string
	if offer != "" {
		shown = append(shown, offer)
		l.window++
	}
	return pane.Render(t, append(shown, l.text[m.top:min(m.top+rows, len(l.text))]...))
}

// layForm makes all lines of the form. Groups stand apart where all of it fits.
func (m *Model) layForm(width, rows int) {
	m.lines = formLines{width: width}
	l := &m.lines
	var groups []int // the lines on which a group begins, but for the first one
	for _, f := range m.order() {
		if f == fieldLine {
			continue // it stands on the line of the path
		}
		if f == fieldFailure || f == fieldSeverity || f == fieldQuestion || f == fieldSubmit {
			groups = append(groups, len(l.text))
		}
		focused := f == m.focus || f == fieldPath && m.focus == fieldLine
		from := len(l.text)
		l.add(f, m.fieldLines(f, width, rows)...)
		if focused {
			l.add(f, m.beneath(width, rows)...)
			l.from, l.to = from, len(l.text)
		}
	}
	if len(l.text)+len(groups) <= rows {
		l.part(groups)
	}
}

// part puts an empty line before each of the lines.
func (l *formLines) part(at []int) {
	for i := len(at) - 1; i >= 0; i-- {
		l.text = slices.Insert(l.text, at[i], "")
		l.owner = slices.Insert(l.owner, at[i], l.owner[at[i]])
		if l.from >= at[i] {
			l.from++
		}
		if l.to > at[i] {
			l.to++
		}
	}
}

// fieldLines draws one field: its label, and its value at the right of it.
func (m *Model) fieldLines(f field, width, rows int) []string {
	t := m.env.Theme
	focused := f == m.focus || f == fieldPath && m.focus == fieldLine
	bar, label := " ", t.Dim
	if focused {
		bar, label = t.Accent.Render(t.Glyph.Bar), t.Focus
	}
	head := bar + label.Render(kit.Fit(t, f.label(), labelRoom-2)) + " "
	room := width - labelRoom - 1
	if f == fieldSubmit {
		return []string{head + m.submitLine(focused, room)}
	}
	var value []string
	switch axis, ok := f.axis(); {
	case ok:
		chosen, _ := chosenOf(options(f), m.form.grades.Get(axis))
		value = []string{m.choices(f, chosen, f == m.focus, room).text}
	case f == fieldPath:
		value = []string{m.placeLine()}
	case f == fieldTitle:
		value = []string{m.titleLine(room)}
	case m.form.areas[f] != nil:
		value = m.areaLines(f, room, rows)
	default:
		value = []string{m.inputLine(f, room)}
	}
	for i := range value {
		if i > 0 {
			head = kit.Spaces(labelRoom)
			if focused {
				head = t.Accent.Render(t.Glyph.Bar) + kit.Spaces(labelRoom-1)
			}
		}
		value[i] = head + value[i]
	}
	return value
}

// inputLine is the value of a field of one line.
func (m *Model) inputLine(f field, room int) string {
	t := m.env.Theme
	in := m.form.inputs[f]
	if f == m.focus {
		return in.View(room)
	}
	if in.Value() == "" {
		return t.Faint.Render(kit.Cut(t, m.hintOf(f), room))
	}
	return t.Text.Render(kit.Cut(t, model.Visible(in.Value()), room))
}

// hintOf is what an empty field shows while another one is open.
func (m *Model) hintOf(f field) string {
	if f == fieldClass {
		return model.Unclassified
	}
	return m.env.Theme.Glyph.Ellipsis
}

// placeLine is the path, a colon and the line.
func (m *Model) placeLine() string {
	t := m.env.Theme
	path := m.form.inputs[fieldPath]
	width := m.pathRoom()
	where := path.View(width)
	if m.focus != fieldPath && path.Value() != "" {
		where = t.Text.Render(kit.Fit(t, model.Visible(path.Value()), width))
	}
	line := m.form.inputs[fieldLine]
	number := line.View(lineRoom)
	if m.focus != fieldLine && line.Value() != "" {
		number = t.Text.Render(line.Value())
	}
	return where + t.Dim.Render(": ") + number
}

// lineRoom is the room of the line's number.
const lineRoom = 8

// pathRoom is the room of the path before the colon: as much as it needs.
func (m *Model) pathRoom() int {
	room := m.lines.width - labelRoom - 1
	return max(min(max(kit.Width(m.form.text(fieldPath))+1, 16), room-lineRoom-3), 2)
}

// titleLine is the title; one that only follows the failure mode steps back.
func (m *Model) titleLine(room int) string {
	t := m.env.Theme
	if m.focus == fieldTitle || m.form.titled || m.title() == "" {
		return m.inputLine(fieldTitle, room)
	}
	return t.Dim.Render(kit.Cut(t, model.Visible(m.title()), room))
}

// areaLines is a long text: with its cursor while it is open, else how it begins.
func (m *Model) areaLines(f field, room, rows int) []string {
	t := m.env.Theme
	text := m.form.text(f)
	if f == m.focus {
		most := 6
		if rows < 12 {
			most = 3
		}
		need := 1
		for range kit.Wrap(head(text, most*room), room-1) {
			need++
		}
		return m.form.areas[f].View(room, min(max(need, 2), most))
	}
	if strings.TrimSpace(text) == "" {
		return []string{t.Faint.Render(t.Glyph.Ellipsis)}
	}
	most := 2
	if rows < 14 {
		most = 1
	}
	lines := kit.Wrap(model.VisibleText(head(strings.TrimSpace(text), 4*room)), room)
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = kit.Cut(t, lines[most-1]+strings.Repeat(" ", room), room)
		lines[most-1] = strings.TrimRight(strings.TrimSuffix(lines[most-1], t.Glyph.Ellipsis), " ") + t.Glyph.Ellipsis
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = t.Text.Render(kit.Cut(t, strings.ReplaceAll(l, "\t", "    "), room))
	}
	return out
}

// head is the beginning of a text that may be long, whole characters of it.
func head(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// submitLine is the way to the last step.
func (m *Model) submitLine(focused bool, room int) string {
	t := m.env.Theme
	n := len(m.blockers())
	words := "Review and file"
	switch {
	case n > 0 && focused:
		return t.Strong.Render(words) + t.Dim.Render(kit.Cut(t, "  "+m.blockers()[0].words, room-kit.Width(words)))
	case n > 0:
		return t.Faint.Render(words)
	case focused:
		return t.Focus.Render(words) + t.Dim.Render("  "+m.env.Keys.Key("enter-field", "enter"))
	}
	return t.Text.Render(words)
}
