package issue

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionAct  = "Issue"
	sectionShow = "Show"
	sectionMove = "Move"
)

// Keys gives the tables of a screen without data.
func Keys() []screen.Table {
	return []screen.Table{New(screen.Env{}, Deps{}, screen.OpenIssue{}).Table()}
}

// Table is the key table.
func (m *Model) Table() screen.Table {
	return screen.Table{Screen: "Issue", Bindings: append(m.actions(), m.moves()...)}
}

func (m *Model) actions() []screen.Binding {
	step := func(by int) func() tea.Cmd { return func() tea.Cmd { return m.step(by) } }
	return []screen.Binding{
		{Action: "regrade", Keys: []string{"r"}, Help: "re-grade", Section: sectionAct, Footer: true, Why: m.whyNoChange, Do: m.regrade},
		{Action: "decline", Keys: []string{"d"}, Help: "decline", Section: sectionAct, Footer: true, Why: m.whyNoDecline, Do: m.decline},
		m.open(),
		{Action: "next", Keys: []string{"n"}, Help: "next", Section: sectionShow, Footer: true, Why: m.whyNoNext, Do: step(1)},
		{Action: "previous", Keys: []string{"p"}, Help: "previous", Section: sectionShow, Footer: true, Why: m.whyNoPrevious, Do: step(-1)},
		{Action: "mate-next", Keys: []string{"tab"}, Help: "batch", Section: sectionShow, Footer: true, Why: m.whyNoBatch,
			Do: func() tea.Cmd { return m.pick(1) }},
		{Action: "mate-previous", Keys: []string{"shift+tab"}, Help: "batch, the other way", Section: sectionShow, Why: m.whyNoBatch,
			Do: func() tea.Cmd { return m.pick(-1) }},
		{Action: "browse", Keys: []string{"o"}, Help: "browser", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.browse},
		{Action: "copy-url", Keys: []string{"y"}, Help: "copy the address", Section: sectionAct, Why: m.whyNoIssue, Do: m.copyURL},
		{Action: "undo", Keys: []string{"u"}, Help: "take back the last re-grade or decline", Section: sectionAct, Why: m.reversal.Busy,
			Do: func() tea.Cmd { return m.reversal.Begin(m.env) }},
		{Action: "file", Keys: []string{"f"}, Help: "file a finding", Section: sectionAct,
			Do: func() tea.Cmd { return screen.Send(screen.OpenFiling{}) }},
	}
}

func (m *Model) moves() []screen.Binding {
	by := func(f func()) func() tea.Cmd {
		return func() tea.Cmd { m.lines(); f(); return nil }
	}
	row := func(action string, help string, f func(), keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove, Do: by(f)}
	}
	side := func(action string, help string, n int, keys ...string) screen.Binding {
		b := row(action, help, func() { m.side.Move(n) }, keys...)
		b.Why = m.whyNoSide
		return b
	}
	return []screen.Binding{
		row("down", "down", func() { m.text.Move(1) }, "j", "down"),
		row("up", "up", func() { m.text.Move(-1) }, "k", "up"),
		row("half-down", "half a page down", func() { m.text.Page(0.5) }, "ctrl+d"),
		row("half-up", "half a page up", func() { m.text.Page(-0.5) }, "ctrl+u"),
		row("page-down", "a page down", func() { m.text.Page(1) }, "pgdown", "ctrl+f", "space"),
		row("page-up", "a page up", func() { m.text.Page(-1) }, "pgup", "ctrl+b"),
		row("first", "to the beginning", m.text.Home, "g", "home"),
		row("last", "to the end", m.text.End, "G", "end"),
		side("preview-down", "the right side down", 3, "J", "shift+down"),
		side("preview-up", "the right side up", -3, "K", "shift+up"),
	}
}

// The reasons why a key does nothing just now.

func (m *Model) whyNoIssue() string {
	if m.entry.Issue.Number == 0 {
		return kit.Numbers(m.number) + " is still being read"
	}
	return ""
}

// whyNoChange: an issue that is being changed already is not changed twice (C-29).
func (m *Model) whyNoChange() string {
	if doing := m.doing(); doing != "" {
		return kit.Numbers(m.number) + " is still " + doing
	}
	return m.whyNoIssue()
}

func (m *Model) whyNoDecline() string {
	if why := m.whyNoChange(); why != "" {
		return why
	}
	if m.entry.Issue.State == model.Closed {
		return "the issue is closed already"
	}
	return ""
}

func (m *Model) whyNoNext() string { return m.whyNoNeighbour(1, "last") }

func (m *Model) whyNoPrevious() string { return m.whyNoNeighbour(-1, "first") }

func (m *Model) whyNoNeighbour(by int, end string) string {
	if m.at < 0 {
		return "next and previous go through the open queue, and this issue is not in it"
	}
	if _, ok := m.neighbour(by); !ok {
		return "this is the " + end + " one of the queue"
	}
	return ""
}

func (m *Model) whyNoBatch() string {
	if len(m.batch) == 0 {
		return "the issue is in no batch"
	}
	return ""
}

func (m *Model) whyNoMate() string {
	if why := m.whyNoBatch(); why != "" {
		return why
	}
	if m.picked < 0 || m.picked >= len(m.batch) {
		return "choose one of the batch with tab"
	}
	return ""
}

// open is the key of the batch mate that was chosen: in the footer once one is.
func (m *Model) open() screen.Binding {
	b := screen.Binding{Action: "open", Keys: []string{"enter"}, Help: "open the chosen one of the batch", Section: sectionShow, Why: m.whyNoMate, Do: m.openMate}
	if m.whyNoMate() == "" {
		b.Help, b.Footer = "open "+kit.Numbers(m.batch[m.picked].Issue.Number), true
	}
	return b
}

func (m *Model) whyNoSide() string {
	if !m.hasSide() {
		return "there is no right side in this window"
	}
	return ""
}
