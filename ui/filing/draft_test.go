package filing_test

import (
	"errors"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// typed is a form in which a person has begun to write.
func typed(t *testing.T) *scene {
	t.Helper()
	s := begin(t, recipe.FindingInput{}, 120, 39)
	s.press("refu", "tab", "118", "tab", "tab", "It loses the refund.")
	return s
}

func half() recipe.FindingInput {
	return recipe.FindingInput{Path: "app/pay/refund.ts", Line: 118, FailureMode: "It loses the refund."}
}

// What a person typed is on disk whichever way the form is left.
func TestDraftIsKeptOnEveryExit(t *testing.T) {
	cases := []struct {
		name string
		exit func(*testing.T, *scene)
	}{
		{"typing rests", func(_ *testing.T, s *scene) { s.rest() }},
		{"ctrl+c", func(_ *testing.T, s *scene) { s.send(screen.Closing{}) }},
		{"ctrl+c after a draft", func(_ *testing.T, s *scene) {
			s.rest()
			s.press(" Ever.")
			s.press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace")
			s.send(screen.Closing{})
		}},
		{"leaving", func(t *testing.T, s *scene) {
			q, has := s.m.Leave()
			if !has {
				t.Fatal("leaving asks nothing")
			}
			s.send(q.Else)
			if got := screentest.SentOf[screen.Back](s.Stage); len(got) != 1 || !got[0].Sure {
				t.Errorf("the form is not left: %v", got)
			}
			if _, again := s.m.Leave(); again {
				t.Error("it asks a second time")
			}
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := typed(t)
			c.exit(t, s)
			if d := cmp.Diff(half(), s.shelf.only(t)); d != "" {
				t.Errorf("the draft (-want +got):\n%s", d)
			}
		})
	}
}

// Thrown away is thrown away: no late save brings it back.
func TestThrowAway(t *testing.T) {
	s := typed(t)
	s.rest()
	s.press(" Ever.")
	q, _ := s.m.Leave()
	s.send(q.Then(""))
	s.rest()
	s.send(screen.Closing{})
	if len(s.shelf.kept) != 0 {
		t.Errorf("kept: %v", s.shelf.kept)
	}
}

// A draft that cannot be written is told once, and the form is not left.
func TestDraftThatCannotBeKept(t *testing.T) {
	s := typed(t)
	s.shelf.err = errors.New("save the draft: no space left")
	s.rest()
	s.press("!")
	s.rest()
	if got := screentest.SentOf[screen.Toast](s.Stage); len(got) != 1 || got[0].Level != screen.Failure {
		t.Fatalf("the toasts are %v", got)
	}
	q, _ := s.m.Leave()
	s.send(q.Else)
	if len(screentest.SentOf[screen.Back](s.Stage)) != 0 {
		t.Error("the form was left without its draft")
	}
}

// An untouched form asks nothing and leaves no draft.
func TestEmptyFormAsksNothing(t *testing.T) {
	for _, start := range []recipe.FindingInput{{}, {Path: "app/pay/refund.ts", Line: 118}} {
		s := begin(t, start, 120, 39)
		if _, has := s.m.Leave(); has {
			t.Error("it asks")
		}
		s.send(screen.Closing{})
		if s.shelf.saves != 0 {
			t.Error("it saved a draft")
		}
	}
}

// A draft is offered and taken up; it is not asked about until it is changed,
// and what is written then goes into the same draft.
func TestDraftIsOffered(t *testing.T) {
	s := newScene(t, screentest.Plain(), recipe.FindingInput{})
	s.shelf.offered = []recipe.Draft{{ID: "one", Finding: half(), SavedAt: minutesAgo(3)}, {ID: "two", Finding: whole(), SavedAt: minutesAgo(90)}}
	s.shelf.damaged = []recipe.DamagedText{{File: "drafts/x.damaged", Err: errors.New("cut short")}}
	s.Start(s.m, 80, 23)
	s.must(t, "A draft from 3 minutes ago: app/pay/refund", "ctrl+o takes it up, 1 more")
	if got := screentest.SentOf[screen.Toast](s.Stage); len(got) != 1 || !strings.Contains(got[0].Text, "drafts/x.damaged") {
		t.Errorf("the toasts are %v", got)
	}
	s.press("ctrl+o")
	s.must(t, "It loses the refund.")
	if _, has := s.m.Leave(); has {
		t.Error("an untouched draft is asked about")
	}
	s.to(t, "Class")
	s.press("race")
	s.rest()
	want := half()
	want.Class = "race"
	if d := cmp.Diff(map[string]recipe.FindingInput{"one": want}, s.shelf.kept); d != "" {
		t.Errorf("the drafts (-want +got):\n%s", d)
	}
	s.press("ctrl+o") // the other one; this one stays on disk
	s.rest()
	s.must(t, "although the gateway never paid")
	if d := cmp.Diff(want, s.shelf.kept["one"]); d != "" {
		t.Errorf("the first draft (-want +got):\n%s", d)
	}
}

// A filing that is refused says why; the text stays and its draft too.
func TestRefusal(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	s.file.res = recipe.FileResult{Outcome: recipe.OutcomeRefused, Findings: []recipe.Remark{
		{Code: recipe.CodeLikelyMatch, Number: 1402, Message: "#1402, of the same class, cites line 110 of this file"},
	}}
	s.press("ctrl+s", "enter")
	s.must(t, "Not filed", "✗ #1402, of the same class, cites line 110 of this file", "g looks at #1402", "n files it as a new finding")
	screentest.Golden(t, s.m.View())
	s.press("g")
	if got := screentest.SentOf[screen.OpenIssue](s.Stage); len(got) != 1 || got[0].Number != 1402 {
		t.Fatalf("the match is not opened: %v", got)
	}
	s.send(screen.Shown{})
	s.file.res = recipe.FileResult{Outcome: recipe.OutcomeFiled, Number: 1434}
	s.press("n")
	if len(s.file.runs) != 2 || !s.file.runs[1].New || s.file.runs[0].New {
		t.Errorf("the runs are %v", s.file.runs)
	}
	if s.file.runs[0].DraftID == "" || s.file.runs[1].DraftID != s.file.runs[0].DraftID {
		t.Error("the runs have no draft in common")
	}
}

// Text of a refused finding is asked about when it is left.
func TestRefusedTextIsAskedAbout(t *testing.T) {
	s := begin(t, whole(), 60, 14)
	s.file.res = recipe.FileResult{Outcome: recipe.OutcomeMatched, Number: 1402, Source: model.SourceKey}
	s.press("ctrl+s", "enter")
	s.must(t, "it is open already as #1402; nothing was created")
	if _, has := s.m.Leave(); !has {
		t.Error("leaving asks nothing")
	}
	s.press("esc")
	s.must(t, "File a finding")
}

// A tracker that cannot be reached offers the embedded one.
func TestKeepLocal(t *testing.T) {
	s := begin(t, whole(), 80, 23)
	s.file.res, s.file.err = recipe.FileResult{Keepable: true}, offline()
	s.press("ctrl+s", "enter")
	s.must(t, "✗ could not read the open issues of acme/shop: no connection", "try again when you are online", "e keeps it in the embedded tracker")
	screentest.Golden(t, s.m.View())
	s.press("e")
	if len(s.keep.runs) != 1 {
		t.Fatalf("it was kept %d times", len(s.keep.runs))
	}
	if got := screentest.SentOf[screen.Toast](s.Stage); len(got) != 1 || !strings.HasPrefix(got[0].Text, "kept in the embedded tracker as #3") {
		t.Errorf("the toasts are %v", got)
	}
	if len(screentest.SentOf[screen.OpenIssue](s.Stage)) != 0 || len(screentest.SentOf[screen.Changed](s.Stage)) != 0 {
		t.Error("the queue is told of an issue that is not in it")
	}
}

// A text that tells how to break in is filed only after a person's judgement.
func TestHarmless(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	s.file.res = recipe.FileResult{Outcome: recipe.OutcomeRefused, Findings: []recipe.Remark{{Code: recipe.CodeSecurity, Message: "it names an injection"}}}
	s.press("ctrl+s", "enter", "s")
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) != 1 {
		t.Fatalf("asked %d times", len(asked))
	}
	if s.file.runs[0].NotSecurity {
		t.Error("it was judged before anybody did")
	}
	s.send(asked[0].Question.Then(""))
	if len(s.file.runs) != 2 || !s.file.runs[1].NotSecurity {
		t.Error("the judgement is not passed on")
	}
}

// While it is being filed leaving asks, and stopping cancels.
func TestStop(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	s.press("ctrl+s")
	b, _ := s.m.Table().Find(tea.KeyMsg{Type: tea.KeyEnter})
	cmd := b.Do()
	if q, has := s.m.Leave(); !has || q.Title != "Stop the filing?" {
		t.Errorf("leaving asks %v", q)
	}
	s.press("esc")
	s.Run(s.m, cmd)
	s.must(t, "Not filed", "✗ stopped: context canceled")
}
