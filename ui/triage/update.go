package triage

import (
	"context"
	"errors"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of the screen's own commands.
type (
	derived struct {
		request int
		result  recipe.TriageResult
		err     error
	}
	lookDue     struct{ request int }
	excerptRead struct {
		request int
		excerpt recipe.Excerpt
		err     error
	}
)

// Init looks for the loose ends of the queue that came along.
func (m *Model) Init() tea.Cmd { return m.derive() }

// derive lists the loose ends, away from the program's goroutine, and overtakes
// what was asked before.
func (m *Model) derive() tea.Cmd {
	m.request = m.env.Requests.Next()
	ctx, triage, request, queue := m.env.Reading, m.deps.Triage, m.request, m.queue
	return func() tea.Msg {
		res, err := triage.Run(ctx, recipe.TriageInput{Queue: &queue})
		return derived{request, res, err}
	}
}

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
	case kit.JotFound:
		return m.takeUp(msg)
	case screen.Closing, leaving:
		return m.saveTexts()
	case derived:
		return m.takeDerived(msg)
	case applied:
		return m.takeApplied(msg)
	case screen.Pending:
		m.underway.Begin(msg)
	case screen.Unchanged:
		m.underway.End(msg.Change)
	case screen.Changed:
		m.underway.End(msg.Change)
	case screen.QueueRead:
		m.queue = msg.Queue
		return m.derive()
	case lookDue:
		if msg.request == m.looking {
			return m.look()
		}
	case excerptRead:
		if msg.request == m.looking {
			m.takeExcerpt(msg)
		}
	case kit.SpinnerTick:
		cmd := m.spinner.Update(m.env, msg)
		m.stale = m.stale || cmd != nil
		return cmd
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

// takeDerived lays the way, or brings it up to date; an overtaken list is
// dropped.
func (m *Model) takeDerived(msg derived) tea.Cmd {
	if msg.request != m.request {
		return nil
	}
	m.request, m.stale = 0, true
	if msg.err != nil {
		if errors.Is(msg.err, context.Canceled) {
			return nil
		}
		m.fault = msg.err
		return screen.Send(screen.Failed(msg.err))
	}
	m.fault = nil
	var cmds []tea.Cmd
	for _, n := range msg.result.Notes {
		if !m.notes[n] {
			m.notes[n] = true
			cmds = append(cmds, screen.Send(screen.Toast{Level: screen.Warning, Text: n}))
		}
	}
	if !m.derived {
		m.derived = true
		m.walk.begin(msg.result.Items, m.memory)
		return tea.Batch(append(cmds, m.arrive())...)
	}
	before, had := m.item()
	var seen recipe.CodeInput
	if had {
		seen = before.Cited
	}
	gone := m.walk.merge(msg.result.Items)
	now, has := m.item()
	switch {
	case gone && m.applying == 0:
		m.walk.advance()
		cmds = append(cmds, m.arrive())
	case has && m.form == nil && now.Cited != seen:
		cmds = append(cmds, m.look())
	}
	if has && m.chosen >= len(now.Answers) {
		m.chosen = 0
	}
	return tea.Batch(cmds...)
}

// arrive begins with another loose end.
func (m *Model) arrive() tea.Cmd {
	m.chosen, m.form, m.wrong, m.excerpt, m.stale = 0, nil, "", nil, true
	m.cited = recipe.CodeInput{}
	m.text.Home()
	m.side.Home()
	it, ok := m.item()
	if !ok {
		return nil
	}
	m.memory.last = idOf(it)
	return m.look()
}

// mouse: the wheel scrolls what is under it, a click chooses an answer.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	pane := &m.text
	if m.hasSide() && msg.X >= m.textWidth() {
		pane = &m.side
	}
	if pane.Wheel(msg) || !kit.Pressed(msg) || pane != &m.text || m.form != nil {
		return nil
	}
	if msg.Y < paneTop+1 || msg.Y > paneTop+m.paneHeight() {
		return nil
	}
	if answer, ok := m.rows[msg.Y-paneTop-1+m.text.Top()]; ok {
		m.chosen, m.stale = answer, true
	}
	return nil
}
