package filing

import (
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// field is one field of the form, in the order in which they stand.
type field int

const (
	fieldPath field = iota
	fieldLine
	fieldClass
	fieldFailure
	fieldFix
	fieldTitle
	fieldSeverity
	fieldReach
	fieldDifficulty
	fieldFold
	fieldAudience
	fieldQuestion
	fieldSettled
	fieldSubmit
	fields // how many there are
)

// label is what stands before a field.
func (f field) label() string {
	return [...]string{
		"Where", "Line", "Class", "Failure", "Fix", "Title", "Severity", "Reach",
		"Difficulty", "Fold", "Audience", "Question", "Settled by", "",
	}[f]
}

// axis is the axis of a field with choices.
func (f field) axis() (model.Axis, bool) {
	switch f {
	case fieldSeverity:
		return model.Severity, true
	case fieldReach:
		return model.Footprint, true
	case fieldDifficulty:
		return model.Difficulty, true
	case fieldFold:
		return model.Fold, true
	case fieldAudience:
		return model.Audience, true
	}
	return "", false
}

// form is what a person has written so far.
type form struct {
	inputs map[field]*kit.Input
	areas  map[field]*kit.Area
	grades model.Grades
	// titled says that the title is the person's own; until then it follows the
	// failure mode.
	titled          bool
	branch, changed string // given on the command line
}

func newForm(t *theme.Theme) form {
	f := form{inputs: map[field]*kit.Input{}, areas: map[field]*kit.Area{}}
	if t == nil {
		return f
	}
	for at, hint := range map[field]string{
		fieldPath: "a tracked file", fieldLine: "line", fieldClass: model.Unclassified,
		fieldTitle:    "comes from the failure mode",
		fieldQuestion: "what must be determined?", fieldSettled: "what would settle it?",
	} {
		f.inputs[at] = kit.NewInput(t, hint)
	}
	f.areas[fieldFailure] = kit.NewArea(t, "what goes wrong, and when")
	f.areas[fieldFix] = kit.NewArea(t, "what would put it right")
	return f
}

// text is what a text field holds.
func (f *form) text(at field) string {
	if in, ok := f.inputs[at]; ok {
		return in.Value()
	}
	if a, ok := f.areas[at]; ok {
		return a.Value()
	}
	return ""
}

// empty reports whether a field waits for a value.
func (f *form) empty(at field) bool {
	switch at {
	case fieldClass, fieldTitle, fieldDifficulty, fieldFold, fieldSubmit:
		return false
	}
	if axis, ok := at.axis(); ok {
		return f.grades.Get(axis) == ""
	}
	return strings.TrimSpace(f.text(at)) == ""
}

// line is the line's number, 0 for what is none.
func (f *form) line() int {
	n, err := strconv.Atoi(f.text(fieldLine))
	if err != nil {
		return 0
	}
	return n
}

// finding is the form as the recipes take it. A title that only follows the
// failure mode is left out, so that it goes on following when the draft is taken
// up.
func (f *form) finding() recipe.FindingInput {
	in := recipe.FindingInput{
		Path: f.text(fieldPath), Line: f.line(), FailureMode: f.text(fieldFailure), Fix: f.text(fieldFix),
		Class: strings.TrimSpace(f.text(fieldClass)), Severity: f.grades.Severity, Footprint: f.grades.Footprint,
		Difficulty: f.grades.Difficulty, Fold: f.grades.Fold, Audience: f.grades.Audience,
		Question: f.text(fieldQuestion), SettledBy: f.text(fieldSettled), Branch: f.branch, Changed: f.changed,
	}
	if f.titled {
		in.Title = strings.TrimSpace(f.text(fieldTitle))
	}
	return in
}

// fill puts a finding into the form.
func (f *form) fill(in recipe.FindingInput) {
	f.inputs[fieldPath].SetValue(in.Path)
	f.inputs[fieldLine].SetValue("")
	if in.Line != 0 {
		f.inputs[fieldLine].SetValue(strconv.Itoa(in.Line))
	}
	f.inputs[fieldClass].SetValue(in.Class)
	f.areas[fieldFailure].SetValue(in.FailureMode)
	f.areas[fieldFix].SetValue(in.Fix)
	f.inputs[fieldQuestion].SetValue(in.Question)
	f.inputs[fieldSettled].SetValue(in.SettledBy)
	f.grades = in.Grades()
	f.branch, f.changed = in.Branch, in.Changed
	f.titled = in.Title != ""
	f.inputs[fieldTitle].SetValue(in.Title)
	f.followTitle()
}

// followTitle suggests the title from the failure mode until the person has
// written one.
func (f *form) followTitle() {
	if !f.titled {
		f.inputs[fieldTitle].SetValue(model.TitleFrom(f.text(fieldFailure)))
	}
}

// key types into a text field and reports whether that changed it.
func (f *form) key(at field, key tea.KeyMsg) bool {
	before := f.text(at)
	if at == fieldLine && key.Type == tea.KeyRunes {
		key.Runes = digits(key.Runes)
		if len(key.Runes) == 0 {
			return false
		}
	}
	if at == fieldLine && key.Type == tea.KeySpace {
		return false
	}
	if in, ok := f.inputs[at]; ok {
		in.Key(key)
	}
	if a, ok := f.areas[at]; ok {
		a.Key(key)
	}
	changed := f.text(at) != before
	f.noted(at, changed)
	return changed
}

// noted keeps the title in step after a field was written.
func (f *form) noted(at field, changed bool) {
	if at == fieldTitle && changed {
		f.titled = strings.TrimSpace(f.text(fieldTitle)) != ""
	}
	if at == fieldFailure && changed {
		f.followTitle()
	}
}

// digits leaves out what is no digit: a line is a number.
func digits(typed []rune) []rune {
	var kept []rune
	for _, r := range typed {
		if r >= '0' && r <= '9' {
			kept = append(kept, r)
		}
	}
	return kept
}

// options are the values of a field with choices, "" standing for none.
func options(at field) []string {
	axis, ok := at.axis()
	if !ok {
		return nil
	}
	values := model.Values(axis)
	if at == fieldDifficulty || at == fieldFold {
		values = append(append([]string{}, values...), "")
	}
	return values
}

// choose moves the choice of a field by some values, round the end.
func (f *form) choose(at field, by int) {
	values := options(at)
	axis, ok := at.axis()
	if !ok {
		return
	}
	next := 0
	if now, chosen := chosenOf(values, f.grades.Get(axis)); chosen {
		next = (now + by + len(values)) % len(values)
	} else if by < 0 {
		next = len(values) - 1
	}
	f.grades.Set(axis, values[next])
}

// chosenOf gives the index of a value; false where the field has none yet.
func chosenOf(values []string, value string) (int, bool) {
	for i, v := range values {
		if v == value {
			return i, true
		}
	}
	return -1, false
}

// order are the fields that stand in the form just now.
func (m *Model) order() []field {
	var out []field
	for f := range fields {
		switch f {
		case fieldAudience:
			if !m.deps.Rules.AudienceRequired && m.form.grades.Audience == "" {
				continue
			}
		case fieldQuestion, fieldSettled:
			if m.form.grades.Severity != model.Investigate {
				continue
			}
		}
		out = append(out, f)
	}
	return out
}

// focusOn opens a field and closes the one before.
func (m *Model) focusOn(f field) {
	m.seen[m.focus] = m.seen[m.focus] || m.focus != f
	for at, in := range m.form.inputs {
		if at == f {
			in.Focus()
		} else {
			in.Blur()
		}
	}
	for at, a := range m.form.areas {
		if at == f {
			a.Focus()
		} else {
			a.Blur()
		}
	}
	m.focus = f
}

// moveFocus goes to the next or the previous field, and stops at the ends.
func (m *Model) moveFocus(by int) {
	order := m.order()
	for i, f := range order {
		if f == m.focus {
			m.focusOn(order[min(max(i+by, 0), len(order)-1)])
			return
		}
	}
	m.focusOn(order[0])
}
