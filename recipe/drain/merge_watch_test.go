package drain_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// TestTheTimeOfAWatchIsUp: that is an end of its own, told once; the merge stays
// asked for, the claims stay, and a later run sees it happen.
func TestTheTimeOfAWatchIsUp(t *testing.T) {
	y := ready(t)
	y.hub.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
	waits := 0
	y.deps.Wait = func(context.Context) error { waits++; return nil }
	y.steps = drain.New(y.deps)
	ctx := context.Background()
	for range 2 {
		res, err := y.steps.Go.Run(ctx, drain.GoInput{Sure: func(context.Context, string, []string) (bool, error) { return true, nil }})
		y.ok(res, err)
		u := y.unit("12")
		if u.Stage != rule.StageMerging || u.Blocked == nil || u.Blocked.Why != rule.BlockedTimeout || !y.issue(12).HasLabel("in-progress") || res.Next != "gh debt drain merge 12" {
			t.Fatalf("%s, %+v, next %q", u.Stage, u.Blocked, res.Next)
		}
	}
	if want := 2 * (drain.Looks - 1); waits != want {
		t.Errorf("waited %d times, want %d", waits, want)
	}
	if _, events, err := y.deps.Ledger.Unit(ctx, "12"); err != nil || strings.Count(sentences(events), "the time is up") != 1 {
		t.Errorf("%v\n%s", err, sentences(events))
	}
	y.hub.QueueMerges(78)
	y.take(rule.StepMerge)
	if u := y.unit("12"); u.Stage != rule.StageDelivered {
		t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
}

// sentences is a story, one event a line.
func sentences(events []rule.Event) string {
	var out strings.Builder
	for _, e := range events {
		out.WriteString(rule.Sentence(e) + "\n")
	}
	return out.String()
}

// TestGreenThatTurnedRedIsNotMerged: a check that ran again since is seen right before
// the merge, whether or not the branch requires it, and is fixed as any other.
func TestGreenThatTurnedRedIsNotMerged(t *testing.T) {
	y := ready(t)
	y.check("12", "build", "failure")
	res, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{})
	if want := "… is not green any more: nothing is required, and this is red: build"; err != nil || y.noCommits(res.Refused) != want || res.Next != "gh debt drain produce 12" {
		t.Errorf("%q, next %q, %v", res.Refused, res.Next, err)
	}
	if u := y.unit("12"); u.Stage != rule.StageFixing || y.issue(12).State != model.Open {
		t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
}

// TestIssuesThatCloseLateAreWaitedFor also where nobody watches: GitHub does not close
// them at once, and they are told as open for good.
func TestIssuesThatCloseLateAreWaitedFor(t *testing.T) {
	y := ready(t)
	y.hub.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if r.Method == http.MethodPut {
			y.hub.Peer("bo").Reopen(12)
		}
		return resp, nil
	})
	y.deps.Wait = func(ctx context.Context) error { y.hub.Peer("bo").Close(12, "completed"); return ctx.Err() }
	y.steps = drain.New(y.deps)
	res, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{})
	y.ok(res, err)
	if d := y.unit("12").Deliver; d == nil || len(d.StillOpen) > 0 {
		t.Errorf("%+v, %q", d, res.Notes)
	}
}
