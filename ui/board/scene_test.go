package board_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/board"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// The recipes are what the board calls.
var (
	_ board.Overseer                    = drain.Status{}
	_ board.Chooser                     = drain.Choose{}
	_ board.Stepper[drain.StartInput]   = drain.Start{}
	_ board.Stepper[drain.ScreenInput]  = drain.Screen{}
	_ board.Stepper[drain.IsolateInput] = drain.Isolate{}
	_ board.Stepper[drain.ProduceInput] = drain.Produce{}
	_ board.Stepper[drain.GatesInput]   = drain.Gates{}
	_ board.Stepper[drain.ProposeInput] = drain.Propose{}
	_ board.Stepper[drain.ReviewInput]  = drain.Review{}
	_ board.Stepper[drain.CIInput]      = drain.CI{}
	_ board.Stepper[drain.BrakeInput]   = drain.Brake{}
	_ board.Stepper[drain.MergeInput]   = drain.Merge{}
	_ board.Stepper[drain.DropInput]    = drain.Drop{}
	_ board.Stepper[drain.ReleaseInput] = drain.Release{}
	_ board.Stepper[drain.GoInput]      = drain.Go{}
	_ board.Reconciler                  = drain.Reconcile{}
)

// ledger is a ledger of a few units, told by their events.
type ledger struct {
	events map[string][]rule.Event
	order  []string
	reads  int
	all    int
	err    error
}

func (l *ledger) overview(all bool) drain.Overview {
	var units []rule.Unit
	byID := map[string]rule.Unit{}
	for _, id := range l.order {
		u := rule.Fold(id, l.events[id])
		byID[id] = u
		units = append(units, u)
	}
	var out drain.Overview
	for _, t := range rule.Runnable(units) {
		u := byID[t.Unit]
		c := drain.Card{Unit: u, Turn: t, Waits: t.Waits, Runnable: t.Step != rule.StepNone && t.Waits == "" && t.Asks == ""}
		if c.Waits == "" {
			c.Waits = rule.WaitsFor(u)
		}
		out.Cards = append(out.Cards, c)
	}
	for _, u := range units {
		if all && !u.Active() {
			out.Cards = append(out.Cards, drain.Card{Unit: u})
		}
	}
	return out
}

func (l *ledger) Run(context.Context) (drain.Overview, error) {
	l.reads++
	return l.overview(false), l.err
}

func (l *ledger) All(context.Context) (drain.Overview, error) {
	l.all++
	return l.overview(true), l.err
}

func (l *ledger) Story(_ context.Context, unit string) (drain.Story, error) {
	s := drain.Story{Events: l.events[unit]}
	s.Unit = rule.Fold(unit, l.events[unit])
	return s, l.err
}

// write adds facts, a few minutes apart, the last one some time ago.
func (l *ledger) write(unit string, ago time.Duration, facts ...rule.Fact) {
	if l.events == nil {
		l.events = map[string][]rule.Event{}
	}
	if !slices.Contains(l.order, unit) {
		l.order = append(l.order, unit)
	}
	for i, f := range facts {
		by := "ada"
		if f.Kind() == rule.KindBraked {
			by = "engine"
		}
		at := screentest.Now().Add(-ago - time.Duration(len(facts)-1-i)*7*time.Minute)
		l.events[unit] = append(l.events[unit], rule.Event{ID: int64(len(l.events[unit]) + 1), At: at, Unit: unit, By: by, Fact: f})
	}
}

// step is a step that does what a test says.
type step[In any] struct {
	inputs []In
	run    func(ctx context.Context, in In) (drain.Result, error)
}

func (s *step[In]) Run(ctx context.Context, in In) (drain.Result, error) {
	s.inputs = append(s.inputs, in)
	if s.run == nil {
		return drain.Result{}, fmt.Errorf("nothing was prepared for %T", in)
	}
	return s.run(ctx, in)
}

type chooser struct {
	inputs []drain.ChooseInput
	choice drain.Choice
}

func (c *chooser) Run(_ context.Context, in drain.ChooseInput) (drain.Choice, error) {
	c.inputs = append(c.inputs, in)
	out := c.choice
	if !in.DryRun {
		out.Stripped = []int{}
	}
	return out, nil
}

// reconciler finds nothing new.
type reconciler struct{ inputs []drain.ReconcileInput }

func (r *reconciler) Run(_ context.Context, in drain.ReconcileInput) ([]drain.Result, error) {
	r.inputs = append(r.inputs, in)
	return []drain.Result{{Notes: []string{"unit " + in.Unit + " is as it was written down"}}}, nil
}

// scene is the board on a stage, with what it calls.
type scene struct {
	*screentest.Stage
	m      *board.Model
	memory *board.Memory
	ledger *ledger

	choose  *chooser
	start   *step[drain.StartInput]
	screen  *step[drain.ScreenInput]
	produce *step[drain.ProduceInput]
	gates   *step[drain.GatesInput]
	propose *step[drain.ProposeInput]
	review  *step[drain.ReviewInput]
	ci      *step[drain.CIInput]
	brake   *step[drain.BrakeInput]
	merge   *step[drain.MergeInput]
	drop    *step[drain.DropInput]
	release *step[drain.ReleaseInput]
	going   *step[drain.GoInput]
	looks   *reconciler
	deps    board.Deps
}

func newScene(tb testing.TB, o theme.Options, l *ledger) *scene {
	tb.Helper()
	s := &scene{
		Stage: screentest.NewStageWith(tb, o), memory: board.NewMemory(), ledger: l,
		choose: &chooser{}, start: &step[drain.StartInput]{}, screen: &step[drain.ScreenInput]{}, produce: &step[drain.ProduceInput]{},
		gates: &step[drain.GatesInput]{}, propose: &step[drain.ProposeInput]{}, review: &step[drain.ReviewInput]{}, ci: &step[drain.CIInput]{},
		brake: &step[drain.BrakeInput]{}, merge: &step[drain.MergeInput]{}, drop: &step[drain.DropInput]{}, release: &step[drain.ReleaseInput]{},
		going: &step[drain.GoInput]{}, looks: &reconciler{},
	}
	s.deps = board.Deps{
		Place: "acme/shop", Workers: []rule.Worker{rule.Person(), {Name: "fixer", Roles: []rule.Role{rule.Implement}, Family: "acme"}, {Name: "critic", Roles: []rule.Role{rule.Review}, Family: "other"}},
		Status: l, Choose: s.choose, Start: s.start, Screen: s.screen, Isolate: &step[drain.IsolateInput]{}, Produce: s.produce, Gates: s.gates, Propose: s.propose,
		Review: s.review, CI: s.ci, Brake: s.brake, Merge: s.merge, Drop: s.drop, Release: s.release, Go: s.going, Reconcile: s.looks,
	}
	return s
}

// open begins the board in a window.
func (s *scene) open(width, height int, msg screen.OpenBoard) *scene {
	s.m = board.New(s.Env, s.deps, s.memory, msg)
	s.Start(s.m, width, height)
	return s
}

func (s *scene) press(keys ...string) { s.Press(s.m, keys...) }
func (s *scene) send(msg tea.Msg)     { s.Run(s.m, s.m.Update(msg)) }

// why is what the table says of a key just now.
func (s *scene) why(tb testing.TB, key string) string {
	tb.Helper()
	b, ok := s.m.Table().Find(screentest.Keys(key)[0])
	if !ok {
		tb.Fatalf("%s is not bound", key)
	}
	return b.Disabled()
}

// asked is the question that was asked last.
func (s *scene) asked(tb testing.TB) screen.Question {
	tb.Helper()
	all := screentest.SentOf[screen.Ask](s.Stage)
	if len(all) == 0 {
		tb.Fatal("nothing was asked")
	}
	return all[len(all)-1].Question
}

// no answers the question that was asked last with no.
func (s *scene) no(tb testing.TB) {
	if msg := s.asked(tb).Else; msg != nil {
		s.send(msg)
	}
}

func (s *scene) toasts() []screen.Toast { return screentest.SentOf[screen.Toast](s.Stage) }
