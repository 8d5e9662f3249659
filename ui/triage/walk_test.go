package triage

import (
	"fmt"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"

	"github.com/google/go-cmp/cmp"
)

// loose makes loose ends, named by their issue and their axis.
func loose(ids ...id) []recipe.TriageItem {
	out := make([]recipe.TriageItem, len(ids))
	for i, one := range ids {
		out[i] = recipe.TriageItem{Kind: one.kind, Axis: one.axis, Code: one.code}
		out[i].Entry.Issue.Number = one.number
	}
	return out
}

func names(w *walk) []string {
	var out []string
	for _, s := range w.steps {
		out = append(out, fmt.Sprintf("%d %s", s.id.number, s.id.axis))
	}
	return out
}

// TestWhatIsNewStandsBehindItsIssue, what is of another issue at the end, and the
// question that is asked stays the one that is asked.
func TestWhatIsNewStandsBehindItsIssue(t *testing.T) {
	grade := func(number int, axis model.Axis) id { return id{number: number, kind: recipe.TriageGrade, axis: axis} }
	was := loose(grade(1, model.Severity), grade(2, model.Severity), grade(3, model.Severity))
	now := append(loose(grade(4, model.Severity), grade(2, model.Footprint), grade(2, model.Difficulty), grade(1, model.Fold)), was...)
	want := []string{"1 severity", "1 fold", "2 severity", "2 footprint", "2 difficulty", "3 severity", "4 severity"}
	for at, asked := range []string{"1 severity", "2 severity", "3 severity", ""} {
		w := walk{}
		w.begin(was, NewMemory())
		w.at = at
		if w.merge(now) {
			t.Errorf("at %d: the present one is said to be gone", at)
		}
		if d := cmp.Diff(want, names(&w)); d != "" {
			t.Errorf("at %d:\n%s", at, d)
		}
		got := ""
		if w.at < len(w.steps) {
			got = names(&w)[w.at]
		}
		if got != asked {
			t.Errorf("at %d: asked is %q, was %q", at, got, asked)
		}
		w.merge(now)
		if len(w.steps) != len(want) {
			t.Errorf("at %d: the same list once more makes %d of %d", at, len(w.steps), len(want))
		}
	}
}

// BenchmarkMerge takes a list of 10,000 loose ends that nobody knew of.
func BenchmarkMerge(b *testing.B) {
	ids := make([]id, 10_000)
	for i := range ids {
		ids[i] = id{number: i + 1, kind: recipe.TriageKey}
	}
	items := loose(ids...)
	for b.Loop() {
		w := walk{}
		w.begin(items[:1], NewMemory())
		w.merge(items)
	}
}
