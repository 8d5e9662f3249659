package queue

import (
	"time"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// clock comes when the ages in the header have changed.
type clock struct{}

// Update takes the answers of the screen's commands, the mouse, and the
// messages of the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, ok := m.reversal.Update(m.env, msg); ok {
		return cmd
	}
	if cmd, ok := kit.Jotted(msg); ok {
		return cmd
	}
	switch msg := msg.(type) {
	case screen.Closing:
		return m.jot.Save()
	case knownList:
		return m.takeKnown(msg)
	case readStep:
		if s, ok := m.sourceOf(msg.request); ok {
			s.step = msg.step
		}
	case readList:
		return m.takeRead(msg)
	case rebuilt:
		return m.takeRebuilt(msg)
	case screen.Refresh:
		return m.refresh(msg)
	case screen.Pending:
		m.changes.under.Begin(msg)
		m.setRows()
	case screen.Unchanged:
		m.changes.under.End(msg.Change)
		m.setRows()
	case screen.Changed:
		return m.takeChanged(msg)
	case planned:
		return m.takePlan(msg)
	case declinePlan:
		return m.planDecline(msg)
	case declineNow:
		return m.declineAll(msg)
	case openURLs:
		return m.openAll(msg)
	case screen.Shown:
		return m.moved()
	case screen.Resized:
		return m.preview.look(m)
	case lookDue, excerptRead, historyRead:
		return m.preview.update(m, msg)
	case kit.SpinnerTick:
		return m.spin(msg)
	case clock:
		return m.tick()
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

func (m *Model) spin(msg kit.SpinnerTick) tea.Cmd {
	for _, s := range m.sources {
		if cmd := s.spinner.Update(m.env, msg); cmd != nil {
			return cmd
		}
	}
	return nil
}

// tick keeps the ages true: often while they change often.
func (m *Model) tick() tea.Cmd {
	if m.changes.forget(m.env.Now()) {
		m.setRows()
	}
	next := 15 * time.Second
	if l := m.source().listing; l != nil && m.env.Now().Sub(l.result.At) < 10*time.Second {
		next = time.Second
	}
	return m.env.After(next, clock{})
}

// refresh reads the present list anew, and the open one with it.
func (m *Model) refresh(msg screen.Refresh) tea.Cmd {
	cmds := []tea.Cmd{m.read(m.source(), msg.ByHand)}
	if m.tab != tabOpen {
		cmds = append(cmds, m.read(m.sources[tabOpen.show()], false))
	}
	return tea.Batch(cmds...)
}

// takeChanged lays what was written over the lists; what is known by number
// only is read.
func (m *Model) takeChanged(msg screen.Changed) tea.Cmd {
	m.changes.under.End(msg.Change)
	m.changes.wrote(msg.Issues, m.env.Now())
	m.changes.touch(msg.Numbers, m.env.Now())
	m.unmark(msg.Numbers)
	var cmds []tea.Cmd
	for _, s := range m.sources {
		if s.listing == nil {
			continue
		}
		s.version++
		cmds = append(cmds, m.overlay(s, s.listing.result, m.changes.recent(m.env.Now())))
	}
	if len(msg.Issues) < len(msg.Numbers) {
		cmds = append(cmds, m.read(m.sources[tabOpen.show()], false))
	}
	m.setRows()
	return tea.Batch(cmds...)
}

// mouse: the wheel scrolls what is under it, a click chooses a row, a second one
// opens it, a click on a tab switches.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	overList := msg.X < m.listWidth
	switch {
	case overList && m.list.Wheel(msg):
		return m.moved()
	case !overList && m.preview.scroller.Wheel(msg):
	case overList && kit.Pressed(msg):
		return m.click(msg.X, msg.Y)
	}
	return nil
}

func (m *Model) click(x, y int) tea.Cmd {
	if y == 1 {
		if t, ok := m.tabAt(x - 2); ok {
			return m.switchTo(t)
		}
		return nil
	}
	chosen, twice := m.list.Click(y-m.listTop(), m.env.Now())
	if !chosen {
		return nil
	}
	m.stay()
	if twice && !m.typing {
		return m.openIssue()
	}
	return m.moved()
}
