package drain_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/worker/workertest"
)

// hostile is a title that would do harm in a shell, as an option, or on a terminal.
const hostile = "--upload-pack=x $(touch pwned) `touch pwned`; touch pwned | 'a' \"b\" \u202egnp.exe \x1b[31mred"

// raw reports whether a text holds what a terminal or a reader would be misled by.
func raw(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
	})
}

// words are all texts of a result, but the unit itself, which is data.
func words(res drain.Result) []string {
	all := slices.Concat(res.Will, res.Wrote, res.Notes, []string{res.Refused, res.Waits, res.Next})
	for _, q := range res.Questions {
		all = append(append(all, q.ID, q.Title, q.Yes, q.No), q.Lines...)
	}
	return all
}

// TestNamesFromIssuesReachNoShell: titles and paths that would do harm are shown made
// visible, name branches and pull requests safely, and nothing of them is run.
func TestNamesFromIssuesReachNoShell(t *testing.T) {
	const path = "app/$(touch pwned);'x'&.go"
	is := seed(12, hostile, path, 4)
	y := newYard(t, []hub.SeedIssue{is})
	y.file(y.clone, path, source)
	git(t, y.clone, "add", ".")
	git(t, y.clone, "commit", "--quiet", "-m", "Grow")
	git(t, y.clone, "push", "--quiet", "origin", "main")
	change := workertest.Run{
		Commits: []workertest.Commit{{Message: "--amend $(touch pwned)", Edits: []workertest.Edit{{Path: path, Text: "package app\n"}}}},
		Report:  &rule.Report{Model: "maker-1 \x1b[2J", Effort: "high", Summary: "Mended $(touch pwned)."}, Escape: true,
	}
	y.crew([]workertest.Run{change}, []workertest.Run{verdict(rule.Pass)})
	y.begin(12)
	branch := y.unit("12").Branch.Branch
	if want := "debt/12-upload-pack-x-touch-pwned-touch-pwned"; !strings.HasPrefix(branch, want) || raw(branch) {
		t.Errorf("the branch is %q, want it to begin with %q", branch, want)
	}
	var lines []string
	in := drain.GoInput{
		Input: drain.Input{Unit: "12", Output: func(line string) { lines = append(lines, line) }}, Answers: drain.Answers{},
		Ask: func(_ context.Context, q drain.Question) (bool, error) {
			lines = append(append(lines, q.Title), q.Lines...)
			return true, nil
		},
		Sure: func(_ context.Context, title string, will []string) (bool, error) {
			lines = append(append(lines, title), will...)
			return true, nil
		},
		Done: func(res drain.Result) { lines = append(lines, words(res)...) },
	}
	if res, err := y.steps.Go.Run(context.Background(), in); err != nil || y.unit("12").Pull.Pull == 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	for _, line := range lines {
		if raw(line) {
			t.Errorf("shown raw: %q", line)
		}
	}
	pull, err := y.deps.Tracker.Pull(context.Background(), y.unit("12").Pull.Pull)
	if err != nil || raw(pull.Title) || raw(pull.Body) || !strings.HasPrefix(pull.Title, "Debt #12 --upload-pack=x $(touch pwned)") {
		t.Errorf("titled %q, %v:\n%s", pull.Title, err, pull.Body)
	}
	y.unharmed()
}

// unharmed looks whether anything was run that stood in a name.
func (y *yard) unharmed() {
	y.t.Helper()
	err := filepath.WalkDir(filepath.Dir(y.clone), func(path string, _ os.DirEntry, err error) error {
		if filepath.Base(path) == "pwned" {
			y.t.Errorf("%s was made", path)
		}
		return err
	})
	if err != nil {
		y.t.Error(err)
	}
	if _, err := os.Stat("pwned"); err == nil {
		y.t.Error("pwned was made here")
	}
}

// TestAReportClosesNothing: whatever workers say, in the body, the reviews and the
// squash it is visible text that closes no issue.
func TestAReportClosesNothing(t *testing.T) {
	says := []string{
		"Fixes #77", "fixes: #77", "FIXED\u00a0#77", "Closes acme/shop#77", "Resolves https://github.com/acme/shop/issues/77", "closes GH-77",
		"fix\x1b[0mes #77", "fix\u200bes #77", "Fixes\n#77", "Fixes `#77`", "**Fixes** #77", "<b>Fixes</b> #77", "Fixes <!-- --> #77",
		"This does not close #77.", "Closes #12, #77", "```\nCloses #77\n```", "> Closes #77", "- [ ] fixes #77",
	}
	y := isolated(t, nil, nil)
	made := edit("package app // 1\n", "Handle the error")
	made.Report.Summary = strings.Join(says, "\n\n") + "\n\nCloses"
	var notes []rule.Finding
	for _, s := range says {
		note := finding("theme " + s)
		note.Blocking, note.Text = false, s
		notes = append(notes, note)
	}
	y.crew([]workertest.Run{made}, []workertest.Run{verdict(rule.Pass, notes...)})
	y.take(rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview)
	y.green("12", "build")
	y.take(rule.StepCI, rule.StepMerge)
	if u := y.unit("12"); u.Stage != rule.StageDelivered || y.issue(77).State != model.Open || y.issue(12).State != model.Closed {
		t.Errorf("%s, #12 %s, #77 %s", u.Stage, y.issue(12).State, y.issue(77).State)
	}
	for _, r := range y.hub.Requests() {
		var sent map[string]any
		if json.Unmarshal([]byte(r.Body), &sent) != nil {
			continue
		}
		for _, field := range []string{"title", "body", "commit_title", "commit_message", "description"} {
			text, _ := sent[field].(string)
			if raw(text) {
				t.Errorf("%s %s sends %q", r.Method, r.Path, text)
			}
			for _, c := range rule.Closings(text, "acme/shop") {
				if c.Number != 12 || field != "body" || !strings.HasSuffix(r.Path, "/pulls") {
					t.Errorf("%s %s closes %+v", r.Method, r.Path, c)
				}
			}
		}
	}
	squash := git(t, y.bare, "log", "-1", "--format=%B", "main")
	for _, c := range rule.Closings(squash, "acme/shop") {
		t.Errorf("the squash closes %+v:\n%s", c, squash)
	}
	if !strings.Contains(squash, "issue 77") {
		t.Errorf("the squash says nothing:\n%s", squash)
	}
}

// TestAWorkerGetsNoTokenThatIsNotNamed: neither an implementing nor a reviewing
// worker, nor a gate.
func TestAWorkerGetsNoTokenThatIsNotNamed(t *testing.T) {
	for _, name := range []string{"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "SSH_AUTH_SOCK", "AWS_SECRET_ACCESS_KEY", "FIXER_KEY"} {
		t.Setenv(name, "secret-of-"+name)
	}
	dir := t.TempDir()
	made, judged := edit("package app // 1\n", "Handle the error"), verdict(rule.Pass)
	made.SaveEnv, judged.SaveEnv = filepath.Join(dir, "maker"), filepath.Join(dir, "judge")
	y := isolated(t, nil, nil)
	maker := workertest.Script{Runs: []workertest.Run{made}}.Worker(t, "maker", "acme", rule.Implement)
	maker.Env = []string{"FIXER_KEY"}
	judge := workertest.Script{Runs: []workertest.Run{judged}}.Worker(t, "judge", "other", rule.Review)
	y.workers(maker, judge)
	y.deps.Settings.Gates = map[rule.GateKind][]string{rule.GateTests: {"sh", "-c", "env > " + filepath.Join(dir, "gate")}}
	y.steps = drain.New(y.deps)
	y.take(rule.StepProduce, rule.StepGates, rule.StepPropose, rule.StepReview)
	for name, named := range map[string][]string{"maker": {"FIXER_KEY"}, "judge": nil, "gate": nil} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && strings.HasPrefix(value, "secret-of-") {
				got = append(got, key)
			}
		}
		if !slices.Equal(got, named) {
			t.Errorf("%s gets %q, want %q", name, got, named)
		}
	}
}

// TestWhatComesFromOutsideIsShownMadeVisible: names of files, branches and checks, and
// what a remote says, in whatever sentence they stand.
func TestWhatComesFromOutsideIsShownMadeVisible(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(y *yard)
		step   rule.Step
		want   string
	}{
		"a file that was left changed": {func(y *yard) { y.file(y.clone, "x\x1b[2J\u202ey.go", "x") }, rule.StepGates, `x^[[2J<U+202E>y.go`},
		"a branch":                     {func(y *yard) { git(y.t, y.clone, "checkout", "--quiet", "-b", "mine\u202e") }, rule.StepGates, "is on mine<U+202E>, not on"},
		"what the remote says": {func(y *yard) {
			y.file(y.bare, "hooks/pre-receive", "#!/bin/sh\nprintf 'No \\033[2Jpushes' >&2\nexit 1\n")
			if err := os.Chmod(filepath.Join(y.bare, "hooks/pre-receive"), 0o755); err != nil {
				y.t.Fatal(err)
			}
		}, rule.StepPropose, "No ^[[2Jpushes"},
		"a commit message": {func(y *yard) {
			git(y.t, y.clone, "commit", "--quiet", "--amend", "-m", "Fixes #77 \u202eevil")
			y.take(rule.StepGates)
		}, rule.StepPropose, "Fixes #77 <U+202E>evil"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle the error")}, nil)
			y.take(rule.StepProduce, rule.StepGates)
			c.happen(y)
			res, err := y.steps.Take(context.Background(), c.step, drain.Input{}, nil)
			if err != nil || !strings.Contains(res.Refused, c.want) {
				t.Errorf("%q, %v, want %q", res.Refused, err, c.want)
			}
			for _, text := range words(res) {
				if raw(text) {
					t.Errorf("shown raw: %q", text)
				}
			}
			over, err := y.steps.Status.Run(context.Background())
			if err != nil || raw(over.Cards[0].Waits) {
				t.Errorf("%q, %v", over.Cards[0].Waits, err)
			}
		})
	}
}

// TestALongReportStillBecomesAPullRequest: what a worker may report at most fits into
// the texts that GitHub takes, also when it is made visible.
func TestALongReportStillBecomesAPullRequest(t *testing.T) {
	made := edit("package app // 1\n", "Handle the error")
	made.Report.Summary = strings.Repeat("\u009b", 10_000)
	var notes []rule.Finding
	for range 40 {
		note := finding("theme")
		note.Blocking, note.Text = false, strings.Repeat("\u202e", 5_000)
		notes = append(notes, note)
	}
	y := isolated(t, []workertest.Run{made}, []workertest.Run{verdict(rule.Pass, notes...)})
	y.take(rule.StepProduce, rule.StepGates, rule.StepPropose)
	res, err := y.steps.Review.Run(context.Background(), drain.ReviewInput{})
	y.ok(res, err)
	for _, n := range res.Notes {
		if strings.Contains(n, "could not be posted") {
			t.Errorf("%s", n[:min(len(n), 300)])
		}
	}
	y.green("12", "build")
	y.take(rule.StepCI, rule.StepMerge)
	if u := y.unit("12"); u.Stage != rule.StageDelivered {
		t.Errorf("%s", u.Stage)
	}
}
