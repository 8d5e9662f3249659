package regrade

import (
	"fmt"
	"slices"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// applied is an issue with the edits of a change laid over it.
func applied(is model.Issue, c recipe.IssueChange, now time.Time) model.Issue {
	is = kit.Applied(is, c, now)
	is.Labels = withGrades(is.Labels, c.After)
	return is
}

// withGrades gives labels that say these grades, as they were read back: a
// peer's change of another axis is among them.
func withGrades(labels []string, g model.Grades) []string {
	changes := map[model.Axis]string{}
	for _, a := range model.Axes() {
		if v := g.Get(a); v != model.ReadGrades(labels).Get(a) && model.CheckGrade(a, v) == nil {
			changes[a] = v
		}
	}
	e, err := model.PlanRegrade(labels, nil, changes)
	if err != nil {
		return labels
	}
	return kit.Applied(model.Issue{Labels: labels}, recipe.IssueChange{Edit: e}, time.Time{}).Labels
}

// takeWritten shows what is true now. What went through is no longer asked for;
// what did not stays as the person chose it, over the values that hold now.
func (m *Model) takeWritten(w written) tea.Cmd {
	if w.change != m.change {
		return nil
	}
	m.change = 0
	m.spinner.Stop()
	if w.history.request != 0 {
		m.history.take(w.history)
	}
	if w.err != nil {
		return nil
	}
	clean := true
	for _, c := range w.result.Issues {
		clean = clean && settled(c)
		if is, ok := m.known(c.Number); ok && (settled(c) || c.Outcome == recipe.Overtaken) {
			m.put(applied(is, c, m.env.Now()))
		}
	}
	m.takeRefused(w.result)
	var rest tea.Cmd
	if clean {
		clear(m.wanted)
		rest = m.gave(w.input)
	}
	m.keepFocus()
	return rest
}

// takeRefused shows the grades that somebody else had changed before, and tells
// of them.
func (m *Model) takeRefused(res recipe.ChangeResult) {
	before := m.grades()
	for _, c := range res.Issues {
		is, ok := m.known(c.Number)
		if ok && c.Outcome == recipe.Refused && hasRemark(c, recipe.CodeChangedSince) {
			is.Labels = withGrades(is.Labels, c.Before)
			m.put(is)
		}
	}
	m.tell(before)
}

func hasRemark(c recipe.IssueChange, code model.Code) bool {
	return slices.ContainsFunc(c.Remarks, func(r recipe.Remark) bool { return r.Code == code })
}

// grades are the present values by axis, in words.
func (m *Model) grades() map[model.Axis]string {
	out := map[model.Axis]string{}
	for _, a := range model.Axes() {
		out[a] = m.nowWords(a)
	}
	return out
}

// tell notes on the axes that a person has changed what somebody else has made
// of them meanwhile.
func (m *Model) tell(before map[model.Axis]string) {
	for axis := range m.wanted {
		if now := m.nowWords(axis); now != before[axis] {
			m.told[axis] = fmt.Sprintf("%s was %s and was changed elsewhere: it is %s now", axisName(axis), before[axis], now)
		}
	}
}

// takeChanged follows a change that another screen, or taking back, has made.
func (m *Model) takeChanged(msg screen.Changed) tea.Cmd {
	if msg.Change == m.change {
		return nil // the answer says more
	}
	before, ours := m.grades(), false
	for _, is := range msg.Issues {
		ours = m.put(is) || ours
	}
	if !ours {
		return nil
	}
	m.tell(before)
	m.keepFocus()
	return m.readHistory()
}

// takeQueue follows changes that were made elsewhere. What is older than what is
// known here says nothing.
func (m *Model) takeQueue(q screen.QueueRead) {
	if m.change != 0 {
		return
	}
	before := m.grades()
	for i := range q.Queue.Entries {
		newer := q.Queue.Entries[i].Issue
		if is, ok := m.known(newer.Number); ok && newer.UpdatedAt.After(is.UpdatedAt) {
			m.put(newer)
		}
	}
	m.tell(before)
	m.keepFocus()
}
