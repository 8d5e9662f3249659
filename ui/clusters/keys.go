package clusters

import (
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionAct  = "Issue"
	sectionMove = "Move"
)

// Keys gives the tables of a screen without data.
func Keys() []screen.Table {
	return []screen.Table{New(screen.Env{}, Deps{}, screen.OpenClusters{}).Table()}
}

// Table is the key table.
func (m *Model) Table() screen.Table {
	return screen.Table{Screen: "Batches", Bindings: append(m.actions(), m.moves()...)}
}

func (m *Model) actions() []screen.Binding {
	b := []screen.Binding{
		{Action: "open", Keys: []string{"enter"}, Help: "open", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.open},
		{Action: "regrade", Keys: []string{"r"}, Help: "re-grade", Section: sectionAct, Footer: true, Why: m.whyNoChange, Do: m.regrade},
		{Action: "mark", Keys: []string{"space"}, Help: "mark", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.mark},
		{Action: "mark-batch", Keys: []string{"*"}, Help: "mark the batch", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.markBatch},
		{Action: "browse", Keys: []string{"o"}, Help: "browser", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.browse},
		{Action: "copy-url", Keys: []string{"y"}, Help: "copy the address", Section: sectionAct, Why: m.whyNoIssue, Do: m.copyURL},
		{Action: "undo", Keys: []string{"u"}, Help: "take back the last re-grade or decline", Section: sectionAct, Why: m.reversal.Busy,
			Do: func() tea.Cmd { return m.reversal.Begin(m.env) }},
	}
	if len(m.marked) > 0 {
		b = append(b, screen.Binding{Action: "back", Keys: []string{"esc"}, Help: "drop the marks", Section: sectionAct, Do: m.drop})
	}
	return b
}

func (m *Model) moves() []screen.Binding {
	row := func(action, help string, f func(), keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove, Do: func() tea.Cmd { f(); return nil }}
	}
	jump := func(action, help string, by int, keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove, Why: m.whyNoIssue,
			Do: func() tea.Cmd { return m.jump(by) }}
	}
	return []screen.Binding{
		row("down", "next", func() { m.list.Move(1) }, "j", "down"),
		row("up", "previous", func() { m.list.Move(-1) }, "k", "up"),
		jump("next", "next batch", 1, "n", "tab"),
		jump("previous", "previous batch", -1, "p", "shift+tab"),
		row("half-down", "half a page down", func() { m.list.Page(0.5) }, "ctrl+d"),
		row("half-up", "half a page up", func() { m.list.Page(-0.5) }, "ctrl+u"),
		row("page-down", "a page down", func() { m.list.Page(1) }, "pgdown", "ctrl+f"),
		row("page-up", "a page up", func() { m.list.Page(-1) }, "pgup", "ctrl+b"),
		row("first", "first", m.list.Home, "g", "home"),
		row("last", "last", m.list.End, "G", "end"),
	}
}

// The reasons why a key does nothing just now.

func (m *Model) whyNoIssue() string {
	if _, ok := m.current(); !ok {
		return "there is no batch here"
	}
	return ""
}

// whyNoChange: an issue that is being changed already is not changed twice (C-29).
func (m *Model) whyNoChange() string {
	for _, is := range m.chosen() {
		if doing := m.underway.Doing(is.Number); doing != "" {
			return kit.Numbers(is.Number) + " is still " + doing
		}
	}
	return m.whyNoIssue()
}
