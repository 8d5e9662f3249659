package model

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var queueStart = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// filed makes an open keyed issue of an age, given in days after queueStart.
func filed(number, day int, key Key, labels ...string) Issue {
	return Issue{
		Number: number, State: Open, Body: key.Comment() + "\n", Labels: append([]string{"tech-debt"}, labels...),
		CreatedAt: queueStart.AddDate(0, 0, day),
	}
}

func at(class, path string, line int) Key { return Key{Class: class, Path: path, Line: line} }

func orderOf(q Queue) []int {
	var out []int
	for _, e := range q.Entries {
		out = append(out, e.Issue.Number)
	}
	return out
}

func TestNewQueueOrdersBySeverityThenAgeThenNumber(t *testing.T) {
	alone := func(n int) Key { return at(Unclassified, string(rune('a'+n))+".go", 1) }
	issues := []Issue{
		filed(1, 0, alone(1), "severity:investigate"),
		filed(2, 1, alone(2), "severity:suggestion"),
		filed(3, 0, alone(3)),
		filed(4, 5, alone(4), "severity:critical"),
		filed(5, 9, alone(5), "severity:important"),
		filed(7, 8, alone(7), "Severity:Important"),
		filed(6, 8, alone(6), "severity:important"),
		filed(8, 2, alone(8), "severity:suggestion", "severity:critical"),
		filed(9, 0, alone(9), "severity:unheard-of"),
		filed(10, 0, alone(10), "severity:critical", "severity:investigate"),
	}
	want := []int{10, 8, 4, 6, 7, 5, 3, 9, 2, 1}
	for range 20 {
		rand.Shuffle(len(issues), func(i, j int) { issues[i], issues[j] = issues[j], issues[i] })
		before := slices.Clone(issues)
		if diff := cmp.Diff(want, orderOf(NewQueue(issues, Facts{}))); diff != "" {
			t.Fatalf("the order (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(before, issues); diff != "" {
			t.Fatalf("the issues were changed (-before +after):\n%s", diff)
		}
	}
}

func TestExclusionIsTheFirstThatApplies(t *testing.T) {
	tests := []struct {
		name   string
		labels []string
		want   Exclusion
	}{
		{"none", []string{"severity:critical", "footprint:spec", "wontfix"}, NotExcluded},
		{"no labels", nil, NotExcluded},
		{"claimed", []string{"in-progress"}, InProgress},
		{"claimed in another case", []string{"In-Progress"}, InProgress},
		{"claimed in the former spelling", []string{"debt:in-progress"}, InProgress},
		{"claimed before parked", []string{"severity:investigate", "debt:spec-active", "in-progress"}, InProgress},
		{"parked, pending", []string{"debt:spec-pending"}, SpecParked},
		{"parked, active", []string{"debt:spec-active"}, SpecParked},
		{"parked before investigate", []string{"severity:investigate", "debt:spec-pending"}, SpecParked},
		{"investigate", []string{"severity:investigate"}, Investigating},
		{"investigate beside a tier, as in the middle of a re-grade", []string{"severity:investigate", "severity:critical"}, Investigating},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := NewQueue([]Issue{{Number: 1, State: Open, Labels: tt.labels}}, Facts{})
			e := &q.Entries[0]
			if e.Excluded != tt.want || e.Candidate() != (tt.want == NotExcluded) {
				t.Errorf("Excluded = %q, Candidate = %v, want %q", e.Excluded, e.Candidate(), tt.want)
			}
		})
	}
	closed := NewQueue([]Issue{{Number: 1, State: Closed}}, Facts{})
	if closed.Entries[0].Candidate() {
		t.Error("a closed issue is a candidate")
	}
}

func TestAnnotationsStandInTheOrderOfTheContract(t *testing.T) {
	key := at("error-handling/swallowed", "app/a.ts", 12)
	tracked := map[string]bool{"app/a.ts": true, "app/b.ts": true}
	known := func(path string, line int) map[int]Position {
		return map[int]Position{1: {Path: path, Line: line, Known: true}}
	}
	tests := []struct {
		name  string
		issue Issue
		facts Facts
		want  []string
	}{
		{"nothing to say", filed(1, 0, key, "severity:critical", "footprint:narrow"), Facts{Tracked: tracked}, nil},
		{"claimed", filed(1, 0, key, "in-progress"), Facts{}, []string{"[in progress]"}},
		{"investigate", filed(1, 0, key, "severity:investigate"), Facts{}, []string{"[investigate]"}},
		{"needs a spec", filed(1, 0, key, "footprint:spec"), Facts{}, []string{"[needs spec]"}},
		{"needs a spec, in the former spelling", filed(1, 0, key, "handler:spec"), Facts{}, []string{"[needs spec]"}},
		{"parked, so it no longer needs one", filed(1, 0, key, "footprint:spec", "debt:spec-pending"), Facts{}, []string{"[spec pending]"}},
		{"active", filed(1, 0, key, "footprint:spec", "debt:spec-active"), Facts{}, []string{"[spec active]"}},
		{"fold", filed(1, 0, key, "fold:required"), Facts{}, []string{"[fold: required]"}},
		{"difficulty", filed(1, 0, key, "Difficulty:Hard"), Facts{}, []string{"[difficulty: hard]"}},
		{"stale", filed(1, 0, at("x", "app/gone.ts", 1)), Facts{Tracked: tracked}, []string{"[stale: path gone]"}},
		{"could not look", filed(1, 0, at("x", "app/gone.ts", 1)), Facts{}, nil},
		{"an empty index was looked at", filed(1, 0, key), Facts{Tracked: map[string]bool{}}, []string{"[stale: path gone]"}},
		{"keyless is never stale", Issue{Number: 1, State: Open, Body: "app/gone.ts:1"}, Facts{Tracked: tracked}, nil},
		{"moved to another line", filed(1, 0, key), Facts{Tracked: tracked, Positions: known("app/a.ts", 39)}, []string{"[moved: app/a.ts:39]"}},
		{"renamed: moved, not stale", filed(1, 0, at("x", "app/gone.ts", 1)),
			Facts{Tracked: tracked, Positions: known("app/b.ts", 1)}, []string{"[moved: app/b.ts:1]"}},
		{"followed to where it was", filed(1, 0, key), Facts{Tracked: tracked, Positions: known("app/a.ts", 12)}, nil},
		{"gone, and could not be followed", filed(1, 0, at("x", "app/gone.ts", 1)),
			Facts{Tracked: tracked, Positions: map[int]Position{1: {Path: "app/gone.ts"}}}, []string{"[stale: path gone]"}},
		{"all at once", filed(1, 0, at("x", "app/gone.ts", 1), "difficulty:easy", "fold:required", "debt:spec-active",
			"debt:spec-pending", "footprint:spec", "severity:investigate", "in-progress"), Facts{Tracked: tracked},
			[]string{"[in progress]", "[investigate]", "[spec pending]", "[spec active]", "[fold: required]", "[difficulty: easy]", "[stale: path gone]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := NewQueue([]Issue{tt.issue}, tt.facts)
			if diff := cmp.Diff(tt.want, annotationsOf(&q.Entries[0])); diff != "" {
				t.Errorf("annotations (-want +got):\n%s", diff)
			}
			if stale := slices.Contains(tt.want, "[stale: path gone]"); q.Entries[0].Stale != stale {
				t.Errorf("Stale = %v", q.Entries[0].Stale)
			}
		})
	}
}

func annotationsOf(e *Entry) []string {
	var out []string
	for _, a := range e.Annotations {
		out = append(out, a.Text())
	}
	return out
}

func TestAgeIsCountedInWholeDays(t *testing.T) {
	e := Entry{Issue: Issue{CreatedAt: queueStart}}
	for _, tt := range []struct {
		after time.Duration
		want  int
	}{{0, 0}, {23*time.Hour + 59*time.Minute, 0}, {24 * time.Hour, 1}, {21*24*time.Hour + time.Hour, 21}, {-48 * time.Hour, 0}} {
		if got := e.AgeDays(queueStart.Add(tt.after)); got != tt.want {
			t.Errorf("AgeDays after %v = %d, want %d", tt.after, got, tt.want)
		}
	}
}

// What a keyless issue cites is the place it is shown with.
func TestEntryKnowsItsPlace(t *testing.T) {
	q := NewQueue([]Issue{
		filed(1, 0, at("x", "docs/PR Merge.md", 9)),
		{Number: 2, State: Open, Body: "Broken since v1: see `app/b.ts:7`", CreatedAt: queueStart.AddDate(0, 0, 1)},
		{Number: 3, State: Open, CreatedAt: queueStart.AddDate(0, 0, 2)},
	}, Facts{})
	type where struct {
		Path   string
		Line   int
		HasKey bool
	}
	var got []where
	for _, e := range q.Entries {
		got = append(got, where{e.Path, e.Line, e.HasKey})
	}
	if diff := cmp.Diff([]where{{"docs/PR Merge.md", 9, true}, {"app/b.ts", 7, false}, {"", 0, false}}, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestQueueFindsAnIssue(t *testing.T) {
	q := NewQueue([]Issue{filed(5, 1, at("x", "a.go", 1)), filed(9, 0, at("x", "b.go", 1))}, Facts{})
	if e, place, ok := q.Find(5); !ok || place != 1 || e.Issue.Number != 5 {
		t.Errorf("Find(5) = %v, %d, %v", e, place, ok)
	}
	if _, _, ok := q.Find(6); ok {
		t.Error("found an issue that is not in the queue")
	}
}

func BenchmarkNewQueueTenThousand(b *testing.B) {
	issues, _ := manyIssues(10_000)
	facts := Facts{Tracked: map[string]bool{}, Positions: map[int]Position{}}
	for i := range issues {
		issues[i].CreatedAt = queueStart.Add(time.Duration(i*7919%10007) * time.Minute)
	}
	b.ReportAllocs()
	for b.Loop() {
		NewQueue(issues, facts)
	}
}
