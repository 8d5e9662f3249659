package drain_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

func (y *yard) closePull() { y.hub.Peer("bo").ClosePull(78) }

func (y *yard) openPull() {
	y.hub.Peer("bo").Do("PATCH", "/pulls/78", map[string]string{"state": "open"}, nil)
}

// conflict puts a commit on the target with which unit 12 does not merge.
func (y *yard) conflict() {
	y.elsewhere("main", "app/pay.go", "package app // theirs\n", "Theirs", false)
}

// TestSilentChecksAreLookedInto: nothing can be expected of the checks of a pull
// request that was closed, or merged, or that conflicts, since GitHub starts none.
func TestSilentChecksAreLookedInto(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(y *yard)
		note   string
		next   rule.Step
		waits  string
	}{
		"it was closed": {(*yard).closePull, "pull request #78 was closed without a merge: reopen it, or gh debt drain release 12",
			rule.StepMerge, "a person: pull request #78 was closed unmerged: open it again, or release the unit"},
		"it conflicts":       {(*yard).conflict, "pull request #78 conflicts with main", rule.StepFix, "a fix of …"},
		"it is merged":       {func(y *yard) { y.hub.Peer("bo").MergePull(78) }, "", rule.StepCI, "the checks of …: nothing is required, and nothing has started yet"},
		"green all the same": {func(y *yard) { y.closePull(); y.green("12", "build") }, "", rule.StepMerge, "the merge of …"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := proposed(t)
			y.take(rule.StepReview)
			c.happen(y)
			res, err := y.steps.CI.Run(context.Background(), drain.CIInput{Input: drain.Input{Unit: "12"}, Watch: true})
			y.ok(res, err)
			note := ""
			if len(res.Notes) > 0 {
				note = res.Notes[0]
			}
			u := y.unit("12")
			if next, _ := rule.Next(u); note != c.note || next != c.next || y.noCommits(rule.WaitsFor(u)) != c.waits {
				t.Errorf("note %q, next %s, waits for %q", note, next, rule.WaitsFor(u))
			}
			events := u.LastID
			if res, err = y.steps.CI.Run(context.Background(), drain.CIInput{Input: drain.Input{Unit: "12"}}); err != nil || y.unit("12").LastID != events {
				t.Errorf("asked again, it writes: %q, %v", res.Wrote, err)
			}
		})
	}
}

// TestAPullRequestThatIsOpenAgain is seen by whichever step comes first, and the unit
// goes on from where it was.
func TestAPullRequestThatIsOpenAgain(t *testing.T) {
	in := drain.Input{Unit: "12"}
	for name, look := range map[string]func(y *yard) error{
		"the merge": func(y *yard) error {
			_, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{Input: in})
			return err
		},
		"the checks": func(y *yard) error {
			_, err := y.steps.CI.Run(context.Background(), drain.CIInput{Input: in})
			return err
		},
		"a look around": func(y *yard) error {
			_, err := y.steps.Reconcile.Run(context.Background(), drain.ReconcileInput{Input: in})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := proposed(t)
			y.closePull()
			if _, err := y.steps.Reconcile.Run(context.Background(), drain.ReconcileInput{Input: in}); err != nil {
				t.Fatal(err)
			}
			y.refused(rule.StepReview, "unit 12 is proposed: merge comes first (pull request #78 was closed unmerged)")
			y.openPull()
			if err := look(y); err != nil {
				t.Fatal(err)
			}
			y.merged()
		})
	}
}

// TestGoSeesAPullRequestThatIsOpenAgain without being told to look.
func TestGoSeesAPullRequestThatIsOpenAgain(t *testing.T) {
	y := proposed(t)
	y.closePull()
	y.refused(rule.StepMerge, "unit 12 is proposed: review comes first (… is not reviewed yet)")
	y.take(rule.StepCI)
	if res := y.goOn("12"); res.Waits != "a person: pull request #78 was closed unmerged: open it again, or release the unit" {
		t.Fatalf("it waits for %s", res.Waits)
	}
	y.openPull()
	y.green("12", "build")
	if res := y.goOn("12"); res.Unit.Stage != rule.StageDelivered {
		t.Errorf("it is %s: %s%s", res.Unit.Stage, res.Refused, res.Waits)
	}
}

// TestChecksThatNeverRanAreAskedOnce in a run that can do no more than ask.
func TestChecksThatNeverRanAreAskedOnce(t *testing.T) {
	y := proposed(t)
	y.take(rule.StepReview)
	y.hub.Rules("main", model.BranchRules{RequiredChecks: []string{"build"}, Squash: true})
	y.deps.Now = func() time.Time { return now().Add(3 * time.Minute) }
	y.steps = drain.New(y.deps)
	told := 0
	in := drain.GoInput{Input: drain.Input{Unit: "12"}, Done: func(drain.Result) { told++ }}
	for range 2 {
		told = 0
		res, err := y.steps.Go.Run(context.Background(), in)
		if err != nil || told != 1 || !strings.HasSuffix(res.Waits, ": required and never ran: build (nothing started it)") {
			t.Errorf("told %d times, waits for %q, %v", told, res.Waits, err)
		}
	}
}
