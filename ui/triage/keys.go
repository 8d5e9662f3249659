package triage

import (
	"strconv"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// The headings of the keys.
const (
	sectionAnswer = "Answer"
	sectionIssue  = "Issue"
	sectionMove   = "Move"
	sectionForm   = "While an answer is written"
)

// digits is how many answers have a key of their own.
const digits = 9

// Keys gives the tables of a screen without data.
func Keys() []screen.Table {
	m := New(screen.Env{}, Deps{}, NewMemory(), screen.OpenTriage{})
	return []screen.Table{m.askTable(), m.formTable()}
}

// Table is the key table: of the question, or of the fields while an answer is
// written.
func (m *Model) Table() screen.Table {
	if m.form != nil {
		return m.formTable()
	}
	return m.askTable()
}

func (m *Model) askTable() screen.Table {
	choose := func(by int) func() tea.Cmd { return func() tea.Cmd { return m.choose(by) } }
	bindings := []screen.Binding{
		{Action: "answer-chosen", Keys: []string{"enter"}, Help: "answer", Section: sectionAnswer, Footer: true, Why: m.whyNoAnswer,
			Do: func() tea.Cmd { return m.answerWith(m.chosen) }},
		{Action: "skip", Keys: []string{"s", "space"}, Help: "skip", Section: sectionAnswer, Footer: true, Why: m.whyNoSkip, Do: m.skip},
		{Action: "go-back", Keys: []string{"p", "backspace"}, Help: "previous", Section: sectionAnswer, Footer: true, Why: m.whyNoWayBack, Do: m.goBack},
		{Action: "skipped-again", Keys: []string{"S"}, Help: "skipped again", Section: sectionAnswer, Footer: true, Why: m.whyNoneSkipped, Do: m.again},
		{Action: "down", Keys: []string{"j", "down"}, Help: "next answer", Section: sectionAnswer, Why: m.whyNoAnswer, Do: choose(1)},
		{Action: "up", Keys: []string{"k", "up"}, Help: "previous answer", Section: sectionAnswer, Why: m.whyNoAnswer, Do: choose(-1)},
	}
	for i := range digits {
		bindings = append(bindings, screen.Binding{
			Action: "answer-" + strconv.Itoa(i+1), Keys: []string{strconv.Itoa(i + 1)}, Help: m.answerWords(i),
			Section: sectionAnswer, Unlisted: m.answer(i) == nil, Why: func() string { return m.whyNotAnswer(i) },
			Do: func() tea.Cmd { return m.answerWith(i) },
		})
	}
	return screen.Table{Screen: "Triage", Bindings: append(bindings, m.others()...)}
}

// answer is the answer with a number, from 0; nil where there is none.
func (m *Model) answer(i int) *recipe.TriageAnswer {
	it, ok := m.item()
	if !ok || i >= len(it.Answers) {
		return nil
	}
	return &it.Answers[i]
}

// answerWords names an answer by its number, and by its word while there is one.
func (m *Model) answerWords(i int) string {
	words := "answer " + strconv.Itoa(i+1)
	if a := m.answer(i); a != nil {
		words += ": " + model.Visible(a.Value)
	}
	return words
}

func (m *Model) others() []screen.Binding {
	scroll := func(action, help string, f func(), keys ...string) screen.Binding {
		return screen.Binding{Action: action, Keys: keys, Help: help, Section: sectionMove, Do: func() tea.Cmd { f(); return nil }}
	}
	return []screen.Binding{
		{Action: "open", Keys: []string{"i"}, Help: "open the issue", Section: sectionIssue, Footer: true, Why: m.whyNoItem, Do: m.openIssue},
		{Action: "regrade", Keys: []string{"r"}, Help: "re-grade", Section: sectionIssue, Why: m.whyNoChange, Do: m.regrade},
		{Action: "browse", Keys: []string{"o"}, Help: "browser", Section: sectionIssue, Footer: true, Why: m.whyNoItem, Do: m.browse},
		{Action: "copy-url", Keys: []string{"y"}, Help: "copy the address", Section: sectionIssue, Why: m.whyNoItem, Do: m.copyURL},
		{Action: "undo", Keys: []string{"u"}, Help: "take back the last re-grade or decline", Section: sectionIssue, Why: m.reversal.Busy,
			Do: func() tea.Cmd { return m.reversal.Begin(m.env) }},
		scroll("half-down", "half a page down", func() { m.text.Page(0.5) }, "ctrl+d"),
		scroll("half-up", "half a page up", func() { m.text.Page(-0.5) }, "ctrl+u"),
		scroll("page-down", "a page down", func() { m.text.Page(1) }, "pgdown", "ctrl+f"),
		scroll("page-up", "a page up", func() { m.text.Page(-1) }, "pgup", "ctrl+b"),
		scroll("first", "to the beginning", m.text.Home, "g", "home"),
		scroll("last", "to the end", m.text.End, "G", "end"),
	}
}

// The reasons why a key does nothing just now.

func (m *Model) whyNoItem() string {
	if _, ok := m.item(); !ok {
		return "there is no loose end here"
	}
	return ""
}

// whyNoChange: an issue that is being changed already is not changed twice (C-29).
func (m *Model) whyNoChange() string {
	it, ok := m.item()
	if !ok {
		return m.whyNoItem()
	}
	number := it.Entry.Issue.Number
	if doing := m.underway.Doing(number); doing != "" {
		return kit.Numbers(number) + " is still " + doing
	}
	return ""
}

func (m *Model) whyNoAnswer() string {
	it, ok := m.item()
	switch {
	case !ok:
		return m.whyNoItem()
	case m.applying != 0:
		return "the last answer is still being written"
	case m.whyNoChange() != "":
		return m.whyNoChange()
	case len(it.Answers) == 0:
		return "this can only be skipped, or settled in the browser"
	}
	return ""
}

func (m *Model) whyNotAnswer(i int) string {
	if why := m.whyNoAnswer(); why != "" {
		return why
	}
	if it, _ := m.item(); i >= len(it.Answers) {
		return "there is no answer " + strconv.Itoa(i+1)
	}
	return ""
}

func (m *Model) whyNoSkip() string {
	if m.applying != 0 {
		return "the last answer is still being written"
	}
	return m.whyNoItem()
}

func (m *Model) whyNoWayBack() string {
	switch {
	case m.applying != 0:
		return "the last answer is still being written"
	case !m.walk.hasBack():
		return "this is the first one"
	}
	return ""
}

func (m *Model) whyNoneSkipped() string {
	if m.walk.count(skipped) == 0 {
		return "nothing was skipped"
	}
	return ""
}
