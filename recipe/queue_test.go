package recipe

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func readQueue(t *testing.T, d Deps, in QueueInput) QueueResult {
	t.Helper()
	res, err := newReadQueue(d).Run(context.Background(), in)
	if err != nil {
		t.Fatalf("read the queue: %v", err)
	}
	return res
}

func TestQueueIsReadInOrderWithWhatGitSays(t *testing.T) {
	c := newClone(t)
	c.write("kept.go", lines(1, 50))
	c.write("gone.go", lines(1, 50))
	head := c.commit("Begin")
	c.write("kept.go", lines(101, 110)+lines(1, 50))
	c.git("rm", "--quiet", "gone.go")
	c.commit("Change")
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("kept.go", 20, "head="+head), "severity:suggestion"),
		seed(2, keyed("gone.go", 20, "head="+head), "severity:critical"),
		seed(3, keyed("kept.go", 5, ""), "severity:important"), // filed at HEAD: nothing moved since
		shut(seed(4, keyed("kept.go", 20, "head="+head)), "completed"),
	))
	d, _ := reading(t, s, c.open())
	res := readQueue(t, d, QueueInput{})
	if diff := cmp.Diff([]int{2, 3, 1}, queueNumbers(res.Queue)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	want := []string{
		"[stale: path gone]",
		"[batches with #1: same file kept.go]",
		"[moved: kept.go:30] [batches with #3: same file kept.go]",
	}
	for i, e := range res.Queue.Entries {
		if got := notes(e); got != want[i] {
			t.Errorf("#%d: %s, want %s", e.Issue.Number, got, want[i])
		}
	}
	all := readQueue(t, d, QueueInput{Show: ShowAll})
	if diff := cmp.Diff([]int{2, 3, 4, 1}, queueNumbers(all.Queue)); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
	closed := readQueue(t, d, QueueInput{Show: ShowClosed})
	if diff := cmp.Diff([]int{4}, queueNumbers(closed.Queue)); diff != "" {
		t.Errorf("closed (-want +got):\n%s", diff)
	}
}

func TestQueueWithoutACheckoutMarksNothing_C34(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, keyed("gone.go", 20, ""))))
	d, _ := reading(t, s, nil)
	res := readQueue(t, d, QueueInput{})
	if got := notes(res.Queue.Entries[0]); got != "" || len(res.Notes) > 0 {
		t.Errorf("marked %q, notes %q", got, res.Notes)
	}
}

// brokenGit fails at everything.
type brokenGit struct{}

func (brokenGit) Tracked(context.Context) (checkout.Files, error) {
	return checkout.Files{}, checkout.ErrNoGit
}

func (brokenGit) Follow(context.Context, []checkout.Start, checkout.Progress) (map[int]model.Position, error) {
	return nil, checkout.ErrNoGit
}

func TestQueueIsShownAlthoughGitFails(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, keyed("gone.go", 20, ""))))
	d, _ := reading(t, s, nil)
	r := newReadQueue(d)
	r.Checkout = brokenGit{}
	res, err := r.Run(context.Background(), QueueInput{})
	if err != nil || notes(res.Queue.Entries[0]) != "" {
		t.Fatalf("error %v, marked %q", err, notes(res.Queue.Entries[0]))
	}
	if len(res.Notes) == 0 || !strings.Contains(res.Notes[0], "nothing is marked stale: git is not on the PATH") {
		t.Errorf("notes = %q", res.Notes)
	}
}

func TestKnownQueueNeedsNoRequestAndNoGit(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, keyed("gone.go", 20, "")), shut(seed(2, "x"), "completed")))
	c := newClone(t)
	c.write("a.go", lines(1, 3))
	c.commit("Begin")
	d, _ := reading(t, s, c.open())
	r := newReadQueue(d)
	ctx := context.Background()
	if _, ok := r.Known(ctx, ShowOpen); ok {
		t.Error("something is known before the first read")
	}
	readQueue(t, d, QueueInput{})
	before := s.Count()
	known, ok := r.Known(ctx, ShowOpen)
	if !ok || !known.Known || !slices.Equal(queueNumbers(known.Queue), []int{1}) || !known.At.Equal(noon()) {
		t.Errorf("known = %+v, %v", known, ok)
	}
	if got := notes(known.Queue.Entries[0]); got != "" {
		t.Errorf("marked %q without git", got)
	}
	if got := notes(r.Mark(ctx, known, nil).Queue.Entries[0]); got != "[stale: path gone]" {
		t.Errorf("marked %q with git", got)
	}
	if _, ok := r.Known(ctx, ShowAll); ok {
		t.Error("the closed ones are known, although they were never read")
	}
	if s.Count() != before {
		t.Errorf("%d requests were made", s.Count()-before)
	}
}

func TestQueueAsksForTheRepositoryOnlyWhenWanted(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, "x")))
	d, _ := reading(t, s, nil)
	if res := readQueue(t, d, QueueInput{}); res.Repository != nil {
		t.Errorf("repository = %+v", res.Repository)
	}
	for _, r := range s.Requests() {
		if !strings.HasPrefix(r.Path, "/repos/acme/shop/issues") {
			t.Errorf("asked for %s", r.Path)
		}
	}
	if res := readQueue(t, d, QueueInput{Repository: true}); res.Repository == nil || res.Repository.Viewer != "ana" {
		t.Errorf("repository = %+v, want ana's", res.Repository)
	}
}

func TestAnIssueClosedDuringTheReadIsListedOnce(t *testing.T) {
	open := model.Issue{Number: 7, State: model.Open, UpdatedAt: noon()}
	shut := model.Issue{Number: 7, State: model.Closed, UpdatedAt: noon().Add(time.Second)}
	if diff := cmp.Diff([]model.Issue{shut}, once([]model.Issue{open, shut})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestQueueIsWholeOrAnError_C07(t *testing.T) {
	var issues []hub.SeedIssue
	for n := 1; n <= 130; n++ {
		issues = append(issues, seed(n, "x"))
	}
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(issues...))
	everyRequest(t, s, func(t *testing.T) error {
		d, _ := reading(t, s, nil)
		res, err := newReadQueue(d).Run(context.Background(), QueueInput{})
		if err == nil && len(res.Issues) != 130 {
			t.Errorf("%d issues, want 130", len(res.Issues))
		}
		return err
	})
}

func TestQueueSaysHowFarItIs(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(1, "x")))
	d, _ := reading(t, s, nil)
	var told steps
	readQueue(t, d, QueueInput{Show: ShowAll, Progress: told.add})
	ended := map[string]StepState{}
	for _, step := range told {
		ended[step.Name] = step.State
	}
	want := map[string]StepState{"read the open issues": StepDone, "read the closed issues": StepDone}
	if diff := cmp.Diff(want, ended); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

func TestStateIsOneOfThree(t *testing.T) {
	if _, err := ParseShow("closd"); err == nil || err.Error() != `"closd" is no state, it is one of open, closed and all` {
		t.Errorf("error %v", err)
	}
	if s, err := ParseShow("all"); err != nil || s != ShowAll {
		t.Errorf("%q, %v", s, err)
	}
}
