package model

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// keyed makes an issue whose body has the key of the place.
func keyed(number int, class, path string, line int) Issue {
	key := Key{Class: class, Path: path, Line: line}
	return Issue{Number: number, State: Open, Body: key.Comment() + "\n\n## Failure mode\n\nIt fails.\n"}
}

// closedAs closes an issue for a reason.
func closedAs(is Issue, reason StateReason, labels ...string) Issue {
	is.State, is.StateReason, is.Labels = Closed, reason, labels
	return is
}

func handFiled(number int, body string) Issue {
	return Issue{Number: number, State: Open, Body: body}
}

func TestFindTakesTheFirstTierThatHits(t *testing.T) {
	const path = "app/pay/refund.ts"
	type found struct {
		Number   int
		Source   Source
		Declined bool
		Inner    string
	}
	inner := func(class string) string { return "v1 class=" + class + " path=app/pay/refund.ts line=118" }
	tests := []struct {
		name         string
		open, closed []Issue
		want         found // zero: no match
	}{
		{"nothing known", nil, nil, found{}},
		{"an open issue with the key", []Issue{keyed(7, "a/b", path, 118)}, nil, found{7, SourceKey, false, inner("a/b")}},
		{"the lowest number of the tier, whatever the order",
			[]Issue{keyed(9, "a/b", path, 118), keyed(7, "c/d", path, 118), keyed(8, "a/b", path, 118)}, nil,
			found{7, SourceKey, false, inner("c/d")}},
		{"another line", []Issue{keyed(7, "a/b", path, 119), keyed(8, "a/b", path, 11), keyed(9, "a/b", path, 1180)}, nil, found{}},
		{"a path is compared byte by byte",
			[]Issue{keyed(7, "a/b", "App/pay/refund.ts", 118), keyed(8, "a/b", "app/pay/refund.ts ", 118), keyed(9, "a/b", "pay/refund.ts", 118)},
			nil, found{}},
		{"declined as not planned", nil, []Issue{closedAs(keyed(3, "a/b", path, 118), NotPlanned)}, found{3, SourceKey, true, inner("a/b")}},
		{"declined by the label, though completed (C-10)", nil,
			[]Issue{closedAs(keyed(3, "a/b", path, 118), Completed, "tech-debt", "WontFix")}, found{3, SourceKey, true, inner("a/b")}},
		{"completed is no match: it came back (C-10)", nil, []Issue{closedAs(keyed(3, "a/b", path, 118), Completed)}, found{}},
		{"closed without a reason is no match (C-10)", nil, []Issue{closedAs(keyed(3, "a/b", path, 118), NoReason)}, found{}},
		{"a duplicate is no match in itself (C-10)", nil, []Issue{closedAs(keyed(3, "a/b", path, 118), Duplicate)}, found{}},
		{"a reason that nobody expected is no match (C-10)", nil,
			[]Issue{closedAs(keyed(3, "a/b", path, 118), "archived_by_policy")}, found{}},
		{"open comes before declined, though its number is higher",
			[]Issue{keyed(9, "a/b", path, 118)}, []Issue{closedAs(keyed(3, "a/b", path, 118), NotPlanned)},
			found{9, SourceKey, false, inner("a/b")}},
		{"declined comes before keyless, though its number is higher",
			[]Issue{handFiled(2, "see "+path+":118")}, []Issue{closedAs(keyed(3, "a/b", path, 118), NotPlanned)},
			found{3, SourceKey, true, inner("a/b")}},
		{"an open issue without a key that cites the place",
			[]Issue{handFiled(5, "see `app/pay/refund.ts:118`"), handFiled(4, "app/pay/refund.ts:118 fails")}, nil,
			found{4, SourceKeyless, false, ""}},
		{"an issue with a key elsewhere that cites the place is another finding",
			[]Issue{{Number: 4, State: Open, Body: keyed(4, "a/b", "x.ts", 1).Body + "like app/pay/refund.ts:118"}}, nil, found{}},
		{"a closed keyless issue is no match", nil, []Issue{closedAs(handFiled(4, path+":118"), NotPlanned)}, found{}},
		{"a malformed key leaves the issue keyless",
			[]Issue{handFiled(4, "<!-- gaia-debt-key: v1 class=a path=app/pay/refund.ts line=0 -->\n`app/pay/refund.ts:118`")}, nil,
			found{4, SourceKeyless, false, ""}},
		{"an issue without a body (C-22)", []Issue{handFiled(4, "")}, nil, found{}},
		{"the inner key stays as it is written",
			[]Issue{handFiled(4, "\ufeff<!-- gaia-debt-key: v1 class=a path=app/pay/refund.ts line=0118 -->\r\n")}, nil,
			found{4, SourceKey, false, "v1 class=a path=app/pay/refund.ts line=0118"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, ok := NewIndex(tt.open, tt.closed).Find(path, 118)
			got := found{m.Issue.Number, m.Source, m.Declined, m.Inner}
			if ok != (tt.want.Number > 0) {
				t.Errorf("Find reports %v", ok)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Find (-want +got):\n%s", diff)
			}
		})
	}
}

// C-04: one sentence on three places is three findings.
func TestFindKeepsFindingsWithTheSameWordsApart(t *testing.T) {
	x := NewIndex([]Issue{handFiled(12, "TODO: handle the error, see a/foo.ts:42.")}, nil)
	tests := []struct {
		path string
		line int
		want int
	}{
		{"a/foo.ts", 42, 12},
		{"a/foo.ts", 4, 0},
		{"b/foo.ts", 4, 0},
		{"b/foo.ts", 42, 0},
		{"foo.ts", 42, 0},
		{"a/foo.ts", 2, 0},
	}
	for _, tt := range tests {
		if m, _ := x.Find(tt.path, tt.line); m.Issue.Number != tt.want {
			t.Errorf("Find(%q, %d) = #%d, want #%d", tt.path, tt.line, m.Issue.Number, tt.want)
		}
	}
}

func TestResolvedAndDuplicatesTellHowAFindingWasClosed(t *testing.T) {
	at := func(n int, reason StateReason, labels ...string) Issue {
		return closedAs(keyed(n, "a/b", "a.go", 5), reason, labels...)
	}
	x := NewIndex(nil, []Issue{
		at(4, Duplicate), at(2, Completed), at(9, NoReason), at(3, Duplicate), at(8, NotPlanned), at(7, Duplicate, "wontfix"),
		closedAs(keyed(10, "a/b", "a.go", 6), "archived_by_policy"),
		closedAs(handFiled(11, "a.go:5"), Completed),
	})
	if is, ok := x.Resolved("a.go", 5); !ok || is.Number != 9 {
		t.Errorf("Resolved = #%d, %v, want the latest, #9", is.Number, ok)
	}
	if is, ok := x.Resolved("a.go", 6); !ok || is.StateReason != "archived_by_policy" {
		t.Errorf("Resolved = #%d, %v, want #10 with its reason as it came", is.Number, ok)
	}
	if is, ok := x.Resolved("a.go", 7); ok {
		t.Errorf("Resolved = #%d for a place that nobody filed", is.Number)
	}
	if diff := cmp.Diff([]int{3, 4}, numbersOf(x.Duplicates("a.go", 5))); diff != "" {
		t.Errorf("Duplicates (-want +got):\n%s", diff)
	}
}

func numbersOf(issues []Issue) []int {
	var out []int
	for _, is := range issues {
		out = append(out, is.Number)
	}
	return out
}

func TestTwinsAreTheOpenIssuesWithOneKey(t *testing.T) {
	open := []Issue{
		keyed(9, "a/b", "a.go", 5), keyed(7, "c/d", "a.go", 5), keyed(8, "a/b", "a.go", 6), handFiled(1, "a.go:5"),
	}
	if diff := cmp.Diff([]int{7, 9}, numbersOf(Twins(open, "a.go", 5))); diff != "" {
		t.Errorf("Twins (-want +got):\n%s", diff)
	}
}

func TestCandidatesAreTheKeyedIssuesOfTiersOneAndTwo(t *testing.T) {
	x := NewIndex(
		[]Issue{keyed(9, "a/b", "a.go", 5), handFiled(2, "a.go:5"), keyed(4, "a/b", "b.go", 1), keyed(5, "a/b", "a.go", 7)},
		[]Issue{closedAs(keyed(3, "a/b", "a.go", 8), NotPlanned), closedAs(keyed(1, "a/b", "a.go", 9), Completed)},
	)
	show := func(all []Candidate) []string {
		var out []string
		for _, c := range all {
			out = append(out, fmt.Sprint(c.Issue.Number, " ", c.Key.Location(), " ", c.Declined))
		}
		return out
	}
	if diff := cmp.Diff([]string{"3 a.go:8 true", "4 b.go:1 false", "5 a.go:7 false", "9 a.go:5 false"}, show(x.Candidates())); diff != "" {
		t.Errorf("Candidates (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"5 a.go:7 false", "9 a.go:5 false"}, show(x.OnPath("a.go"))); diff != "" {
		t.Errorf("OnPath (-want +got):\n%s", diff)
	}
}
