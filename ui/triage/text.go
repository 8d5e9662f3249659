package triage

import (
	"context"
	"slices"
	"strings"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// leaving is the yes to the question about texts that were not given.
type leaving struct{}

// jotting is the name that the texts of an answer are kept under.
func (of draftOf) jotting() recipe.JottingOf {
	about := []string{string(of.id.kind), string(of.id.axis), string(of.id.code), of.answer}
	return recipe.JottingOf{Kind: recipe.JottedTriage, Numbers: []int{of.id.number}, About: strings.Join(about, " ")}
}

// texts are the fields as they are kept: nothing where they say no more than
// what they were filled with.
func (f *form) texts() map[string]string {
	out := map[string]string{}
	if !f.touched() {
		return out
	}
	for _, one := range f.fields {
		out[string(one.ask)] = f.value(one.ask)
	}
	return out
}

// fill puts texts into the fields that have one.
func (f *form) fill(texts map[string]string) {
	for _, one := range f.fields {
		if text, ok := texts[string(one.ask)]; ok {
			one.set(text)
		}
	}
}

func (one *field) set(text string) {
	if one.area != nil {
		one.area.SetValue(text)
		return
	}
	one.line.SetValue(text)
}

// kept is a change that has its texts on disk until it went through; a nil form
// has none.
func (f *form) kept(run func(context.Context) (recipe.ChangeResult, error)) func(context.Context) (recipe.ChangeResult, error) {
	if f == nil {
		return run
	}
	return f.jot.Around(run)
}

// typeText puts a key into the open field, and has the text kept.
func (m *Model) typeText(key tea.KeyMsg) tea.Cmd {
	if m.applying != 0 {
		return nil
	}
	m.form.key(key)
	m.stale, m.wrong = true, ""
	return tea.Batch(m.lookSoon(), m.form.jot.Wrote(m.env, m.form.texts()))
}

// takeUp puts what was typed before and not given into the fields.
func (m *Model) takeUp(found kit.JotFound) tea.Cmd {
	for _, f := range m.memory.drafts {
		if f.jot == found.Jot && f.jot.Take() {
			f.fill(found.Texts)
		}
	}
	m.stale = true
	return m.lookSoon()
}

// saveTexts keeps what was typed now.
func (m *Model) saveTexts() tea.Cmd {
	var cmds []tea.Cmd
	for _, f := range m.memory.drafts {
		cmds = append(cmds, f.jot.Save())
	}
	return tea.Batch(cmds...)
}

// clearTexts puts the fields back to what they were filled with, for good.
func (m *Model) clearTexts() tea.Cmd {
	for _, one := range m.form.fields {
		one.set(one.was)
	}
	m.stale, m.wrong = true, ""
	return tea.Batch(m.lookSoon(), m.form.jot.Clear())
}

func (m *Model) whyNoClear() string {
	switch {
	case m.applying != 0:
		return "the answer is being written"
	case !m.form.touched():
		return "there is no text"
	}
	return ""
}

// takenUp reports whether the open fields hold what was typed before.
func (m *Model) takenUp() bool { return m.form != nil && m.form.jot.Taken() }

// foot says where the texts of the open fields are from, else how far the pane
// is scrolled.
func (m *Model) foot() string {
	if m.takenUp() {
		return kit.TakenUp
	}
	return m.text.Foot()
}

// Leave asks when there is text that was typed and not given.
func (m *Model) Leave() (screen.Question, bool) {
	var numbers []int
	lasts := true
	for of, f := range m.memory.drafts {
		s, _, ok := m.walk.find(of.id)
		asked := ok && (s.state == open || s.state == skipped)
		if !asked || !f.touched() || f.jot.Keeps() && !f.jot.Touched() {
			continue
		}
		lasts = lasts && f.jot.Keeps()
		if !slices.Contains(numbers, of.id.number) {
			numbers = append(numbers, of.id.number)
		}
	}
	if len(numbers) == 0 {
		return screen.Question{}, false
	}
	slices.Sort(numbers)
	words := "It is kept, and stands here again next time."
	if !lasts {
		words = "It is kept until the app is left."
	}
	return screen.Question{
		Title: "Leave the answer ungiven?",
		Lines: []string{"What you wrote about " + kit.Numbers(numbers...) + " was not given yet. " + words},
		Yes:   "Leave it", No: "Stay", Then: func(string) tea.Msg { return leaving{} },
	}, true
}
