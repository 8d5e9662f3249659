// Package filing is the form in which a finding is written and filed (section
// 8): the fields at the left, live checks and the cited code at the right, then
// the exact post, then each step of the filing as it runs.
package filing

import (
	"context"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// Filer files a finding, or keeps it in the embedded tracker; recipe.File and
// recipe.KeepLocal are such.
type Filer interface {
	Run(ctx context.Context, in recipe.FileInput) (recipe.FileResult, error)
}

// Deduper looks for a match; recipe.Dedup is one.
type Deduper interface {
	Run(ctx context.Context, in recipe.DedupInput) (recipe.DedupResult, error)
}

// Capper counts the open investigations; recipe.CapCheck is one.
type Capper interface {
	Run(ctx context.Context, in recipe.CapInput) (recipe.CapResult, error)
}

// Labeler lists the vocabulary beside the repository's labels; recipe.LabelsList
// is one.
type Labeler interface {
	Run(ctx context.Context, in recipe.LabelsInput) ([]recipe.LabelRow, error)
}

// Righter tells what the account may do in the repository; recipe.Rights is one.
type Righter interface {
	Run(ctx context.Context, in recipe.RightsInput) (model.Repository, error)
}

// Coder shows code; recipe.Code is one.
type Coder interface {
	Run(ctx context.Context, in recipe.CodeInput) (recipe.Excerpt, error)
}

// Pather lists the paths that a finding can cite; recipe.Paths is one.
type Pather interface {
	Run(ctx context.Context) (recipe.PathsResult, error)
}

// Originator finds the origin; recipe.Origin is one.
type Originator interface {
	Run(ctx context.Context, in recipe.OriginInput) (model.Origin, error)
}

// Drafter keeps drafts on disk; recipe.Drafts is one.
type Drafter interface {
	Save(id string, f recipe.FindingInput) (recipe.Draft, error)
	Remove(id string) error
	List() ([]recipe.Draft, []recipe.DamagedText, error)
}

// Deps is what the form calls. All but Editor are needed.
type Deps struct {
	Place  string // what the header and the checks name: "acme/shop"
	Rules  model.Rules
	File   Filer
	Keep   Filer // asked only where a result says that the finding can be kept
	Dedup  Deduper
	Cap    Capper
	Labels Labeler
	Rights Righter
	Code   Coder
	Paths  Pather
	Origin Originator
	Drafts Drafter
	Editor Editor
}

// step is which of its four faces the screen shows.
type step int

const (
	writing   step = iota // the form
	reviewing             // the exact post
	running               // the filing's steps
	ended                 // what kept it from being filed
	filedStep             // filed: the screen is about to be left
)

// The least width at which the checks stand beside the form, and the least
// height at which they stand below it.
const (
	besideFrom = 100
	belowFrom  = 20
)

// Model is the form.
type Model struct {
	env  screen.Env
	deps Deps
	size screen.Size
	step step

	form   form
	focus  field
	top    int // the first visible line of the form
	seen   [fields]bool
	tried  bool // filing was asked for: what is owed is wrong now
	fresh  bool // a person says that it is none of the likely ones
	panel  bool // narrow: the checks stand in place of the form
	scroll kit.Scroller
	lines  formLines // of the last view, for the mouse

	place  probe[recipe.Excerpt]
	match  probe[recipe.DedupResult]
	cap    probe[recipe.CapResult]
	labels probe[[]recipe.LabelRow]
	rights probe[model.Repository]
	origin model.Origin
	checks []check
	code   *kit.Code

	paths    []string
	pathsErr error
	complete completion

	drafts drafts
	run    run
	away   bool // a screen that this one opened lies on top
	quits  bool // the question about leaving came from quitting
}

// New makes the form with its first values: those that the command line gave, or
// none. It reads nothing before Init.
func New(env screen.Env, deps Deps, start recipe.FindingInput) *Model {
	m := &Model{env: env, deps: deps, form: newForm(env.Theme), origin: unknownOrigin()}
	m.drafts = newDrafts(deps.Drafts, recipe.FindingInput{Path: start.Path, Line: start.Line})
	if env.Theme == nil {
		return m
	}
	m.code = kit.NewCode(env.Theme)
	m.form.fill(start)
	m.focus = m.firstEmpty()
	m.focusOn(m.focus)
	m.judge()
	return m
}

// Open makes the screens of an app.
func Open(deps Deps) func(screen.Env, screen.OpenFiling) screen.Screen {
	return func(env screen.Env, msg screen.OpenFiling) screen.Screen { return New(env, deps, msg.Start) }
}

// unknownOrigin is what the body shows until the origin is known.
func unknownOrigin() model.Origin { return model.NewOrigin("", "", "", "") }

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) { m.size = s }

// beside reports whether the checks stand beside the form.
func (m *Model) beside() bool { return m.size.Width >= besideFrom }

// firstEmpty is the field to begin with: the first one that waits for a value.
func (m *Model) firstEmpty() field {
	for _, f := range m.order() {
		if m.form.empty(f) {
			return f
		}
	}
	return fieldSubmit
}

// Delays of what is looked up while one types.
const (
	codeDelay  = 60 * time.Millisecond  // the code: git, on this machine
	lookDelay  = 250 * time.Millisecond // what asks the tracker
	draftDelay = 800 * time.Millisecond
)
