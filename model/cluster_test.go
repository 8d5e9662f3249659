package model

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestClustersAreConnectedComponentsOverCandidates(t *testing.T) {
	const swallowed, vague = "error-handling/swallowed", "naming/vague"
	tests := []struct {
		name   string
		issues []Issue
		want   []Batch
		notes  map[int]string // the batch annotation by number
	}{
		{name: "strangers", issues: []Issue{filed(1, 1, at(swallowed, "a/x.go", 1)), filed(2, 2, at(vague, "a/y.go", 1))}},
		{name: "one file",
			issues: []Issue{filed(3, 1, at(Unclassified, "a/x.go", 1)), filed(1, 2, at(vague, "a/x.go", 9)), filed(2, 3, at(swallowed, "a/x.go", 5))},
			want:   []Batch{{Members: []int{3, 1, 2}, Signal: "path", Paths: []string{"a/x.go"}}},
			notes: map[int]string{
				3: "[batches with #1 #2: same file a/x.go]", 1: "[batches with #3 #2: same file a/x.go]", 2: "[batches with #3 #1: same file a/x.go]",
			}},
		{name: "a class in a directory",
			issues: []Issue{filed(1, 1, at(swallowed, "a/y.go", 1)), filed(2, 2, at(swallowed, "a/x.go", 1))},
			want:   []Batch{{Members: []int{1, 2}, Signal: "class-dir", Paths: []string{"a/y.go", "a/x.go"}, Class: swallowed}},
			notes: map[int]string{
				1: "[batches with #2: same class error-handling/swallowed in a]",
				2: "[batches with #1: same class error-handling/swallowed in a]",
			}},
		{name: "the root is a directory",
			issues: []Issue{filed(1, 1, at(swallowed, "y.go", 1)), filed(2, 2, at(swallowed, "x.go", 1)), filed(3, 3, at(swallowed, "a/x.go", 1))},
			want:   []Batch{{Members: []int{1, 2}, Signal: "class-dir", Paths: []string{"y.go", "x.go"}, Class: swallowed}},
			notes: map[int]string{
				1: "[batches with #2: same class error-handling/swallowed in .]",
				2: "[batches with #1: same class error-handling/swallowed in .]",
			}},
		{name: "a directory below is another", issues: []Issue{filed(1, 1, at(swallowed, "a/x.go", 1)), filed(2, 2, at(swallowed, "a/b/x.go", 1))}},
		{name: "unclassified joins nothing", issues: []Issue{filed(1, 1, at(Unclassified, "a/x.go", 1)), filed(2, 2, at(Unclassified, "a/y.go", 1))}},
		{name: "a directory alone joins nothing", issues: []Issue{filed(1, 1, at(swallowed, "a/x.go", 1)), filed(2, 2, at(vague, "a/y.go", 1))}},
		{name: "mixed: each member has its own reason",
			issues: []Issue{
				filed(1, 1, at(swallowed, "a/x.go", 1)), filed(2, 2, at(vague, "a/x.go", 9)), filed(3, 3, at(swallowed, "a/y.go", 5)),
			},
			want: []Batch{{Members: []int{1, 2, 3}, Signal: "mixed", Paths: []string{"a/x.go", "a/y.go"}}},
			notes: map[int]string{
				1: "[batches with #2 #3: same file a/x.go]",
				2: "[batches with #1 #3: same file a/x.go]",
				3: "[batches with #1 #2: same class error-handling/swallowed in a]",
			}},
		{name: "excluded issues join nothing, not even others",
			issues: []Issue{
				filed(1, 1, at(swallowed, "a/x.go", 1)), filed(2, 2, at(vague, "a/x.go", 9), "in-progress"), filed(3, 3, at(vague, "a/y.go", 5)),
				filed(4, 4, at(vague, "a/x.go", 2), "debt:spec-pending"), filed(5, 5, at(vague, "a/x.go", 3), "severity:investigate"),
			}},
		{name: "closed issues join nothing",
			issues: []Issue{filed(1, 1, at(swallowed, "a/x.go", 1)), closedAs(filed(2, 2, at(vague, "a/x.go", 9)), Completed)}},
		{name: "a keyless issue joins by the first path it cites",
			issues: []Issue{
				filed(1, 1, at(swallowed, "a/x.go", 1)),
				{Number: 2, State: Open, Body: "see `a/x.go:44`, and b/z.go:1", CreatedAt: queueStart.AddDate(0, 0, 2)},
				{Number: 3, State: Open, Body: "no place at all", CreatedAt: queueStart.AddDate(0, 0, 3)},
				{Number: 4, State: Open, Body: "none either", CreatedAt: queueStart.AddDate(0, 0, 4)},
			},
			want: []Batch{{Members: []int{1, 2}, Signal: "path", Paths: []string{"a/x.go"}}},
			notes: map[int]string{
				1: "[batches with #2: same file a/x.go]", 2: "[batches with #1: same file a/x.go]",
			}},
		{name: "a spec issue is clustered like any other",
			issues: []Issue{filed(1, 1, at(swallowed, "a/x.go", 1), "footprint:spec"), filed(2, 2, at(vague, "a/x.go", 9))},
			want:   []Batch{{Members: []int{1, 2}, Signal: "path", Paths: []string{"a/x.go"}}},
			notes: map[int]string{
				1: "[batches with #2: same file a/x.go]", 2: "[batches with #1: same file a/x.go]",
			}},
		{name: "two components, ordered by their first members",
			issues: []Issue{
				filed(1, 1, at(swallowed, "b/x.go", 1)), filed(2, 2, at(swallowed, "a/x.go", 9)),
				filed(3, 3, at(vague, "a/x.go", 5), "severity:critical"), filed(4, 4, at(vague, "b/x.go", 5)),
			},
			want: []Batch{
				{Members: []int{3, 2}, Signal: "path", Paths: []string{"a/x.go"}},
				{Members: []int{1, 4}, Signal: "path", Paths: []string{"b/x.go"}},
			},
			notes: map[int]string{
				3: "[batches with #2: same file a/x.go]", 2: "[batches with #3: same file a/x.go]",
				1: "[batches with #4: same file b/x.go]", 4: "[batches with #1: same file b/x.go]",
			}},
		{name: "a chain joins what nothing else does",
			issues: []Issue{
				filed(1, 1, at(swallowed, "a/1.go", 1)), filed(2, 2, at(vague, "b/9.go", 1)), filed(3, 3, at(swallowed, "a/2.go", 1)),
				filed(4, 4, at(vague, "b/8.go", 1)), filed(5, 5, at(vague, "a/2.go", 1)),
			},
			want: []Batch{
				{Members: []int{1, 3, 5}, Signal: "mixed", Paths: []string{"a/1.go", "a/2.go"}},
				{Members: []int{2, 4}, Signal: "class-dir", Paths: []string{"b/9.go", "b/8.go"}, Class: vague},
			},
			notes: map[int]string{
				1: "[batches with #3 #5: same class error-handling/swallowed in a]",
				3: "[batches with #1 #5: same file a/2.go]",
				5: "[batches with #1 #3: same file a/2.go]",
				2: "[batches with #4: same class naming/vague in b]",
				4: "[batches with #2: same class naming/vague in b]",
			}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := NewQueue(tt.issues, Facts{})
			want := tt.want
			if want == nil {
				want = []Batch{}
			}
			if diff := cmp.Diff(want, q.Clusters); diff != "" {
				t.Errorf("clusters (-want +got):\n%s", diff)
			}
			notes := map[int]string{}
			for i := range q.Entries {
				e := &q.Entries[i]
				for _, a := range e.Annotations {
					if a.Kind == NoteBatch {
						notes[e.Issue.Number] = a.Text()
					}
				}
				if (e.Batch != nil) != (notes[e.Issue.Number] != "") {
					t.Errorf("#%d has the batch %v and the note %q", e.Issue.Number, e.Batch, notes[e.Issue.Number])
				}
			}
			if tt.notes == nil {
				tt.notes = map[int]string{}
			}
			if diff := cmp.Diff(tt.notes, notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

// Clustering is linear: ten thousand issues in one chain are one batch.
func BenchmarkClustersOfAChain(b *testing.B) {
	nodes := make([]relation, 10_000)
	for i := range nodes {
		nodes[i] = relation{number: i + 1, path: fmt.Sprintf("d%d/f%d.go", i/3, i/2), class: fmt.Sprintf("c%d", i/3)}
	}
	b.ReportAllocs()
	for b.Loop() {
		clusters(nodes)
	}
}
