package regrade

import (
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// The names that the texts are kept under.
const (
	keptAnswer   = "answer"
	keptQuestion = "question"
	keptSettled  = "settled by"
)

// texts is what a person has written, "" for nothing.
func (m *Model) texts() string {
	if m.answer == nil {
		return ""
	}
	return strings.TrimSpace(m.answer.Value() + m.question.Value() + m.settled.Value())
}

// wrote has what stands in the fields kept.
func (m *Model) wrote() tea.Cmd {
	return m.jot.Wrote(m.env, map[string]string{
		keptAnswer: m.answer.Value(), keptQuestion: m.question.Value(), keptSettled: m.settled.Value(),
	})
}

// takeUp puts what was written before and not applied into the fields.
func (m *Model) takeUp(found kit.JotFound) {
	if found.Jot != m.jot || !m.jot.Take() {
		return
	}
	m.answer.SetValue(found.Texts[keptAnswer])
	m.question.SetValue(found.Texts[keptQuestion])
	m.settled.SetValue(found.Texts[keptSettled])
}

// clearTexts empties the fields for good.
func (m *Model) clearTexts() tea.Cmd {
	m.emptyTexts()
	return m.jot.Clear()
}

func (m *Model) emptyTexts() {
	m.answer.SetValue("")
	m.question.SetValue("")
	m.settled.SetValue("")
}

// unread is the field to look at first, where the change would take a text that
// was taken up and that nobody has gone to yet.
func (m *Model) unread() (part, bool) {
	if m.focus >= partAnswer || !m.jot.Taken() || !takesText(m.input(true)) {
		return 0, false
	}
	if m.leaves() {
		return partAnswer, true
	}
	return partQuestion, true
}

// takesText reports whether the change takes any of the texts.
func takesText(in recipe.RegradeInput) bool {
	return in.Answer != "" || in.Research != model.Research{}
}

// gave empties the fields whose text went through; what was written in others
// stays, and stays kept.
func (m *Model) gave(in recipe.RegradeInput) tea.Cmd {
	if !takesText(in) {
		return nil
	}
	if in.Answer != "" {
		m.answer.SetValue("")
	}
	if in.Research != (model.Research{}) {
		m.question.SetValue("")
		m.settled.SetValue("")
	}
	if m.texts() == "" {
		return nil
	}
	return m.wrote()
}

// textFoot says of the fields that are shown where their text is from.
func (m *Model) textFoot() string {
	if m.jot.Taken() && m.texts() != "" && (m.leaves() || m.enters()) {
		return kit.TakenUp
	}
	return ""
}
