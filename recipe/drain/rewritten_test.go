package drain_test

import (
	"context"
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/worker/workertest"
)

// rewritten takes the newest commit out of the target, as a forced push does.
func (y *yard) rewritten() {
	y.t.Helper()
	git(y.t, y.bare, "update-ref", "refs/heads/main", "main~1")
}

// longer is a yard whose target has two commits, with unit 12 in its workspace.
func longer(t *testing.T) *yard {
	t.Helper()
	y := newYard(t, []hub.SeedIssue{seed(12, "Refund swallows the error", "app/pay.go", 4)})
	y.ahead(func(dir string) {
		y.file(dir, "app/extra.go", "package app\n")
		git(t, dir, "add", ".")
	})
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error")}, []workertest.Run{verdict(rule.Pass)})
	y.begin(12)
	y.ok(y.steps.Screen.Run(context.Background(), drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}}))
	y.take(rule.StepIsolate, rule.StepProduce, rule.StepGates)
	return y
}

// TestATargetThatIsRewritten: what was taken out of it does not come back with a
// unit that began before, neither by the proposal nor by the merge; the unit stays
// where it is.
func TestATargetThatIsRewritten(t *testing.T) {
	for name, c := range map[string]struct {
		before []rule.Step
		step   rule.Step
		stage  rule.Stage
	}{
		"before the proposal": {nil, rule.StepPropose, rule.StageGated},
		"before the merge":    {[]rule.Step{rule.StepPropose, rule.StepReview}, rule.StepMerge, rule.StageMergeReady},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := longer(t)
			y.take(c.before...)
			if c.step == rule.StepMerge {
				y.green("12", "build")
				y.take(rule.StepCI)
			}
			y.rewritten()
			res, err := y.steps.Take(context.Background(), c.step, drain.Input{Unit: "12"}, nil)
			want := "main was rewritten and does not hold … any more, from which the work began: the merge would bring that back; " +
				"put the branch onto it (git rebase --onto … …) and run the gates again, or let the unit go"
			if got := y.noCommits(res.Refused); err != nil || got != want || res.Next != "gh debt drain release 12" {
				t.Errorf("%q, next %q, %v", got, res.Next, err)
			}
			if u := y.unit("12"); u.Stage != c.stage || y.issue(12).State != model.Open {
				t.Errorf("it is %s", u.Stage)
			}
		})
	}
}

// TestWorkThatIsPutOntoARewrittenTarget goes out.
func TestWorkThatIsPutOntoARewrittenTarget(t *testing.T) {
	t.Parallel()
	y := longer(t)
	y.rewritten()
	base := y.unit("12").Branch.Base
	git(t, y.clone, "rebase", "--quiet", "--onto", base+"~1", base)
	y.take(rule.StepGates, rule.StepPropose)
	if u := y.unit("12"); u.Pull.Pull == 0 {
		t.Errorf("it is %s", u.Stage)
	}
}
