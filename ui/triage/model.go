// Package triage is the screen that goes through the queue's loose ends, one at
// a time: what is wrong or missing, the code it is about, the answers there are,
// and what each would edit.
package triage

import (
	"context"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// Finder lists the loose ends of a queue; recipe.Triage is one.
type Finder interface {
	Run(ctx context.Context, in recipe.TriageInput) (recipe.TriageResult, error)
}

// Coder shows cited code; recipe.Code is one.
type Coder interface {
	Run(ctx context.Context, in recipe.CodeInput) (recipe.Excerpt, error)
}

// Regrader changes grades; recipe.Regrade is one.
type Regrader interface {
	Run(ctx context.Context, in recipe.RegradeInput) (recipe.ChangeResult, error)
}

// Repairer puts an issue right; recipe.Repair is one.
type Repairer interface {
	Run(ctx context.Context, in recipe.RepairInput) (recipe.ChangeResult, error)
}

// Syncer renames labels of the repository; recipe.SyncLabels is one.
type Syncer interface {
	Run(ctx context.Context, in recipe.SyncInput) (recipe.SyncResult, error)
}

// Deps is what the screen calls. Code may be nil: no code is shown then.
type Deps struct {
	Place   string // what the header names: "acme/shop"
	Triage  Finder
	Code    Coder
	Regrade Regrader
	Repair  Repairer
	Sync    Syncer
	Undo    kit.Undoer
	Jots    kit.Jotter // nil: what is typed lasts no longer than the app
}

// Memory is what is kept while the screen is left: which loose ends were
// skipped, and where one was. It belongs to one repository.
type Memory struct {
	skipped map[id]bool
	last    id
	drafts  map[draftOf]*form // texts that were typed and not given yet
}

// NewMemory remembers nothing yet.
func NewMemory() *Memory { return &Memory{skipped: map[id]bool{}, drafts: map[draftOf]*form{}} }

// draftOf names the answer that a text was typed for.
type draftOf struct {
	id     id
	answer string
}

const (
	codeAround = 3 // lines of code before and after the cited one
	codeFew    = 2 // the same where room is short
	// sideFrom is the least width at which the code stands beside the question.
	sideFrom = 110
	// airyFrom is the height from which the answers stand apart.
	airyFrom = 30
)

// Model is the screen.
type Model struct {
	env    screen.Env
	deps   Deps
	memory *Memory
	size   screen.Size
	queue  model.Queue // shared, not written to

	walk    walk
	chosen  int   // the answer under the cursor
	form    *form // open while an answer asks for texts
	wrong   string
	request int // of the list of loose ends; 0 when none is under way
	derived bool
	fault   error
	notes   map[string]bool // that were told

	applying int // the request of the change under way; 0 when there is none
	spinner  kit.Spinner
	reversal kit.Reversal
	underway screen.Underway // of whatever issues

	code    *kit.Code
	cited   recipe.CodeInput // what the excerpt is of, or is being read
	looking int              // the request of the excerpt
	excerpt *recipe.Excerpt

	text  kit.Scroller
	side  kit.Scroller
	rows  map[int]int // lines of the question's pane with an answer on them
	stale bool
}

// New makes the screen. It reads nothing before Init.
func New(env screen.Env, deps Deps, memory *Memory, msg screen.OpenTriage) *Model {
	m := &Model{env: env, deps: deps, memory: memory, queue: env.Known.Newest(msg.Queue), notes: map[string]bool{}, underway: env.Known.Underway, stale: true}
	m.reversal = kit.Reversal{Undo: deps.Undo, Known: m.known}
	if env.Theme != nil {
		m.code = kit.NewCode(env.Theme)
	}
	return m
}

// Open makes the screens of an app; memory lasts as long as the app.
func Open(deps Deps, memory *Memory) func(screen.Env, screen.OpenTriage) screen.Screen {
	return func(env screen.Env, msg screen.OpenTriage) screen.Screen { return New(env, deps, memory, msg) }
}

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) {
	if m.size == s {
		return
	}
	m.size, m.stale = s, true
}

// item is the loose end on the screen.
func (m *Model) item() (*recipe.TriageItem, bool) { return m.walk.current() }

// known gives an issue as it is shown.
func (m *Model) known(number int) (model.Issue, bool) {
	if it, ok := m.item(); ok && it.Entry.Issue.Number == number {
		return it.Entry.Issue, true
	}
	return kit.IssueIn(&m.queue, number)
}

var _ screen.Screen = (*Model)(nil)
