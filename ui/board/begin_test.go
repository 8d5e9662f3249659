package board_test

import (
	"context"
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// offers are two offers from the small queue of the shop.
func offers() drain.Choice {
	return drain.Choice{
		Offers: []rule.Offer{{Numbers: []int{1402, 1410}, Why: "they lie in one file"}, {Numbers: []int{1388}, Why: "the next one"}},
		Queue:  model.NewQueue(queuetest.Shop(), model.Facts{}),
	}
}

// claims has a start that says what it would do, and does it.
func (s *scene) claims() {
	s.start.run = func(_ context.Context, in drain.StartInput) (drain.Result, error) {
		if in.DryRun {
			return drain.Result{Will: []string{"claim the issues", "create a branch on origin"}}, nil
		}
		id := "1402-1410"
		if len(in.Numbers) == 1 {
			id = "12"
		}
		return drain.Result{Unit: rule.Unit{ID: id}, Wrote: []string{"claimed"}}, nil
	}
}

// started are the inputs of the start without what every step takes.
func (s *scene) started() []drain.StartInput {
	out := append([]drain.StartInput{}, s.start.inputs...)
	for i := range out {
		out[i].Input = drain.Input{DryRun: out[i].DryRun}
	}
	return out
}

// TestAUnitIsBegun from an offer or from numbers that are typed, by whom one says,
// after a look at what claiming does.
func TestAUnitIsBegun(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want drain.StartInput
	}{
		{"the first offer, by me", []string{"enter", "enter"}, drain.StartInput{Numbers: []int{1402, 1410}, Implementer: rule.Me}},
		{"the second, by a program", []string{"down", "enter", "j", "enter"}, drain.StartInput{Numbers: []int{1388}, Implementer: "fixer"}},
		{"typed", []string{"#12, 15", "enter", "enter"}, drain.StartInput{Numbers: []int{12, 15}, Named: true, Implementer: rule.Me}},
		{"typed wrong, then right", []string{"12 x", "enter", "backspace", "enter", "enter"}, drain.StartInput{Numbers: []int{12}, Named: true, Implementer: rule.Me}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, screentest.Plain(), &ledger{})
			s.choose.choice = offers()
			s.claims()
			s.open(80, 23, screen.OpenBoard{})
			s.press(append([]string{"a"}, c.keys...)...)
			dry := c.want
			dry.DryRun = true
			if d := cmp.Diff([]drain.StartInput{dry}, s.started()); d != "" {
				t.Fatalf("before the yes:\n%s", d)
			}
			s.Answer(s.m, "")
			if d := cmp.Diff([]drain.StartInput{dry, c.want}, s.started()); d != "" {
				t.Error(d)
			}
			if got := s.choose.inputs; len(got) != 1 || !got[0].DryRun {
				t.Errorf("choosing took something away: %+v", got)
			}
		})
	}
}

// TestTheNewUnitIsUnderTheCursor once the ledger has it.
func TestTheNewUnitIsUnderTheCursor(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l)
	s.claims()
	claim := s.start.run
	s.start.run = func(ctx context.Context, in drain.StartInput) (drain.Result, error) {
		if !in.DryRun {
			l.write("12", 0, claimed(rule.Me, "debt/12", member(12, "New", "a.go", "critical"))...)
		}
		return claim(ctx, in)
	}
	s.open(120, 39, screen.OpenBoard{Numbers: []int{12}})
	s.press("enter") // who does the work
	s.Answer(s.m, "")
	screentest.Shows(t, s.m.View(), "▌#12 ", "├ #12 ")
}

// TestMarkedIssuesBeginAUnit, unless they are one already.
func TestMarkedIssuesBeginAUnit(t *testing.T) {
	s := newScene(t, screentest.Plain(), shop())
	s.open(120, 39, screen.OpenBoard{Numbers: []int{1410, 1402}})
	if got := s.toasts(); len(got) != 1 || got[0].Text != "#1402 and #1410: a unit already" {
		t.Errorf("toasts: %+v", got)
	}
	screentest.Shows(t, s.m.View(), "▌#1402 #1410")
	s.claims()
	s.open(120, 39, screen.OpenBoard{Numbers: []int{12, 15}})
	screentest.Shows(t, s.m.View(), "Who does the work on #12 and #15?", "▌you", "fixer")
	s.press("esc")
	screentest.Shows(t, s.m.View(), "In review")
	if len(s.start.inputs) != 0 {
		t.Errorf("it was begun: %+v", s.start.inputs)
	}
}

// TestStaleClaimsAreAskedAbout before they are taken away.
func TestStaleClaimsAreAskedAbout(t *testing.T) {
	for _, yes := range []bool{true, false} {
		s := newScene(t, screentest.Plain(), &ledger{})
		s.choose.choice = offers()
		s.choose.choice.Stripped = []int{1290}
		s.open(80, 23, screen.OpenBoard{})
		s.press("a")
		q := s.asked(t)
		if q.Title != "Take stale claims away?" || q.Lines[2] != "#1290  Cache key ignores locale" || len(s.choose.inputs) != 1 {
			t.Fatalf("%+v", q)
		}
		want := 1
		if yes {
			s.Answer(s.m, "")
			want = 2
		} else {
			s.no(t)
		}
		if got := s.choose.inputs; len(got) != want || got[want-1].DryRun == yes {
			t.Errorf("yes %v: %+v", yes, got)
		}
		screentest.Shows(t, s.m.View(), "▌#1402 and #1410  they lie in one file", "    Lock file is removed while held")
	}
}

// TestOverTheBudgetIsSaid, and a person may take them all the same.
func TestOverTheBudgetIsSaid(t *testing.T) {
	s := newScene(t, screentest.Plain(), &ledger{})
	refused := "together they cost 14 points, the limit is 12\n  #12  7  hard"
	s.start.run = func(_ context.Context, in drain.StartInput) (drain.Result, error) {
		switch {
		case !in.Force:
			return drain.Result{Refused: refused}, nil
		case in.DryRun:
			return drain.Result{Will: []string{"claim #12 and #15"}}, nil
		}
		return drain.Result{Wrote: []string{"claimed"}}, nil
	}
	s.open(80, 23, screen.OpenBoard{Numbers: []int{12, 15}})
	s.press("enter")
	q := s.Answer(s.m, "")
	want := []string{"together they cost 14 points, the limit is 12", "  #12  7  hard", "", "claim #12 and #15"}
	if d := cmp.Diff(want, q.Lines); d != "" || q.Yes != "Claim all the same" {
		t.Errorf("%q: %s", q.Yes, d)
	}
	if got := s.start.inputs; len(got) != 3 || !got[2].Force || got[2].DryRun {
		t.Errorf("%+v", got)
	}
	s = newScene(t, screentest.Plain(), &ledger{})
	s.start.run = func(_ context.Context, in drain.StartInput) (drain.Result, error) {
		if in.Force {
			return drain.Result{Refused: "something else"}, nil
		}
		return drain.Result{Refused: "#12 is claimed already"}, nil
	}
	s.open(80, 23, screen.OpenBoard{Numbers: []int{12, 15}})
	s.press("enter")
	if got := s.toasts(); len(got) != 1 || got[0].Text != "#12 is claimed already" {
		t.Errorf("toasts: %+v", got)
	}
}

// TestNothingToOfferSaysWhy, and a number can be typed all the same.
func TestNothingToOfferSaysWhy(t *testing.T) {
	s := newScene(t, screentest.Plain(), &ledger{})
	s.choose.choice.None = "every issue is claimed"
	s.open(80, 23, screen.OpenBoard{})
	s.press("a")
	screentest.Shows(t, s.m.View(), "every issue is claimed", "or type numbers")
	if why := s.why(t, "enter"); why != "there is nothing to choose" {
		t.Errorf("enter says %q", why)
	}
	s.press("7")
	if why := s.why(t, "enter"); why != "" {
		t.Errorf("enter says %q", why)
	}
}
