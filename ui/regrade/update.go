package regrade

import (
	"slices"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Init reads the history, and what was written here before and not applied.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.readHistory(), m.jot.Find()) }

// Update takes the answers of the screen's commands, the mouse, and the messages
// of the app.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, ok := m.reversal.Update(m.env, msg); ok {
		return cmd
	}
	if cmd, ok := kit.Jotted(msg); ok {
		return cmd
	}
	switch msg := msg.(type) {
	case kit.JotFound:
		m.takeUp(msg)
	case screen.Closing:
		return m.jot.Save()
	case historyRead:
		m.history.take(msg)
	case plannedMany:
		return m.takePlan(msg)
	case applyMany:
		return m.write()
	case stepTold:
		if msg.change == m.change {
			m.step = msg.step
		}
	case written:
		return m.takeWritten(msg)
	case kit.SpinnerTick:
		return m.spinner.Update(m.env, msg)
	case screen.Changed:
		return m.takeChanged(msg)
	case screen.QueueRead:
		m.takeQueue(msg)
	case screen.Refresh:
		if msg.ByHand {
			return m.readHistory()
		}
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

// focusOn opens a column or a field.
func (m *Model) focusOn(p part) {
	m.focus = p
	m.answer.Blur()
	m.question.Blur()
	m.settled.Blur()
	switch p {
	case partAnswer:
		m.answer.Focus()
	case partQuestion:
		m.question.Focus()
	case partSettled:
		m.settled.Focus()
	}
}

// keepFocus goes back to the severity when the field in the focus is gone.
func (m *Model) keepFocus() {
	if !slices.Contains(m.parts(), m.focus) {
		m.focusOn(0)
	}
}

// moveFocus goes to the next or the previous part, round the end.
func (m *Model) moveFocus(by int) tea.Cmd {
	parts := m.parts()
	at := slices.Index(parts, m.focus)
	m.focusOn(parts[(at+by+len(parts))%len(parts)])
	m.edits.Home()
	return nil
}

// turn moves the choice of the column in the focus; at the ends it stays.
func (m *Model) turn(by int) tea.Cmd {
	axis := m.axis()
	rows := m.options(axis)
	at := m.chosen(axis)
	if at < 0 {
		at, by = 0, 0
	}
	m.choose(min(max(at+by, 0), len(rows)-1))
	return nil
}

// choose takes a row of the column in the focus.
func (m *Model) choose(row int) {
	axis := m.axis()
	o := m.options(axis)[row]
	value, same := m.present(axis)
	if o.keep || same && !m.many() && value == o.value {
		delete(m.wanted, axis)
		delete(m.told, axis)
		return
	}
	m.wanted[axis] = o.value
}

// reset puts the column back to what it was.
func (m *Model) reset() tea.Cmd {
	delete(m.wanted, m.axis())
	delete(m.told, m.axis())
	return nil
}

// typed takes a key for the open field. While the texts are being written
// nothing is typed, since what is written clears them.
func (m *Model) typed(key tea.KeyMsg) tea.Cmd {
	if m.change != 0 {
		return nil
	}
	switch m.focus {
	case partAnswer:
		m.answer.Key(key)
	case partQuestion:
		m.question.Key(key)
	case partSettled:
		m.settled.Key(key)
	}
	return m.wrote()
}

// enterText begins a new line in the answer, and goes on from the other fields:
// from the last one to applying.
func (m *Model) enterText() tea.Cmd {
	switch m.focus {
	case partAnswer:
		m.answer.Key(tea.KeyMsg{Type: tea.KeyEnter})
		return m.wrote()
	case partSettled:
		return m.apply()
	}
	return m.moveFocus(1)
}

// down and up move within the answer and leave it at its ends.
func (m *Model) down() tea.Cmd {
	if m.focus == partAnswer && !m.answer.AtBottom() {
		m.answer.Key(tea.KeyMsg{Type: tea.KeyDown})
		return nil
	}
	return m.moveFocus(1)
}

func (m *Model) up() tea.Cmd {
	if m.focus == partAnswer && !m.answer.AtTop() {
		m.answer.Key(tea.KeyMsg{Type: tea.KeyUp})
		return nil
	}
	return m.moveFocus(-1)
}

// mouse: a click takes a value or opens a field, the wheel scrolls the edits.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		m.edits.Move(3)
	case msg.Button == tea.MouseButtonWheelUp:
		m.edits.Move(-3)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && m.change == 0:
		m.click(msg.X, msg.Y)
	}
	return nil
}

func (m *Model) click(x, y int) {
	for i, c := range m.drawn.columns {
		if x < c.from || x >= c.to {
			continue
		}
		if row := y - m.drawn.top; row >= 0 && row < len(m.options(m.axes()[i])) {
			m.focusOn(part(i))
			m.choose(row)
			return
		}
	}
	for _, f := range m.drawn.fields {
		if y >= f.from && y < f.to && slices.Contains(m.parts(), f.part) {
			m.focusOn(f.part)
		}
	}
}
