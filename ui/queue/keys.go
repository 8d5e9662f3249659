package queue

import (
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionAct  = "Issue"
	sectionShow = "Show"
	sectionMove = "Move"
	sectionType = "While the filter is typed"
)

// Table is the key table: the list's, or the filter's while that is typed.
func (m *Model) Table() screen.Table {
	if m.typing {
		return m.filterTable()
	}
	return m.listTable()
}

// Keys gives the tables of a screen without data.
func Keys() []screen.Table {
	m := New(screen.Env{}, Deps{})
	return []screen.Table{m.listTable(), m.filterTable()}
}

func (m *Model) listTable() screen.Table {
	return screen.Table{Screen: "Queue", Bindings: append(m.actions(), append(m.showing(), m.moves()...)...)}
}

func (m *Model) actions() []screen.Binding {
	return []screen.Binding{
		{Action: "file", Keys: []string{"f"}, Help: "file", Section: sectionAct, Footer: true,
			Do: func() tea.Cmd { return screen.Send(screen.OpenFiling{}) }},
		{Action: "regrade", Keys: []string{"r"}, Help: "re-grade", Section: sectionAct, Footer: true, Why: m.whyNoChange, Do: m.regrade},
		{Action: "open", Keys: []string{"enter"}, Help: "open", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.openIssue},
		{Action: "filter", Keys: []string{"/"}, Help: "filter", Section: sectionShow, Footer: true, Do: m.startFilter},
		{Action: "back", Keys: []string{"esc"}, Help: m.dropWords(), Section: sectionShow, Footer: m.whyNothingToDrop() == "", Why: m.whyNothingToDrop, Do: m.drop},
		{Action: "triage", Keys: []string{"t"}, Help: "triage", Section: sectionShow, Footer: true, Why: m.whyNoQueue, Do: m.openTriage},
		{Action: "board", Keys: []string{"D"}, Help: "drain", Section: sectionShow, Footer: true, Do: m.openBoard},
		{Action: "mark", Keys: []string{"space"}, Help: "mark", Section: sectionAct, Footer: true, Why: m.whyNoIssue, Do: m.mark},
		{Action: "mark-all", Keys: []string{"*"}, Help: "mark all that are shown, or none", Section: sectionAct, Why: m.whyNoIssue, Do: m.markAll},
		{Action: "batches", Keys: []string{"b"}, Help: "batches", Section: sectionShow, Footer: true, Why: m.whyNoQueue, Do: m.openClusters},
		{Action: "decline", Keys: []string{"d"}, Help: "decline", Section: sectionAct, Footer: true, Why: m.whyNoDecline, Do: m.decline},
		{Action: "undo", Keys: []string{"u"}, Help: "take back the last re-grade or decline", Section: sectionAct, Why: m.whyNoQuestion, Do: m.undo},
		{Action: "browse", Keys: []string{"o"}, Help: "open in the browser", Section: sectionAct, Why: m.whyNoIssue, Do: m.browse},
		{Action: "copy-url", Keys: []string{"y"}, Help: "copy the address", Section: sectionAct, Why: m.whyNoIssue, Do: m.copyURL},
	}
}

func (m *Model) showing() []screen.Binding {
	to := func(t tab) func() tea.Cmd { return func() tea.Cmd { return m.switchTo(t) } }
	return []screen.Binding{
		{Action: "switch", Keys: []string{"s", "tab"}, Help: "open, closed or declined", Section: sectionShow,
			Do: func() tea.Cmd { return m.switchTo((m.tab + 1) % tabs) }},
		{Action: "show-open", Keys: []string{"1"}, Help: "open issues", Section: sectionShow, Do: to(tabOpen)},
		{Action: "show-closed", Keys: []string{"2"}, Help: "closed issues", Section: sectionShow, Do: to(tabClosed)},
		{Action: "show-declined", Keys: []string{"3"}, Help: "declined issues", Section: sectionShow, Do: to(tabDeclined)},
		{Action: "preview", Keys: []string{"p"}, Help: "preview on or off", Section: sectionShow, Why: m.whyNoPreview, Do: m.switchPreview},
	}
}

func (m *Model) moves() []screen.Binding {
	by := func(f func()) func() tea.Cmd {
		return func() tea.Cmd { f(); return m.moved() }
	}
	scroll := func(n int) func() tea.Cmd {
		return func() tea.Cmd { m.preview.scroller.Move(n); return nil }
	}
	return []screen.Binding{
		{Action: "down", Keys: []string{"j", "down"}, Help: "next", Section: sectionMove, Do: by(func() { m.list.Move(1) })},
		{Action: "up", Keys: []string{"k", "up"}, Help: "previous", Section: sectionMove, Do: by(func() { m.list.Move(-1) })},
		{Action: "half-down", Keys: []string{"ctrl+d"}, Help: "half a page down", Section: sectionMove, Do: by(func() { m.list.Page(0.5) })},
		{Action: "half-up", Keys: []string{"ctrl+u"}, Help: "half a page up", Section: sectionMove, Do: by(func() { m.list.Page(-0.5) })},
		{Action: "page-down", Keys: []string{"pgdown", "ctrl+f"}, Help: "a page down", Section: sectionMove, Do: by(func() { m.list.Page(1) })},
		{Action: "page-up", Keys: []string{"pgup", "ctrl+b"}, Help: "a page up", Section: sectionMove, Do: by(func() { m.list.Page(-1) })},
		{Action: "first", Keys: []string{"g", "home"}, Help: "first", Section: sectionMove, Do: by(m.list.Home)},
		{Action: "last", Keys: []string{"G", "end"}, Help: "last", Section: sectionMove, Do: by(m.list.End)},
		{Action: "preview-down", Keys: []string{"J", "shift+down"}, Help: "preview down", Section: sectionMove, Why: m.whyNoPanel, Do: scroll(3)},
		{Action: "preview-up", Keys: []string{"K", "shift+up"}, Help: "preview up", Section: sectionMove, Why: m.whyNoPanel, Do: scroll(-3)},
	}
}

func (m *Model) filterTable() screen.Table {
	by := func(n int) func() tea.Cmd {
		return func() tea.Cmd { m.list.Move(n); m.stay(); return m.moved() }
	}
	return screen.Table{
		Screen: "Queue filter",
		Bindings: []screen.Binding{
			{Action: "filter-keep", Keys: []string{"enter"}, Help: "keep the filter", Section: sectionType, Footer: true, Do: m.keepFilter},
			{Action: "filter-drop", Keys: []string{"esc"}, Help: "drop the filter", Section: sectionType, Footer: true, Do: m.dropFilter},
			{Action: "filter-down", Keys: []string{"down", "ctrl+n"}, Help: "next", Section: sectionType, Footer: true, Do: by(1)},
			{Action: "filter-up", Keys: []string{"up", "ctrl+p"}, Help: "previous", Section: sectionType, Footer: true, Do: by(-1)},
		},
		Text: m.typeFilter,
	}
}

// The reasons why a key does nothing just now.

func (m *Model) whyNoIssue() string {
	if _, ok := m.current(); !ok {
		return "there is no issue here"
	}
	return ""
}

// whyNoChange: an issue that is being changed already is not changed twice (C-29).
func (m *Model) whyNoChange() string {
	chosen := m.chosen()
	if len(chosen) == 0 {
		return "there is no issue here"
	}
	for _, it := range chosen {
		if doing := m.changes.under.Doing(it.number); doing != "" {
			return kit.Numbers(it.number) + " is still " + doing
		}
	}
	return ""
}

func (m *Model) whyNoDecline() string {
	if why := m.whyNoChange(); why != "" {
		return why
	}
	if m.tab != tabOpen {
		return "the issue is closed already"
	}
	return m.whyNoQuestion()
}

// whyNoQuestion: what is looked up ends in a question, and there is one at a time.
func (m *Model) whyNoQuestion() string {
	if m.asked != 0 {
		return "the edits are being looked up"
	}
	return m.reversal.Busy()
}

func (m *Model) whyNoQueue() string {
	if m.sources[tabOpen.show()].listing == nil {
		return "the queue is still being read"
	}
	return ""
}

func (m *Model) whyNoPreview() string {
	if m.size.Width < previewFrom {
		return "the window is too narrow for a preview"
	}
	return ""
}

func (m *Model) whyNoPanel() string {
	if !m.showsPreview() {
		return "there is no preview"
	}
	return ""
}

func (m *Model) whyNothingToDrop() string {
	if m.filter.empty() && len(m.marked) == 0 {
		return "there is no filter and no mark"
	}
	return ""
}

// dropWords says what is dropped just now: it is in the footer while there is
// something.
func (m *Model) dropWords() string {
	switch {
	case !m.filter.empty():
		return "show all"
	case len(m.marked) > 0:
		return "unmark all"
	}
	return "drop the filter, then the marks"
}
