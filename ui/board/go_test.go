package board_test

import (
	"context"
	"testing"

	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// answering runs a command and what follows, and answers each question the moment
// it is asked, in turn: yes, no, or nothing at all where the turn has ended.
func (s *scene) answering(t *testing.T, cmd tea.Cmd, answers ...bool) (asked []screen.Question) {
	t.Helper()
	var run func(tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case nil, screentest.Later:
		case tea.BatchMsg:
			for _, c := range msg {
				run(c)
			}
		case screen.Streamed:
			run(func() tea.Msg { return msg.Msg })
			run(msg.Next)
		case screen.Ask:
			asked = append(asked, msg.Question)
			if len(answers) == 0 {
				return
			}
			yes := answers[0]
			answers = answers[1:]
			if yes {
				run(s.m.Update(msg.Question.Then("")))
			} else if msg.Question.Else != nil {
				run(s.m.Update(msg.Question.Else))
			}
		default:
			if cmds, ok := screentest.Sequence(msg); ok {
				for _, c := range cmds {
					run(c)
				}
				return
			}
			s.Sent = append(s.Sent, msg)
			run(s.m.Update(msg))
		}
	}
	run(cmd)
	return asked
}

// TestAUnitGoesAsFarAsItGoes, asks on the way, and tells each step as it ends.
func TestAUnitGoesAsFarAsItGoes(t *testing.T) {
	s := at(t, 1402)
	var got []bool
	s.going.run = func(ctx context.Context, in drain.GoInput) (drain.Result, error) {
		yes, err := in.Ask(ctx, drain.Question{Title: "does it hold?", Lines: []string{"12 | x"}, Yes: "it does", No: "let it go"})
		if err != nil {
			return drain.Result{}, err
		}
		got = append(got, yes)
		in.Done(drain.Result{Wrote: []string{"the screens are passed"}})
		yes, err = in.Sure(ctx, "propose of unit 1402-1410", []string{"push the branch"})
		got = append(got, yes)
		return drain.Result{Wrote: []string{"opened pull request #80"}}, err
	}
	b, _ := s.m.Table().Find(screentest.Keys("N")[0])
	asked := s.answering(t, b.Do(), false, true, true) // no, and sure of it; then yes
	if d := cmp.Diff([]bool{false, true}, got); d != "" {
		t.Error(d)
	}
	want := [][]string{{"does it hold?", "12 | x"}, {"does it hold?", "   let it go"}, {"push the branch"}}
	var lines [][]string
	for _, q := range asked {
		lines = append(lines, append(q.Lines, q.Quoted...))
	}
	if d := cmp.Diff(want, lines); d != "" {
		t.Error(d)
	}
	s.press("f")
	screentest.Shows(t, s.m.View(), "the screens are passed")
	if toasts := s.toasts(); len(toasts) != 1 || toasts[0].Text != "#1402 and #1410: opened pull request #80" {
		t.Errorf("toasts: %+v", toasts)
	}
	if why := at(t, 1290).why(t, "N"); why != "you do the work: go on step by step" {
		t.Errorf("where a person works: %q", why)
	}
}

// TestARunWaitsForItsAnswer: who says neither yes nor no finds the question on the
// card, and n asks it again.
func TestARunWaitsForItsAnswer(t *testing.T) {
	s := at(t, 1402)
	waits := make(chan bool)
	s.going.run = func(ctx context.Context, in drain.GoInput) (drain.Result, error) {
		yes, err := in.Ask(ctx, drain.Question{Title: "does it hold?", Yes: "it does", No: "let it go"})
		waits <- yes
		return drain.Result{}, err
	}
	b, _ := s.m.Table().Find(screentest.Keys("N")[0])
	ended, first := make(chan bool), make(chan screen.Ask)
	go func() {
		s.once(b.Do(), first)
		close(ended)
	}()
	<-first // it is asked, and nothing is answered
	screentest.Shows(t, s.m.View(), "asks: does it")
	next, _ := s.m.Table().Find(screentest.Keys("n")[0])
	if why := next.Disabled(); why != "" {
		t.Errorf("n says %q", why)
	}
	ask := next.Do()().(screen.Ask)
	s.m.Update(ask.Question.Then(""))
	if !<-waits {
		t.Error("the answer was lost")
	}
	<-ended
}

// once runs a command until it asks, tells of that, and goes on without an answer.
func (s *scene) once(cmd tea.Cmd, asked chan<- screen.Ask) {
	var run func(tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				run(c)
			}
		case screen.Streamed:
			if next := s.m.Update(msg.Msg); next != nil {
				if ask, ok := next().(screen.Ask); ok {
					asked <- ask
				}
			}
			run(msg.Next)
		default:
			if cmds, ok := screentest.Sequence(msg); ok {
				for _, c := range cmds {
					run(c)
				}
			}
		}
	}
	run(cmd)
}

// TestALookAtWhatHappenedElsewhere.
func TestALookAtWhatHappenedElsewhere(t *testing.T) {
	s := at(t, 1388)
	s.press("e")
	if got := s.toasts(); len(got) != 1 || got[0].Text != "#1388: unit 1388 is as it was written down" || s.looks.inputs[0].Unit != "1388" {
		t.Errorf("toasts: %+v", got)
	}
}
