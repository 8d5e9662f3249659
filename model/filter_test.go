package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// filterQueue is a small queue in which each issue differs from the others.
func filterQueue() Queue {
	issues := []Issue{
		filed(1, 0, at("error-handling/swallowed", "app/pay/Refund.ts", 118), "severity:critical", "footprint:narrow", "difficulty:easy"),
		filed(2, 1, at("concurrency/lock", "lib/gone.go", 7), "severity:important", "footprint:wide", "fold:required"),
		filed(3, 2, at("error-handling/swallowed", "app/pay/retry.ts", 3), "severity:important", "in-progress", "audience:adopter"),
		filed(4, 3, at(Unclassified, "docs/PR Merge.md", 9), "severity:suggestion", "footprint:spec", "debt:spec-pending"),
		filed(5, 4, at(Unclassified, "lib/moved.go", 9), "severity:investigate"),
		{Number: 6, State: Open, Title: "Cache key ignores the locale", Body: "no place", CreatedAt: queueStart.AddDate(0, 0, 5)},
		closedAs(filed(7, 6, at("concurrency/lock", "lib/old.go", 1)), NotPlanned, "severity:suggestion"),
		closedAs(filed(8, 7, at("concurrency/lock", "lib/done.go", 1)), Completed, "severity:suggestion"),
		filed(9, 8, at("naming/vague", "app/pay/Refund.ts", 1), "severity:suggestion", "handler:prompt"),
	}
	titles := map[int]string{
		1: "Refund path swallows the gateway error", 2: "Lock file is removed while held", 3: "Retry loop never backs off",
		4: "Merge workflow is unclear", 5: "Is the fail-open branch reachable?", 7: "Old lock", 8: "Done lock", 9: "Vague name",
	}
	for i := range issues {
		if t := titles[issues[i].Number]; t != "" {
			issues[i].Title = t
		}
	}
	return NewQueue(issues, Facts{
		Tracked: map[string]bool{
			"app/pay/Refund.ts": true, "app/pay/retry.ts": true, "docs/PR Merge.md": true, "lib/moved.go": true,
			"lib/old.go": true, "lib/done.go": true,
		},
		Positions: map[int]Position{5: {Path: "lib/moved.go", Line: 12, Known: true}},
	})
}

func matching(q Queue, typed string) map[int]bool {
	f := ParseFilter(typed)
	out := map[int]bool{}
	for i := range q.Entries {
		if f.Match(&q.Entries[i]) {
			out[q.Entries[i].Issue.Number] = true
		}
	}
	return out
}

func set(numbers ...int) map[int]bool {
	out := map[int]bool{}
	for _, n := range numbers {
		out[n] = true
	}
	return out
}

func TestFilterTerms(t *testing.T) {
	all := set(1, 2, 3, 4, 5, 6, 7, 8, 9)
	tests := []struct {
		typed string
		want  map[int]bool
	}{
		{"", all},
		{"   ", all},
		{"sev:critical", set(1)},
		{"severity:critical", set(1)},
		{"SEV:Critical", set(1)},
		{"sev:crit", set(1)},
		{"sev:critical,important", set(1, 2, 3)},
		{"sev:critical,", set(1)},
		{"sev:", all},
		{"-sev:", all},
		{"sev:none", set(6)},
		{"sev:wrong", set()},
		{"foot:narrow", set(1, 9)},
		{"footprint:wide", set(2)},
		{"diff:easy", set(1)},
		{"diff:none", set(2, 3, 4, 5, 6, 7, 8, 9)},
		{"fold:required", set(2)},
		{"aud:adopter", set(3)},
		{"path:app/", set(1, 3, 9)},
		{"path:refund", set(1, 9)},
		{"path:lib/,docs/", set(2, 4, 5, 7, 8)},
		{`path:"PR Merge"`, set(4)},
		{`path:"PR Mer`, set(4)},
		{"class:swallowed", set(1, 3)},
		{"class:error-handling/", set(1, 3)},
		{"is:stale", set(2)},
		{"is:moved", set(5)},
		{"is:investigate", set(5)},
		{"is:claimed", set(3)},
		{"is:parked", set(4)},
		{"is:spec", set(4)},
		{"is:keyless", set(6)},
		{"is:candidate", set(1, 2, 6, 9)},
		{"is:batch", set(1, 9)},
		{"is:open", set(1, 2, 3, 4, 5, 6, 9)},
		{"is:closed", set(7, 8)},
		{"is:declined", set(7)},
		{"is:", all},
		{"is:stale,moved", set(2, 5)},
		{"is:sp", set(4)},
		{"is:s", set(2, 4)},
		{"is:wrong", set()},
		{"-is:claimed", set(1, 2, 4, 5, 6, 7, 8, 9)},
		{"-is:wrong", all},
		{"-path:app/", set(2, 4, 5, 6, 7, 8)},
		{"-", all},
		{"- is:stale", set(2)},
		{"is:open -is:candidate", set(3, 4, 5)},
		{"sev:important path:app/", set(3)},
		{`"gateway error"`, set(1)},
		{`"GATEWAY error`, set(1)},
		{`-"gateway error"`, set(2, 3, 4, 5, 6, 7, 8, 9)},
		{"-lock", set(1, 3, 4, 5, 6, 9)},
		{`""`, all},
		{`"`, all},
		{`-"`, all},
		{"refund", all}, // free text is the fuzzy matcher's
		{"app/a.ts:12", all},
	}
	q := filterQueue()
	for _, tt := range tests {
		t.Run(tt.typed, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, matching(q, tt.typed)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.typed, diff)
			}
		})
	}
}

func TestFilterGivesOutFreeText(t *testing.T) {
	tests := []struct {
		typed string
		words []string
		hints []string
	}{
		{"", nil, nil},
		{"refund  Gateway", []string{"refund", "Gateway"}, nil},
		{"sev:critical refund", []string{"refund"}, nil},
		{"#1402", []string{"#1402"}, nil},
		{"-refund", nil, nil},
		{`"gateway error" x`, []string{"x"}, nil},
		{"app/a.ts:12", []string{"app/a.ts:12"}, nil},
		{"12:30", []string{"12:30"}, nil},
		{":x", []string{":x"}, nil},
		{"re-grade", []string{"re-grade"}, nil},
		{"https://shop.test", []string{"https://shop.test"}, nil},
		{"sve:critical", []string{"sve:critical"}, []string{"there is no field sve: (did you mean sev:?), so it is looked for as text"}},
		{"author:me", []string{"author:me"}, []string{"there is no field author:, so it is looked for as text"}},
		{"author:", []string{"author:"}, []string{"there is no field author:, so it is looked for as text"}},
		{"sev:wrong", nil, []string{`no severity is called "wrong", known are critical, important, suggestion, investigate, none`}},
		{"is:wrong", nil, []string{`no state is called "wrong", known are candidate, claimed, parked, spec, investigate, batch, stale, moved, keyless, open, closed, declined`}},
	}
	for _, tt := range tests {
		t.Run(tt.typed, func(t *testing.T) {
			f := ParseFilter(tt.typed)
			if diff := cmp.Diff(tt.words, f.Words); diff != "" {
				t.Errorf("words (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.hints, f.Hints); diff != "" {
				t.Errorf("hints (-want +got):\n%s", diff)
			}
		})
	}
	if !ParseFilter(" sev: - ").Empty() || ParseFilter("x").Empty() || ParseFilter("is:open").Empty() {
		t.Error("Empty is wrong")
	}
}

func TestSearchTextHoldsWhatOneSearchesFor(t *testing.T) {
	q := filterQueue()
	e, _, _ := q.Find(1)
	want := "#1 Refund path swallows the gateway error app/pay/Refund.ts:118 error-handling/swallowed critical narrow easy" +
		" [difficulty: easy] [batches with #9: same file app/pay/Refund.ts]"
	if got := e.SearchText(); got != want {
		t.Errorf("SearchText = %q, want %q", got, want)
	}
	byHand := Entry{Issue: Issue{Number: 3, Title: "By Hand"}, Path: "A.go"}
	if got := byHand.SearchText(); got != "#3 By Hand A.go" {
		t.Errorf("SearchText = %q", got)
	}
	for _, typed := range []string{"path:a.go", `"by hand"`} {
		if f := ParseFilter(typed); !f.Match(&byHand) {
			t.Errorf("%s does not match an entry that NewQueue has not seen", typed)
		}
	}
}

// Any part of what one types is a filter: nothing panics, a term and its negation
// divide the queue, and each prefix of the text can stand.
func FuzzParseFilter(f *testing.F) {
	for _, s := range []string{
		"sev:critical", "-is:claimed path:\"PR Merge\" refund", `"`, `-"a`, "-", "--x", "is:,", "sev:,,", ":", "a:b:c", "\xff:x",
		"path:\u00a0x", "is:s -is:s", "SEV:", "\t\n",
	} {
		f.Add(s)
	}
	q := filterQueue()
	f.Fuzz(func(t *testing.T, typed string) {
		whole := ParseFilter(typed)
		for _, w := range whole.Words {
			if w == "" {
				t.Errorf("%q gives an empty word", typed)
			}
		}
		for _, h := range whole.Hints {
			if strings.ContainsAny(h, "\n\r") {
				t.Errorf("%q gives a hint of several lines: %q", typed, h)
			}
		}
		var terms []Filter
		for _, one := range splitTerms(typed) {
			var f Filter
			f.add(one)
			terms = append(terms, f)
		}
		for i := range q.Entries {
			e := &q.Entries[i]
			each := true
			for _, f := range terms {
				each = each && f.Match(e)
			}
			if got := whole.Match(e); got != each {
				t.Errorf("%q matches #%d: %v, its terms: %v", typed, e.Issue.Number, got, each)
			}
		}
		if one := splitTerms(typed); len(one) == 1 && !one[0].negated {
			negated := ParseFilter("-" + strings.TrimSpace(typed))
			for i := range q.Entries {
				e := &q.Entries[i]
				if len(whole.terms) == 1 && len(negated.terms) == 1 && whole.Match(e) == negated.Match(e) {
					t.Errorf("%q and its negation agree on #%d", typed, e.Issue.Number)
				}
			}
		}
	})
}

// A key press filters ten thousand issues: 2 ms at the most.
func BenchmarkFilterTenThousand(b *testing.B) {
	issues, _ := manyIssues(10_000)
	q := NewQueue(issues, Facts{})
	q.IndexText()
	for _, typed := range []string{"sev:important", "path:app/part7", `"gateway err"`, "-is:claimed sev:important,critical class:kind12 -zzz"} {
		b.Run(fmt.Sprintf("%q", typed), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f := ParseFilter(typed)
				for i := range q.Entries {
					f.Match(&q.Entries[i])
				}
			}
		})
	}
}
