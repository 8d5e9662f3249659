package triage

import (
	"fmt"
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// areaHeight is how many lines the field of an answer takes.
const areaHeight = 3

// form holds the texts that one answer asks for.
type form struct {
	answer int
	fields []*field
	focus  int
	jot    *kit.Jot
}

// field is one text: of one line, or of several.
type field struct {
	ask  recipe.TriageField
	was  string // what it was filled with
	line *kit.Input
	area *kit.Area
}

// newForm makes the fields of an answer, filled with what is known.
func newForm(t *theme.Theme, answer int, a recipe.TriageAnswer, jot *kit.Jot) *form {
	f := &form{answer: answer, jot: jot}
	for _, ask := range a.Asks {
		one := &field{ask: ask}
		if ask == recipe.AskAnswer {
			one.area = kit.NewArea(t, "what was found out, and how")
		} else {
			one.line = kit.NewInput(t, placeholder(ask))
			one.was = prefilled(ask, a)
			one.line.SetValue(one.was)
		}
		f.fields = append(f.fields, one)
	}
	f.focusOn(0)
	return f
}

func placeholder(ask recipe.TriageField) string {
	switch ask {
	case recipe.AskQuestion:
		return "what must be determined"
	case recipe.AskSettledBy:
		return "the evidence, test or measurement that would answer it"
	case recipe.AskPath:
		return "from the root of the repository"
	case recipe.AskLine:
		return "a number from 1"
	case recipe.AskClass:
		return model.Unclassified + ", where there is none"
	}
	return ""
}

// prefilled is what the repair holds of a text already.
func prefilled(ask recipe.TriageField, a recipe.TriageAnswer) string {
	if a.Repair == nil {
		return ""
	}
	switch ask {
	case recipe.AskQuestion:
		return a.Repair.Research.Question
	case recipe.AskSettledBy:
		return a.Repair.Research.SettledBy
	case recipe.AskPath:
		return a.Repair.Key.Path
	case recipe.AskClass:
		return a.Repair.Key.Class
	case recipe.AskLine:
		if a.Repair.Key.Line > 0 {
			return strconv.Itoa(a.Repair.Key.Line)
		}
	}
	return ""
}

// focusOn opens one field and closes the others.
func (f *form) focusOn(at int) {
	f.focus = at
	for i, one := range f.fields {
		switch {
		case one.area != nil && i == at:
			one.area.Focus()
		case one.area != nil:
			one.area.Blur()
		case i == at:
			one.line.Focus()
		default:
			one.line.Blur()
		}
	}
}

func (f *form) move(by int) {
	n := len(f.fields)
	f.focusOn((f.focus + by + n) % n)
}

// key puts what is typed into the open field.
func (f *form) key(key tea.KeyMsg) {
	one := f.fields[f.focus]
	if one.area != nil {
		one.area.Key(key)
		return
	}
	one.line.Key(key)
}

// value is the text of a field without the space around it.
func (f *form) value(ask recipe.TriageField) string {
	for _, one := range f.fields {
		switch {
		case one.ask != ask:
		case one.area != nil:
			return strings.TrimSpace(one.area.Value())
		default:
			return strings.TrimSpace(one.line.Value())
		}
	}
	return ""
}

// touched reports whether there is text that nobody else knows.
func (f *form) touched() bool {
	for _, one := range f.fields {
		if text := f.value(one.ask); text != "" && text != strings.TrimSpace(one.was) {
			return true
		}
	}
	return false
}

// asks reports whether the form has a field for the text.
func (f *form) asks(ask recipe.TriageField) bool {
	for _, one := range f.fields {
		if one.ask == ask {
			return true
		}
	}
	return false
}

// wrong says what keeps the texts from being given, and in which field; "" when
// nothing does.
func (f *form) wrong() (string, int) {
	for i, one := range f.fields {
		text := f.value(one.ask)
		verdict := model.Verdict{}
		switch one.ask {
		case recipe.AskAnswer:
			verdict = model.CheckAnswer(text)
		case recipe.AskPath:
			verdict = model.CheckPath(text)
		case recipe.AskLine:
			if n, err := strconv.Atoi(text); err != nil || n < 1 || n > model.MaxLine {
				return fmt.Sprintf("the line is a number from 1, not %q", model.Visible(text)), i
			}
		case recipe.AskQuestion, recipe.AskSettledBy, recipe.AskClass:
			if text == "" {
				return "write the " + string(one.ask), i
			}
		}
		if verdict.Level == model.Wrong {
			return verdict.Text, i
		}
	}
	if f.asks(recipe.AskPath) {
		if _, err := model.NewKey(f.typedKey()); err != nil {
			return err.Error(), 0
		}
	}
	return "", 0
}

// typedKey are the three parts of the key that was typed.
func (f *form) typedKey() (class, path string, line int) {
	line, _ = strconv.Atoi(f.value(recipe.AskLine)) // no number is line 0, which is refused
	return f.value(recipe.AskClass), f.value(recipe.AskPath), line
}

// cited is the place that the fields name, for the code beside them.
func (f *form) cited() (recipe.CodeInput, bool) {
	if !f.asks(recipe.AskPath) {
		return recipe.CodeInput{}, false
	}
	_, path, line := f.typedKey()
	return recipe.CodeInput{Path: path, Line: max(line, 0), Around: codeAround}, path != ""
}

// lines draws the fields; at is the line on which the open one begins.
func (f *form) lines(t *theme.Theme, width int) (out []string, at int) {
	const label = 11
	for i, one := range f.fields {
		name := t.Dim
		if i == f.focus {
			name, at = t.Focus, len(out)
		}
		words := name.Render(kit.Fit(t, title(one.ask), label))
		if one.area == nil {
			out = append(out, words+one.line.View(max(width-label, 2)))
			continue
		}
		for row, line := range one.area.View(max(width-label, 2), areaHeight) {
			if row > 0 {
				words = kit.Spaces(label)
			}
			out = append(out, words+line)
		}
	}
	return out, at
}

func title(ask recipe.TriageField) string {
	s := string(ask)
	return strings.ToUpper(s[:1]) + s[1:]
}

// formTable is the key table while texts are typed.
func (m *Model) formTable() screen.Table {
	bindings := []screen.Binding{
		{Action: "field-give", Keys: []string{"ctrl+s"}, Help: "give the answer", Section: sectionForm, Footer: true, Why: m.whyNoAnswer, Do: m.give},
		{Action: "field-next", Keys: []string{"tab", "down"}, Help: "next field", Section: sectionForm, Footer: true,
			Do: func() tea.Cmd { return m.moveField(1) }},
		{Action: "field-previous", Keys: []string{"shift+tab", "up"}, Help: "previous field", Section: sectionForm,
			Do: func() tea.Cmd { return m.moveField(-1) }},
		{Action: "clear-text", Keys: []string{"ctrl+l"}, Help: "clear the text", Section: sectionForm, Footer: m.takenUp(), Why: m.whyNoClear, Do: m.clearTexts},
		{Action: "back", Keys: []string{"esc"}, Help: "to the answers, the text is kept", Section: sectionForm, Footer: true, Do: m.closeForm},
	}
	inArea := m.form != nil && m.form.fields[m.form.focus].area != nil
	if inArea { // its arrows and Enter belong to the text
		bindings[1].Keys, bindings[2].Keys = []string{"tab"}, []string{"shift+tab"}
	} else {
		bindings = append(bindings, screen.Binding{Action: "field-enter", Keys: []string{"enter"}, Help: "next field, from the last one give the answer",
			Section: sectionForm, Do: m.enterField})
	}
	return screen.Table{Screen: "Triage answer", Bindings: bindings, Text: m.typeText}
}
