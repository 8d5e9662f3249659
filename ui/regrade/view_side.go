package regrade

import (
	"fmt"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

func (m *Model) note(words string, width int) []string {
	t := m.env.Theme
	var out []string
	for i, line := range kit.Wrap(model.Visible(words), width-4) {
		sign := "  "
		if i == 0 {
			sign = t.Warn.Render("!") + " "
		}
		out = append(out, " "+sign+t.Text.Render(line))
	}
	return out
}

// sidePane is what will happen, and under it what has happened.
func (m *Model) sidePane(width, height int) []string {
	t := m.env.Theme
	pane := kit.Pane{Title: "What will happen", Width: width, Height: height}
	inner, rows := pane.Inside()
	told, edits := m.toldLines(inner-2), m.editLines(inner-2, rows)
	past := m.historyLines(inner - 2)
	if !m.many() && rows < 5 {
		edits = m.flow(edits, inner-2)
	}
	edits = append(told, edits...)
	if m.many() || rows < 5 {
		if !m.many() && len(edits) < rows {
			edits = append(edits, past...)
		}
		m.edits.SetHeight(rows)
		m.edits.SetLines(edits)
		return pane.Render(t, m.edits.View())
	}
	first := min(max(len(edits)+1, rows/3), rows-3)
	m.edits.SetHeight(first)
	m.edits.SetLines(edits)
	shown := m.edits.View()
	for len(shown) < first {
		shown = append(shown[:len(shown):len(shown)], "")
	}
	shown = append(append(shown[:len(shown):len(shown)], ""), past...)
	out := pane.Render(t, shown)
	out[1+first] = pane.Divider(t, "History of "+strings.ToLower(axisName(m.axis())))
	return out
}

// toldLines say what somebody else has changed of what is changed here.
func (m *Model) toldLines(width int) []string {
	var out []string
	for _, axis := range m.axes() {
		if words := m.told[axis]; words != "" {
			out = append(out, m.note(words, width)...)
		}
	}
	return out
}

// flow puts short lines side by side, as many as fit into the width.
func (m *Model) flow(lines []string, width int) []string {
	var out []string
	for _, l := range lines {
		if n := len(out); n > 0 && kit.Width(out[n-1])+kit.Width(l)+1 <= width {
			out[n-1] += " " + l
			continue
		}
		out = append(out, l)
	}
	return out
}

// mostShown is how many issues the edits are shown of while they are chosen; the
// question before they are made lists those of all.
const mostShown = 50

// editLines are the edits; of several issues under the title of each where there
// is room for that, else on one line behind its number. Of those that need none it
// is said how many they are, so that they hide no edit.
func (m *Model) editLines(width, rows int) []string {
	t := m.env.Theme
	if len(m.changes()) == 0 {
		return []string{" " + t.Dim.Render("Nothing: each grade is as it was.")}
	}
	var out []string
	shown, so, more := 0, 0, 0
	for i, is := range m.issues {
		if shown == mostShown {
			more = len(m.issues) - i
			break
		}
		lines := m.issueEdits(is, width)
		if len(lines) == 0 && m.many() {
			so++
			continue
		}
		shown++
		out = append(out, m.underNumber(is, lines, width, rows)...)
	}
	if so > 0 {
		out = append(out, " "+t.Dim.Render(model.Counted(so, "issue", "issues")+" already so"))
	}
	if more > 0 {
		out = append(out, " "+t.Dim.Render(fmt.Sprintf("and %d more; the question lists all", more)))
	}
	return out
}

// underNumber are the edits of one issue, named where it is one of several.
func (m *Model) underNumber(is model.Issue, lines []string, width, rows int) []string {
	t := m.env.Theme
	number := " " + t.Strong.Render(fmt.Sprintf("#%d", is.Number)) + " "
	switch {
	case !m.many() && len(lines) == 0:
		return []string{" " + t.Dim.Render("already so")}
	case !m.many():
		return lines
	case rows < 4*len(m.issues):
		return m.flow(append([]string{number}, lines...), width)
	}
	out := []string{kit.Cut(t, number+" "+t.Dim.Render(model.Visible(is.Title)), width)}
	for _, l := range lines {
		out = append(out, "  "+l)
	}
	return out
}

// issueEdits are the edits of one issue, one a line; none where it is so already.
func (m *Model) issueEdits(is model.Issue, width int) []string {
	t := m.env.Theme
	edits, err := m.planned(is)
	if err != nil {
		return m.note(err.Error(), width)
	}
	var out []string
	for _, e := range edits {
		sign, style := t.Good.Render(t.Glyph.Plus), t.Text
		if !e.adds {
			sign, style = t.Bad.Render(t.Glyph.Minus), t.Dim
		}
		out = append(out, " "+sign+" "+style.Render(kit.Cut(t, e.words, width-4)))
	}
	return out
}

// historyLines are the past of the axis, the latest first.
func (m *Model) historyLines(width int) []string {
	t := m.env.Theme
	past := m.history.of(m.axis())
	switch {
	case m.history.err != nil && !m.history.known:
		return m.note("the history could not be read: "+m.history.err.Error(), width)
	case !m.history.known:
		return []string{" " + t.Dim.Render("reading the history")}
	case len(past) == 0 && m.nowWords(m.axis()) != "not set":
		return []string{" " + t.Dim.Render("No change of it is known.")}
	case len(past) == 0:
		return []string{" " + t.Dim.Render("It never had a value.")}
	}
	var out []string
	for i, c := range past {
		mark, style := t.Faint.Render(t.Glyph.Timeline), t.Dim
		if i == 0 {
			mark, style = t.Accent.Render(t.Glyph.Timeline), t.Text
		}
		who := t.Dim.Render(kit.Short(m.env.Now().Sub(c.At)) + " ago by " + model.Visible(c.Actor))
		out = append(out, kit.Ends(t, " "+mark+" "+style.Render(sentence(c, t.Glyph.Arrow)), who, width))
	}
	return out
}

// sentence is one change as the timeline says it.
func sentence(c recipe.AxisChange, arrow string) string {
	words := model.Change{From: c.From, To: c.To}.Sentence()
	return model.Visible(strings.ReplaceAll(words, "→", arrow))
}
