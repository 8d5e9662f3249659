package regrade

import (
	"strings"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionGrade = "Grades"
	sectionText  = "Text"
	sectionIssue = "Issue"
)

// Table is the key table: that of the columns, or that of an open field.
func (m *Model) Table() screen.Table {
	if m.focus >= partAnswer {
		return m.textTable()
	}
	return m.columnTable()
}

// Keys gives the tables of the screen without data.
func Keys() []screen.Table {
	m := New(screen.Env{}, Deps{}, screen.OpenRegrade{})
	return []screen.Table{m.columnTable(), m.textTable()}
}

func (m *Model) columnTable() screen.Table {
	by := func(f func(int) tea.Cmd, n int) func() tea.Cmd { return func() tea.Cmd { return f(n) } }
	scroll := func(n int) func() tea.Cmd { return func() tea.Cmd { m.edits.Move(n); return nil } }
	return screen.Table{Screen: "Re-grade", Bindings: []screen.Binding{
		{Action: "choose-next", Keys: []string{"down", "j"}, Help: "value", Section: sectionGrade, Footer: true, Why: m.whyBusy, Do: by(m.turn, 1)},
		{Action: "choose-previous", Keys: []string{"up", "k"}, Help: "previous value", Section: sectionGrade, Why: m.whyBusy, Do: by(m.turn, -1)},
		{Action: "next", Keys: []string{"right", "l", "tab"}, Help: "axis", Section: sectionGrade, Footer: true, Do: by(m.moveFocus, 1)},
		{Action: "previous", Keys: []string{"left", "h", "shift+tab"}, Help: "previous axis", Section: sectionGrade, Do: by(m.moveFocus, -1)},
		{Action: "apply", Keys: []string{"enter", "ctrl+s"}, Help: "apply", Section: sectionGrade, Footer: true, Why: m.whyNoApply, Do: m.apply},
		{Action: "reset", Keys: []string{"backspace"}, Help: "as it was", Section: sectionGrade, Footer: true, Why: m.whyNoReset, Do: m.reset},
		{Action: "undo", Keys: []string{"u"}, Help: "take back the last re-grade or decline", Section: sectionIssue, Why: m.whyNoUndo,
			Do: func() tea.Cmd { return m.reversal.Begin(m.env) }},
		{Action: "page-down", Keys: []string{"pgdown", "ctrl+f"}, Help: "further down what will happen", Section: sectionGrade, Do: scroll(5)},
		{Action: "page-up", Keys: []string{"pgup", "ctrl+b"}, Help: "further up what will happen", Section: sectionGrade, Do: scroll(-5)},
		{Action: "browse", Keys: []string{"o"}, Help: "open in the browser", Section: sectionIssue, Why: m.whyMany, Do: m.browse},
		{Action: "copy-url", Keys: []string{"y"}, Help: "copy the address", Section: sectionIssue, Do: m.copyURL},
	}}
}

func (m *Model) textTable() screen.Table {
	return screen.Table{
		Screen: "Re-grade, in a text",
		Bindings: []screen.Binding{
			{Action: "apply", Keys: []string{"ctrl+s"}, Help: "apply", Section: sectionText, Footer: true, Why: m.whyNoApply, Do: m.apply},
			{Action: "next", Keys: []string{"tab"}, Help: "next field", Section: sectionText, Footer: true, Do: func() tea.Cmd { return m.moveFocus(1) }},
			{Action: "previous", Keys: []string{"shift+tab"}, Help: "previous field", Section: sectionText, Do: func() tea.Cmd { return m.moveFocus(-1) }},
			{Action: "down", Keys: []string{"down"}, Help: "next line or field", Section: sectionText, Do: m.down},
			{Action: "up", Keys: []string{"up"}, Help: "previous line or field", Section: sectionText, Do: m.up},
			{Action: "enter-field", Keys: []string{"enter"}, Help: "next field; a new line in the answer; apply on the last", Section: sectionText, Why: m.whyBusy, Do: m.enterText},
			{Action: "clear-text", Keys: []string{"ctrl+l"}, Help: "clear the text", Section: sectionText, Footer: m.jot.Taken(), Why: m.whyNoClear, Do: m.clearTexts},
			{Action: "back", Keys: []string{"esc"}, Help: "back to the grades", Section: sectionText, Footer: true, Do: func() tea.Cmd { m.focusOn(0); return nil }},
		},
		Text: m.typed,
	}
}

func (m *Model) browse() tea.Cmd { return screen.Send(screen.OpenURL{URL: m.issues[0].URL}) }

func (m *Model) copyURL() tea.Cmd {
	var urls []string
	for _, is := range m.issues {
		urls = append(urls, is.URL)
	}
	what := "the address of " + kit.Numbers(m.numbers()...)
	if m.many() {
		what = "the addresses of " + kit.Numbers(m.numbers()...)
	}
	return screen.Send(screen.CopyText{Text: strings.Join(urls, "\n"), What: what})
}

func (m *Model) whyBusy() string {
	switch {
	case m.change != 0:
		return kit.Numbers(m.numbers()...) + " is being re-graded"
	case m.asked != 0:
		return "the edits are being worked out"
	}
	return m.reversal.Busy()
}

func (m *Model) whyNoUndo() string {
	if m.deps.Undo == nil {
		return "the queue takes it back"
	}
	return m.whyBusy()
}

func (m *Model) whyNoApply() string {
	if why := m.whyBusy(); why != "" {
		return why
	}
	if len(m.changes()) == 0 {
		return "nothing is changed"
	}
	return ""
}

func (m *Model) whyNoReset() string {
	if why := m.whyBusy(); why != "" {
		return why
	}
	if _, ok := m.wanted[m.axis()]; !ok {
		return "it is as it was"
	}
	return ""
}

func (m *Model) whyNoClear() string {
	if m.texts() == "" {
		return "there is no text"
	}
	return m.whyBusy()
}

func (m *Model) whyMany() string {
	if m.many() {
		return "there are several issues"
	}
	return ""
}
