package board_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gh-debt/recipe"
	"gh-debt/recipe/drain"
	"gh-debt/ui/board"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"
)

// TestFrames are the pictures of the board; each was looked at.
func TestFrames(t *testing.T) {
	cases := []struct {
		name          string
		look          theme.Options
		ledger        *ledger
		width, height int
		keys          []string
	}{
		{"120x40", screentest.Plain(), shop(), 120, 39, []string{"l", "l"}},
		{"120x40 colour", screentest.Colour(), shop(), 120, 39, []string{"l", "l"}},
		{"120x40 no colour", screentest.NoColour(), shop(), 120, 39, nil},
		{"120x24", screentest.Plain(), shop(), 120, 23, nil},
		{"240x40", screentest.Plain(), shop(), 240, 39, nil},
		{"80x24", screentest.Plain(), shop(), 80, 23, []string{"j"}},
		{"80x24 colour", screentest.Colour(), shop(), 80, 23, []string{"j"}},
		{"80x24 no colour", screentest.NoColour(), shop(), 80, 23, nil},
		{"80x24 ascii", screentest.ASCII(), shop(), 80, 23, nil},
		{"80x40", screentest.Plain(), shop(), 80, 39, nil},
		{"60x15", screentest.Plain(), shop(), 60, 14, []string{"G"}},
		{"60x15 colour", screentest.Colour(), shop(), 60, 14, []string{"G"}},
		{"80x24 none", screentest.Plain(), &ledger{}, 80, 23, nil},
		{"120x40 story colour", screentest.Colour(), shop(), 120, 39, []string{"l", "l", "enter"}},
		{"120x40 story", screentest.Plain(), shop(), 120, 39, []string{"G", "enter"}},
		{"80x24 story", screentest.Plain(), shop(), 80, 23, []string{"j", "j", "j", "enter"}},
		{"60x15 story", screentest.Plain(), shop(), 60, 14, []string{"enter"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.look, c.ledger).open(c.width, c.height, screen.OpenBoard{})
			s.press(c.keys...)
			screentest.Picture(t, s.m.View(), c.width, c.height)
		})
	}
}

// TestFramesAtWork are the pictures while a step runs, of what it prints, and of
// the lists to choose from; each was looked at.
func TestFramesAtWork(t *testing.T) {
	looks := []struct {
		name          string
		look          theme.Options
		width, height int
	}{
		{"120x40", screentest.Plain(), 120, 39},
		{"120x40 colour", screentest.Colour(), 120, 39},
		{"80x24", screentest.Plain(), 80, 23},
		{"80x24 colour", screentest.Colour(), 80, 23},
		{"60x15", screentest.Plain(), 60, 14},
	}
	for _, c := range looks {
		s := newScene(t, c.look, shop())
		s.choose.choice = offers()
		frames := map[string]string{}
		s.produce.run = func(_ context.Context, in drain.ProduceInput) (drain.Result, error) {
			in.Progress(recipe.Step{Name: "read the queue", State: recipe.StepDone, Detail: "14 issues"})
			in.Progress(recipe.Step{Name: "fixer works", State: recipe.StepRunning, Done: 2, Total: 5})
			for i := range 60 {
				in.Output(fmt.Sprintf("reading app/pay/file%d.ts, which holds the retry loop and the gateway's errors", i))
			}
			s.Clock = s.Clock.Add(90 * time.Second)
			s.Elapse(s.m)
			frames["runs"] = s.m.View()
			s.press("f")
			frames["output"] = s.m.View()
			s.press("esc")
			return drain.Result{Wrote: []string{"fixer made 1 commit"}}, nil
		}
		s.open(c.width, c.height, screen.OpenBoard{At: 1402})
		s.press("n", "a")
		frames["offers"] = s.m.View()
		s.press("enter")
		frames["workers"] = s.m.View()
		for _, name := range []string{"runs", "output", "offers", "workers"} {
			t.Run(c.name+" "+name, func(t *testing.T) { screentest.Picture(t, frames[name], c.width, c.height) })
		}
	}
}

// TestKeysAreSound: no key has two meanings, each has a help.
func TestKeysAreSound(t *testing.T) {
	s := newScene(t, screentest.Plain(), shop()).open(120, 39, screen.OpenBoard{})
	tables := append(board.Keys(), s.m.Table())
	s.press("enter")
	screentest.Sound(t, append(tables, s.m.Table())...)
}

// TestSizes: no panic at any size, and after growing again all is as before (C-26).
func TestSizes(t *testing.T) {
	for _, keys := range [][]string{{"j"}, {"enter"}} {
		for _, width := range []int{80, 120} {
			s := newScene(t, screentest.Plain(), shop()).open(width, 16, screen.OpenBoard{})
			s.press(keys...)
			screentest.Shrinks(t, s.m, width, 16)
		}
	}
}
