package drain_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub/hubtest"
)

// refused runs a step that must refuse with a sentence.
func (y *yard) refused(step rule.Step, want string) {
	y.t.Helper()
	res, err := y.steps.Take(context.Background(), step, drain.Input{Unit: "12"}, nil)
	if err != nil || y.noCommits(res.Refused) != want {
		y.t.Fatalf("%s: %q, %v\nwant %q", step, y.noCommits(res.Refused), err, want)
	}
}

// merged takes the unit on from a new head to its end.
func (y *yard) merged() {
	y.t.Helper()
	y.take(rule.StepReview)
	y.green("12", "build")
	y.take(rule.StepCI, rule.StepMerge)
	if u := y.unit("12"); u.Stage != rule.StageDelivered || y.issue(12).State != model.Closed || y.issue(77).State != model.Open {
		y.t.Errorf("%s, #12 %s, #77 %s", u.Stage, y.issue(12).State, y.issue(77).State)
	}
}

// TestAUnitGoesOnFromWhatStoppedIt: once a person has put right what was named, the
// unit is delivered, with nobody's commits lost.
func TestAUnitGoesOnFromWhatStoppedIt(t *testing.T) {
	const moved = "the pull request is at …, which nobody approved"
	for name, story := range map[string]func(y *yard){
		"somebody pushed a commit": func(y *yard) {
			y.elsewhere(branch12, "app/theirs.go", "package app\n", "Add theirs", false)
			y.refused(rule.StepMerge, moved)
			y.take(rule.StepGates, rule.StepPropose)
			y.merged()
			git(y.t, y.bare, "cat-file", "-e", "main:app/theirs.go")
		},
		"somebody pushed a commit that would close another issue": func(y *yard) {
			y.elsewhere(branch12, "app/theirs.go", "package app\n", "Add theirs\n\nFixes #77", false)
			y.refused(rule.StepMerge, moved)
			y.take(rule.StepGates)
			y.refused(rule.StepPropose, `the message of commit … holds "Fixes #77", which would close an issue on the merge: reword it`)
			git(y.t, y.clone, "commit", "--quiet", "--amend", "-m", "Add theirs")
			y.refused(rule.StepPropose, "the workspace is at …, and the gates did not run on that: they come first")
			y.take(rule.StepGates, rule.StepPropose)
			y.merged()
			git(y.t, y.bare, "cat-file", "-e", "main:app/theirs.go")
		},
		"somebody rewrote the branch": func(y *yard) {
			theirs := y.elsewhere(branch12, "app/theirs.go", "package app\n", "Rewrite it", true)
			y.refused(rule.StepMerge, moved)
			y.refused(rule.StepGates, "somebody pushed to "+branch12+": it is at … on origin, and the workspace /shop lacks that: pull it there, and run the gates again")
			if at := git(y.t, y.bare, "rev-parse", branch12); at != theirs {
				y.t.Errorf("the branch is at %s, not at %s", at, theirs)
			}
			git(y.t, y.clone, "pull", "--quiet", "--no-rebase", "--no-edit", "origin", branch12)
			y.take(rule.StepGates, rule.StepPropose)
			y.merged()
			git(y.t, y.bare, "cat-file", "-e", "main:app/theirs.go")
		},
		"the pull request was closed by hand, and opened again": func(y *yard) {
			y.hub.Peer("bo").ClosePull(78)
			y.refused(rule.StepMerge, "pull request #78 was closed without a merge: reopen it, or gh debt drain release 12")
			y.hub.Peer("bo").Do("PATCH", "/pulls/78", map[string]string{"state": "open"}, nil)
			y.take(rule.StepMerge)
		},
		"the body was edited, and put right": func(y *yard) {
			y.hub.Peer("bo").EditPull(78, "Closes #12, #77")
			y.hub.Peer("bo").EditPull(78, "Closes #12\nCloses #77")
			y.refused(rule.StepMerge, `the body would close #77, which is no member of the unit: "Closes #77"`)
			y.hub.Peer("bo").EditPull(78, "Closes #12")
			y.take(rule.StepMerge)
		},
		"the target conflicts, and a person brings it in": func(y *yard) {
			y.elsewhere("main", "app/pay.go", "package app // theirs\n", "Theirs", false)
			y.refused(rule.StepMerge, "could not merge the pull request acme/shop#78: it conflicts with main")
			git(y.t, y.clone, "fetch", "--quiet", "origin")
			git(y.t, y.clone, "merge", "--quiet", "--strategy-option=ours", "--no-edit", "origin/main")
			res, err := y.steps.Produce.Run(context.Background(), drain.ProduceInput{Worker: rule.Me})
			y.ok(res, err)
			y.take(rule.StepGates, rule.StepPropose)
			y.merged()
		},
		"the target was rewritten": func(y *yard) {
			y.elsewhere("main", "app/cache.go", "package app // more\n", "More", false)
			y.elsewhere("main", "app/cache.go", "package app // other\n", "Other", true)
			y.take(rule.StepMerge)
		},
		"the rules of the branch are met": func(y *yard) {
			y.hub.Rules("main", model.BranchRules{Approvals: 1, Squash: true})
			y.refused(rule.StepMerge, "could not merge the pull request acme/shop#78: GitHub refuses it: Repository rule violations found; At least 1 approving review is required by reviewers with write access.")
			y.hub.Peer("bo").Review(78, model.Review{State: model.ReviewApproved, Body: "Fine."})
			y.take(rule.StepMerge)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := ready(t)
			story(y)
			if u := y.unit("12"); u.Stage != rule.StageDelivered || y.issue(77).State != model.Open {
				t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
			}
		})
	}
}

// TestTheMergeQueueLetsGo: an ejection is told whether or not anybody watched, and
// asking again puts the pull request back.
func TestTheMergeQueueLetsGo(t *testing.T) {
	y := ready(t)
	y.hub.Rules("main", model.BranchRules{MergeQueue: true, Squash: true})
	ctx := context.Background()
	res, err := y.steps.Merge.Run(ctx, drain.MergeInput{})
	y.ok(res, err)
	if u := y.unit("12"); u.Stage != rule.StageMerging || res.Waits == "" {
		t.Fatalf("%s waits for %q", u.Stage, res.Waits)
	}
	res, err = y.steps.Merge.Run(ctx, drain.MergeInput{})
	y.ok(res, err)
	y.hub.Eject(78)
	res, err = y.steps.Merge.Run(ctx, drain.MergeInput{})
	if err != nil || res.Refused != "the merge queue does not hold pull request #78 any more: look at its checks, and ask again" || res.Next != "gh debt drain merge 12" {
		t.Errorf("%q, next %q, %v", res.Refused, res.Next, err)
	}
	if u := y.unit("12"); u.Stage != rule.StageMergeReady || u.Blocked == nil || u.Blocked.Why != rule.BlockedEjected {
		t.Errorf("%s, %+v", u.Stage, u.Blocked)
	}
	y.take(rule.StepMerge)
	y.hub.QueueMerges(78)
	y.take(rule.StepMerge)
	if u := y.unit("12"); u.Stage != rule.StageDelivered {
		t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
}

// TestAMergeThatNeverArrivedIsAskedForAgain: what was written down before the
// request is no proof that GitHub got it.
func TestAMergeThatNeverArrivedIsAskedForAgain(t *testing.T) {
	for name, rules := range map[string]model.BranchRules{"plain": {Squash: true}, "queue": {Squash: true, MergeQueue: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := ready(t)
			y.hub.Rules("main", rules)
			y.hub.Reset()
			y.hub.Before(func(_ int, r *http.Request) error {
				body := make([]byte, 1<<16)
				n, _ := r.Body.Read(body)
				if r.Method == http.MethodPut || strings.Contains(string(body[:n]), "enqueuePullRequest") {
					return hubtest.ErrDropped
				}
				return nil
			})
			if _, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{}); err == nil {
				t.Fatal("it went well")
			}
			y.hub.Reset()
			res, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{})
			if rules.MergeQueue {
				if res.Refused == "" {
					t.Errorf("%+v, %v", res, err)
				}
				y.take(rule.StepMerge)
				y.hub.QueueMerges(78)
				y.take(rule.StepMerge)
			} else {
				y.ok(res, err)
			}
			if u := y.unit("12"); u.Stage != rule.StageDelivered {
				t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
			}
		})
	}
}

// TestWhatMergesByItself: where an approval is the merge, the verdict is a comment
// until the person lets go, which is said once; a check that turns red is told.
func TestWhatMergesByItself(t *testing.T) {
	y := proposed(t)
	y.hub.Rules("main", model.BranchRules{RequiredChecks: []string{"build"}, Approvals: 1, Squash: true})
	y.hub.MergesItself(78, true)
	y.hub.Reset()
	y.take(rule.StepReview)
	y.green("12", "build")
	y.take(rule.StepCI)
	if got := y.events(); got != "COMMENT" {
		t.Errorf("the verdict was posted as %s", got)
	}
	for i := range 2 {
		res, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{})
		y.ok(res, err)
		if said := slices.Contains(res.Notes, "GitHub takes no approval of one's own pull request: somebody else must approve it"); said != (i == 0) {
			t.Errorf("%q", res.Notes)
		}
	}
	// GitHub takes no approval of one's own pull request: it is a comment then.
	if got := y.events(); got != "COMMENT APPROVE COMMENT" {
		t.Errorf("reviews were posted as %s", got)
	}
	y.check("12", "build", "failure")
	y.refused(rule.StepMerge, "required and red: build")
	if u := y.unit("12"); u.Blocked == nil || u.Blocked.Why != rule.BlockedChecks {
		t.Errorf("%+v", u.Blocked)
	}
	y.green("12", "build")
	y.take(rule.StepCI, rule.StepMerge)
	y.hub.Peer("bo").Review(78, model.Review{State: model.ReviewApproved, Body: "Fine."})
	y.take(rule.StepMerge)
	if u := y.unit("12"); u.Stage != rule.StageDelivered {
		t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
}

// events are the kinds of the reviews that were asked for.
func (y *yard) events() string {
	var out []string
	for _, r := range y.hub.Requests() {
		var review struct{ Event string }
		if r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/reviews") && json.Unmarshal([]byte(r.Body), &review) == nil {
			out = append(out, review.Event)
		}
	}
	return strings.Join(out, " ")
}

// TestRedThatIsNotRequiredCanBeAccepted: where nothing is required a red check is
// shown, and stops nobody who takes it upon themselves.
func TestRedThatIsNotRequiredCanBeAccepted(t *testing.T) {
	y := proposed(t)
	y.take(rule.StepReview)
	y.check("12", "docs", "failure")
	ctx := context.Background()
	res, err := y.steps.CI.Run(ctx, drain.CIInput{})
	y.ok(res, err)
	if res.Next != "gh debt drain produce 12" {
		t.Errorf("next %q", res.Next)
	}
	res, err = y.steps.Merge.Run(ctx, drain.MergeInput{})
	if want := []string{"or take it upon yourself with: gh debt drain merge 12 --accept optional"}; err != nil || res.Refused == "" || cmp.Diff(want, res.Notes) != "" {
		t.Errorf("%q, %q, %v", res.Refused, res.Notes, err)
	}
	res, err = y.steps.Merge.Run(ctx, drain.MergeInput{Accept: []string{rule.AcceptOptional}})
	y.ok(res, err)
	if u := y.unit("12"); u.Stage != rule.StageDelivered {
		t.Errorf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
}

// TestAcceptingTooEarlyNamesWhatComesFirst: nothing is written down.
func TestAcceptingTooEarlyNamesWhatComesFirst(t *testing.T) {
	t.Parallel()
	y := isolated(t, nil, nil)
	res, err := y.steps.Merge.Run(t.Context(), drain.MergeInput{Input: drain.Input{Unit: "12"}, Accept: []string{rule.AcceptNoChecks}})
	if err != nil || res.Refused != "unit 12 is isolated: produce comes first (nothing is produced yet)" || res.Next != "gh debt drain produce 12" {
		t.Errorf("%q, next %q, %v", res.Refused, res.Next, err)
	}
	if u := y.unit("12"); len(u.Accepted) != 0 {
		t.Errorf("accepted %v", u.Accepted)
	}
}

// TestAcceptingWhatWasNotSeenIsRefused, and the next command is named.
func TestAcceptingWhatWasNotSeenIsRefused(t *testing.T) {
	t.Parallel()
	y := ready(t)
	res, err := y.steps.Merge.Run(t.Context(), drain.MergeInput{Accept: []string{rule.AcceptNoChecks}})
	if err != nil || y.noCommits(res.Refused) != "no-checks cannot be accepted: that is not what was seen of the checks of …" || res.Next != "gh debt drain merge 12" {
		t.Errorf("%q, next %q, %v", y.noCommits(res.Refused), res.Next, err)
	}
	if u := y.unit("12"); u.Merged != nil || len(u.Accepted) != 0 {
		t.Errorf("merged %v, accepted %v", u.Merged, u.Accepted)
	}
}
