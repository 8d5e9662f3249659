package recipe

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

const reason = "The gateway retries by itself."

func commentsOf(t *testing.T, r CommentReader, n int) []string {
	t.Helper()
	list, err := r.Comments(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, c := range list {
		out = append(out, c.Author+": "+c.Body)
	}
	return out
}

func TestDecliningCommentsLabelsAndCloses(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(7, keyed("a.go", 1, ""))))
	d, _ := reading(t, s, nil)
	r := newDecline(d)
	res, err := r.Run(context.Background(), DeclineInput{Numbers: []int{7}, Reason: " " + reason + "\n"})
	if err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	now := issueOf(t, d.Tracker, 7)
	if !now.Declined() || now.StateReason != model.NotPlanned || !now.HasLabel("wontfix") {
		t.Errorf("issue %+v", now)
	}
	if diff := cmp.Diff([]string{"ana: " + reason}, commentsOf(t, d.Tracker, 7)); diff != "" {
		t.Error(diff)
	}
	again, err := r.Run(context.Background(), DeclineInput{Numbers: []int{7}, Reason: reason})
	if err != nil || again.Issues[0].Outcome != Unchanged {
		t.Errorf("again: %+v, %v", again, err)
	}
}

func TestDecliningTakesAReasonAndAnOpenIssue(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(shut(seed(7, keyed("a.go", 1, "")), "completed"), shut(seed(8, keyed("a.go", 2, "")), "duplicate")))
	d, _ := reading(t, s, nil)
	r := newDecline(d)
	if _, err := r.Run(context.Background(), DeclineInput{Numbers: []int{7}, Reason: " \n"}); err == nil || err.Error() != "declining takes a reason" {
		t.Errorf("error %v", err)
	}
	res, err := r.Run(context.Background(), DeclineInput{Numbers: []int{7, 8}, Reason: reason})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, c := range res.Issues {
		told = append(told, string(c.Outcome)+": "+c.Remarks[0].Message)
	}
	want := []string{
		"refused: #7 is closed already as completed; reopen it first to decline it",
		"refused: #8 is closed already as duplicate; reopen it first to decline it",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

func TestDecliningIsWholeAfterAnyFaultAndARepetition(t *testing.T) {
	start := func(t *testing.T, o ...hubtest.Option) *hubtest.Server {
		return hubtest.New(t, append(o, hubtest.Seed(seed(7, keyed("a.go", 1, ""))))...)
	}
	in := DeclineInput{Numbers: []int{7}, Reason: reason}
	probe := start(t)
	d, _ := reading(t, probe, nil)
	if res, err := newDecline(d).Run(context.Background(), in); err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	eachFault(t, probe.Requests(), func(t *testing.T, n int, fault fault) {
		s := start(t, hubtest.Unchecked())
		d, _ := reading(t, s, nil)
		r := newDecline(d)
		fault(s, n)
		res, err := r.Run(context.Background(), in)
		s.Reset()
		half := len(commentsOf(t, d.Tracker, 7)) > 0
		if err == nil && res.Issues[0].Outcome == Failed && half && !strings.Contains(res.Issues[0].Remedy, "decline 7 --reason 'The gateway retries by itself.' --repo acme/shop") {
			t.Errorf("half done, and the way on is %q", res.Issues[0].Remedy)
		}
		if err == nil && res.Issues[0].Outcome == Changed && !issueOf(t, d.Tracker, 7).Declined() {
			t.Error("said to be declined and is not")
		}
		again, err := r.Run(context.Background(), in)
		if err != nil || !again.Clean() {
			t.Fatalf("once more: %+v, %v", again, err)
		}
		now := issueOf(t, d.Tracker, 7)
		if now.StateReason != model.NotPlanned || !now.HasLabel("wontfix") {
			t.Errorf("issue %+v", now)
		}
		if diff := cmp.Diff([]string{"ana: " + reason}, commentsOf(t, d.Tracker, 7)); diff != "" {
			t.Errorf("comments: %s", diff)
		}
	})
}

func TestUndoTakesTheLastChangeBack(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, keyed("a.go", 1, ""), "severity:important", "footprint:spec"), investigation(8), seed(9, keyed("a.go", 3, ""))))
	d, _ := reading(t, s, nil)
	ctx := context.Background()
	if res, err := newUndo(d).Run(ctx, UndoInput{}); err != nil || len(res.Issues) != 0 {
		t.Fatalf("with nothing to undo: %+v, %v", res, err)
	}
	steps := []func() (ChangeResult, error){
		func() (ChangeResult, error) {
			return newRegrade(d).Run(ctx, RegradeInput{Numbers: []int{7, 9}, Changes: map[model.Axis]string{model.Severity: "critical", model.Footprint: ""}})
		},
		func() (ChangeResult, error) {
			return newRegrade(d).Run(ctx, RegradeInput{Numbers: []int{8}, Changes: severity("suggestion"), Answer: "No."})
		},
		func() (ChangeResult, error) {
			return newDecline(d).Run(ctx, DeclineInput{Numbers: []int{9}, Reason: reason})
		},
	}
	before := map[int]model.Issue{}
	for _, n := range []int{7, 8, 9} {
		before[n] = issueOf(t, d.Tracker, n)
	}
	for _, step := range steps {
		if res, err := step(); err != nil || !res.Clean() {
			t.Fatal(res, err)
		}
	}
	for i, want := range [][]int{{9}, {8}, {7, 9}} {
		dry, err := newUndo(d).Run(ctx, UndoInput{DryRun: true})
		if err != nil {
			t.Fatal(err)
		}
		res, err := newUndo(d).Run(ctx, UndoInput{})
		if err != nil || !res.Clean() {
			t.Fatalf("undo %d: %+v, %v", i+1, res, err)
		}
		var got []int
		for j, c := range res.Issues {
			got = append(got, c.Number)
			if diff := cmp.Diff(dry.Issues[j].Edit, c.Edit); diff != "" {
				t.Errorf("the dry run said otherwise:\n%s", diff)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("undo %d:\n%s", i+1, diff)
		}
	}
	for n, was := range before {
		now := issueOf(t, d.Tracker, n)
		if diff := cmp.Diff(sortedLabels(was), sortedLabels(now)); diff != "" || now.Body != was.Body || now.State != model.Open {
			t.Errorf("#%d: %s, body %q, %s", n, diff, now.Body, now.State)
		}
	}
	if res, err := newUndo(d).Run(ctx, UndoInput{}); err != nil || len(res.Issues) != 0 {
		t.Errorf("all is undone, and still: %+v, %v", res, err)
	}
}

// A change that was made between the question and the yes is not taken back
// instead of the one that was asked about.
func TestAYesToUndoingHoldsForWhatWasAskedAbout(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, keyed("a.go", 1, ""), "severity:important"), seed(9, keyed("a.go", 3, ""), "severity:important")))
	d, _ := reading(t, s, nil)
	ctx := context.Background()
	regrade := func(n int) {
		t.Helper()
		if res, err := newRegrade(d).Run(ctx, RegradeInput{Numbers: []int{n}, Changes: severity("critical")}); err != nil || !res.Clean() {
			t.Fatal(res, err)
		}
	}
	regrade(7)
	asked, err := newUndo(d).Run(ctx, UndoInput{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	regrade(9)
	for i, want := range [][]int{{7}, nil} {
		res, err := newUndo(d).Run(ctx, UndoInput{Change: asked.Undoes})
		if err != nil || !res.Clean() {
			t.Fatalf("yes %d: %+v, %v", i+1, res, err)
		}
		var got []int
		for _, c := range res.Issues {
			got = append(got, c.Number)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("yes %d (-want +got):\n%s", i+1, diff)
		}
	}
	for n, want := range map[int]string{7: "severity:important", 9: "severity:critical"} {
		if is := issueOf(t, d.Tracker, n); !is.HasLabel(want) {
			t.Errorf("#%d has %v, want %s", n, is.Labels, want)
		}
	}
}

func TestUndoLeavesWhatSomebodyChangedSince(t *testing.T) {
	s := hubtest.New(t, vocabularyLabels(), hubtest.Seed(seed(7, keyed("a.go", 1, "")), investigation(8), seed(9, keyed("a.go", 3, ""))))
	d, _ := reading(t, s, nil)
	ctx := context.Background()
	run := func(res ChangeResult, err error) {
		t.Helper()
		if err != nil || !res.Clean() {
			t.Fatal(res, err)
		}
	}
	bo := s.Peer("bo")
	undo := func(want string) {
		t.Helper()
		res, err := newUndo(d).Run(ctx, UndoInput{})
		if err != nil || len(res.Issues) != 1 {
			t.Fatal(res, err)
		}
		if c := res.Issues[0]; c.Outcome != Refused || c.Remarks[0].Message != want {
			t.Errorf("change %+v, want %q", c, want)
		}
	}
	run(newRegrade(d).Run(ctx, RegradeInput{Numbers: []int{7}, Changes: severity("critical")}))
	bo.Unlabel(7, "severity:critical")
	bo.Label(7, "severity:suggestion")
	undo("#7 is not as the regrade left it: severity is severity:suggestion now")

	run(newRegrade(d).Run(ctx, RegradeInput{Numbers: []int{8}, Changes: severity("suggestion"), Answer: "No."}))
	bo.EditBody(8, issueOf(t, d.Tracker, 8).Body+"\nMore.\n")
	undo("#8 is not as the regrade left it: its body was edited since")

	run(newDecline(d).Run(ctx, DeclineInput{Numbers: []int{9}, Reason: reason}))
	bo.Reopen(9)
	bo.Close(9, "completed")
	undo("#9 is not as the decline left it: it was closed as completed since")
}

func TestUndoCompletesWhatAFaultLeftHalfDone(t *testing.T) {
	ctx := context.Background()
	start := func(t *testing.T, o ...hubtest.Option) (*hubtest.Server, Deps) {
		s := hubtest.New(t, append(o, vocabularyLabels(), hubtest.Seed(investigation(7)))...)
		d, _ := reading(t, s, nil)
		res, err := newRegrade(d).Run(ctx, RegradeInput{Numbers: []int{7}, Changes: severity("suggestion"), Answer: "No."})
		if err != nil || !res.Clean() {
			t.Fatal(res, err)
		}
		s.Reset()
		return s, d
	}
	probe, d := start(t)
	if res, err := newUndo(d).Run(ctx, UndoInput{}); err != nil || !res.Clean() {
		t.Fatal(res, err)
	}
	eachFault(t, probe.Requests(), func(t *testing.T, n int, fault fault) {
		s, d := start(t, hubtest.Unchecked())
		fault(s, n)
		res, err := newUndo(d).Run(ctx, UndoInput{})
		s.Reset()
		if err != nil || !res.Clean() {
			if res, err = newUndo(d).Run(ctx, UndoInput{}); err != nil || !res.Clean() {
				t.Fatalf("once more: %+v, %v", res, err)
			}
		}
		now := issueOf(t, d.Tracker, 7)
		if now.Body != *investigation(7).Body || !now.HasLabel("severity:investigate") || now.HasLabel("severity:suggestion") {
			t.Errorf("labels %v, body %q", now.Labels, now.Body)
		}
	})
}
