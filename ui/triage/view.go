package triage

import (
	"fmt"
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

// paneTop is the screen line on which the panes begin.
const paneTop = 2

// View draws the screen.
func (m *Model) View() string {
	t := m.env.Theme
	m.draw()
	out := []string{kit.Header(t, m.deps.Place, m.tally(), m.freshness(), m.size.Width), m.progress()}
	left := kit.Pane{Title: m.title(), Foot: m.foot(), Width: m.textWidth(), Height: m.size.Height - paneTop, Focused: true}
	body := left.Render(t, kit.Inset(m.text.View()))
	if m.hasSide() {
		name := "Code"
		if m.cited.Path != "" {
			name = model.Visible(m.cited.Path)
		}
		right := kit.Pane{Title: name, Foot: m.side.Foot(), Width: m.size.Width - m.textWidth(), Height: m.size.Height - paneTop}
		body = kit.Beside(body, right.Render(t, kit.Inset(m.side.View())))
	}
	return strings.Join(append(out, body...), "\n")
}

// hasSide reports whether the code stands beside the question.
func (m *Model) hasSide() bool { return m.size.Width >= sideFrom }

func (m *Model) textWidth() int {
	if m.hasSide() {
		return m.size.Width * 55 / 100
	}
	return m.size.Width
}

// paneHeight is how many lines a pane shows.
func (m *Model) paneHeight() int { return max(m.size.Height-paneTop-2, 0) }

// tally says how many are left, and what became of the others.
func (m *Model) tally() string {
	if !m.derived {
		return ""
	}
	facts := []string{strconv.Itoa(m.walk.count(open)) + " left"}
	if n := m.walk.count(answered); n > 0 {
		facts = append(facts, strconv.Itoa(n)+" answered")
	}
	if n := m.walk.count(skipped); n > 0 {
		facts = append(facts, strconv.Itoa(n)+" skipped")
	}
	return kit.Dots(m.env.Theme, facts...)
}

func (m *Model) freshness() string {
	if spin := strings.TrimSpace(m.spinner.View(m.env.Theme)); spin != "" {
		return spin + " writing"
	}
	return ""
}

// progress is the bar of what has been gone through.
func (m *Model) progress() string {
	t := m.env.Theme
	total := len(m.walk.steps)
	width := max(m.size.Width-2, 0)
	return " " + kit.Gauge(t, width, total-m.walk.count(open), total)
}

// title names the issue that is asked about.
func (m *Model) title() string {
	it, ok := m.item()
	if !ok {
		return "Triage"
	}
	return fmt.Sprintf("%s, %s", kit.Numbers(it.Entry.Issue.Number), kindWords(it))
}

// kindWords says what sort of loose end it is.
func kindWords(it *recipe.TriageItem) string {
	switch it.Kind {
	case recipe.TriageTwin:
		return "a twin"
	case recipe.TriageKey:
		return "its key"
	case recipe.TriageStale:
		return "a stale key"
	case recipe.TriageMoved:
		return "a moved line"
	case recipe.TriageSpelling:
		return "a former spelling"
	case recipe.TriageLabel:
		return "a label"
	case recipe.TriageGrade:
		return "its " + string(it.Axis)
	case recipe.TriageBlock:
		return "its research block"
	case recipe.TriageQuestion:
		return "an open question"
	}
	return "what the check finds"
}

// draw makes the lines of the panes anew when something has changed.
func (m *Model) draw() {
	m.text.SetHeight(m.paneHeight())
	m.side.SetHeight(m.paneHeight())
	if !m.stale {
		return
	}
	m.stale = false
	m.rows = map[int]int{}
	width := m.textWidth() - 4
	it, ok := m.item()
	if !ok {
		m.text.SetLines(m.endLines(width))
		m.side.SetLines(nil)
		return
	}
	lines, open := m.compose(it, width, false)
	if len(lines) > m.paneHeight() {
		lines, open = m.compose(it, width, true)
	}
	if m.hasSide() {
		m.side.SetLines(m.codeLines(m.size.Width-m.textWidth()-4, codeAround))
	}
	m.text.SetLines(lines)
	if m.form != nil { // the open field is always seen
		if over := open - (m.text.Top() + m.paneHeight() - 1); over > 0 {
			m.text.Move(over)
		}
		if open < m.text.Top() {
			m.text.Move(open - m.text.Top())
		}
	}
}

// compose puts the question, its answers and, where it has no pane of its own,
// the code under each other; tight, it keeps to what must be seen. It gives the
// line of the open field as well.
func (m *Model) compose(it *recipe.TriageItem, width int, tight bool) ([]string, int) {
	clear(m.rows)
	lines, open := m.answerLines(it, m.questionLines(it, width), width, tight)
	if m.hasSide() {
		return lines, open
	}
	around := codeAround
	if tight {
		around = codeFew
	}
	if code := m.codeLines(width, around); len(code) > 0 {
		lines = append(append(lines, ""), code...)
	}
	return lines, open
}

// codeLines are the lines of code that the loose end is about, with so many
// around the cited one.
func (m *Model) codeLines(width, around int) []string {
	if m.excerpt == nil {
		return nil
	}
	return m.code.Cited(*m.excerpt, width, around)
}

// endLines are what is shown when nothing is left to ask.
func (m *Model) endLines(width int) []string {
	t := m.env.Theme
	if m.fault != nil {
		return append([]string{""}, kit.Wrapped("The loose ends could not be listed.", width, t.Text)...)
	}
	if !m.derived {
		return []string{"", t.Dim.Render("Looking for loose ends")}
	}
	out := []string{""}
	switch n := m.walk.count(skipped); {
	case len(m.walk.steps) == 0:
		out = append(out, kit.Wrapped("No loose ends: every open issue has its key and its grades.", width, t.Text)...)
	case n == 1:
		out = append(out, kit.Wrapped("One is left that was skipped.", width, t.Text)...)
		out = append(out, t.Dim.Render(m.env.Keys.Key("skipped-again", "S")+" asks about it again"))
	case n > 1:
		out = append(out, kit.Wrapped(fmt.Sprintf("What is left was skipped: %d.", n), width, t.Text)...)
		out = append(out, t.Dim.Render(m.env.Keys.Key("skipped-again", "S")+" asks about them again"))
	default:
		out = append(out, kit.Wrapped("That was the last one.", width, t.Text)...)
	}
	return append(out, t.Dim.Render(m.env.Keys.Key("back", "esc")+" goes back to the queue"))
}
