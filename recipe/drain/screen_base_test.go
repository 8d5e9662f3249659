package drain_test

import (
	"slices"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// ahead lets somebody else push a change to the target, of which the clone does not
// know yet.
func (y *yard) ahead(change func(dir string)) {
	y.t.Helper()
	dir := y.t.TempDir()
	git(y.t, dir, "clone", "--quiet", y.bare, "theirs")
	change(dir + "/theirs")
	git(y.t, dir+"/theirs", "commit", "--quiet", "-m", "Meanwhile")
	git(y.t, dir+"/theirs", "push", "--quiet", "origin", "HEAD:main")
}

// TestTheScreensLookAtWhatTheWorkBeginsFrom, which is the target as the remote has it:
// the clone may be behind, and on anything.
func TestTheScreensLookAtWhatTheWorkBeginsFrom(t *testing.T) {
	for name, c := range map[string]struct {
		path   string
		change func(y *yard, dir string)
		stage  rule.Stage
		line   string
	}{
		"a file that the clone does not have yet": {"app/new.go", func(y *yard, dir string) {
			y.file(dir, "app/new.go", "package app\n\n\nfunc fresh() {}\n")
			git(y.t, dir, "add", ".")
		}, rule.StageClaimed, ">     4  func fresh() {}"},
		"a file that the target has no more": {"app/pay.go", func(y *yard, dir string) {
			git(y.t, dir, "rm", "--quiet", "app/pay.go")
		}, rule.StageEnded, ""},
		"a line that the target has no more": {"app/pay.go", func(y *yard, dir string) {
			y.file(dir, "app/pay.go", "package app\n")
			git(y.t, dir, "add", ".")
		}, rule.StageEnded, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := newYard(t, []hub.SeedIssue{seed(12, "Refund swallows the error", c.path, 4)}, hubtest.Private())
			git(t, y.clone, "switch", "--quiet", "-c", "mine")
			y.ahead(func(dir string) { c.change(y, dir) })
			res := y.screened(nil, 12)
			if u := y.unit("12"); u.Stage != c.stage || c.stage == rule.StageEnded && u.Ended.End != rule.Stale {
				t.Fatalf("it is %s: %q", u.Stage, res.Wrote)
			}
			if c.line != "" && !slices.Contains(res.Questions[0].Lines, c.line) {
				t.Errorf("it shows %q", res.Questions[0].Lines)
			}
			if on := git(t, y.clone, "branch", "--show-current"); on != "mine" {
				t.Errorf("the clone is on %s", on)
			}
		})
	}
}

// TestTheTargetIsThatOfTheRemote: whether another long-lived branch holds what the
// default branch lacks is asked of the remote as it is now, and by changes, not by
// counts; then a person names the branch.
func TestTheTargetIsThatOfTheRemote(t *testing.T) {
	start := func(y *yard, target string) (drain.Result, error) {
		return y.steps.Start.Run(y.t.Context(), drain.StartInput{Numbers: []int{12}, Named: true, Target: target})
	}
	y := newYard(t, two(), hubtest.Private())
	y.workers()
	// What was picked into the default branch is no change that it lacks.
	dir := t.TempDir()
	git(t, dir, "clone", "--quiet", y.bare, "theirs")
	dir += "/theirs"
	commit := func(file string) {
		y.file(dir, file, file+"\n")
		git(t, dir, "add", ".")
		git(t, dir, "commit", "--quiet", "-m", file)
	}
	git(t, dir, "switch", "--quiet", "-c", "develop")
	commit("a.txt")
	git(t, dir, "switch", "--quiet", "main")
	commit("b.txt")
	git(t, dir, "cherry-pick", "develop")
	git(t, dir, "push", "--quiet", "origin", "main", "develop")
	if res, err := y.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{12}, Named: true, Input: drain.Input{DryRun: true}}); err != nil || res.Refused != "" {
		t.Fatalf("picked: %q, %v", res.Refused, err)
	}
	git(t, dir, "switch", "--quiet", "develop")
	commit("c.txt")
	git(t, dir, "push", "--quiet", "origin", "develop")
	_, err := start(y, "")
	if want := "it is not clear that work goes back to main: develop holds 1 commit that it lacks"; err == nil || err.Error() != want {
		t.Fatalf("%v, want %s", err, want)
	}
	if y.issue(12).HasLabel("in-progress") {
		t.Error("#12 was claimed")
	}
	res, err := start(y, "develop")
	y.ok(res, err)
	if b := y.unit("12").Branch; b.Target != "develop" || b.Default || b.Base != git(t, y.bare, "rev-parse", "develop") {
		t.Errorf("%+v", b)
	}
	if !strings.Contains(strings.Join(res.Notes, "\n"), "develop is not the default branch: merging into it closes no issue") {
		t.Errorf("it says %q", res.Notes)
	}
}
