package drain_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker"
	"gh-debt/recipe/worker/workertest"
)

// isolated brings unit 12 to its workspace, with the maker and the judge.
func isolated(t *testing.T, made, judged []workertest.Run) *yard {
	t.Helper()
	y := newYard(t, two())
	y.crew(made, judged)
	y.begin(12)
	ctx := context.Background()
	res, err := y.steps.Screen.Run(ctx, drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}})
	y.ok(res, err)
	res, err = y.steps.Isolate.Run(ctx, drain.IsolateInput{})
	y.ok(res, err)
	return y
}

// TestABadWorkerIsCaughtAndNamed: the unit stays where it was, and good work after
// it goes on.
func TestABadWorkerIsCaughtAndNamed(t *testing.T) {
	report := &rule.Report{Model: "maker-1", Effort: "high", Summary: "Done."}
	change := workertest.Commit{Message: "Handle it", Edits: []workertest.Edit{{Path: "app/pay.go", Text: "package app\n"}}}
	closing := change
	closing.Message = "This does not close #77"
	for name, c := range map[string]struct {
		run  workertest.Run
		want string
	}{
		"nothing changed":    {workertest.Run{Report: report}, "nothing was committed"},
		"the wrong branch":   {workertest.Run{Branch: "elsewhere", Commits: []workertest.Commit{change}, Report: report}, "the work is on elsewhere, not on debt/12-refund-swallows-the-error"},
		"a closing keyword":  {workertest.Run{Commits: []workertest.Commit{closing}, Report: report}, `would close an issue on the merge: reword it`},
		"a dirty tree":       {workertest.Run{Commits: []workertest.Commit{change}, Dirty: []workertest.Edit{{Path: "left.txt", Text: "x"}}, Report: report}, "left.txt was left changed"},
		"no JSON":            {workertest.Run{Commits: []workertest.Commit{change}}, "maker: there is no output where one JSON object is expected"},
		"JSON and more":      {workertest.Run{Commits: []workertest.Commit{change}, Report: report, After: "bye"}, "maker: there is output behind the JSON object"},
		"a status":           {workertest.Run{Commits: []workertest.Commit{change}, Report: report, Exit: 3}, "ended with status 3"},
		"no end of printing": {workertest.Run{Flood: 2 << 20, Report: report}, "printed more than 1024 KiB"},
	} {
		t.Run(name, func(t *testing.T) {
			y := isolated(t, []workertest.Run{c.run}, nil)
			res, err := y.steps.Produce.Run(context.Background(), drain.ProduceInput{})
			if err != nil || !strings.Contains(res.Refused, c.want) {
				t.Fatalf("%q, %v, want %q", res.Refused, err, c.want)
			}
			u := y.unit("12")
			if u.Stage != rule.StageIsolated && u.Stage != rule.StageProducing || len(u.Done) != 0 || u.Trouble == nil || u.Working != nil {
				t.Errorf("%s, %d done, trouble %v", u.Stage, len(u.Done), u.Trouble)
			}
			if !strings.Contains(rule.WaitsFor(u)+res.Next, "produce") {
				t.Errorf("waits for %q, next %q", rule.WaitsFor(u), res.Next)
			}
		})
	}
}

// short is a clock on which the limit of a worker is reached at once, and its grace
// never. What is between two looks at its processes takes its time, since the system
// does.
type short struct{}

func (short) Now() time.Time { return now() }
func (short) Wait(ctx context.Context, d time.Duration) error {
	switch {
	case d == rule.DefaultTimeout:
		return nil
	case d < worker.DefaultGrace:
		<-time.After(d)
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

// TestAHungWorkerIsEndedAtItsLimit, with what it started.
func TestAHungWorkerIsEndedAtItsLimit(t *testing.T) {
	y := isolated(t, []workertest.Run{{Hang: &workertest.Hang{}}}, nil)
	y.deps.Runner = worker.Runner{Clock: short{}}
	y.steps = drain.New(y.deps)
	res, err := y.steps.Produce.Run(context.Background(), drain.ProduceInput{Input: drain.Input{Unit: "12"}})
	if err != nil || !strings.Contains(res.Refused, "did not end within 30m0s and was ended") {
		t.Errorf("%q, %v", res.Refused, err)
	}
}

// TestAVerdictForAnotherHeadIsRefused, and so is one without its proof.
func TestAVerdictForAnotherHeadIsRefused(t *testing.T) {
	y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle it")}, []workertest.Run{verdict(rule.Pass)})
	ctx := context.Background()
	for _, step := range []rule.Step{rule.StepProduce, rule.StepGates, rule.StepPropose} {
		res, err := y.steps.Take(ctx, step, drain.Input{}, nil)
		y.ok(res, err)
	}
	for name, v := range map[string]string{
		"another head": `{"verdict":"PASS","headSha":"` + strings.Repeat("a", 40) + `","model":"m","effort":"high","findings":[]}`,
		"no proof":     `{"verdict":"PASS","headSha":"` + y.unit("12").Pushed + `","findings":[]}`,
		"no verdict":   `LGTM`,
	} {
		res, err := y.steps.Review.Run(ctx, drain.ReviewInput{Worker: "judge", Verdict: []byte(v)})
		if err != nil || !strings.Contains(res.Refused, "the verdict of judge is refused") {
			t.Errorf("%s: %q, %v", name, res.Refused, err)
		}
	}
	if u := y.unit("12"); len(u.Rounds) != 0 {
		t.Errorf("%d rounds", len(u.Rounds))
	}
}

// TestTheSameModelIsNoOtherMind: what the reports say ran is what counts.
func TestTheSameModelIsNoOtherMind(t *testing.T) {
	same := verdict(rule.Pass)
	same.Verdict.Model = "maker-1"
	y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle it")}, []workertest.Run{same})
	res := y.goOn("12")
	u := y.unit("12")
	if len(u.Rounds) != 1 || u.Rounds[0].Diversity != rule.SameFamily {
		t.Errorf("%+v\n%+v", u.Rounds, res)
	}
}

// TestTheBrakeStops at the third round, where the engine takes the class round, and at
// the fourth, where a person hands the unit back.
func TestTheBrakeStops(t *testing.T) {
	made := []workertest.Run{edit("package app // 1\n", "One"), edit("package app // 2\n", "Two"), edit("package app // 3\n", "Three"), edit("package app // 4\n", "Four")}
	y := isolated(t, made, []workertest.Run{verdict(rule.NeedsChanges, finding("swallowed error"))})
	res := y.goOn("12")
	u := y.unit("12")
	if len(u.Decided) != 1 || u.Decided[0].Round != 3 || u.Decided[0].Choice != rule.ChoiceClass {
		t.Errorf("decided %+v, want the class round at round 3", u.Decided)
	}
	if u.Brake == nil || u.Brake.Round != 4 || u.Brake.Diagnosis.Pattern != rule.Recurring {
		t.Fatalf("after %d rounds: %+v, %+v", len(u.Rounds), u.Brake, res)
	}
	back, err := y.steps.Brake.Run(context.Background(), drain.BrakeInput{Choice: rule.ChoiceHandBack})
	y.ok(back, err)
	if u := y.unit("12"); u.Ended == nil || u.Ended.End != rule.HandedBack || y.issue(12).HasLabel("in-progress") {
		t.Errorf("%+v", u.Ended)
	}
}

// TestTheScopeOfALaterRound: what came since the last round alone, and everything
// where the branch was rewritten, also when the head of that round is gone.
func TestTheScopeOfALaterRound(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(y *yard, dir string)
		want   string
	}{
		"a commit on top": {func(y *yard, dir string) {
			git(y.t, dir, "commit", "--quiet", "--allow-empty", "-m", "More")
		}, ""},
		"a rewritten branch": {func(y *yard, dir string) {
			git(y.t, dir, "commit", "--quiet", "--amend", "-m", "Anew")
		}, "the branch was rewritten"},
		"a rewritten branch whose old head is gone": {func(y *yard, dir string) {
			git(y.t, dir, "commit", "--quiet", "--amend", "-m", "Anew")
		}, "the branch was rewritten"},
	} {
		t.Run(name, func(t *testing.T) {
			y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle it")}, []workertest.Run{verdict(rule.NeedsChanges, finding("swallowed error"))})
			y.take(rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview)
			last, ctx := y.unit("12").Pushed, context.Background()
			c.happen(y, y.unit("12").Place.Dir)
			res, err := y.steps.Produce.Run(ctx, drain.ProduceInput{Worker: rule.Me})
			y.ok(res, err)
			y.take(rule.StepGates, rule.StepPropose)
			if strings.Contains(name, "gone") {
				git(t, y.clone, "reflog", "expire", "--expire=now", "--all")
				git(t, y.clone, "gc", "--quiet", "--prune=now")
			}
			y.take(rule.StepReview)
			scope := y.unit("12").Rounds[1].Scope
			if scope.Why != c.want || scope.Full == (scope.From == last) {
				t.Errorf("%+v after %s, want %q", scope, last, c.want)
			}
		})
	}
}

// tornGit fails to list what a commit changed.
type tornGit struct {
	drain.Git
	head string
	err  error
}

func (g tornGit) Files(ctx context.Context, dir, base, head string) ([]string, error) {
	if head == g.head {
		return nil, g.err
	}
	return g.Git.Files(ctx, dir, base, head)
}

// TestAGitThatFailsIsNoRewrittenBranch: what a later round looks at is not guessed.
func TestAGitThatFailsIsNoRewrittenBranch(t *testing.T) {
	y := isolated(t, []workertest.Run{edit("package app // 1\n", "One"), edit("package app // 2\n", "Two")},
		[]workertest.Run{verdict(rule.NeedsChanges, finding("swallowed error"))})
	y.take(rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview)
	first := y.unit("12").Pushed
	y.take(rule.StepFix, rule.StepGates, rule.StepPropose)
	torn := errors.New("git was killed")
	y.deps.Git = tornGit{y.deps.Git, first, torn}
	y.steps = drain.New(y.deps)
	if _, err := y.steps.Review.Run(context.Background(), drain.ReviewInput{}); !errors.Is(err, torn) {
		t.Errorf("%v, want %v", err, torn)
	}
	if u := y.unit("12"); len(u.Rounds) != 1 {
		t.Errorf("%d rounds, want the first alone", len(u.Rounds))
	}
}

// TestABadReviewerIsCaughtAndNamed: no round is written down, the unit stays where it
// was, and what the reviewer should only have read is looked at.
func TestABadReviewerIsCaughtAndNamed(t *testing.T) {
	with := func(change func(*workertest.Run)) workertest.Run {
		run := verdict(rule.Pass)
		change(&run)
		return run
	}
	edits := []workertest.Edit{{Path: "app/pay.go", Text: "package app // mine\n"}}
	const touched = "judge changed the workspace, which a reviewer only reads: look at it, and take the change away"
	for name, c := range map[string]struct {
		run  workertest.Run
		want string
	}{
		"a commit": {with(func(r *workertest.Run) { r.Commits = []workertest.Commit{{Message: "Mine", Edits: edits}} }), touched},
		"a file":   {with(func(r *workertest.Run) { r.Dirty = edits }), touched},
		"a branch": {with(func(r *workertest.Run) { r.Branch = "elsewhere" }), touched},
		"no JSON":  {workertest.Run{}, "the verdict of judge is refused: there is no output where one JSON object is expected"},
		"more than JSON": {with(func(r *workertest.Run) { r.Before = "Here it is:" }),
			"the verdict of judge is refused: "},
		"a status": {with(func(r *workertest.Run) { r.Exit = 3 }), "ended with status 3"},
	} {
		t.Run(name, func(t *testing.T) {
			y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle it")}, []workertest.Run{c.run})
			y.take(rule.StepProduce, rule.StepGates, rule.StepPropose)
			res, err := y.steps.Review.Run(context.Background(), drain.ReviewInput{})
			if err != nil || !strings.Contains(res.Refused, c.want) {
				t.Errorf("%q, %v, want %q", res.Refused, err, c.want)
			}
			u := y.unit("12")
			if len(u.Rounds) != 0 || u.Working != nil || u.Trouble == nil || u.Pull.Pull == 0 || res.Next != "gh debt drain review 12" {
				t.Errorf("%s, %d rounds, trouble %v, next %q", u.Stage, len(u.Rounds), u.Trouble, res.Next)
			}
		})
	}
}
