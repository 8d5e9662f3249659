package filing

import (
	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionForm  = "Form"
	sectionField = "Field"
	sectionPost  = "Post"
	sectionMove  = "Move"
)

// Table is the key table of the face that is shown.
func (m *Model) Table() screen.Table {
	switch {
	case m.step == reviewing:
		return m.reviewTable()
	case m.step == running || m.step == filedStep:
		return m.runTable()
	case m.step == ended:
		return m.endTable()
	case m.panel && !m.beside():
		return m.panelTable()
	case m.choosing():
		return m.choiceTable()
	}
	return m.textTable()
}

// Keys gives the tables of the screen without data.
func Keys() []screen.Table {
	m := New(screen.Env{}, Deps{}, recipe.FindingInput{})
	return []screen.Table{m.textTable(), m.choiceTable(), m.panelTable(), m.reviewTable(), m.runTable(), m.endTable()}
}

// choosing reports whether the focused field takes no text.
func (m *Model) choosing() bool {
	_, choice := m.focus.axis()
	return choice || m.focus == fieldSubmit
}

// common are the keys of the form, whatever field is open.
func (m *Model) common() []screen.Binding {
	return []screen.Binding{
		{Action: "next", Keys: []string{"tab"}, Help: "next", Section: sectionForm, Footer: true, Do: m.next},
		{Action: "previous", Keys: []string{"shift+tab"}, Help: "previous field", Section: sectionForm, Do: m.previous},
		{Action: "review", Keys: []string{"ctrl+s"}, Help: "review", Section: sectionForm, Footer: true, Do: m.review},
		{Action: "checks", Keys: []string{"ctrl+t"}, Help: "checks", Section: sectionForm, Footer: !m.beside(), Why: m.whyNoPanel, Do: m.switchPanel},
		{Action: "look", Keys: []string{"ctrl+g"}, Help: "look at the match", Section: sectionForm, Footer: m.hasLookalike(), Why: m.whyNoLook, Do: m.look},
		{Action: "another", Keys: []string{"ctrl+n"}, Help: "it is another one", Section: sectionForm, Footer: m.mayBeFresh(), Why: m.whyNotFresh, Do: m.another},
		{Action: "draft", Keys: []string{"ctrl+o"}, Help: "take up the draft", Section: sectionForm, Why: m.whyNoDraft, Do: m.takeUp},
		{Action: "look-again", Keys: []string{"ctrl+r"}, Help: "run the checks again", Section: sectionForm, Do: m.lookAgain},
	}
}

func (m *Model) textTable() screen.Table {
	_, long := m.form.areas[m.focus]
	return screen.Table{
		Screen: "File, in a text",
		Bindings: append(m.common(),
			screen.Binding{Action: "editor", Keys: []string{"ctrl+e"}, Help: "editor", Section: sectionField, Footer: long, Why: m.whyNoEditor, Do: m.edit},
			screen.Binding{Action: "enter-field", Keys: []string{"enter"}, Help: "take the completion, next field; a new line in a long text", Section: sectionField, Do: m.enter},
			screen.Binding{Action: "down", Keys: []string{"down"}, Help: "next completion, line or field", Section: sectionField, Do: m.down},
			screen.Binding{Action: "up", Keys: []string{"up"}, Help: "previous completion, line or field", Section: sectionField, Do: m.up},
		),
		Text: m.typed,
	}
}

func (m *Model) choiceTable() screen.Table {
	turn := func(by int) func() tea.Cmd { return func() tea.Cmd { return m.turn(by) } }
	first := []screen.Binding{
		{Action: "choose-next", Keys: []string{"right", "l", "space"}, Help: "value", Section: sectionField, Footer: m.focus != fieldSubmit, Why: m.whyNoChoice, Do: turn(1)},
	}
	return screen.Table{Screen: "File, at a choice", Bindings: append(append(first, m.common()...),
		screen.Binding{Action: "choose-previous", Keys: []string{"left", "h"}, Help: "previous value", Section: sectionField, Why: m.whyNoChoice, Do: turn(-1)},
		screen.Binding{Action: "enter-field", Keys: []string{"enter"}, Help: "next field; review on the last", Section: sectionField, Do: m.enter},
		screen.Binding{Action: "down", Keys: []string{"down", "j"}, Help: "next field", Section: sectionField, Do: m.down},
		screen.Binding{Action: "up", Keys: []string{"up", "k"}, Help: "previous field", Section: sectionField, Do: m.up},
		m.quit(), m.log(),
	)}
}

func (m *Model) panelTable() screen.Table {
	return screen.Table{Screen: "File, the checks", Bindings: append([]screen.Binding{
		{Action: "checks", Keys: []string{"ctrl+t", "enter"}, Help: "back to the form", Section: sectionForm, Footer: true, Do: m.switchPanel},
		{Action: "back", Keys: []string{"esc"}, Help: "back to the form", Section: sectionForm, Do: m.switchPanel},
		{Action: "look", Keys: []string{"ctrl+g", "g"}, Help: "look at the match", Section: sectionForm, Footer: m.hasLookalike(), Why: m.whyNoLook, Do: m.look},
		{Action: "another", Keys: []string{"ctrl+n", "n"}, Help: "it is another one", Section: sectionForm, Footer: m.mayBeFresh(), Why: m.whyNotFresh, Do: m.another},
		{Action: "look-again", Keys: []string{"ctrl+r"}, Help: "run the checks again", Section: sectionForm, Footer: true, Do: m.lookAgain},
		m.quit(), m.log(),
	}, m.scrolling()...)}
}

func (m *Model) reviewTable() screen.Table {
	return screen.Table{Screen: "File, the post", Bindings: append([]screen.Binding{
		{Action: "file-it", Keys: []string{"enter", "ctrl+s"}, Help: "file it", Section: sectionPost, Footer: true, Do: m.file},
		{Action: "back", Keys: []string{"esc"}, Help: "back to the form", Section: sectionPost, Footer: true, Do: m.backToForm},
		m.quit(), m.log(),
	}, m.scrolling()...)}
}

// runTable binds little: the steps follow each other by themselves, and nothing
// may be opened over a screen that leads to the new issue when it ends.
func (m *Model) runTable() screen.Table {
	return screen.Table{Screen: "File, at work", Bindings: []screen.Binding{
		{Action: "back", Keys: []string{"esc"}, Help: "stop", Section: sectionPost, Footer: true, Do: func() tea.Cmd { m.stop(); return nil }},
		{Action: "log", Keys: []string{"L"}, Help: "what was changed", Section: sectionPost, Do: func() tea.Cmd { return nil },
			Why: func() string { return "not while the finding is being filed" }},
		m.quit(),
	}}
}

func (m *Model) endTable() screen.Table {
	local := m.run.result.Keepable && m.deps.Keep != nil
	return screen.Table{Screen: "File, not filed", Bindings: append([]screen.Binding{
		{Action: "back", Keys: []string{"esc", "enter"}, Help: "back to the form", Section: sectionPost, Footer: true, Do: m.backToForm},
		{Action: "again", Keys: []string{"a", "ctrl+s"}, Help: "try again", Section: sectionPost, Footer: m.run.err != nil, Why: m.whyNotAgain, Do: m.file},
		{Action: "keep-local", Keys: []string{"e"}, Help: "keep it in the embedded tracker", Section: sectionPost, Footer: local, Why: m.whyNotLocal, Do: m.keepLocal},
		{Action: "look", Keys: []string{"g"}, Help: "look at it", Section: sectionPost, Footer: m.hasLookalike(), Why: m.whyNoLook, Do: m.look},
		{Action: "another", Keys: []string{"n"}, Help: "file it as new", Section: sectionPost, Footer: m.whyNotNew() == "", Why: m.whyNotNew, Do: m.asNew},
		{Action: "harmless", Keys: []string{"s"}, Help: "judge it harmless", Section: sectionPost, Footer: m.run.has(recipe.CodeSecurity), Why: m.whyNotHarmless, Do: m.harmless},
		m.quit(), m.log(),
	}, m.scrolling()...)}
}

func (m *Model) scrolling() []screen.Binding {
	by := func(n int) func() tea.Cmd { return func() tea.Cmd { m.scroll.Move(n); return nil } }
	page := func(n float64) func() tea.Cmd { return func() tea.Cmd { m.scroll.Page(n); return nil } }
	return []screen.Binding{
		{Action: "down", Keys: []string{"down", "j"}, Help: "down", Section: sectionMove, Do: by(1)},
		{Action: "up", Keys: []string{"up", "k"}, Help: "up", Section: sectionMove, Do: by(-1)},
		{Action: "page-down", Keys: []string{"pgdown", "ctrl+f"}, Help: "a page down", Section: sectionMove, Do: page(1)},
		{Action: "page-up", Keys: []string{"pgup", "ctrl+b"}, Help: "a page up", Section: sectionMove, Do: page(-1)},
	}
}

// quit remembers that it was the app that was to be left, for the answer that
// keeps the draft.
func (m *Model) quit() screen.Binding {
	return screen.Binding{Action: "quit", Keys: []string{"q"}, Help: "quit", Section: sectionForm, Do: func() tea.Cmd {
		m.quits = true
		return screen.Send(screen.Quit{})
	}}
}

// log remembers that another screen lies on top.
func (m *Model) log() screen.Binding {
	return screen.Binding{Action: "log", Keys: []string{"L"}, Help: "what was changed", Section: sectionForm, Do: func() tea.Cmd {
		m.away = true
		return screen.Send(screen.OpenLog{})
	}}
}

func (m *Model) switchPanel() tea.Cmd {
	m.panel = !m.panel
	m.scroll.Home()
	return nil
}

func (m *Model) lookAgain() tea.Cmd {
	cmd := m.refresh(screen.Refresh{ByHand: true})
	m.judge()
	return cmd
}

func (m *Model) hasLookalike() bool {
	_, ok := m.lookalike()
	return ok
}

// why turns a condition into the sentence that says why not.
func why(ok bool, not string) string {
	if ok {
		return ""
	}
	return not
}

func (m *Model) whyNoPanel() string { return why(!m.beside(), "the checks stand beside the form") }
func (m *Model) whyNoLook() string  { return why(m.hasLookalike(), "there is no match to look at") }
func (m *Model) whyNotFresh() string {
	return why(m.mayBeFresh(), m.whySame())
}
func (m *Model) whyNoDraft() string { return why(len(m.drafts.offers) > 0, "there is no other draft") }
func (m *Model) whyNoChoice() string {
	_, ok := m.focus.axis()
	return why(ok, "there is nothing to choose here")
}
func (m *Model) whyNotAgain() string {
	return why(m.run.err != nil, "the answer would be the same: change the finding first")
}
func (m *Model) whyNotLocal() string {
	return why(m.run.result.Keepable && m.deps.Keep != nil, "it is kept there only while the tracker cannot be reached")
}
func (m *Model) whyNotNew() string {
	moved := m.run.result.Outcome != recipe.OutcomeRefused && m.run.result.Source == model.SourceMoved
	return why(moved || m.run.has(recipe.CodeLikelyMatch), m.whySame())
}

// whySame says why the finding is not to be filed as another one: a person may
// judge where git cannot say, and nowhere else.
func (m *Model) whySame() string {
	number := 0
	switch {
	case m.step == ended:
		number = m.run.number()
	case m.match.stage == found && m.match.result.Match != nil:
		number = m.match.result.Match.Issue.Number
	}
	if number == 0 {
		return "there is no finding that may have moved here"
	}
	return kit.Numbers(number) + " has this very place, so it is the same finding"
}
func (m *Model) whyNotHarmless() string {
	return why(m.run.has(recipe.CodeSecurity), "nothing in it looks like a weakness")
}

func (m *Model) whyNoEditor() string {
	_, long := m.form.areas[m.focus]
	if !long {
		return "this field has one line"
	}
	return why(m.deps.Editor.Command != "", "no editor is set: set GH_EDITOR or EDITOR")
}
