// Package board is the screen of draining: every unit in the stage it has come
// to, its story as a timeline, what a running step prints, and every step on a
// key.
package board

import (
	"context"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// Overseer tells how units stand; drain.Status is one. It asks the ledger and
// nothing else.
type Overseer interface {
	// Run gives those in flight, All those that have ended as well.
	Run(ctx context.Context) (drain.Overview, error)
	All(ctx context.Context) (drain.Overview, error)
	Story(ctx context.Context, unit string) (drain.Story, error)
}

// Chooser offers what may be drained next; drain.Choose is one.
type Chooser interface {
	Run(ctx context.Context, in drain.ChooseInput) (drain.Choice, error)
}

// Stepper takes one step; the fields of drain.Steps are, each for its own input.
type Stepper[Input any] interface {
	Run(ctx context.Context, in Input) (drain.Result, error)
}

// Reconciler looks at what happened to units elsewhere; drain.Reconcile is one.
type Reconciler interface {
	Run(ctx context.Context, in drain.ReconcileInput) ([]drain.Result, error)
}

// Deps is what the board calls.
type Deps struct {
	Place   string        // what the header names: "acme/shop"
	Workers []rule.Worker // those whose command exists; Me is among them

	Status  Overseer
	Choose  Chooser
	Start   Stepper[drain.StartInput]
	Screen  Stepper[drain.ScreenInput]
	Isolate Stepper[drain.IsolateInput]
	Produce Stepper[drain.ProduceInput]
	Gates   Stepper[drain.GatesInput]
	Propose Stepper[drain.ProposeInput]
	Review  Stepper[drain.ReviewInput]
	CI      Stepper[drain.CIInput]
	Brake   Stepper[drain.BrakeInput]
	Merge   Stepper[drain.MergeInput]
	Drop    Stepper[drain.DropInput]
	Release Stepper[drain.ReleaseInput]
	Go      Stepper[drain.GoInput]

	Reconcile Reconciler

	// Hand hands the terminal to a step that a person works in; nil is tea.Exec.
	Hand func(tea.ExecCommand, tea.ExecCallback) tea.Cmd
}

// columnsFrom is the least width at which the units stand in columns.
const columnsFrom = 120

// Model is the screen.
type Model struct {
	env    screen.Env
	deps   Deps
	memory *Memory
	size   screen.Size

	request int  // of the status under way; 0 when there is none
	known   bool // they were read once
	fault   error
	ended   []drain.Card // the units that ended last, as they were read when one did
	items   []item
	byID    map[string]int
	groups  []group
	columns bool       // each group has one
	shape   shape      // how much there is room for
	lists   []kit.List // a list for each group; in the narrow board the first one is all
	rows    [][]int    // the items of each list's rows, noItem for a heading
	focus   int        // the list that has the cursor
	bound   int        // times that the status is due, so that one is under way

	begin  []int  // numbers to begin a unit with once the units are known
	issue  int    // whose unit the cursor goes to then
	wanted string // the unit that the cursor goes to with the next reading

	pulse   kit.Spinner
	deed    deed // that a question is open about, or that is looked up
	looking int  // the request of a dry run or of a choice; 0 when there is none
	asking  *asking
	covered bool // another screen of the app lies over this one

	story *story
	pick  *pick
	queue *model.Queue // the open one, shared, not written to; nil while none is known
}

// New makes the screen; memory lasts as long as the app. It reads nothing before
// Init.
func New(env screen.Env, deps Deps, memory *Memory, msg screen.OpenBoard) *Model {
	m := &Model{env: env, deps: deps, memory: memory, begin: msg.Numbers, issue: msg.At}
	if env.Known.Queue != nil {
		m.queue = &env.Known.Queue.Queue
	}
	if memory != nil {
		m.wanted = memory.last()
	}
	return m
}

// Open makes the screens of an app.
func Open(deps Deps, memory *Memory) func(screen.Env, screen.OpenBoard) screen.Screen {
	return func(env screen.Env, msg screen.OpenBoard) screen.Screen { return New(env, deps, memory, msg) }
}

// Leave asks nothing: what runs goes on, and is told when it has ended. Where the
// cursor is is kept for the next time.
func (m *Model) Leave() (screen.Question, bool) {
	m.memory.leave(m.currentID())
	return screen.Question{}, false
}

var _ screen.Screen = (*Model)(nil)
