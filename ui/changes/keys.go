package changes

import (
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionAct  = "Change"
	sectionMove = "Move"
)

// Keys gives the tables of a screen without data.
func Keys() []screen.Table {
	return []screen.Table{New(screen.Env{}, Deps{}, screen.OpenLog{}).Table()}
}

// Table is the key table.
func (m *Model) Table() screen.Table {
	row := func(action, help string, f func(), keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove, Do: func() tea.Cmd { f(); return nil }}
	}
	return screen.Table{Screen: "Changes", Bindings: []screen.Binding{
		{Action: "undo", Keys: []string{"u"}, Help: "take back the last", Section: sectionAct, Footer: true, Why: m.reversal.Busy,
			Do: func() tea.Cmd { return m.reversal.Begin(m.env) }},
		{Action: "open", Keys: []string{"enter"}, Help: "open the issue", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.open},
		{Action: "log", Keys: []string{"L"}, Help: "back", Section: sectionAct,
			Do: func() tea.Cmd { return screen.Send(screen.Back{}) }},
		row("down", "older", func() { m.list.Move(1) }, "j", "down"),
		row("up", "newer", func() { m.list.Move(-1) }, "k", "up"),
		row("half-down", "half a page down", func() { m.list.Page(0.5) }, "ctrl+d"),
		row("half-up", "half a page up", func() { m.list.Page(-0.5) }, "ctrl+u"),
		row("page-down", "a page down", func() { m.list.Page(1) }, "pgdown", "ctrl+f"),
		row("page-up", "a page up", func() { m.list.Page(-1) }, "pgup", "ctrl+b"),
		row("first", "the newest", m.list.Home, "g", "home"),
		row("last", "the oldest", m.list.End, "G", "end"),
	}}
}

func (m *Model) whyNoIssue() string {
	e, ok := m.current()
	switch {
	case !ok:
		return "nothing was changed yet"
	case e.Number == 0:
		return "this change is about no issue"
	}
	return ""
}
