package drain

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// round makes a completed round without a PASS, one blocking finding a theme.
func round(n int, themes ...string) Reviewed {
	r := Reviewed{Round: n, Verdict: Verdict{Verdict: NeedsChanges}}
	for _, t := range themes {
		r.Verdict.Findings = append(r.Verdict.Findings, Finding{Theme: t, Blocking: true})
	}
	return r
}

func passRound(n int) Reviewed { return Reviewed{Round: n, Verdict: Verdict{Verdict: Pass}} }

func rounds(themes ...[]string) []Reviewed {
	var out []Reviewed
	for i, t := range themes {
		out = append(out, round(i+1, t...))
	}
	return out
}

func TestDiagnoseStops(t *testing.T) {
	for _, c := range []struct {
		name    string
		rounds  []Reviewed
		decided []Decided
		want    bool
	}{
		{"no round", nil, nil, false},
		{"the first", rounds([]string{"a"}), nil, false},
		{"the second", rounds([]string{"a"}, []string{"b"}), nil, false},
		{"the third without a PASS", rounds([]string{"a"}, []string{"b"}, []string{"c"}), nil, true},
		{"the third passed", []Reviewed{round(1, "a"), round(2, "b"), passRound(3)}, nil, false},
		{"a PASS begins anew", []Reviewed{round(1, "a"), passRound(2), round(3, "b"), round(4, "c")}, nil, false},
		{"three after a PASS", []Reviewed{passRound(1), round(2, "a"), round(3, "b"), round(4, "c")}, nil, true},
		{"it was decided", rounds([]string{"a"}, []string{"b"}, []string{"c"}), []Decided{{3, ChoiceContinue}}, false},
		{"it was decided, and one more round did not pass", rounds([]string{"a"}, []string{"b"}, []string{"c"}, []string{"d"}), []Decided{{3, ChoiceContinue}}, true},
		{"the eighth round stops whatever came before", []Reviewed{passRound(7), round(8, "a")}, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, got := Diagnose(c.rounds, c.decided, false); got != c.want {
				t.Errorf("stopped = %v, want %v", got, c.want)
			}
		})
	}
}

func TestDiagnose(t *testing.T) {
	aboutDesign := []Reviewed{round(1, "wrong layer"), round(2, "null check"), round(3, "api-boundary", "naming")}
	classTwice := rounds([]string{"locking"}, []string{"naming"}, []string{"locking"}, []string{"Locking"})
	many := rounds([]string{"a"}, []string{"b"}, []string{"c", "d", "e", "f"})
	remark := round(3, "c")
	remark.Verdict.Findings = append(remark.Verdict.Findings, Finding{Theme: "a"})
	noTheme := rounds([]string{""}, []string{"b"}, []string{""})
	noTheme[0].Verdict.Findings[0].Class, noTheme[2].Verdict.Findings[0].Class = "io/close", "io close"
	onlyRemarks := rounds([]string{"a"}, []string{"b"}, []string{"a"})
	onlyRemarks[2].Verdict.Findings[0].Blocking = false
	for _, c := range []struct {
		name       string
		rounds     []Reviewed
		decided    []Decided
		autonomous bool
		pattern    Pattern
		themes     []string
		advised    Choice
		engine     Choice
	}{
		{"new themes each time, few: one more round", rounds([]string{"a"}, []string{"b"}, []string{"c"}), nil, false,
			NewThemes, []string{"c"}, ChoiceContinue, ChoiceContinue},
		{"one theme coming back: a round for its whole class", rounds([]string{"locking"}, []string{"b"}, []string{"c", "locking"}), nil, false,
			Returning, []string{"locking"}, ChoiceClass, ChoiceClass},
		{"spelling counts little", rounds([]string{"Error handling"}, []string{"b"}, []string{"error-handling"}), nil, false,
			Returning, []string{"error handling"}, ChoiceClass, ChoiceClass},
		{"a theme that came and went is no return", rounds([]string{"a"}, []string{"a"}, []string{"c"}), nil, false,
			NewThemes, []string{"c"}, ChoiceContinue, ChoiceContinue},
		{"a remark is no theme", []Reviewed{round(1, "a"), round(2, "b"), remark}, nil, false,
			NewThemes, []string{"c"}, ChoiceContinue, ChoiceContinue},
		{"remarks are themes when nothing blocks", onlyRemarks, nil, false, Returning, []string{"a"}, ChoiceClass, ChoiceClass},
		{"without a theme the class counts", noTheme, nil, false, Returning, []string{"io close"}, ChoiceClass, ChoiceClass},
		{"back after its class round: split or descope", classTwice, []Decided{{3, ChoiceClass}}, false,
			Recurring, []string{"locking"}, ChoiceSplit, ""},
		{"the engine splits in an autonomous run", classTwice, []Decided{{3, ChoiceClass}}, true,
			Recurring, []string{"locking"}, ChoiceSplit, ChoiceSplit},
		{"back after another choice is a return", classTwice, []Decided{{3, ChoiceContinue}}, false,
			Returning, []string{"locking"}, ChoiceClass, ChoiceClass},
		{"another theme after the class round is no recurrence", rounds([]string{"locking"}, []string{"locking"}, []string{"locking"}, []string{"naming"}), []Decided{{3, ChoiceClass}}, false,
			NewThemes, []string{"naming"}, ChoiceContinue, ChoiceContinue},
		{"spreading over design: hand back", aboutDesign, nil, true,
			Spreading, []string{"wrong layer", "api boundary"}, ChoiceHandBack, ""},
		{"too many new themes spread too", many, nil, true, Spreading, []string{"c", "d", "e", "f"}, ChoiceHandBack, ""},
		{"only what came after a PASS counts", []Reviewed{round(1, "a"), passRound(2), round(3, "b"), round(4, "c"), round(5, "a")}, nil, false,
			NewThemes, []string{"a"}, ChoiceContinue, ChoiceContinue},
		{"at the eighth round nothing is the engine's", rounds([]string{"a"}, []string{"b"}, []string{"c"}, []string{"d"}, []string{"e"}, []string{"f"}, []string{"g"}, []string{"h"}), nil, true,
			NewThemes, []string{"h"}, ChoiceContinue, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, stopped := Diagnose(c.rounds, c.decided, c.autonomous)
			if !stopped || d.Pattern != c.pattern || d.Choices[0] != c.advised || d.Engine != c.engine || d.Why == "" {
				t.Errorf("Diagnose = %+v, %v, want %s, %s first, engine %q", d, stopped, c.pattern, c.advised, c.engine)
			}
			if diff := cmp.Diff(c.themes, d.Themes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMayTake(t *testing.T) {
	for _, c := range []struct {
		choice     Choice
		engine     bool
		autonomous bool
		round      int
		want       string
	}{
		{ChoiceContinue, true, false, 3, ""},
		{ChoiceClass, true, false, 7, ""},
		{ChoiceSplit, true, false, 3, "the engine splits a unit only in a run that was started --autonomous; a person decides"},
		{ChoiceSplit, true, true, 3, ""},
		{ChoiceDescope, true, true, 3, "only a person may choose to descope"},
		{ChoiceHandBack, true, true, 3, "only a person may choose to hand-back"},
		{ChoiceContinue, true, true, 8, "at round 8 nothing is taken by the engine any more; a person decides"},
		{ChoiceSplit, true, true, 9, "at round 9 nothing is taken by the engine any more; a person decides"},
		{ChoiceDescope, false, false, 3, ""},
		{ChoiceContinue, false, false, 12, ""},
		{"contine", false, false, 3, `there is no choice "contine" at the brake (did you mean continue?)`},
	} {
		t.Run(fmt.Sprintf("%s engine=%v autonomous=%v round=%d", c.choice, c.engine, c.autonomous, c.round), func(t *testing.T) {
			got := ""
			if err := MayTake(c.choice, c.engine, c.autonomous, c.round); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("MayTake = %q, want %q", got, c.want)
			}
		})
	}
}

// Whatever the themes are, the engine takes only what it may, and only what the
// diagnosis offers.
func TestDiagnoseGivesTheEngineOnlyItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Reviewed
		for i := range rapid.IntRange(1, 10).Draw(t, "rounds") {
			r := round(i+1, rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "api", "layering", "e", "f", "g"}), 1, 5).Draw(t, "themes")...)
			if rapid.IntRange(0, 5).Draw(t, "pass") == 0 {
				r = passRound(i + 1)
			}
			all = append(all, r)
		}
		var decided []Decided
		for i := range len(all) - 1 {
			decided = append(decided, Decided{i + 1, rapid.SampledFrom([]Choice{ChoiceContinue, ChoiceClass, ChoiceSplit}).Draw(t, "choice")})
		}
		autonomous := rapid.Bool().Draw(t, "autonomous")
		d, stopped := Diagnose(all, decided, autonomous)
		last := all[len(all)-1]
		switch {
		case stopped && last.Verdict.Verdict == Pass:
			t.Fatal("stopped after a PASS")
		case stopped && (len(d.Choices) == 0 || len(d.Themes) == 0):
			t.Fatalf("stopped without a choice: %+v", d)
		case d.Engine != "" && MayTake(d.Engine, true, autonomous, last.Round) != nil:
			t.Fatalf("the engine takes what it may not: %+v", d)
		case d.Engine != "" && d.Engine != d.Choices[0]:
			t.Fatalf("the engine takes what is not advised: %+v", d)
		}
	})
}
