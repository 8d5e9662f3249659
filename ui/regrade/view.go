package regrade

import (
	"fmt"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"
)

// drawn is where things stand on the screen, for the mouse.
type drawn struct {
	top     int // the screen line of the first row of the columns
	columns []struct{ from, to int }
	fields  []struct {
		part     part
		from, to int
	}
}

// View draws the screen.
func (m *Model) View() string {
	if m.size.Width < 4 || m.size.Height < 3 || len(m.issues) == 0 {
		return ""
	}
	t := m.env.Theme
	lines := []string{kit.Header(t, m.deps.Place, "", m.freshness(), m.size.Width)}
	height := m.size.Height - 1
	if m.size.Width >= besideFrom {
		left := max(64, m.size.Width*56/100)
		lines = append(lines, kit.Beside(m.gradePane(left, height), m.sidePane(m.size.Width-left, height))...)
	} else {
		top := m.gradeHeight(m.size.Width, height)
		lines = append(lines, m.gradePane(m.size.Width, top)...)
		lines = append(lines, m.sidePane(m.size.Width, height-top)...)
	}
	return strings.Join(lines[:min(len(lines), m.size.Height)], "\n")
}

// freshness is what is being done.
func (m *Model) freshness() string {
	spin := strings.TrimSpace(m.spinner.View(m.env.Theme))
	switch {
	case m.change != 0 && m.step.Total > 1:
		return fmt.Sprintf("%s re-grading %d of %d", spin, m.step.Done, m.step.Total)
	case m.change != 0:
		return strings.TrimSpace(spin + " re-grading")
	case m.asked != 0:
		return strings.TrimSpace(spin + " working out the edits")
	}
	return ""
}

// tiny is the height under which the subject moves into the edge of the pane and
// the edits stand side by side.
const tiny = 18

// gradeHeight is how high the upper pane is where the edits stand below it: what
// it needs, and room for a few edits and a little history. The columns and the
// texts come before the edits where the window is very low.
func (m *Model) gradeHeight(width, height int) int {
	below := 8
	if height < tiny {
		below = 4
	}
	if left := height - len(m.layGrades(width-2, layout{})) - 2; left < below {
		below = left
	}
	if below < 3 {
		return height
	}
	return min(len(m.gradeLines(width-2, height-2-below))+2, height-below)
}

// layout is how much is drawn beside the columns and the texts.
type layout struct {
	airy   bool // space between the parts
	rubric int  // 0: none, 1: of the chosen value, 2: the whole
}

// gradePane has the issue, the columns, the texts and the rubric.
func (m *Model) gradePane(width, height int) []string {
	t := m.env.Theme
	pane := kit.Pane{Title: m.paneTitle(), Foot: m.textFoot(), Width: width, Height: height, Focused: true}
	inner, rows := pane.Inside()
	return pane.Render(t, m.gradeLines(inner, rows))
}

func (m *Model) paneTitle() string {
	words := fmt.Sprintf("Re-grade #%d", m.issues[0].Number)
	if m.many() {
		words = fmt.Sprintf("Re-grade %d issues", len(m.issues))
	}
	if m.size.Height < tiny {
		words += "  " + m.subjectWords()
	}
	return words
}

// gradeLines is the inside of that pane: with space between its parts and the
// whole rubric where that fits, else with less of both.
func (m *Model) gradeLines(width, rows int) []string {
	var lines []string
	for _, way := range []layout{{true, 2}, {true, 1}, {false, 1}, {false, 0}} {
		lines = m.layGrades(width, way)
		if len(lines) <= rows {
			break
		}
	}
	return lines
}

func (m *Model) layGrades(width int, way layout) []string {
	var out []string
	gap := func() {
		if way.airy {
			out = append(out, "")
		}
	}
	if m.size.Height >= tiny {
		out = append(out, " "+m.env.Theme.Strong.Render(kit.Cut(m.env.Theme, m.subjectWords(), width-2)))
		gap()
	}
	m.drawn.top = 2 + len(out) + columnHead
	out = append(out, m.columnLines(width)...)
	m.drawn.fields = m.drawn.fields[:0]
	out = append(out, m.textLines(width, 2+len(out), way.airy)...)
	if way.rubric == 0 {
		return out
	}
	gap()
	return append(out, m.rubricLines(width-2, way.rubric == 2)...)
}

// mostNamed is how many issues are named at most; no window has room for more.
const mostNamed = 200

// subjectWords is what is re-graded.
func (m *Model) subjectWords() string {
	if m.many() {
		return kit.Numbers(m.numbers()[:min(len(m.issues), mostNamed)]...)
	}
	return model.Visible(m.issues[0].Title)
}

// textLines are the fields that the change asks for.
func (m *Model) textLines(width, top int, airy bool) []string {
	var out []string
	room := width - textRoom - 1
	field := func(p part, label string, value []string) {
		if airy {
			out = append(out, "")
		}
		from := top + len(out)
		for i, v := range value {
			if i > 0 {
				label = ""
			}
			out = append(out, m.label(p, label)+v)
		}
		m.drawn.fields = append(m.drawn.fields, struct {
			part     part
			from, to int
		}{p, from, top + len(out)})
	}
	switch {
	case m.leaves():
		height, most := 1, 2
		if airy {
			height, most = 3, 6
		}
		height = max(min(len(kit.Wrap(m.answer.Value(), room-1)), most), height)
		field(partAnswer, "Answer", m.answer.View(room, height))
	case m.enters():
		field(partQuestion, "Question", []string{m.question.View(room)})
		field(partSettled, "Settled by", []string{m.settled.View(room)})
	}
	return out
}

// textRoom is what stands before a text.
const textRoom = 12

func (m *Model) label(p part, words string) string {
	t := m.env.Theme
	if p == m.focus {
		return t.Accent.Render(t.Glyph.Bar) + t.Focus.Render(kit.Fit(t, words, textRoom-2)) + " "
	}
	return " " + t.Dim.Render(kit.Fit(t, words, textRoom-2)) + " "
}

// rubricLines say when each value of the axis is the right one; where there is
// little room, only of the chosen one, in as many lines as the longest takes, so that
// nothing below moves from value to value.
func (m *Model) rubricLines(width int, all bool) []string {
	t := m.env.Theme
	axis := m.axis()
	rows := m.options(axis)
	at := m.chosen(axis)
	now, known := "", at >= 0 && !rows[at].keep
	if known {
		now = rows[at].value
	}
	wide := 0
	for _, r := range model.Rubric(axis) {
		wide = max(wide, kit.Width(r.Value))
	}
	var out []string
	tallest := 0
	for _, r := range model.Rubric(axis) {
		lines := kit.Wrap(r.Text, width-wide-2)
		tallest = max(tallest, len(lines))
		chosen := known && r.Value == now
		if !all && !chosen {
			continue
		}
		name, style := valueName(r.Value, t.Unicode), t.Faint
		if chosen {
			style = t.Text
		}
		for i, line := range lines {
			if i > 0 {
				name = ""
			}
			out = append(out, " "+style.Render(kit.Fit(t, name, wide)+"  "+line))
		}
	}
	for len(out) < tallest {
		out = append(out, "")
	}
	return out
}
