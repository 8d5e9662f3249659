package clusters

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Init asks for nothing: the queue came along.
func (m *Model) Init() tea.Cmd { return nil }

// Update takes the mouse and the messages of the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, ok := m.reversal.Update(m.env, msg); ok {
		return cmd
	}
	switch msg := msg.(type) {
	case screen.QueueRead:
		m.take(msg.Queue)
	case screen.Pending:
		m.underway.Begin(msg)
	case screen.Unchanged:
		m.underway.End(msg.Change)
	case screen.Changed:
		m.underway.End(msg.Change)
		m.unmark(msg.Numbers)
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

func (m *Model) unmark(numbers []int) {
	for _, n := range numbers {
		delete(m.marked, n)
	}
}

func (m *Model) open() tea.Cmd {
	e, _ := m.current()
	return screen.Send(screen.OpenIssue{Number: e.Issue.Number, Entry: *e})
}

func (m *Model) mark() tea.Cmd {
	e, _ := m.current()
	n := e.Issue.Number
	if m.marked[n] {
		delete(m.marked, n)
	} else {
		m.marked[n] = true
	}
	m.list.Move(1)
	return nil
}

// markBatch marks every member of the batch under the cursor, or takes the marks
// away when all have one.
func (m *Model) markBatch() tea.Cmd {
	members := m.rows[m.list.Cursor()].batch.Members
	all := true
	for _, n := range members {
		all = all && m.marked[n]
	}
	for _, n := range members {
		if all {
			delete(m.marked, n)
		} else {
			m.marked[n] = true
		}
	}
	return nil
}

// jump goes to the first member of the next or the previous batch.
func (m *Model) jump(by int) tea.Cmd {
	at := m.list.Cursor()
	batch := m.rows[at].batch
	for i := at + by; i >= 0 && i < len(m.rows); i += by {
		if m.rows[i].batch == batch || m.rows[i].entry == nil {
			continue
		}
		for i > 0 && m.rows[i-1].entry != nil { // back to its first member
			i--
		}
		m.list.Select(i)
		return nil
	}
	return nil
}

func (m *Model) drop() tea.Cmd {
	clear(m.marked)
	return nil
}

func (m *Model) regrade() tea.Cmd {
	return screen.Send(screen.OpenRegrade{Issues: m.chosen()})
}

func (m *Model) browse() tea.Cmd {
	e, _ := m.current()
	return screen.Send(screen.OpenURL{URL: e.Issue.URL})
}

// copyURL copies the addresses of the chosen issues, one a line.
func (m *Model) copyURL() tea.Cmd { return kit.CopyAddresses(m.chosen()...) }

// mouse: the wheel scrolls, a click chooses a row, a second one opens it.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.list.Wheel(msg) || !kit.Pressed(msg) {
		return nil
	}
	if _, twice := m.list.Click(msg.Y-2, m.env.Now()); twice {
		return m.open()
	}
	return nil
}

// shared is what the members of a batch have in common, in words.
func shared(b *model.Batch) string {
	switch b.Signal {
	case model.SignalPath:
		return "same file"
	case model.SignalClassDir:
		return "same class in one directory"
	}
	return "same file, or same class in one directory"
}
