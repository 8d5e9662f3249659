package board_test

import (
	"context"
	"errors"
	"testing"

	"gh-debt/recipe/drain"
	"gh-debt/ui/board"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestTheEndIsToldWhenTheBoardWasLeft: the toast names the question, and the board
// asks it when it is opened again.
func TestTheEndIsToldWhenTheBoardWasLeft(t *testing.T) {
	s := newScene(t, screentest.Plain(), shop())
	reading, leave := context.WithCancel(context.Background())
	s.Env.Reading = reading
	s.open(120, 39, screen.OpenBoard{At: 1356})
	s.screen.run = func(context.Context, drain.ScreenInput) (drain.Result, error) {
		s.m.Leave()
		leave()
		return drain.Result{Questions: []drain.Question{{ID: "q", Title: "does it hold?", Yes: "it does", No: "it does not"}}}, nil
	}
	b, _ := s.m.Table().Find(screentest.Keys("n")[0])
	gone := s.m
	cmd := b.Do()
	nobody := board.New(s.Env, s.deps, board.NewMemory(), screen.OpenBoard{}) // takes what is broadcast in its place
	nobody.SetSize(screen.Size{Width: 120, Height: 39})
	s.Run(nobody, cmd)
	want := []screen.Toast{{Level: screen.Warning, Text: "#1356: an answer is wanted: does it hold?", Next: "the board asks for it"}}
	if d := cmp.Diff(want, s.toasts()); d != "" {
		t.Error(d)
	}
	s.Env.Reading = context.Background()
	s.open(120, 39, screen.OpenBoard{})
	if s.m == gone || len(screentest.SentOf[screen.Ask](s.Stage)) > 0 {
		t.Error("it asked at once")
	}
	screentest.Shows(t, s.m.View(), "▌#1356", "asks: does it hold?")
	s.press("n")
	if got := s.asked(t).Lines; len(got) != 1 || got[0] != "does it hold?" {
		t.Errorf("asked %q", got)
	}
}

// TestAPersonWorksInTheTerminal: it is handed over while the step runs.
func TestAPersonWorksInTheTerminal(t *testing.T) {
	s := newScene(t, screentest.Plain(), shop())
	handed := false
	s.deps.Hand = func(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
		return func() tea.Msg {
			handed = true
			err := c.Run()
			handed = false
			return done(err)
		}
	}
	s.open(120, 39, screen.OpenBoard{At: 1290})
	s.produce.run = func(context.Context, drain.ProduceInput) (drain.Result, error) {
		if !handed {
			t.Error("the terminal was not handed over")
		}
		return drain.Result{Wrote: []string{"me made 1 commit"}}, nil
	}
	s.press("w")
	if got := s.toasts(); len(got) != 1 || got[0].Text != "#1290: me made 1 commit" {
		t.Errorf("toasts: %+v", got)
	}
	s.deps.Hand = func(_ tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
		return func() tea.Msg { return done(errors.New("no terminal")) }
	}
	s.open(120, 39, screen.OpenBoard{At: 1290})
	s.press("w")
	if got := s.toasts(); len(got) != 2 || got[1].Text != "#1290: no terminal" || s.why(t, "w") != "" {
		t.Errorf("toasts: %+v", got)
	}
}
