package model

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestBacklogPrintsEmptyListsAndNeverNull(t *testing.T) {
	const want = `{"candidates":[],"excluded":{"in_progress":[],"spec_parked":[],"investigate":[]},"clusters":[],"spec_class":[]}`
	if diff := cmp.Diff(want, jsonOf(t, NewBacklog(NewQueue(nil, Facts{})))); diff != "" {
		t.Errorf("of no issues (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, jsonOf(t, BacklogFrom(nil))); diff != "" {
		t.Errorf("of no items (-want +got):\n%s", diff)
	}
}

func TestBacklogSortsTheOpenIssues(t *testing.T) {
	q := filterQueue()
	const want = `{"candidates":[1,2,6,9],"excluded":{"in_progress":[3],"spec_parked":[4],"investigate":[5]},` +
		`"clusters":[{"members":[1,9],"paths":["app/pay/Refund.ts"],"signal":"path"}],"spec_class":[]}`
	if diff := cmp.Diff(want, jsonOf(t, NewBacklog(q))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	spec := NewQueue([]Issue{
		filed(1, 0, at("x", "a.go", 1), "footprint:spec"), filed(2, 1, at("x", "b.go", 1), "handler:spec"),
		filed(3, 2, at("x", "c/d.go", 1), "footprint:spec", "debt:spec-active"),
	}, Facts{})
	const wantSpec = `{"candidates":[1,2],"excluded":{"in_progress":[],"spec_parked":[3],"investigate":[]},` +
		`"clusters":[{"members":[1,2],"paths":["a.go","b.go"],"signal":"class-dir"}],"spec_class":[1,2]}`
	if diff := cmp.Diff(wantSpec, jsonOf(t, NewBacklog(spec))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBacklogFromKeepsTheOrderOfTheItems(t *testing.T) {
	const input = `[
		{"number": 9, "labels": ["tech-debt", "severity:suggestion"], "key": {"class": "x/y", "path": "a/1.go", "line": 4}, "body": "", "footprint": "spec"},
		{"number": 2, "labels": ["in-progress"], "key": null, "body": "a/1.go:4", "footprint": null},
		{"number": 5, "labels": [{"name": "footprint:narrow"}], "key": "v1 class=x/y path=a/2.go line=7", "body": ""},
		{"number": 7, "labels": ["severity:investigate", "debt:spec-active"], "key": null, "body": ""},
		{"number": 8, "labels": ["severity:investigate"]},
		{"number": 3, "labels": null, "key": null, "body": "see (b/3.go:12)", "ageDays": 4, "title": "unknown fields are passed over"},
		{"number": 4, "body": "<!-- gaia-debt-key: v1 class=z path=b/3.go line=1 -->\n", "footprint": ""},
		{"number": 6, "labels": ["handler:spec"], "key": {"class": "x/y", "path": "", "line": 1}, "body": null}
	]`
	items, err := ParseBacklogItems([]byte(input))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"candidates":[9,5,3,4,6],"excluded":{"in_progress":[2],"spec_parked":[7],"investigate":[8]},` +
		`"clusters":[{"members":[9,5],"paths":["a/1.go","a/2.go"],"signal":"class-dir"},` +
		`{"members":[3,4],"paths":["b/3.go"],"signal":"path"}],"spec_class":[9,6]}`
	if diff := cmp.Diff(want, jsonOf(t, BacklogFrom(items))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What list --json prints gives the backlog that the tracker gives.
func TestBacklogFromTheQueueItself(t *testing.T) {
	q := filterQueue()
	type printed struct {
		Number    int            `json:"number"`
		Labels    []string       `json:"labels"`
		Key       map[string]any `json:"key"`
		Body      string         `json:"body"`
		Footprint string         `json:"footprint"`
	}
	var list []printed
	for _, e := range q.Entries {
		if e.Issue.State == Closed {
			continue
		}
		p := printed{e.Issue.Number, e.Issue.Labels, nil, e.Issue.Body, e.Grades.Footprint}
		if e.HasKey {
			p.Key = map[string]any{"class": e.Key.Class, "path": e.Key.Path, "line": e.Key.Line}
		}
		list = append(list, p)
	}
	items, err := ParseBacklogItems([]byte(jsonOf(t, list)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(jsonOf(t, NewBacklog(q)), jsonOf(t, BacklogFrom(items))); diff != "" {
		t.Errorf("(-from the queue +from the list):\n%s", diff)
	}
}

func TestParseBacklogItemsNamesWhatIsWrong(t *testing.T) {
	tests := []struct{ name, input, want string }{
		{"nothing", "", "the backlog is empty, it must be a JSON array of issues"},
		{"white space", " \n", "the backlog is empty, it must be a JSON array of issues"},
		{"null", "null", "the backlog is null, it must be a JSON array of issues"},
		{"an object", `{"number":1}`, "the backlog is no JSON array of issues: "},
		{"cut short", `[{"number":1}`, "the backlog is no JSON array of issues: unexpected EOF"},
		{"more behind it", `[] []`, "there is more behind the backlog's array"},
		{"no number", `[{"number":1},{}]`, "item 2 of the backlog has no issue number"},
		{"a number as text", `[{"number":"1"}]`, "item 1 of the backlog cannot be read: "},
		{"a fraction", `[{"number":1.5}]`, "item 1 of the backlog cannot be read: "},
		{"no object", `[7]`, "item 1 of the backlog cannot be read: "},
		{"one number twice", `[{"number":1},{"number":2},{"number":1}]`, "items 1 and 3 of the backlog are both #1"},
		{"a label without a name", `[{"number":1,"labels":[{}]}]`, "item 1 of the backlog cannot be read: a label is neither a name nor an object with a name"},
		{"a key that is a number", `[{"number":1,"key":4}]`, "item 1 of the backlog cannot be read: a key is neither null, nor an inner key, nor an object with class, path and line"},
		{"a malformed inner key", `[{"number":1,"key":"v1 class=x path=a.go line=0"}]`, `item 1 of the backlog cannot be read: the key "v1 class=x path=a.go line=0": `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseBacklogItems([]byte(tt.input))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("the error is %v, want %q…", err, tt.want)
			}
		})
	}
}

func FuzzParseBacklogItems(f *testing.F) {
	f.Add([]byte(`[{"number":1,"labels":["a",{"name":"b"}],"key":{"path":"a.go"},"body":"a.go:1"}]`))
	f.Add([]byte(`[{"number":1,"key":"v1 class=x path=a.go line=1"},{"number":2,"key":null}]`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		items, err := ParseBacklogItems(data)
		if err != nil {
			return
		}
		b := BacklogFrom(items)
		n := len(b.Candidates) + len(b.Excluded.InProgress) + len(b.Excluded.SpecParked) + len(b.Excluded.Investigate)
		if n != len(items) {
			t.Errorf("%d items became %d", len(items), n)
		}
		for _, c := range b.Clusters {
			if len(c.Members) < 2 || len(c.Paths) == 0 {
				t.Errorf("a cluster of %v on %q", c.Members, c.Paths)
			}
		}
		if strings.Contains(jsonOf(t, b), "null") && !strings.Contains(string(data), "null") {
			t.Errorf("the backlog holds a null: %s", jsonOf(t, b))
		}
	})
}
