package triage

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

func (m *Model) skip() tea.Cmd {
	s := &m.walk.steps[m.walk.at]
	if s.state == open {
		s.state = skipped
		m.memory.skipped[s.id] = true
	}
	m.walk.advance()
	return m.arrive()
}

func (m *Model) goBack() tea.Cmd {
	m.walk.back()
	return m.arrive()
}

// again opens what was skipped.
func (m *Model) again() tea.Cmd {
	for i := range m.walk.steps {
		s := &m.walk.steps[i]
		if s.state == skipped {
			s.state = open
			delete(m.memory.skipped, s.id)
		}
	}
	m.stale = true
	if _, ok := m.item(); ok {
		return nil
	}
	m.walk.advance()
	return m.arrive()
}

// choose moves the cursor over the answers and keeps it in view.
func (m *Model) choose(by int) tea.Cmd {
	it, _ := m.item()
	n := len(it.Answers)
	m.chosen = min(max(m.chosen+by, 0), n-1)
	m.stale = true
	m.draw()
	m.reveal(m.chosen)
	return nil
}

// reveal scrolls until the lines of an answer are seen.
func (m *Model) reveal(answer int) {
	first, last := -1, -1
	for line, whose := range m.rows {
		if whose != answer {
			continue
		}
		if first < 0 || line < first {
			first = line
		}
		last = max(last, line)
	}
	if first < 0 {
		return
	}
	if over := last - (m.text.Top() + m.paneHeight() - 1); over > 0 {
		m.text.Move(over)
	}
	if first < m.text.Top() {
		m.text.Move(first - m.text.Top())
	}
}

func (m *Model) openIssue() tea.Cmd {
	it, _ := m.item()
	return screen.Send(screen.OpenIssue{Number: it.Entry.Issue.Number, Entry: it.Entry})
}

func (m *Model) regrade() tea.Cmd {
	it, _ := m.item()
	return screen.Send(screen.OpenRegrade{Issues: []model.Issue{it.Entry.Issue}})
}

func (m *Model) browse() tea.Cmd {
	it, _ := m.item()
	return screen.Send(screen.OpenURL{URL: it.Entry.Issue.URL})
}

func (m *Model) copyURL() tea.Cmd {
	it, _ := m.item()
	return kit.CopyAddresses(it.Entry.Issue)
}

func (m *Model) moveField(by int) tea.Cmd {
	m.form.move(by)
	m.stale = true
	return nil
}

// enterField goes to the next field, and gives the answer from the last one.
func (m *Model) enterField() tea.Cmd {
	if m.form.focus < len(m.form.fields)-1 {
		return m.moveField(1)
	}
	if m.whyNoAnswer() != "" {
		return nil
	}
	return m.give()
}

func (m *Model) closeForm() tea.Cmd {
	m.form, m.wrong, m.stale = nil, "", true
	return m.look()
}
