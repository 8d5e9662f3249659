package changes

import (
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// logRead is the answer of a read.
type logRead struct {
	request int
	entries []recipe.LogEntry
	damaged int
	err     error
}

// Init reads the log.
func (m *Model) Init() tea.Cmd { return m.look() }

// look reads the log, and overtakes what was asked before.
func (m *Model) look() tea.Cmd {
	m.request = m.env.Requests.Next()
	request, log := m.request, m.deps.Log
	return func() tea.Msg {
		entries, damaged, err := log.Read(most)
		return logRead{request, entries, damaged, err}
	}
}

// Update takes the answers of the screen's commands, the mouse, and the
// messages of the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, ok := m.reversal.Update(m.env, msg); ok {
		return cmd
	}
	switch msg := msg.(type) {
	case logRead:
		return m.takeLog(msg)
	case screen.Changed, screen.Unchanged, screen.Refresh, screen.Shown:
		return m.look()
	case screen.QueueRead:
		m.queue = &msg.Queue
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

// takeLog takes the answer of a read; one that was overtaken is dropped.
func (m *Model) takeLog(msg logRead) tea.Cmd {
	if msg.request != m.request {
		return nil
	}
	m.request, m.read = 0, true
	if msg.err != nil {
		again := m.fault != nil
		m.fault = msg.err
		if again {
			return nil
		}
		return screen.Send(screen.Failed(msg.err))
	}
	m.fault, m.damaged = nil, msg.damaged
	m.take(msg.entries)
	return nil
}

// open shows the issue of an entry; of one that was taken from the queue no more
// is known than its number and its title.
func (m *Model) open() tea.Cmd {
	e, _ := m.current()
	msg := screen.OpenIssue{Number: e.Number}
	if m.queue != nil {
		if entry, _, ok := m.queue.Find(e.Number); ok {
			msg.Entry = *entry
		}
	}
	return screen.Send(msg)
}

// mouse: the wheel scrolls, a click chooses a row, a second one opens it.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.list.Wheel(msg) || !kit.Pressed(msg) {
		return nil
	}
	if _, twice := m.list.Click(msg.Y-2, m.env.Now()); twice && m.whyNoIssue() == "" {
		return m.open()
	}
	return nil
}
