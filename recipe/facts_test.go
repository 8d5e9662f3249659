package recipe

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestWhySaysWhereAnIssueStandsOrWhyItDoesNot(t *testing.T) {
	unlabelled := seed(6, "x")
	unlabelled.Labels = nil
	s := hubtest.New(t, hubtest.Seed(
		seed(1, "x", "severity:suggestion"), seed(2, "x", "severity:critical"), seed(3, "x", "severity:critical"),
		shut(seed(4, "x"), "not_planned"), shut(seed(5, "x"), ""), unlabelled,
	))
	d, _ := reading(t, s, nil)
	w, err := newWhy(d).Run(context.Background(), WhyInput{Number: 3})
	if err != nil || w.Place != 2 || w.Of != 3 || w.PlaceInLine != 2 || w.PlaceInRank != 2 {
		t.Errorf("#3: %+v, %v", w, err)
	}
	for n, want := range map[int]string{
		4: "#4 is not in the queue: it is closed as not planned",
		5: "#5 is not in the queue: it is closed as completed",
		6: "#6 is not in the queue: it does not carry the label tech-debt",
	} {
		_, err := newWhy(d).Run(context.Background(), WhyInput{Number: n})
		if _, ok := errors.AsType[*AbsentError](err); !ok || err.Error() != want && n != 5 {
			t.Errorf("#%d: %v, want %s", n, err, want)
		}
	}
	_, err = newWhy(d).Run(context.Background(), WhyInput{Number: 99})
	if f, ok := errors.AsType[*model.Fault](err); !ok || f.Kind != model.FaultNotFound {
		t.Errorf("#99: %v, want not found", err)
	}
}

func TestAbsenceIsToldInWords(t *testing.T) {
	labelled := []string{"tech-debt"}
	for want, issue := range map[string]model.Issue{
		"it is closed":                                  {State: model.Closed},
		"it is closed as archived by policy":            {State: model.Closed, StateReason: "archived_by_policy"}, // C-10
		"it does not carry the label tech-debt":         {State: model.Open},
		"it was opened or labelled just now; try again": {State: model.Open, Labels: labelled},
	} {
		if got := absence(issue, "tech-debt"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestBacklogIsTheSameFromTheTrackerAndFromAFile(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("a.go", 4, "")), seed(2, keyed("a.go", 9, ""), "severity:important", "footprint:spec"),
		seed(3, "x", "in-progress"), seed(4, "x", "debt:spec-active"), seed(5, "x", "severity:investigate"),
	))
	d, _ := reading(t, s, nil)
	const want = `{"candidates":[1,2],"excluded":{"in_progress":[3],"spec_parked":[4],"investigate":[5]},"clusters":[{"members":[1,2],"paths":["a.go"],"signal":"path"}],"spec_class":[2]}`
	b, err := newBacklog(d).Run(context.Background(), BacklogInput{})
	if err != nil || asJSON(t, b) != want {
		t.Errorf("from the tracker: %s, %v", asJSON(t, b), err)
	}
	before := s.Count()
	from := `[{"number":1,"labels":["tech-debt"],"key":{"class":"holistic/unclassified","path":"a.go","line":4}},
		{"number":2,"labels":["footprint:spec"],"key":"v1 class=holistic/unclassified path=a.go line=9"},
		{"number":3,"labels":["in-progress"]},{"number":4,"labels":["debt:spec-active"]},{"number":5,"labels":["severity:investigate"],"body":null}]`
	b, err = newBacklog(d).Run(context.Background(), BacklogInput{From: []byte(from)})
	if err != nil || asJSON(t, b) != want || s.Count() != before {
		t.Errorf("from a file: %s, %v, %d requests", asJSON(t, b), err, s.Count()-before)
	}
	_, err = newBacklog(d).Run(context.Background(), BacklogInput{From: []byte(`{"number":1}`)})
	if _, ok := errors.AsType[*UsageError](err); !ok {
		t.Errorf("no array: %v, want a usage error", err)
	}
}

func TestBrakeTakesDrainAndChangedTogether(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("a.go", 1, "branch=debt/9 mode=drain unit=9 changed=1 head=unknown session=unknown")),
		seed(2, keyed("a.go", 2, "branch=debt/9 mode=drain unit=9 changed=0 head=unknown session=unknown")),
		seed(3, keyed("a.go", 3, "branch=main mode=adhoc unit=unknown changed=1 head=unknown session=unknown")),
		seed(4, keyed("a.go", 4, "changed=1 mode=drain"), "severity:critical"), // no order, fields missing
		shut(seed(5, keyed("a.go", 5, "mode=drain changed=1")), "completed"),
		seed(6, "x"),
	))
	d, _ := reading(t, s, nil)
	found, err := newBrake(d).Run(context.Background(), BrakeInput{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{4, 1}, queueNumbers(model.Queue{Entries: found})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHistoryTellsEachAxisWithWhenAndByWhom(t *testing.T) {
	is := seed(1, "x", "severity:critical", "footprint:narrow")
	made := is.CreatedAt
	is.Events = []hub.SeedEvent{
		{Event: "labeled", User: "ana", At: made, Label: "severity:important"},
		{Event: "labeled", User: "bo", At: made.Add(time.Hour), Label: "severity:critical"},
		{Event: "unlabeled", User: "bo", At: made.Add(time.Hour), Label: "severity:important"},
	}
	s := hubtest.New(t, hubtest.Seed(is))
	d, _ := reading(t, s, nil)
	got, err := newHistory(d).Run(context.Background(), HistoryInput{Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := HistoryResult{Number: 1, Axes: []AxisHistory{
		{Axis: model.Severity, Changes: []AxisChange{
			{To: "important", At: made, Actor: "ana"},
			{From: "important", To: "critical", At: made.Add(time.Hour), Actor: "bo"},
		}},
		{Axis: model.Footprint, Changes: []AxisChange{{To: "narrow", At: made, Actor: "ana"}}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCapCheckAsksNothingUnlessItIsAnInvestigation(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(
		seed(4, "x", "severity:investigate"), seed(2, "x", "Severity:Investigate"), seed(3, "x"),
		shut(seed(5, "x", "severity:investigate"), "completed"),
	))
	d, _ := reading(t, s, nil)
	r := newCapCheck(d)
	ctx := context.Background()
	res, err := r.Run(ctx, CapInput{Labels: []string{"tech-debt", "severity:critical"}})
	if err != nil || res.Asked || res.Problem != nil || s.Count() != 0 {
		t.Errorf("%+v, %v after %d requests", res, err, s.Count())
	}
	ask := CapInput{Labels: []string{"SEVERITY:investigate"}}
	if res, err = r.Run(ctx, ask); err != nil || res.Problem != nil || !slices.Equal(res.Open, []int{2, 4}) || res.Cap != 3 {
		t.Errorf("under the cap: %+v, %v", res, err)
	}
	r.Rules.InvestigateCap = 2
	if res, err = r.Run(ctx, ask); err != nil || res.Problem == nil || res.Problem.Code != model.CodeCapReached || !strings.Contains(res.Problem.Message, "#2 and #4") {
		t.Errorf("at the cap: %+v, %v", res, err)
	}
	s.Before(func(int, *http.Request) error { return hubtest.ErrDropped })
	if _, err = r.Run(ctx, ask); err == nil {
		t.Error("a tracker that cannot answer is no error")
	}
}

func TestIssueIsShownWithAllAroundIt(t *testing.T) {
	c := newClone(t)
	c.write("a.go", lines(1, 40))
	head := c.commit("Begin")
	c.write("a.go", lines(101, 105)+lines(1, 40))
	c.commit("Change")
	one := seed(1, keyed("a.go", 20, "branch=debt/9 mode=drain unit=9 changed=0 head="+head+" session=unknown"), "severity:important")
	one.Comments = []hub.SeedComment{{User: "bo", CreatedAt: noon().Add(-time.Hour), Body: "Still so."}}
	s := hubtest.New(t, hubtest.Seed(one, seed(2, keyed("a.go", 30, "head="+head)), seed(3, "x")))
	d, _ := reading(t, s, c.open())
	queue := readQueue(t, d, QueueInput{})
	s.Peer("bo").Label(1, "severity:critical")
	s.Peer("bo").Unlabel(1, "severity:important")
	res, err := newShowIssue(d).Run(context.Background(), IssueInput{Number: 1, Queue: &queue.Queue, Around: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := notes(res.Entry); got != "[moved: a.go:25] [batches with #2: same file a.go]" {
		t.Errorf("annotations %s", got)
	}
	if res.Entry.Grades.Severity != "critical" || len(res.Mates) != 1 || res.Mates[0].Issue.Number != 2 {
		t.Errorf("severity %s, mates %v", res.Entry.Grades.Severity, queueNumbers(model.Queue{Entries: res.Mates}))
	}
	if len(res.Comments) != 1 || res.Comments[0].Body != "Still so." || len(res.History) == 0 || len(res.Notes) > 0 {
		t.Errorf("comments %+v, history %+v, notes %q", res.Comments, res.History, res.Notes)
	}
	want := Excerpt{Path: "a.go", Line: 25, First: 24, Total: 45, Lines: []string{
		"statement number 19 does something of its own",
		"statement number 20 does something of its own",
		"statement number 21 does something of its own",
	}}
	if diff := cmp.Diff(&want, res.Excerpt); diff != "" {
		t.Errorf("code (-want +got):\n%s", diff)
	}
}

func TestIssueIsShownAlthoughItsHistoryCannotBeRead(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, "x")))
	s.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if strings.Contains(r.URL.Path, "/timeline") || strings.Contains(r.URL.Path, "/comments") {
			return hubtest.HTML(200)(r, resp), nil
		}
		return resp, nil
	})
	d, _ := reading(t, s, nil)
	res, err := newShowIssue(d).Run(context.Background(), IssueInput{Number: 1})
	if err != nil || res.Entry.Issue.Number != 1 || res.Excerpt != nil {
		t.Errorf("%+v, %v", res, err)
	}
	if len(res.Notes) != 2 || !strings.HasPrefix(res.Notes[0], "the history is not shown: ") || !strings.HasPrefix(res.Notes[1], "the comments are not shown: ") {
		t.Errorf("notes %q", res.Notes)
	}
}
