package drain_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker/workertest"
)

// take runs the steps of unit 12 one after the other, each of which must go well.
func (y *yard) take(steps ...rule.Step) {
	y.t.Helper()
	for _, step := range steps {
		res, err := y.steps.Take(context.Background(), step, drain.Input{Unit: "12"}, nil)
		y.ok(res, err)
	}
}

// proposed brings unit 12 to its pull request; the maker and the judge have further
// runs to give.
func proposed(t *testing.T) *yard {
	t.Helper()
	whole(t)
	y := isolated(t, []workertest.Run{
		edit("package app // 1\n", "Handle the error"), edit("package app // 2\n", "Handle it everywhere"), edit("package app // 3\n", "And once more"),
	}, []workertest.Run{verdict(rule.Pass)})
	y.take(rule.StepProduce, rule.StepGates, rule.StepPropose)
	return y
}

// ready brings unit 12 to a head that is approved and green.
func ready(t *testing.T) *yard {
	t.Helper()
	y := proposed(t)
	y.take(rule.StepReview)
	y.green("12", "build")
	y.take(rule.StepCI)
	if u := y.unit("12"); u.Stage != rule.StageMergeReady {
		t.Fatalf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
	return y
}

// elsewhere commits on a branch in a clone of its own and pushes it, as somebody
// else does; force writes over what is there.
func (y *yard) elsewhere(branch, path, text, message string, force bool) string {
	y.t.Helper()
	dir := filepath.Join(y.t.TempDir(), "theirs")
	git(y.t, filepath.Dir(dir), "clone", "--quiet", "--template=", y.bare, dir)
	from := "origin/" + branch
	if force {
		from += "~1"
	}
	git(y.t, dir, "checkout", "--quiet", "--no-track", "-B", "theirs", from)
	y.file(dir, path, text)
	git(y.t, dir, "add", ".")
	git(y.t, dir, "commit", "--quiet", "-m", message)
	push := []string{"push", "--quiet", "origin", "theirs:refs/heads/" + branch}
	if force {
		push = append(push, "--force")
	}
	git(y.t, dir, push...)
	return git(y.t, dir, "rev-parse", "HEAD")
}

// branch12 is the branch of unit 12 in every yard here.
const branch12 = "debt/12-refund-swallows-the-error"

// fault is one way in which a unit meets the world, and what a person is told.
type fault struct {
	name   string
	happen func(y *yard)
	step   rule.Step
	want   string // the sentence; of commits their number is left out as "…"
	stage  rule.Stage
	next   string
}

// meets runs a fault's step on a yard and compares what a person is told.
func (f fault) meets(t *testing.T, y *yard) {
	t.Helper()
	f.happen(y)
	res, err := y.steps.Take(context.Background(), f.step, drain.Input{Unit: "12"}, nil)
	said := res.Refused
	if err != nil {
		said = err.Error()
	}
	if got := y.noCommits(said); got != f.want {
		t.Errorf("it says\n%s\nwant\n%s", got, f.want)
	}
	if u := y.unit("12"); u.Stage != f.stage || !u.Active() {
		t.Errorf("it is %s, want %s", u.Stage, f.stage)
	}
	if err == nil && res.Next != f.next {
		t.Errorf("next: %q, want %q", res.Next, f.next)
	}
	if is := y.issue(12); !is.HasLabel("in-progress") || is.State != model.Open {
		t.Errorf("#12 is %s, %v", is.State, is.Labels)
	}
}

// commitID is a commit as a sentence names it.
var commitID = regexp.MustCompile(`\b[0-9a-f]{7}([0-9a-f]{33})?\b`)

// noCommits takes the names of commits and the yard's folders out of a sentence,
// which differ from run to run.
func (y *yard) noCommits(s string) string {
	return strings.ReplaceAll(commitID.ReplaceAllString(s, "…"), filepath.Dir(y.clone), "")
}

// TestWhatStopsAMerge: each is one sentence, the unit stays, the claim stays, and
// the next command is named.
func TestWhatStopsAMerge(t *testing.T) {
	body := func(text string) func(*yard) {
		return func(y *yard) { y.hub.Peer("bo").EditPull(y.unit("12").Pull.Pull, text) }
	}
	for _, f := range []fault{
		{"somebody pushed", func(y *yard) { y.elsewhere(branch12, "app/new.go", "package app\n", "More", false) }, rule.StepMerge,
			"the pull request is at …, which nobody approved", rule.StageMergeReady, "gh debt drain gates 12"},
		{"somebody forced a push", func(y *yard) { y.elsewhere(branch12, "app/new.go", "package app\n", "Other", true) }, rule.StepMerge,
			"the pull request is at …, which nobody approved", rule.StageMergeReady, "gh debt drain gates 12"},
		{"the target conflicts", func(y *yard) { y.elsewhere("main", "app/pay.go", "package app // theirs\n", "Theirs", false) }, rule.StepMerge,
			"could not merge the pull request acme/shop#78: it conflicts with main", rule.StageFixing, "gh debt drain produce 12"},
		{"closed by hand", func(y *yard) { y.hub.Peer("bo").ClosePull(y.unit("12").Pull.Pull) }, rule.StepMerge,
			"pull request #78 was closed without a merge: reopen it, or gh debt drain release 12", rule.StageMergeReady, "gh debt drain merge 12"},
		{"the branch is protected", func(y *yard) { y.hub.Rules("main", model.BranchRules{Approvals: 1, Squash: true}) }, rule.StepMerge,
			"could not merge the pull request acme/shop#78: GitHub refuses it: Repository rule violations found; At least 1 approving review is required by reviewers with write access.", rule.StageMergeReady, "gh debt drain merge 12"},
		{"an edited body that closes another", body("Closes #12\nFixes #77\n"), rule.StepMerge,
			`the body would close #77, which is no member of the unit: "Fixes #77"`, rule.StageMergeReady, "gh debt drain merge 12"},
		{"an edited body that closes nothing", body("Mends the refund."), rule.StepMerge,
			"#12 would stay open: no line of the body closes it", rule.StageMergeReady, "gh debt drain merge 12"},
		{"an edited title", func(y *yard) {
			y.hub.Peer("bo").Do("PATCH", "/pulls/78", map[string]string{"title": "Mend it, fixes #41 properly"}, nil)
		}, rule.StepMerge,
			`the title would close #41, which is no member of the unit: "Mend it, fixes #41 properly"`, rule.StageMergeReady, "gh debt drain merge 12"},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f.meets(t, ready(t))
		})
	}
}

// TestWhatKeepsChecksFromGreen: silence is never green, and what a check lacks is
// told apart (C-44). The clock has gone on by more than a check may take to start.
func TestWhatKeepsChecksFromGreen(t *testing.T) {
	run := func(y *yard, conclusion string, jobs ...model.CheckRun) {
		run := model.WorkflowRun{Name: "build", HeadSHA: y.unit("12").Pushed, Event: "pull_request", Status: "completed", Conclusion: conclusion}
		if conclusion == "" {
			run.Status = "action_required"
		}
		y.hub.Action(run, branch12, jobs...)
	}
	for _, c := range []struct {
		name     string
		required []string
		happen   func(y *yard)
		wrote    string
		next     string
	}{
		{"nothing ever starts", []string{"build", "lint"}, func(*yard) {},
			"missing of …: required and never ran: build (nothing started it), lint (nothing started it)", "gh debt drain ci 12"},
		{"one is missing", []string{"build", "lint"}, func(y *yard) { y.green("12", "build") },
			"missing of …: required and never ran: lint (nothing started it)", "gh debt drain ci 12"},
		{"both are skipped", []string{"build"}, func(y *yard) {
			y.hub.Peer("bo").Check(model.CheckRun{Name: "build", HeadSHA: y.unit("12").Pushed, Status: "completed", Conclusion: "skipped"})
		}, "missing of …: required and never ran: build (skipped)", "gh debt drain ci 12"},
		{"a workflow with no jobs", []string{"build"}, func(y *yard) { run(y, "success") },
			"missing of …: required and never ran: build (nothing started it)", "gh debt drain ci 12"},
		{"a workflow that did not start up", []string{"build"}, func(y *yard) { run(y, "startup_failure") },
			"missing of …: required and never ran: build (nothing started it); not required and red: workflow build", "gh debt drain ci 12"},
		{"a workflow that waits for approval", []string{"build"}, func(y *yard) { run(y, "action_required") },
			"missing of …: required and never ran: build (waits for a person)", "gh debt drain ci 12"},
		{"nothing is required and nothing ran", nil, func(*yard) {},
			"nothing of …: nothing is required and nothing ran", "gh debt drain merge 12"},
		{"success on an older head", []string{"build"}, func(y *yard) {
			y.hub.Peer("bo").Status(model.CommitStatus{Context: "build", SHA: y.unit("12").Branch.Base, State: "success"})
		}, "missing of …: required and never ran: build (nothing started it)", "gh debt drain ci 12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			y := proposed(t)
			y.take(rule.StepReview)
			y.hub.Rules("main", model.BranchRules{RequiredChecks: c.required, Squash: true})
			c.happen(y)
			y.deps.Now = func() time.Time { return now().Add(3 * time.Minute) }
			y.steps = drain.New(y.deps)
			res, err := y.steps.CI.Run(context.Background(), drain.CIInput{})
			y.ok(res, err)
			if got := y.noCommits(res.Wrote[0]); got != c.wrote { // the checks themselves follow
				t.Errorf("it says\n%s\nwant\n%s", got, c.wrote)
			}
			if u := y.unit("12"); u.Stage != rule.StageReviewing || res.Next != c.next {
				t.Errorf("it is %s, next %q, want %s", u.Stage, res.Next, c.next)
			}
			merged, err := y.steps.Merge.Run(context.Background(), drain.MergeInput{})
			if err != nil || merged.Refused == "" || y.unit("12").Merged != nil {
				t.Errorf("the merge: %q, %v", merged.Refused, err)
			}
		})
	}
}

// TestWhatStopsAPush: nobody's commits are written over, and what is in the way is
// named.
func TestWhatStopsAPush(t *testing.T) {
	for _, f := range []fault{
		{"somebody pushed first", func(y *yard) { y.elsewhere(branch12, "app/new.go", "package app\n", "More", false) }, rule.StepPropose,
			"somebody pushed to " + branch12 + ": it is at … on origin, and the workspace /shop lacks that: pull it there, and run the gates again",
			rule.StageGated, "gh debt drain propose 12"},
		{"the branch is gone", func(y *yard) { y.hub.Peer("bo").DeleteBranch(branch12) }, rule.StepPropose,
			"the branch " + branch12 + " is gone from origin: push it again by hand, or release the unit", rule.StageGated, "gh debt drain propose 12"},
		{"the remote refuses it", func(y *yard) {
			y.file(y.bare, "hooks/pre-receive", "#!/bin/sh\necho 'No pushes on Fridays' >&2\nexit 1\n")
			if err := os.Chmod(filepath.Join(y.bare, "hooks/pre-receive"), 0o755); err != nil {
				y.t.Fatal(err)
			}
		}, rule.StepPropose,
			"push: " + branch12 + " was not pushed to origin: its rules do not take it ([remote rejected] (pre-receive hook declined) No pushes on Fridays)", rule.StageGated, "gh debt drain propose 12"},
		{"a commit was made behind the gates", func(y *yard) {
			y.file(y.clone, "app/more.go", "package app\n")
			git(y.t, y.clone, "add", ".")
			git(y.t, y.clone, "commit", "--quiet", "-m", "More")
		}, rule.StepPropose, "the workspace is at …, and the gates did not run on that: they come first", rule.StageGated, "gh debt drain gates 12"},
		{"a commit message closes an issue", func(y *yard) {
			git(y.t, y.clone, "commit", "--quiet", "--amend", "-m", "Mend it\n\nThis does not close #77.")
			y.take(rule.StepGates)
		}, rule.StepPropose,
			`the message of commit … holds "This does not close #77.", which would close an issue on the merge: reword it`, rule.StageGated, "gh debt drain propose 12"},
		{"the workspace is on another branch", func(y *yard) { git(y.t, y.clone, "checkout", "--quiet", "-b", "mine") }, rule.StepPropose,
			"the workspace /shop is on mine, not on " + branch12 + ": switch it back first", rule.StageGated, "gh debt drain propose 12"},
		{"the gates would look at another branch", func(y *yard) { git(y.t, y.clone, "checkout", "--quiet", "-b", "mine", "main") }, rule.StepGates,
			"the workspace /shop is on mine, not on " + branch12 + ": switch it back first", rule.StageGated, "gh debt drain propose 12"},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle the error")}, nil)
			y.take(rule.StepProduce, rule.StepGates)
			before := git(t, y.bare, "for-each-ref")
			f.happen(y)
			theirs := git(t, y.bare, "for-each-ref")
			f.happen = func(*yard) {}
			f.meets(t, y)
			if after := git(t, y.bare, "for-each-ref"); after != theirs {
				t.Errorf("the remote was\n%s\nthen\n%s\nand is\n%s", before, theirs, after)
			}
		})
	}
}

// TestABranchThatIsThereIsNeverReset: one that names an issue is somebody's work, and
// one that leaves no room for the unit's is named (C-46). Nothing is claimed.
func TestABranchThatIsThereIsNeverReset(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(y *yard)
		want   string
	}{
		"another name of the same issue": {func(y *yard) { git(y.t, y.clone, "push", "--quiet", "origin", "main:refs/heads/debt/12-mine") },
			"#12 is being drained already: the branch debt/12-mine names it; whoever made it goes on with it, or deletes it when nothing lives on it"},
		"a batch that holds it": {func(y *yard) { git(y.t, y.clone, "push", "--quiet", "origin", "main:refs/heads/debt/12-77-batch") },
			"#12 is being drained already: the branch debt/12-77-batch names it; whoever made it goes on with it, or deletes it when nothing lives on it"},
		"debt itself, on the remote": {func(y *yard) { git(y.t, y.clone, "push", "--quiet", "origin", "main:refs/heads/debt") },
			"a branch named debt is there, and git keeps no branch " + branch12 + " beside it: rename that one"},
		"debt itself, in the clone": {func(y *yard) { git(y.t, y.clone, "branch", "debt") },
			"a branch named debt is there, and git keeps no branch " + branch12 + " beside it: rename that one"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := newYard(t, two())
			y.crew(nil, nil)
			c.happen(y)
			before := git(t, y.bare, "for-each-ref")
			res, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12}, Named: true, Implementer: "maker"})
			if err != nil || res.Refused != c.want {
				t.Errorf("%q, %v", res.Refused, err)
			}
			if y.issue(12).HasLabel("in-progress") || git(t, y.bare, "for-each-ref") != before {
				t.Error("something was claimed")
			}
		})
	}
}
