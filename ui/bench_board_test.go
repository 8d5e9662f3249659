package ui_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui"
	"gh-debt/ui/board"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
)

// units is a ledger of many units in all stages, with long stories.
type units struct{ cards []drain.Card }

func manyUnits(n int) *units {
	stages := append(rule.Order(), rule.StageDelivered)
	out := &units{}
	for i := range n {
		number := 1000 + i
		u := rule.Unit{
			ID: strconv.Itoa(number), Stage: stages[i%len(stages)], Since: queuetest.Now().Add(-time.Duration(i) * time.Minute), Started: queuetest.Now().Add(-time.Duration(i) * time.Hour),
			Chosen: rule.Chosen{Members: []rule.Member{{Number: number, Title: "Retry loop never backs off and fills the log", Path: "app/pay/retry.ts", Line: i + 1, Severity: "important"}}, Implementer: "fixer"},
			Branch: rule.Branched{Branch: fmt.Sprintf("debt/%d-retry-loop-never-backs-off", number), Target: "main"},
		}
		c := drain.Card{Unit: u, Waits: "a review of 1f3c2aa", Turn: rule.Turn{Unit: u.ID, Step: rule.StepReview, Why: "1f3c2aa is not reviewed yet"}}
		if u.Stage == rule.StageDelivered {
			c.Unit.Deliver = &rule.Delivered{Closed: []int{number}}
		}
		out.cards = append(out.cards, c)
	}
	return out
}

func (u *units) Run(context.Context) (drain.Overview, error) {
	return drain.Overview{Cards: u.cards}, nil
}
func (u *units) All(context.Context) (drain.Overview, error) {
	return drain.Overview{Cards: u.cards}, nil
}

// Story is one of 400 events.
func (u *units) Story(_ context.Context, unit string) (drain.Story, error) {
	var s drain.Story
	for i := range 400 {
		at := queuetest.Now().Add(time.Duration(i-400) * 11 * time.Minute)
		s.Events = append(s.Events, rule.Event{ID: int64(i), At: at, Unit: unit, By: "ada", Fact: rule.Failed{Step: "review", Worker: "critic", Reason: "the verdict is for another head, and so on for more than one line of the timeline"}})
	}
	return s, nil
}

// talker is a gate run that has printed all that is kept.
type talker struct{}

func (talker) Run(_ context.Context, in drain.GatesInput) (drain.Result, error) {
	for i := range 3000 {
		in.Output(fmt.Sprintf("ok  \tshop/pay/package%d\t0.%03ds coverage: 71.2%% of statements", i, i%1000))
	}
	return drain.Result{Wrote: []string{"tests: ran clean"}}, nil
}

// boardApp is the app with the board of n units on screen, 160×50, in full colour.
func boardApp(tb testing.TB, n int) *ui.App {
	tb.Helper()
	app := startedApp(&queuetest.Queue{Issues: queuetest.Many(n)}, func(s *ui.Screens) {
		s.Board = board.Open(board.Deps{Place: "acme/shop", Status: manyUnits(n), Gates: talker{}}, board.NewMemory())
	})
	press(app, "D")
	app.View()
	return app
}

// BenchmarkBoard200 presses keys on the board of 200 units, in a story of 400
// events, and beside a step's output.
func BenchmarkBoard200(b *testing.B) {
	cases := []struct {
		name string
		open []string
		keys []string
	}{
		{"board", nil, []string{"j", "j", "l", "k", "pgdown", "G", "h", "home", "ctrl+d"}},
		{"story", []string{"enter"}, []string{"k", "k", "pgup", "j", "home", "G", "ctrl+u"}},
		{"output", []string{"g", "f"}, []string{"k", "k", "pgup", "j", "home", "G", "ctrl+u", "tab"}},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			app := boardApp(b, 200)
			press(app, c.open...)
			app.View()
			pressAll(b, app, c.keys...)
		})
	}
	b.Run("read anew", func(b *testing.B) {
		app := boardApp(b, 200)
		for b.Loop() {
			_, cmd := app.Update(screen.Refresh{})
			run(app, cmd)
			app.View()
		}
	})
}
