package triage

import (
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"

	"github.com/charmbracelet/lipgloss"
)

// valueWidth is the room of an answer's word.
const valueWidth = 12

// questionLines are the issue in short, what is asked, and what is wrong.
func (m *Model) questionLines(it *recipe.TriageItem, width int) []string {
	t, e := m.env.Theme, &it.Entry
	out := kit.Wrapped(model.Visible(e.Issue.Title), width, t.Strong)
	out = append(out, kit.Ends(t, kit.SeverityMark(t, e.Grades.Severity), t.Dim.Render(kit.CutFront(t, model.Visible(place(e)), width-16)), width), "")
	out = append(out, kit.Wrapped(model.Visible(it.Question), width, t.Focus)...)
	if it.Detail != "" {
		out = append(out, kit.Wrapped(model.Visible(it.Detail), width, t.Dim)...)
	}
	switch s := m.walk.steps[m.walk.at]; s.state {
	case answered:
		out = append(out, t.Good.Render(t.Glyph.Check+" answered: "+s.words))
	case skipped:
		out = append(out, t.Warn.Render("skipped before"))
	}
	return append(out, "")
}

// place is where the finding lies.
func place(e *model.Entry) string {
	if e.Line == 0 {
		return e.Path
	}
	return model.Key{Path: e.Path, Line: e.Line}.Location()
}

// answerLines puts the answers behind the lines, each with its key and what it
// would edit, then the rest of the rubric; and the fields of the open answer,
// with the line on which the open field is.
func (m *Model) answerLines(it *recipe.TriageItem, lines []string, width int, tight bool) ([]string, int) {
	t := m.env.Theme
	if len(it.Answers) == 0 {
		return append(lines, kit.Wrapped("No answer here puts it right: skip it, or settle it in the browser.", width, t.Dim)...), 0
	}
	openLine := 0
	told := map[string]bool{}
	for i, a := range it.Answers {
		told[a.Value] = true
		if m.form != nil && i != m.form.answer {
			continue
		}
		if i > 0 && m.form == nil && !tight && m.size.Height >= airyFrom {
			lines = append(lines, "")
		}
		for _, line := range m.oneAnswer(i, a, width, tight) {
			m.rows[len(lines)] = i
			lines = append(lines, line)
		}
		if m.form != nil {
			fields, at := m.form.lines(t, width)
			lines = append(lines, "")
			openLine = len(lines) + at
			lines = append(lines, fields...)
			if m.wrong != "" {
				lines = append(lines, kit.Wrapped(t.Glyph.Cross+" "+model.Visible(m.wrong), width, t.Bad)...)
			}
		}
	}
	if m.form != nil {
		return lines, openLine
	}
	for _, row := range it.Rubric {
		if row.Value == "" || told[row.Value] {
			continue
		}
		if !tight && m.size.Height >= airyFrom {
			lines = append(lines, "")
		}
		words := beside(t.Faint.Render("    "+kit.Fit(t, row.Value, valueWidth)), m.cutWhen(tight, row.Text, width), width, t.Faint)
		lines = append(lines, words...)
	}
	return lines, openLine
}

// oneAnswer draws an answer: its key, its word, what it means, what it edits.
// Tight, only the chosen one is told in full.
func (m *Model) oneAnswer(i int, a recipe.TriageAnswer, width int, tight bool) []string {
	t := m.env.Theme
	bar, word, text := " ", t.Text, t.Dim
	if i == m.chosen {
		bar, word, text, tight = t.Accent.Render(t.Glyph.Bar), t.Strong, t.Text, false
	}
	key := " "
	if i < digits {
		key = strconv.Itoa(i + 1)
	}
	lead := bar + t.Accent.Render(key) + "  " + word.Render(kit.Fit(t, a.Value, valueWidth))
	out := beside(lead, m.cutWhen(tight, a.Text, width), width, text)
	if !tight {
		for _, line := range m.editLines(a, width-4-valueWidth) {
			out = append(out, kit.Spaces(4+valueWidth)+line)
		}
	}
	for j := 1; j < len(out); j++ {
		out[j] = bar + strings.TrimPrefix(out[j], " ")
	}
	return out
}

// cutWhen is a text that is cut to the one line beside a word when room is short.
func (m *Model) cutWhen(tight bool, text string, width int) string {
	if !tight {
		return text
	}
	return kit.Cut(m.env.Theme, model.Visible(text), width-4-valueWidth)
}

// beside is a lead of 4+valueWidth cells with a text wrapped beside it.
func beside(lead, text string, width int, style lipgloss.Style) []string {
	room := width - 4 - valueWidth
	var out []string
	for j, line := range kit.Wrap(model.Visible(text), room) {
		if j > 0 {
			lead = kit.Spaces(4 + valueWidth)
		}
		out = append(out, lead+style.Render(line))
	}
	if len(out) == 0 {
		out = append(out, lead)
	}
	return out
}

// editLines are what an answer would edit.
func (m *Model) editLines(a recipe.TriageAnswer, width int) []string {
	t := m.env.Theme
	var words []string
	for _, l := range a.Edit.Add {
		words = append(words, t.Good.Render(t.Glyph.Plus+" "+model.Visible(l)))
	}
	for _, l := range a.Edit.Remove {
		words = append(words, t.Bad.Render(t.Glyph.Minus+" "+model.Visible(l)))
	}
	var out []string
	if len(words) > 0 {
		out = kit.Wrap(strings.Join(words, "  "), width)
	}
	if a.Body != "" {
		out = append(out, kit.Wrapped(model.Visible(a.Body), width, t.Dim)...)
	}
	return out
}
