// Package regrade is the screen that changes the grades of one issue or of
// several (section 9): one column per axis, and beside them what will happen,
// as label edits, and what has happened before.
package regrade

import (
	"context"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Regrader changes grades; recipe.Regrade is one.
type Regrader interface {
	Run(ctx context.Context, in recipe.RegradeInput) (recipe.ChangeResult, error)
}

// Historian reads the grade history of an issue; recipe.History is one.
type Historian interface {
	Run(ctx context.Context, in recipe.HistoryInput) (recipe.HistoryResult, error)
}

// Deps is what the screen calls.
type Deps struct {
	Place   string // what the header names: "acme/shop"
	Rules   model.Rules
	Regrade Regrader
	History Historian
	Undo    kit.Undoer // nil: nothing is taken back from here
	Jots    kit.Jotter // nil: what is typed lasts no longer than the screen
}

// part is what can have the focus: a column, or a field of text behind them.
type part int

// The fields of text follow the columns of the axes.
const (
	partAnswer part = iota + 100
	partQuestion
	partSettled
)

// The least width at which the edits stand beside the columns.
const besideFrom = 100

// Model is the screen.
type Model struct {
	env  screen.Env
	deps Deps
	size screen.Size

	issues []model.Issue         // as they are known
	places map[int]int           // of the issues among them, by number
	tally  *tally                // of the issues; nil when it must be made anew
	wanted map[model.Axis]string // the axes that a person has changed
	told   map[model.Axis]string // what somebody else has changed meanwhile, in words
	focus  part

	answer            *kit.Area
	question, settled *kit.Input
	jot               *kit.Jot

	history history
	asked   int // the dry run whose answer becomes a question
	change  int // the change that is under way
	step    recipe.Step
	spinner kit.Spinner
	edits   kit.Scroller

	reversal kit.Reversal

	drawn drawn // where the columns were drawn, for the mouse
}

// New makes the screen for the issues, at least one. It reads nothing before Init.
func New(env screen.Env, deps Deps, msg screen.OpenRegrade) *Model {
	m := &Model{
		env: env, deps: deps, issues: append([]model.Issue(nil), msg.Issues...),
		places: map[int]int{}, wanted: map[model.Axis]string{}, told: map[model.Axis]string{},
	}
	for i, is := range m.issues {
		m.places[is.Number] = i
	}
	m.reversal = kit.Reversal{Undo: deps.Undo, Known: m.known}
	m.jot = kit.NewJot(deps.Jots, recipe.JottingOf{Kind: recipe.JottedRegrade, Numbers: m.numbers()})
	if env.Theme == nil {
		return m
	}
	m.answer = kit.NewArea(env.Theme, "what was found out")
	m.question = kit.NewInput(env.Theme, "what must be determined?")
	m.settled = kit.NewInput(env.Theme, "what would settle it?")
	return m
}

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) { m.size = s }

// Leave asks when a text was written that is applied to nothing yet.
func (m *Model) Leave() (screen.Question, bool) {
	if m.texts() == "" || m.jot.Keeps() && !m.jot.Touched() {
		return screen.Question{}, false
	}
	words := "What you have written is not applied to " + kit.Numbers(m.numbers()...) + " yet."
	if !m.jot.Keeps() {
		return screen.Question{Title: "Throw the text away?", Lines: []string{words}, Yes: "Throw it away", No: "Stay"}, true
	}
	return screen.Question{
		Title: "Leave the text unapplied?", Lines: []string{words + " It is kept, and stands here again next time."},
		Yes: "Leave it", No: "Stay", Then: func(string) tea.Msg { return m.jot.Leaving() },
	}, true
}

// many reports whether several issues are re-graded at once.
func (m *Model) many() bool { return len(m.issues) > 1 }

func (m *Model) numbers() []int {
	out := make([]int, len(m.issues))
	for i, is := range m.issues {
		out[i] = is.Number
	}
	return out
}

// axes are the columns. The audience has one where the rules ask for it, or an
// issue carries one.
func (m *Model) axes() []model.Axis {
	var out []model.Axis
	for _, a := range model.Axes() {
		if a == model.Audience && !m.deps.Rules.AudienceRequired && !m.hasAudience() {
			continue
		}
		out = append(out, a)
	}
	return out
}

// axis is the axis in the focus; while a text is written, the severity that
// asked for it.
func (m *Model) axis() model.Axis {
	axes := m.axes()
	if int(m.focus) < len(axes) {
		return axes[m.focus]
	}
	return model.Severity
}

// option is one row of a column.
type option struct {
	value string // "" is no value
	keep  bool   // of several issues: each keeps its own
}

// options are the rows of a column.
func (m *Model) options(axis model.Axis) []option {
	var out []option
	if m.many() {
		out = append(out, option{keep: true})
	}
	for _, v := range model.Values(axis) {
		out = append(out, option{value: v})
	}
	if axis != model.Severity && (axis != model.Audience || !m.deps.Rules.AudienceRequired) {
		out = append(out, option{})
	}
	return out
}

// chosen is the row that is chosen in a column, -1 for none.
func (m *Model) chosen(axis model.Axis) int {
	value, touched := m.wanted[axis]
	if !touched {
		if m.many() {
			return 0
		}
		value, _ = m.present(axis)
	}
	for i, o := range m.options(axis) {
		if !o.keep && o.value == value {
			return i
		}
	}
	return -1
}
