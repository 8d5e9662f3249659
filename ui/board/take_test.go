package board_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// at opens the board with the cursor on the unit of an issue.
func at(t *testing.T, issue int) *scene {
	t.Helper()
	return newScene(t, screentest.Plain(), shop()).open(120, 39, screen.OpenBoard{At: issue})
}

// TestAStepIsFollowedAndLeft: while it runs the card and the story say how far it
// is and what it prints, no other step of the unit can be taken, and what it
// printed is there still when the board was left and opened again.
func TestAStepIsFollowedAndLeft(t *testing.T) {
	s := at(t, 1402)
	var onBoard, inStory, why string
	s.produce.run = func(_ context.Context, in drain.ProduceInput) (drain.Result, error) {
		in.Progress(recipe.Step{Name: "read the queue", State: recipe.StepDone})
		in.Progress(recipe.Step{Name: "fixer works", State: recipe.StepRunning, Done: 2, Total: 5})
		for i := range 50 {
			in.Output(fmt.Sprintf("line %d of the worker", i))
		}
		in.Output("it turns \x1b[31mred\x1b[0m and \x1b]8;;http://evil\x07links")
		s.Elapse(s.m)
		onBoard, why = s.m.View(), s.why(t, "n")
		s.press("f")
		inStory = s.m.View()
		s.press("esc", "enter")
		return drain.Result{Unit: rule.Unit{ID: "1402-1410"}, Wrote: []string{"fixer made 1 commit, to 2e4d3bb"}}, nil
	}
	s.press("n")
	screentest.Shows(t, onBoard, "⠋ being fixed 2", "1 running here")
	screentest.Shows(t, inStory, "Being fixed, 0 s", "✓ read the queue", "fixer works", "2 of 5", "line 49 of the worker", "it turns ^[[31mred^[[0m")
	screentest.Harmless(t, inStory)
	if why != "#1402 and #1410: still being fixed" {
		t.Errorf("n says %q", why)
	}
	want := []screen.Toast{{Level: screen.Success, Text: "#1402 and #1410: fixer made 1 commit, to 2e4d3bb"}}
	if d := cmp.Diff(want, s.toasts()); d != "" {
		t.Error(d)
	}
	pending, changed := screentest.SentOf[screen.Pending](s.Stage), screentest.SentOf[screen.Changed](s.Stage)
	if len(pending) != 1 || len(changed) != 1 || pending[0].Change != changed[0].Change || pending[0].Doing != "being fixed" {
		t.Errorf("the app was told %+v and %+v", pending, changed)
	}
	if q, ask := s.m.Leave(); ask {
		t.Errorf("leaving asks %+v", q)
	}
	s.Clock = s.Clock.Add(5 * time.Minute)
	s.open(120, 39, screen.OpenBoard{})
	s.press("f")
	screentest.Shows(t, s.m.View(), "Unit 1402-1410", "Being fixed, ended 5 min ago", "line 49 of the worker", "fixer made 1 commit")
}

// TestTheOutputIsKeptInBounds: the last lines, each cut.
func TestTheOutputIsKeptInBounds(t *testing.T) {
	s := at(t, 1402)
	s.produce.run = func(_ context.Context, in drain.ProduceInput) (drain.Result, error) {
		for i := range 10_000 {
			in.Output(fmt.Sprintf("%d %s", i, strings.Repeat("x", 5000)))
		}
		return drain.Result{Wrote: []string{"done"}}, nil
	}
	s.press("n", "f", "home")
	screentest.Shows(t, s.m.View(), "lines before this one are not kept", "9003 xxx")
	if strings.Contains(s.m.View(), " 8000 x") {
		t.Error("old lines are kept")
	}
	s.press("G")
	screentest.Shows(t, s.m.View(), "9999 xxx", "done")
}

// TestWhatOthersSeeIsAskedFirst: the step is looked up, what exactly will happen is
// shown, and nothing happens before the yes.
func TestWhatOthersSeeIsAskedFirst(t *testing.T) {
	will := []string{"push debt/1419-percent-coupons-are (1f3c2aa) to origin", "open a pull request into main"}
	prepare := func(t *testing.T) *scene {
		s := at(t, 1419)
		s.propose.run = func(_ context.Context, in drain.ProposeInput) (drain.Result, error) {
			if in.DryRun {
				return drain.Result{Will: will}, nil
			}
			return drain.Result{Wrote: []string{"opened pull request #80"}}, nil
		}
		return s
	}
	for _, key := range []string{"p", "n"} {
		t.Run(key, func(t *testing.T) {
			s := prepare(t)
			s.press(key)
			q := s.asked(t)
			if d := cmp.Diff(will, q.Lines); d != "" || q.Title != "Propose #1419?" || q.Yes != "Propose" {
				t.Errorf("%q %q: %s", q.Title, q.Yes, d)
			}
			s.no(t)
			if len(s.propose.inputs) != 1 || !s.propose.inputs[0].DryRun {
				t.Fatalf("before the yes: %+v", s.propose.inputs)
			}
			s.Answer(s.m, "")
			if got := s.propose.inputs; len(got) != 2 || got[1].DryRun || got[1].Unit != "1419" {
				t.Errorf("after the yes: %+v", got)
			}
			if got := s.toasts(); len(got) != 1 || got[0].Text != "#1419: opened pull request #80" {
				t.Errorf("toasts: %+v", got)
			}
		})
	}
	t.Run("refused", func(t *testing.T) {
		s := at(t, 1419)
		s.propose.run = func(context.Context, drain.ProposeInput) (drain.Result, error) {
			return drain.Result{Refused: "the message of commit 1f3c2aa holds \"fixes #3\"\nreword it"}, nil
		}
		s.press("p")
		want := []screen.Toast{{Level: screen.Failure, Text: "the message of commit 1f3c2aa holds \"fixes #3\"; reword it"}}
		if d := cmp.Diff(want, s.toasts()); d != "" || len(screentest.SentOf[screen.Ask](s.Stage)) > 0 {
			t.Error(d)
		}
	})
}

// TestQuestionsAreAskedOneAfterTheOther and the step is taken again with the
// answers. A no, which is what esc gives, counts only once all answers were seen.
func TestQuestionsAreAskedOneAfterTheOther(t *testing.T) {
	questions := []drain.Question{
		{ID: "1356:app/cart/totals.ts:12", Title: "does app/cart/totals.ts:12 still say it?", Lines: []string{"12 | sum += x"}, Yes: "it does", No: "let #1356 go", Number: 1356},
		{ID: "1356:design", Title: "does #1356 need a design?", Yes: "park it", No: "go on", Number: 1356},
	}
	prepare := func(t *testing.T) *scene {
		s := at(t, 1356)
		s.screen.run = func(_ context.Context, in drain.ScreenInput) (drain.Result, error) {
			if len(in.Answers) < 2 {
				return drain.Result{Questions: questions}, nil
			}
			return drain.Result{Wrote: []string{"the screens are passed by #1356"}}, nil
		}
		s.press("n")
		return s
	}
	answers := func(s *scene) drain.Answers { return s.screen.inputs[len(s.screen.inputs)-1].Answers }
	t.Run("yes and yes", func(t *testing.T) {
		s := prepare(t)
		q := s.Answer(s.m, "")
		if d := cmp.Diff([]string{questions[0].Title, "12 | sum += x"}, append(q.Lines, q.Quoted...)); d != "" || q.Title != "#1356, question 1 of 2" || q.No != "let #1356 go" {
			t.Errorf("%q %q: %s", q.Title, q.No, d)
		}
		s.Answer(s.m, "")
		if d := cmp.Diff(drain.Answers{questions[0].ID: true, questions[1].ID: true}, answers(s)); d != "" {
			t.Error(d)
		}
	})
	t.Run("no, and sure", func(t *testing.T) {
		s := prepare(t)
		s.Answer(s.m, "")
		s.no(t)
		want := []string{questions[0].Title, "   it does", questions[1].Title, "   go on"}
		if d := cmp.Diff(want, s.asked(t).Lines); d != "" {
			t.Error(d)
		}
		s.Answer(s.m, "")
		if d := cmp.Diff(drain.Answers{questions[0].ID: true, questions[1].ID: false}, answers(s)); d != "" {
			t.Error(d)
		}
	})
	t.Run("esc all the way, and later", func(t *testing.T) {
		s := prepare(t)
		s.no(t)
		s.no(t)
		s.no(t)
		if len(s.screen.inputs) != 1 {
			t.Errorf("it was taken again: %+v", s.screen.inputs)
		}
		screentest.Shows(t, s.m.View(), "asks: does")
		s.press("n")
		if got := s.asked(t).Title; got != "#1356, question 1 of 2" {
			t.Errorf("n asks %q", got)
		}
	})
}

// TestWhatWentWrongIsSaid, names the unit, and leaves it.
func TestWhatWentWrongIsSaid(t *testing.T) {
	fault := &model.Fault{Kind: model.FaultOffline, Op: "read the checks", Detail: "GitHub cannot be reached", Hint: "try again"}
	cases := []struct {
		name string
		res  drain.Result
		err  error
		want screen.Toast
	}{
		{"fault", drain.Result{}, fmt.Errorf("look: %w", fault), screen.Toast{Level: screen.Failure, Text: "#1388: look: could not read the checks: GitHub cannot be reached", Next: "try again"}},
		{"usage", drain.Result{}, &recipe.UsageError{Err: errors.New("there is no worker"), Hint: "name one"}, screen.Toast{Level: screen.Failure, Text: "#1388: there is no worker", Next: "name one"}},
		{"refused", drain.Result{Refused: "it has no pull request", Next: "gh debt drain propose 1388"}, nil, screen.Toast{Level: screen.Failure, Text: "#1388: it has no pull request", Next: "gh debt drain propose 1388"}},
		{"the first and the last of many", drain.Result{Wrote: []string{"asked for the merge", "merged", "delivered #1388"}}, nil, screen.Toast{Level: screen.Success, Text: "#1388: asked for the merge; delivered #1388; and 1 more in its output"}},
		{"nothing", drain.Result{}, nil, screen.Toast{Level: screen.Note, Text: "#1388: there was nothing to do"}},
		{"with a note", drain.Result{Wrote: []string{"opened #80"}, Notes: []string{"it closes nothing"}, Waits: "the checks"}, nil, screen.Toast{Level: screen.Warning, Text: "#1388: opened #80; it closes nothing", Next: "it waits for the checks"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := at(t, 1388)
			s.ci.run = func(context.Context, drain.CIInput) (drain.Result, error) { return c.res, c.err }
			s.press("c")
			if d := cmp.Diff([]screen.Toast{c.want}, s.toasts()); d != "" {
				t.Error(d)
			}
			ended := len(screentest.SentOf[screen.Changed](s.Stage)) + len(screentest.SentOf[screen.Unchanged](s.Stage))
			if ended != 1 || s.why(t, "c") != "" {
				t.Errorf("it is not over: %d ends, %q", ended, s.why(t, "c"))
			}
		})
	}
}

// TestARunningStepIsStopped after a question, and the unit stays where it was.
func TestARunningStepIsStopped(t *testing.T) {
	s := at(t, 1388)
	if why := s.why(t, "X"); why != "nothing runs on it in this app" {
		t.Errorf("X says %q", why)
	}
	s.ci.run = func(ctx context.Context, _ drain.CIInput) (drain.Result, error) {
		s.press("X")
		if ctx.Err() != nil {
			t.Error("it was stopped before the yes")
		}
		s.Answer(s.m, "")
		return drain.Result{}, fmt.Errorf("wait for the checks: %w", ctx.Err())
	}
	s.press("c")
	want := []screen.Toast{{Level: screen.Warning, Text: "#1388: stopped, and left where it was"}}
	if d := cmp.Diff(want, s.toasts()); d != "" {
		t.Error(d)
	}
}
