package drain_test

import (
	"context"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker/workertest"
)

// couple brings the batch of 12 and 41 through some steps.
func couple(t *testing.T, steps ...rule.Step) *yard {
	t.Helper()
	y := newYard(t, two())
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error"), edit("package app // 2\n", "More")}, []workertest.Run{verdict(rule.Pass)})
	y.begin(12, 41)
	res, err := y.steps.Screen.Run(context.Background(), drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": true}})
	y.ok(res, err)
	for _, step := range steps {
		res, err := y.steps.Take(context.Background(), step, drain.Input{}, nil)
		y.ok(res, err)
	}
	return y
}

// drop lets #41 go.
func (y *yard) drop(number int) drain.Result {
	y.t.Helper()
	res, err := y.steps.Drop.Run(context.Background(), drain.DropInput{Input: drain.Input{Unit: "12-41"}, Number: number})
	if err != nil {
		y.t.Fatal(err)
	}
	return res
}

// TestADroppedMemberLeavesThePullRequest: its claim is given back, its line and its
// number go, and the merge leaves it open.
func TestADroppedMemberLeavesThePullRequest(t *testing.T) {
	y := couple(t, rule.StepIsolate, rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview)
	res := y.drop(41)
	want := []string{"took the line of #41 out of pull request #78", "gave the claim of #41 back", "#41 left unit 12-41"}
	if diff := cmp.Diff(want, res.Wrote); diff != "" || res.Next != "gh debt drain ci 12-41" {
		t.Errorf("next %q\n%s", res.Next, diff)
	}
	if again := y.drop(41); again.Refused != "#41 is no member of unit 12-41" {
		t.Errorf("again: %+v", again)
	}
	pull, err := y.deps.Tracker.Pull(context.Background(), 78)
	if err != nil || pull.Title != "Debt #12 Refund swallows the error" || strings.Contains(pull.Body, "#41") || !strings.HasPrefix(pull.Body, "Closes #12\n\n- #12 Refund") {
		t.Errorf("%q, %v\n%s", pull.Title, err, pull.Body)
	}
	y.green("12-41", "build")
	y.goOn("12-41")
	if u := y.unit("12-41"); u.Stage != rule.StageDelivered || !slices.Equal(u.Deliver.Closed, []int{12}) {
		t.Errorf("%s, %+v", u.Stage, u.Deliver)
	}
	if y.issue(12).State != model.Closed || y.issue(41).State != model.Open || y.issue(41).HasLabel("in-progress") {
		t.Errorf("#12 %s, #41 %s %v", y.issue(12).State, y.issue(41).State, y.issue(41).Labels)
	}
}

// TestDroppingIsRefused where it would leave a closing behind, or nobody.
func TestDroppingIsRefused(t *testing.T) {
	y := couple(t, rule.StepIsolate, rule.StepProduce)
	git(t, y.clone, "commit", "--quiet", "--allow-empty", "-m", "Mend\n\nThis fixes #41 as well.")
	if res := y.drop(41); y.noCommits(res.Refused) != "commit … would still close #41: reword it first" {
		t.Errorf("%q", res.Refused)
	}
	if !y.issue(41).HasLabel("in-progress") {
		t.Error("its claim is gone")
	}
	git(t, y.clone, "checkout", "--quiet", "main")
	if res := y.drop(41); y.noCommits(res.Refused) != "commit … would still close #41: reword it first" {
		t.Errorf("from another branch: %q", res.Refused)
	}
	git(t, y.clone, "checkout", "--quiet", y.unit("12-41").Branch.Branch)
	git(t, y.clone, "commit", "--quiet", "--allow-empty", "--amend", "-m", "Mend it as well")
	if res := y.drop(77); res.Refused != "#77 is no member of unit 12-41" {
		t.Errorf("%q", res.Refused)
	}
	if res := y.drop(41); res.Refused != "" {
		t.Errorf("%q", res.Refused)
	}
	if res := y.drop(12); res.Refused != "#12 is the only member: release the unit instead" || res.Next != "gh debt drain release 12-41" {
		t.Errorf("%q, next %q", res.Refused, res.Next)
	}
}

// TestReconcileNamesWhatHappenedElsewhere, and says nothing where nothing did.
func TestReconcileNamesWhatHappenedElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(y *yard)
		want   []string
	}{
		"nothing": {func(*yard) {}, []string{"unit 12 is as it was written down"}},
		"the label was taken off": {func(y *yard) { y.hub.Peer("bo").Unlabel(12, "in-progress") },
			[]string{"somebody took in-progress off #12: label it again, or gh debt drain release 12"}},
		"the branch moved": {func(y *yard) { y.elsewhere(branch12, "app/new.go", "package app\n", "More", false) },
			[]string{"somebody pushed to " + branch12 + ": it is at …, and … is what is written down"}},
		"the branch and its pull request are gone": {func(y *yard) { y.hub.Peer("bo").DeleteBranch(branch12) }, []string{
			"the branch " + branch12 + " is gone from origin: push it again, or gh debt drain release 12",
			"pull request #78 was closed without a merge: reopen it, or gh debt drain release 12",
		}},
		"the pull request was closed": {func(y *yard) { y.hub.Peer("bo").ClosePull(78) },
			[]string{"pull request #78 was closed without a merge: reopen it, or gh debt drain release 12"}},
		"the target conflicts": {func(y *yard) { y.elsewhere("main", "app/pay.go", "package app // theirs\n", "Theirs", false) },
			[]string{"pull request #78 conflicts with main"}},
		"the workspace is on another branch": {func(y *yard) { git(y.t, y.clone, "checkout", "--quiet", "main") },
			[]string{"the workspace /shop is on main"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := proposed(t)
			c.happen(y)
			all, err := y.steps.Reconcile.Run(context.Background(), drain.ReconcileInput{})
			if err != nil || len(all) != 1 {
				t.Fatalf("%d results, %v", len(all), err)
			}
			var notes []string
			for _, n := range all[0].Notes {
				notes = append(notes, y.noCommits(n))
			}
			if diff := cmp.Diff(c.want, notes); diff != "" {
				t.Error(diff)
			}
			stage := rule.StageProposed
			if all[0].Unit.Blocked != nil && all[0].Unit.Blocked.Why == rule.BlockedConflict {
				stage = rule.StageFixing
			}
			if all[0].Next == "" || all[0].Unit.Stage != stage {
				t.Errorf("%s, next %q", all[0].Unit.Stage, all[0].Next)
			}
		})
	}
}

// TestReconcileNamesAWorkspaceThatIsGone, and leaves making it to the next step.
func TestReconcileNamesAWorkspaceThatIsGone(t *testing.T) {
	y := apart(t, rule.StepProduce)
	dir := y.unit("12").Place.Dir
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	all, err := y.steps.Reconcile.Run(context.Background(), drain.ReconcileInput{Input: drain.Input{Unit: "12"}})
	if err != nil || len(all) != 1 || all[0].Next != "gh debt drain gates 12" {
		t.Fatalf("%+v, %v", all, err)
	}
	if diff := cmp.Diff([]string{"the workspace " + dir + " was deleted by hand: the next step makes it anew"}, all[0].Notes); diff != "" {
		t.Error(diff)
	}
}

// TestWhatOthersCloseStaysClosed: a dropped member that somebody closed after the
// merge, which did not, is not opened again.
func TestWhatOthersCloseStaysClosed(t *testing.T) {
	y := couple(t, rule.StepIsolate, rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview)
	y.drop(41)
	y.green("12-41", "build")
	y.hub.After(func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
		if r.Method == http.MethodPut {
			y.hub.Peer("bo").Close(41, "completed")
		}
		return resp, nil
	})
	y.goOn("12-41")
	if u := y.unit("12-41"); u.Stage != rule.StageDelivered || y.issue(41).State != model.Closed || len(u.Deliver.Reopened) > 0 {
		t.Errorf("%s, #41 %s, %+v", u.Stage, y.issue(41).State, u.Deliver)
	}
}
