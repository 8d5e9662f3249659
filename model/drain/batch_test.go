package drain

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gh-debt/model"
)

func TestBatchRefusals(t *testing.T) {
	secret, spec, plain := security(issue(1, "a/b.go")), issue(2, "a/b.go", "footprint:spec"), issue(3, "a/b.go")
	refused := func(number int, why BatchRefusal, sentence string) RefusedMember {
		return RefusedMember{number, why, sentence}
	}
	inPublic := refused(1, BatchSecurity, "#1 is security-shaped, and this repository is not private: it cannot be part of a batch")
	park := refused(2, BatchSpec, "#2 must start with a design: park it instead of making it part of a batch")
	for _, c := range []struct {
		name    string
		private bool
		issues  []model.Issue
		want    []RefusedMember
	}{
		{"in public a security-shaped member", false, []model.Issue{secret, plain}, []RefusedMember{inPublic}},
		{"in private it may be one", true, []model.Issue{secret, plain}, nil},
		{"a spec member is offered for parking", true, []model.Issue{spec, plain}, []RefusedMember{park}},
		{"both", false, []model.Issue{secret, spec, plain}, []RefusedMember{inPublic, park}},
		{"one number is no batch", false, []model.Issue{secret}, nil},
		{"nothing is against them", false, []model.Issue{plain, issue(4, "a/b.go")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, BatchRefusals(queueOf(c.issues...), c.private)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBudgetCosts(t *testing.T) {
	for _, c := range []struct {
		name   string
		issues []model.Issue
		want   []Cost
	}{
		{"easy", []model.Issue{issue(1, "a/b.go", "difficulty:easy", "footprint:narrow")}, []Cost{{1, 2, "easy 2"}}},
		{"medium", []model.Issue{issue(1, "a/b.go", "difficulty:medium", "footprint:narrow")}, []Cost{{1, 3, "medium 3"}}},
		{"ungraded counts as medium", []model.Issue{issue(1, "a/b.go", "footprint:narrow")}, []Cost{{1, 3, "ungraded 3"}}},
		{"hard", []model.Issue{issue(1, "a/b.go", "difficulty:hard", "footprint:narrow")}, []Cost{{1, 7, "hard 7"}}},
		{"wide", []model.Issue{issue(1, "a/b.go", "difficulty:easy", "footprint:wide")}, []Cost{{1, 4, "easy 2 + not narrow 2"}}},
		{"a footprint that is not graded is not narrow", []model.Issue{issue(1, "a/b.go", "difficulty:easy")}, []Cost{{1, 4, "easy 2 + not narrow 2"}}},
		{"a former spelling", []model.Issue{issue(1, "a/b.go", "difficulty:easy", "handler:prompt")}, []Cost{{1, 2, "easy 2"}}},
		{"waived in one directory", []model.Issue{issue(1, "a/b.go"), issue(2, "a/c.go")},
			[]Cost{{1, 3, "ungraded 3, its directory shared with #2"}, {2, 3, "ungraded 3, its directory shared with #1"}}},
		{"waived when the other is narrow too", []model.Issue{issue(1, "a/b.go"), issue(2, "a/c.go", "footprint:narrow")},
			[]Cost{{1, 3, "ungraded 3, its directory shared with #2"}, {2, 3, "ungraded 3"}}},
		{"not in the root", []model.Issue{issue(1, "b.go"), issue(2, "c.go")},
			[]Cost{{1, 5, "ungraded 3 + not narrow 2"}, {2, 5, "ungraded 3 + not narrow 2"}}},
		{"not in a directory within", []model.Issue{issue(1, "a/b.go"), issue(2, "a/x/c.go")},
			[]Cost{{1, 5, "ungraded 3 + not narrow 2"}, {2, 5, "ungraded 3 + not narrow 2"}}},
		{"keyed paths only", []model.Issue{issue(1, "a/b.go"), citing(2, "a/c.go")},
			[]Cost{{1, 5, "ungraded 3 + not narrow 2"}, {2, 5, "ungraded 3 + not narrow 2"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, NewBudget(queueOf(c.issues...).Entries).Costs); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// citing makes an issue without a key that cites a place.
func citing(number int, path string, labels ...string) model.Issue {
	is := issue(number, "", labels...)
	is.Body = fmt.Sprintf("See `%s:1`.", path)
	return is
}

func TestBudgetSubsets(t *testing.T) {
	narrow, easy, medium, hard := "footprint:narrow", "difficulty:easy", "difficulty:medium", "difficulty:hard"
	for _, c := range []struct {
		name   string
		issues []model.Issue
		total  int
		want   [][]int
	}{
		{"at the limit it fits", []model.Issue{issue(1, "a/b.go", narrow, hard), issue(2, "c/d.go", narrow, easy), issue(3, "e/f.go", narrow, medium)}, 12, nil},
		{"more members first", []model.Issue{issue(1, "a/b.go", narrow, hard), issue(2, "c/d.go", narrow, hard), issue(3, "e/f.go", narrow, easy), issue(4, "g/h.go", narrow, easy)}, 18,
			[][]int{{1, 3, 4}, {2, 3, 4}}},
		{"then the higher severity",
			[]model.Issue{issue(1, "a/b.go", narrow, hard), issue(2, "c/d.go", narrow, hard, "severity:critical"), issue(3, "e/f.go", narrow, medium)}, 17,
			[][]int{{2, 3}, {1, 3}}},
		{"then the order of the queue",
			[]model.Issue{issue(1, "a/b.go", narrow, hard), issue(2, "c/d.go", narrow, hard), issue(3, "e/f.go", narrow, hard)}, 21,
			[][]int{{1}, {2}, {3}}},
		{"at most three",
			[]model.Issue{issue(1, "a/b.go", medium), issue(2, "c/d.go", medium), issue(3, "e/f.go", medium), issue(4, "g/h.go", medium)}, 20,
			[][]int{{1, 2}, {1, 3}, {1, 4}}},
		{"the waiver counts within the subset",
			[]model.Issue{issue(1, "a/b.go", hard), issue(2, "c/d.go", hard), issue(3, "a/e.go", medium)}, 19,
			[][]int{{1, 3}, {2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := NewBudget(queueOf(c.issues...).Entries)
			if b.Total != c.total || b.Fits != (c.total <= 12) || b.Limit != 12 {
				t.Errorf("total %d of %d, fits %v, want %d", b.Total, b.Limit, b.Fits, c.total)
			}
			if diff := cmp.Diff(c.want, b.Subsets); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBudgetWords(t *testing.T) {
	b := NewBudget(queueOf(issue(1, "a/b.go", "difficulty:hard"), issue(2, "c/d.go", "footprint:narrow")).Entries)
	if got, want := b.Words(), "#1 9 (hard 7 + not narrow 2), #2 3 (ungraded 3): 12 of 12 points"; got != want {
		t.Errorf("Words = %q, want %q", got, want)
	}
}

// Every subset that is named fits and is no part of another, none that is named
// later has more members, and no fitting set is larger than the first.
func TestBudgetSubsetsAreTheLargestThatFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "members")
		var issues []model.Issue
		for i := range n {
			var labels []string
			for _, axis := range [][]string{
				{"", "difficulty:easy", "difficulty:medium", "difficulty:hard"},
				{"", "footprint:narrow", "footprint:wide"},
				{"", "severity:critical", "severity:important", "severity:suggestion"},
			} {
				if l := rapid.SampledFrom(axis).Draw(t, "label"); l != "" {
					labels = append(labels, l)
				}
			}
			path := rapid.SampledFrom([]string{"a/x.go", "a/y.go", "b/z.go", "root.go", ""}).Draw(t, "path")
			issues = append(issues, issue(i+1, path, labels...))
		}
		entries := queueOf(issues...).Entries
		b := NewBudget(entries)
		if b.Fits {
			if len(b.Subsets) > 0 {
				t.Fatalf("it fits and has subsets %v", b.Subsets)
			}
			return
		}
		largest := largestFitting(entries)
		for i, s := range b.Subsets {
			if !NewBudget(pick(entries, s)).Fits {
				t.Fatalf("%v does not fit", s)
			}
			if i > 0 && len(s) > len(b.Subsets[i-1]) {
				t.Fatalf("%v is larger than the one before in %v", s, b.Subsets)
			}
		}
		if len(b.Subsets) == 0 || len(b.Subsets[0]) != largest {
			t.Fatalf("the largest fitting set has %d members, the subsets are %v", largest, b.Subsets)
		}
	})
}

func pick(entries []model.Entry, numbers []int) []model.Entry {
	var out []model.Entry
	for _, e := range entries {
		if slices.Contains(numbers, e.Issue.Number) {
			out = append(out, e)
		}
	}
	return out
}

func largestFitting(entries []model.Entry) int {
	largest := 0
	for mask := 1; mask < 1<<len(entries); mask++ {
		var numbers []int
		for i, e := range entries {
			if mask&(1<<i) != 0 {
				numbers = append(numbers, e.Issue.Number)
			}
		}
		if len(numbers) > largest && NewBudget(pick(entries, numbers)).Fits {
			largest = len(numbers)
		}
	}
	return largest
}

// A person may type a hundred numbers; the answer is there at once.
func BenchmarkBudgetOfAHundred(b *testing.B) {
	var issues []model.Issue
	for i := range 100 {
		issues = append(issues, issue(i+1, fmt.Sprintf("d%d/x.go", i/2)))
	}
	entries := queueOf(issues...).Entries
	for b.Loop() {
		NewBudget(entries)
	}
}
