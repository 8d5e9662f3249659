package regrade_test

import (
	"errors"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/regrade"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

const reached = "It is reached by the retry."

// kept begins a screen whose texts are kept on disk.
func kept(t *testing.T, store kit.Jotter, issues ...model.Issue) *scene {
	t.Helper()
	s := begin(t, screentest.Plain(), 120, 39, issues...)
	s.deps.Jots = store
	s.again(issues...)
	return s
}

// again opens the screen anew, as after a crash: nothing but the disk is left.
func (s *scene) again(issues ...model.Issue) {
	s.Waiting = nil
	s.m = regrade.New(s.Env, s.deps, screen.OpenRegrade{Issues: issues})
	s.Start(s.m, 120, 39)
}

// onDisk are the texts that are kept for the issues.
func onDisk(t *testing.T, j recipe.Jottings, numbers ...int) map[string]string {
	t.Helper()
	got, _, damaged, err := j.Find(recipe.JottingOf{Kind: recipe.JottedRegrade, Numbers: numbers})
	if err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	return got.Texts
}

// What a person wrote is on disk whichever way the screen ends, and stands in
// its field again; clearing it is for good.
func TestTextIsKeptOnEveryExit(t *testing.T) {
	cases := []struct {
		name string
		exit func(*testing.T, *scene)
	}{
		{"a crash once it is written down", func(_ *testing.T, s *scene) { s.Elapse(s.m) }},
		{"ctrl+c", func(_ *testing.T, s *scene) { s.send(screen.Closing{}) }},
		{"leaving", func(t *testing.T, s *scene) {
			q, has := s.m.Leave()
			if !has || q.Title != "Leave the text unapplied?" {
				t.Fatalf("leaving asks %v", q)
			}
			s.send(q.Then(""))
		}},
		{"a failure", func(_ *testing.T, s *scene) {
			s.grader.err = errors.New("no connection")
			s.press("ctrl+s")
		}},
		{"a refusal", func(_ *testing.T, s *scene) {
			s.grader.answer = map[int]recipe.IssueChange{1377: {Number: 1377, Outcome: recipe.Refused, Remarks: []recipe.Remark{{Message: "it was changed"}}}}
			s.press("ctrl+s")
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			store := recipe.Jottings{Dir: t.TempDir()}
			s := kept(t, store, reachable())
			s.press("up", "enter", reached)
			c.exit(t, s)
			s.again(reachable())
			if _, has := s.m.Leave(); has {
				t.Error("leaving asks about a text that is on disk")
			}
			s.press("up", "shift+tab")
			s.must(t, reached, kit.TakenUp)
			s.press("ctrl+l")
			if strings.Contains(s.m.View(), kit.TakenUp) {
				t.Errorf("it is not cleared:\n%s", s.m.View())
			}
			s.Elapse(s.m)
			if got := onDisk(t, store, 1377); got != nil {
				t.Errorf("still kept: %v", got)
			}
		})
	}
}

// A text that went through is kept no longer, and no late saving brings it back.
func TestTextThatWasAppliedIsGone(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	s := kept(t, store, reachable())
	s.press("up", "up", "enter", reached, "ctrl+s")
	if len(s.grader.runs) != 1 || s.grader.runs[0].Answer != reached {
		t.Fatalf("the runs are %v", s.grader.runs)
	}
	s.Elapse(s.m)
	s.send(screen.Closing{})
	if got := onDisk(t, store, 1377); got != nil {
		t.Errorf("still kept: %v", got)
	}
}

// A text that was taken up is looked at before it is applied.
func TestTextThatWasTakenUpIsReadFirst(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	s := kept(t, store, reachable())
	s.press("up", "enter", reached)
	s.send(screen.Closing{})
	s.again(reachable())
	s.press("up", "enter")
	if len(s.grader.runs) != 0 {
		t.Fatalf("it was applied unseen: %v", s.grader.runs)
	}
	s.press("ctrl+s")
	if len(s.grader.runs) != 1 || s.grader.runs[0].Answer != reached {
		t.Errorf("the runs are %v", s.grader.runs)
	}
	if got := onDisk(t, store, 1377); got != nil {
		t.Errorf("still kept: %v", got)
	}
}

// A change that takes no text leaves it where it is.
func TestTextOfAnotherChangeStays(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	s := kept(t, store, reachable())
	s.press("up", "enter", reached, "esc", "backspace", "right", "down", "enter")
	if len(s.grader.runs) != 1 || s.grader.runs[0].Answer != "" {
		t.Fatalf("the runs are %v", s.grader.runs)
	}
	s.Elapse(s.m)
	want := map[string]string{"answer": reached}
	if diff := cmp.Diff(want, onDisk(t, store, 1377)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	s.press("left", "up")
	s.must(t, reached)
}

// Of several issues the text stays kept for those that do not have it.
func TestTextOfManyIsKeptForTheRest(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	other := reachable()
	other.Number = 1378
	s := kept(t, store, reachable(), other)
	s.press("down", "enter", reached, "ctrl+s")
	s.grader.answer = map[int]recipe.IssueChange{1378: {Number: 1378, Outcome: recipe.Failed, Err: errors.New("it is locked")}}
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) != 1 {
		t.Fatalf("asked %v", asked)
	}
	s.send(asked[0].Question.Then(""))
	if got := onDisk(t, store, 1377); got != nil {
		t.Errorf("kept for the one that has it: %v", got)
	}
	s.again(other)
	s.press("up", "shift+tab")
	s.must(t, reached, kit.TakenUp)
}

// full is a disk without room.
type full struct{ recipe.Jottings }

func (full) Save(recipe.JottingOf, map[string]string) (recipe.Jotting, error) {
	return recipe.Jotting{}, errors.New("write the text: no space left on device")
}

// What cannot be kept is told once, and leaving says what it costs.
func TestTextThatCannotBeKept(t *testing.T) {
	s := kept(t, full{recipe.Jottings{Dir: t.TempDir()}}, reachable())
	s.press("up", "enter", reached)
	s.Elapse(s.m)
	s.press("!")
	s.Elapse(s.m)
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if len(toasts) != 2 || toasts[1].Text != "what you typed for #1377 is not kept: write the text: no space left on device" {
		t.Errorf("the toasts are %v", toasts)
	}
	if q, has := s.m.Leave(); !has || q.Title != "Throw the text away?" {
		t.Errorf("leaving asks %v", q)
	}
}
