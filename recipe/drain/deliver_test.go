package drain_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker/workertest"
)

// TestABaseThatIsNotTheDefaultBranchIsSaid where it is proposed and after the merge:
// it closes nothing, and the members are told as open, without their claims.
func TestABaseThatIsNotTheDefaultBranchIsSaid(t *testing.T) {
	y := newYard(t, two())
	git(t, y.bare, "branch", "dev", "main")
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle it")}, []workertest.Run{verdict(rule.Pass)})
	ctx := context.Background()
	res, err := y.steps.Start.Run(ctx, drain.StartInput{Numbers: []int{12}, Named: true, Implementer: "maker", Target: "dev"})
	y.ok(res, err)
	res, err = y.steps.Screen.Run(ctx, drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}})
	y.ok(res, err)
	y.take(rule.StepIsolate, rule.StepProduce, rule.StepGates)
	res, err = y.steps.Propose.Run(ctx, drain.ProposeInput{})
	y.ok(res, err)
	if want := "it goes to dev, which is not the default branch: the merge closes no issue by itself"; !slices.Contains(res.Notes, want) {
		t.Errorf("%q lacks %q", res.Notes, want)
	}
	pull, err := y.deps.Tracker.Pull(ctx, y.unit("12").Pull.Pull)
	if err != nil || len(rule.Closings(pull.Body, "acme/shop")) != 0 || !strings.Contains(pull.Body, "`dev` is not the default branch, so merging this closes no issue.") {
		t.Errorf("%v\n%s", err, pull.Body)
	}
	y.take(rule.StepReview)
	y.green("12", "build")
	y.take(rule.StepCI)
	res, err = y.steps.Merge.Run(ctx, drain.MergeInput{})
	y.ok(res, err)
	if want := "#12 is still open: the merge did not close it"; !slices.Contains(res.Notes, want) {
		t.Errorf("%q lacks %q", res.Notes, want)
	}
	if u, is := y.unit("12"), y.issue(12); u.Deliver == nil || !slices.Equal(u.Deliver.StillOpen, []int{12}) || is.State != model.Open || is.HasLabel("in-progress") {
		t.Errorf("%+v, #12 is %s, %v", u.Deliver, is.State, is.Labels)
	}
}

// TestAWorkspaceThatHoldsMoreIsKept after the merge, and its path is told.
func TestAWorkspaceThatHoldsMoreIsKept(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(dir string)
		why    string
	}{
		"a commit of its own": {func(dir string) { git(t, dir, "commit", "--quiet", "--allow-empty", "-m", "Later") }, "its commits are not on the remote"},
		"a file of its own": {func(dir string) {
			if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("later\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "it holds changes that were not committed (notes.txt)"},
	} {
		t.Run(name, func(t *testing.T) {
			y := ready(t)
			dir := y.unit("12").Place.Dir
			c.happen(dir)
			res, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{})
			y.ok(res, err)
			if want := "the workspace " + dir + " is kept: " + c.why; !slices.Contains(res.Notes, want) {
				t.Errorf("%q lacks %q", res.Notes, want)
			}
			if u := y.unit("12"); u.Deliver == nil || u.Deliver.Kept != dir || git(t, dir, "branch", "--show-current") != branch12 {
				t.Errorf("%+v", u.Deliver)
			}
		})
	}
}

// TestHowFarTheReviewerIsIsSaid: another mind of the same family is reduced diversity,
// and with nobody else the round is not independent, which a person must accept.
func TestHowFarTheReviewerIsIsSaid(t *testing.T) {
	made := []workertest.Run{edit("package app // 1\n", "Handle it")}
	passed := []workertest.Run{verdict(rule.Pass)}
	alone := workertest.Script{Runs: []workertest.Run{made[0], passed[0]}}
	for name, c := range map[string]struct {
		family      string
		independent bool
		note        string
		merge       string
	}{
		"another family":  {"other", true, "", ""},
		"the same family": {"acme", true, "the reviewer is of the implementer's family: reduced diversity", ""},
		"nobody else":     {"", false, "nobody else could review: the round is recorded as not independent", "gh debt drain merge 12 --accept own-review"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, two())
			if c.family == "" {
				y.workers(rule.Worker{Name: rule.Me, Roles: []rule.Role{rule.Implement}}, alone.Worker(t, "maker", "acme", rule.Implement, rule.Review))
			} else {
				y.workers(workertest.Script{Runs: made}.Worker(t, "maker", "acme", rule.Implement),
					workertest.Script{Runs: passed}.Worker(t, "judge", c.family, rule.Review))
			}
			y.begin(12)
			ctx := context.Background()
			res, err := y.steps.Screen.Run(ctx, drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}})
			y.ok(res, err)
			y.take(rule.StepIsolate, rule.StepProduce, rule.StepGates, rule.StepPropose)
			res, err = y.steps.Review.Run(ctx, drain.ReviewInput{})
			y.ok(res, err)
			if u := y.unit("12"); u.Rounds[0].Independent != c.independent || c.note != "" != slices.Contains(res.Notes, c.note) {
				t.Errorf("%+v, %q", u.Rounds[0], res.Notes)
			}
			y.green("12", "build")
			y.take(rule.StepCI)
			res, err = y.steps.Merge.Run(ctx, drain.MergeInput{})
			if err != nil || (res.Refused != "") != (c.merge != "") || c.merge != "" && !slices.Contains(res.Notes, "take it upon yourself with: "+c.merge) {
				t.Errorf("%q, %q, %v", res.Refused, res.Notes, err)
			}
		})
	}
}

// TestNobodyReviewsTheirOwnWork while there is anybody else, also when named, and a
// person no more than a program.
func TestNobodyReviewsTheirOwnWork(t *testing.T) {
	y := isolated(t, nil, []workertest.Run{verdict(rule.Pass)})
	ctx := context.Background()
	y.file(y.clone, "app/pay.go", "package app // 1\n")
	git(t, y.clone, "commit", "--quiet", "--all", "-m", "Handle it")
	res, err := y.steps.Produce.Run(ctx, drain.ProduceInput{Worker: rule.Me})
	y.ok(res, err)
	y.take(rule.StepGates, rule.StepPropose)
	_, err = y.steps.Review.Opine(ctx, drain.Opinion{Pass: true})
	if want := "you have a part in this branch, and judge can review it: nobody reviews their own work"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	y.take(rule.StepReview)
	if r := y.unit("12").Rounds; len(r) != 1 || r[0].Worker != "judge" || !r[0].Independent {
		t.Errorf("%+v", r)
	}
}
