package drain

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// roundsAt makes completed rounds on the given heads.
func roundsAt(heads ...string) []Reviewed {
	var out []Reviewed
	for i, h := range heads {
		out = append(out, Reviewed{Round: i + 1, Verdict: Verdict{Verdict: NeedsChanges, HeadSHA: h}})
	}
	return out
}

func TestScopeOf(t *testing.T) {
	first := []string{"a/b.go", "a/b_test.go"}
	full := func(why string) Scope { return Scope{Full: true, From: "base", To: "head", Why: why} }
	for _, c := range []struct {
		name string
		in   ScopeInput
		want Scope
	}{
		{"the first round looks at everything", ScopeInput{}, full("the first round")},
		{"a later round looks at what came since", ScopeInput{Rounds: roundsAt("one"), FilesSince: []string{"a/b.go"}}, Scope{From: "one", To: "head"}},
		{"since the last round, not the first", ScopeInput{Rounds: roundsAt("one", "two", "three"), FilesSince: []string{"a/b.go"}}, Scope{From: "three", To: "head"}},
		{"unless the unit is high-risk", ScopeInput{Rounds: roundsAt("one"), HighRisk: true}, full("the unit is high-risk")},
		{"unless it is the third round", ScopeInput{Rounds: roundsAt("one", "two")}, full("round 3, and every third looks at everything")},
		{"unless it is the sixth", ScopeInput{Rounds: roundsAt("1", "2", "3", "4", "5")}, full("round 6, and every third looks at everything")},
		{"unless files outside the first diff changed", ScopeInput{Rounds: roundsAt("one"), FilesSince: []string{"c/\x1bd.go", "a/b.go", "c/d.go"}},
			full("files outside the first diff: c/^[d.go, c/d.go")},
		{"unless the branch was rewritten", ScopeInput{Rounds: roundsAt("one"), Rewritten: true}, full("the branch was rewritten")},
		{"a head that was reviewed already", ScopeInput{Rounds: roundsAt("head")}, full("the head was reviewed already")},
		{"a last head that is not known", ScopeInput{Rounds: roundsAt("")}, full("it is not known which head was reviewed last")},
		{"all reasons are told", ScopeInput{Rounds: roundsAt("one", "two"), HighRisk: true, Rewritten: true},
			full("the unit is high-risk; round 3, and every third looks at everything; the branch was rewritten")},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.Head, c.in.Base, c.in.FirstFiles = "head", "base", first
			if diff := cmp.Diff(c.want, ScopeOf(c.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestScopeWords(t *testing.T) {
	for _, c := range []struct {
		in   Scope
		want string
	}{
		{Scope{Full: true, Why: "the first round"}, "everything (the first round)"},
		{Scope{Full: true}, "everything"},
		{Scope{From: headSHA, To: olderSHA}, "1f3c2aa..0e0e0e0"},
	} {
		if got := c.in.Words(); got != c.want {
			t.Errorf("Words = %q, want %q", got, c.want)
		}
	}
}
