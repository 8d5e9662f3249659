package board_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// inReview has one unit that is proposed, and what follows.
func inReview(implementer string, more ...rule.Fact) *ledger {
	l := &ledger{}
	lock := member(1388, "Lock file is removed while held", "app/lock/file.ts", "critical")
	l.write("1388", time.Hour, join(
		claimed(implementer, "debt/1388-lock-file-is-removed", lock), isolated("/code/1388", lock),
		produced(implementer, "app/lock/file.ts"), []rule.Fact{gated(firstHead)}, proposed(firstHead, 78), more)...)
	return l
}

// TestKeysSayWhyNot: each step that is not the unit's next says what comes first.
func TestKeysSayWhyNot(t *testing.T) {
	cases := []struct {
		issue int
		key   string
		want  string
	}{
		{1356, "i", "first comes the screens: its members are not screened yet"},
		{1356, "m", "first comes the screens: its members are not screened yet"},
		{1356, "s", ""},
		{1356, "r", ""},
		{1356, "b", "the brake did not stop it"},
		{1356, "d", "it has one member: release the unit instead"},
		{1402, "d", ""},
		{1290, "w", ""},
		{1290, "o", "it has no pull request yet"},
		{1419, "g", ""},
		{1419, "p", ""},
		{1388, "c", ""},
		{1388, "v", "first comes the merge: 1f3c2aa is approved and green"},
		{1388, "m", ""},
		{1432, "n", "the unit has ended"},
		{1432, "r", "the unit has ended"},
	}
	for _, c := range cases {
		s := at(t, c.issue)
		if got := s.why(t, c.key); got != c.want {
			t.Errorf("#%d, %s: %q, want %q", c.issue, c.key, got, c.want)
		}
	}
	s := newScene(t, screentest.Plain(), &ledger{}).open(80, 23, screen.OpenBoard{})
	if got := s.why(t, "n"); got != "there is no unit here" {
		t.Errorf("an empty board: %q", got)
	}
}

// TestABrakedUnit is gone on with in one of the ways there are, the advised first.
func TestABrakedUnit(t *testing.T) {
	l := inReview("fixer", join(reviewed(1, firstHead, rule.NeedsChanges, true), []rule.Fact{rule.Braked{Round: 1, Diagnosis: rule.Diagnosis{
		Pattern: rule.Returning, Themes: []string{"errors"}, Choices: []rule.Choice{rule.ChoiceClass, rule.ChoiceDescope}, Why: "one theme came back: errors",
	}}})...)
	s := newScene(t, screentest.Plain(), l).open(80, 23, screen.OpenBoard{})
	s.brake.run = func(_ context.Context, in drain.BrakeInput) (drain.Result, error) {
		return drain.Result{Will: []string{"go on with " + string(in.Choice)}, Wrote: []string{"decided"}}, nil
	}
	s.press("n")
	screentest.Shows(t, s.m.View(), "The brake stopped #1388 after round 1", "one theme came back: errors", "▌class (advised)  one round that must close the whole class", "hand-back")
	s.press("j", "enter")
	if q := s.Answer(s.m, ""); q.Title != "Decide on #1388?" || q.Lines[0] != "go on with descope" {
		t.Errorf("%+v", q)
	}
	if got := s.brake.inputs; len(got) != 2 || got[1].Choice != rule.ChoiceDescope || got[1].DryRun {
		t.Errorf("%+v", got)
	}
}

// TestAMemberIsLetGo by its number, which must be one of the unit.
func TestAMemberIsLetGo(t *testing.T) {
	s := at(t, 1402)
	s.drop.run = func(_ context.Context, in drain.DropInput) (drain.Result, error) {
		return drain.Result{Will: []string{"give the claim back"}, Wrote: []string{"it left"}}, nil
	}
	s.press("d")
	s.Answer(s.m, "7")
	if got := s.toasts(); len(got) != 1 || got[0].Text != "#7 is no member of it" || len(s.drop.inputs) > 0 {
		t.Fatalf("toasts: %+v", got)
	}
	s.press("d")
	if q := s.Answer(s.m, "#1410"); q.Lines[1] != "#1410  Retry loop never backs off" {
		t.Errorf("%+v", q)
	}
	s.Answer(s.m, "")
	if got := s.drop.inputs; len(got) != 2 || got[1].Number != 1410 || got[1].DryRun {
		t.Errorf("%+v", got)
	}
}

// TestWhatAPersonMustAccept is asked before the merge, and given along.
func TestWhatAPersonMustAccept(t *testing.T) {
	answer := rule.Answer{Color: rule.Nothing, Why: "nothing is required and nothing ran"}
	red := rule.Answer{Color: rule.Nothing, Why: "spelling is red", Checks: []rule.Check{{Name: "spelling", State: rule.CheckFailed}}}
	judged := red
	judged.Color = rule.Red
	cases := []struct {
		name   string
		ledger *ledger
		want   []string
	}{
		{"nothing", inReview("fixer", append(reviewed(1, firstHead, rule.Pass, true), checked(firstHead, rule.Green, "green"))...), nil},
		{"own review", inReview("fixer", append(reviewed(1, firstHead, rule.Pass, false), checked(firstHead, rule.Green, "green"))...), []string{rule.AcceptOwnReview}},
		{"no checks", inReview("fixer", append(reviewed(1, firstHead, rule.Pass, true), rule.Checked{Head: firstHead, Answer: answer})...), []string{rule.AcceptNoChecks}},
		{"red", inReview("fixer", append(reviewed(1, firstHead, rule.Pass, true), rule.Checked{Head: firstHead, Answer: judged})...), []string{rule.AcceptOptional}},
		{"both", inReview("fixer", append(reviewed(1, firstHead, rule.Pass, false), rule.Checked{Head: firstHead, Answer: red})...), []string{rule.AcceptOptional, rule.AcceptOwnReview}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, screentest.Plain(), c.ledger).open(120, 39, screen.OpenBoard{})
			s.merge.run = func(_ context.Context, in drain.MergeInput) (drain.Result, error) {
				return drain.Result{Will: []string{"squash pull request #78 onto main"}, Wrote: []string{"merged"}}, nil
			}
			s.press("m")
			for range c.want {
				s.Answer(s.m, "")
			}
			if q := s.Answer(s.m, ""); q.Title != "Merge #1388?" {
				t.Errorf("%+v", q)
			}
			if got := s.merge.inputs; len(got) != 2 || got[1].DryRun || cmp.Diff(c.want, got[1].Accept) != "" || !got[1].Watch {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestANoToWhatMustBeAccepted ends it there: nothing is merged.
func TestANoToWhatMustBeAccepted(t *testing.T) {
	l := inReview("fixer", append(reviewed(1, firstHead, rule.Pass, false), checked(firstHead, rule.Green, "green"))...)
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{})
	s.press("m")
	s.no(t)
	if got := screentest.SentOf[screen.Ask](s.Stage); len(got) != 1 || len(s.merge.inputs) > 0 {
		t.Errorf("asked %d times, merged %+v", len(got), s.merge.inputs)
	}
	if why := s.why(t, "m"); why != "" {
		t.Errorf("m says %q", why)
	}
}

// TestAPersonsVerdict is a word, and for changes what they are, given as JSON that
// the rules take.
func TestAPersonsVerdict(t *testing.T) {
	prepare := func() *scene {
		s := newScene(t, screentest.Plain(), inReview("fixer"))
		s.deps.Workers = []rule.Worker{rule.Person(), {Name: "fixer", Roles: []rule.Role{rule.Implement}}}
		s.review.run = func(context.Context, drain.ReviewInput) (drain.Result, error) {
			return drain.Result{Wrote: []string{"round 1"}}, nil
		}
		s.open(80, 23, screen.OpenBoard{})
		s.press("v")
		return s
	}
	given := func(s *scene) rule.Verdict {
		t.Helper()
		if len(s.review.inputs) != 1 || s.review.inputs[0].Worker != rule.Me {
			t.Fatalf("%+v", s.review.inputs)
		}
		v, err := rule.ParseVerdict(s.review.inputs[0].Verdict, firstHead)
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(s.review.inputs[0].Verdict) {
			t.Error("it is no JSON")
		}
		return v
	}
	s := prepare()
	screentest.Shows(t, s.m.View(), "Your verdict on #1388", "Head 1f3c2aa", "▌PASS")
	s.press("enter")
	s.Answer(s.m, "")
	if v := given(s); v.Verdict != rule.Pass || len(v.Findings) != 0 {
		t.Errorf("%+v", v)
	}
	s = prepare()
	s.press("j", "enter")
	s.Answer(s.m, "errors")
	s.Answer(s.m, "the error is still lost")
	v := given(s)
	if v.Verdict != rule.NeedsChanges || len(v.Findings) != 1 || v.Findings[0].Theme != "errors" || v.Findings[0].Text != "the error is still lost" || !v.Findings[0].Blocking {
		t.Errorf("%+v", v)
	}
}
