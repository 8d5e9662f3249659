package filing

import (
	"gh-debt/ui/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// mouse: a click opens a field or takes a value, the wheel scrolls what is long.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	form := m.step == writing && (m.beside() || !m.panel)
	switch {
	case msg.Button == tea.MouseButtonWheelDown && form && msg.X < m.lines.width+2:
		return m.wheel(1)
	case msg.Button == tea.MouseButtonWheelUp && form && msg.X < m.lines.width+2:
		return m.wheel(-1)
	case m.scroll.Wheel(msg):
	case kit.Pressed(msg) && form && msg.X < m.lines.width+2:
		return m.click(msg.X-1, msg.Y)
	}
	return nil
}

// wheel moves the focus, since the window follows it.
func (m *Model) wheel(by int) tea.Cmd {
	m.moveFocus(by)
	return nil
}

// click focuses the field on a line of the form. A second one on the last field
// opens the post.
func (m *Model) click(x, y int) tea.Cmd {
	at := y - m.lines.window + m.top
	if y < m.lines.window || at < 0 || at >= len(m.lines.owner) {
		return nil
	}
	f := m.lines.owner[at]
	if f == fieldPath && x > labelRoom+m.pathRoom() {
		f = fieldLine
	}
	if f == fieldSubmit {
		m.focusOn(f)
		return m.review()
	}
	again := f == m.focus
	m.focusOn(f)
	axis, ok := f.axis()
	if !ok || at >= len(m.lines.text) {
		return nil
	}
	chosen, _ := chosenOf(options(f), m.form.grades.Get(axis))
	line := m.choices(f, chosen, again, m.lines.width-labelRoom-1)
	if at > 0 && m.lines.owner[at-1] == f && m.lines.text[at-1] != "" {
		return nil // the rubric beneath it
	}
	for i, span := range line.spans {
		if x-labelRoom >= span[0] && x-labelRoom < span[1] {
			m.form.grades.Set(axis, options(f)[i])
			return m.turn(0)
		}
	}
	return nil
}
