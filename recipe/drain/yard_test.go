package drain_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/ledger"
	"gh-debt/recipe/tracker"
	"gh-debt/recipe/worker"
	"gh-debt/recipe/worker/workertest"
)

// yard is all that a drain touches: a bare repository that a GitHub made of a hub
// serves, a clone of it, a ledger, and workers that follow scripts.
type yard struct {
	t       testing.TB
	hub     *hubtest.Server
	bare    string
	clone   string
	deps    drain.Deps
	steps   drain.Steps
	answers drain.Answers
}

var start = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// source is the file that the issues are about.
const source = "package app\n\nfunc refund() error {\n\ttry()\n\treturn nil\n}\n\nfunc retry() {\n\tfor {\n\t}\n}\n"

func issueBody(path string, line int) string {
	return fmt.Sprintf("<!-- gaia-debt-key: v1 class=error-handling/swallowed path=%s line=%d -->\n\n`%s:%d`\n\n## Failure mode\n\nIt fails.\n\n## Suggested fix\n\nMend it.\n", path, line, path, line)
}

// seed is an issue of the queue.
func seed(number int, title, path string, line int, labels ...string) hub.SeedIssue {
	body := issueBody(path, line)
	return hub.SeedIssue{
		Number: number, Title: title, State: "open", User: "ana", Body: &body,
		Labels:    append([]string{"tech-debt", "severity:important", "footprint:narrow", "difficulty:easy"}, labels...),
		CreatedAt: start.Add(time.Duration(number) * time.Minute),
	}
}

// git runs git in a folder.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	c.Env = gittest.Env()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// gitRun is the git of every yard: nobody's configuration, and ana's name. It is
// given as an environment and not set in the process, so that tests run side by side.
var gitRun = checkout.NewGit(gittest.Env())

// newYard makes a yard in which these issues are open.
func newYard(t testing.TB, issues []hub.SeedIssue, options ...hubtest.Option) *yard {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	y := &yard{t: t, bare: filepath.Join(dir, "shop.git"), clone: filepath.Join(dir, "shop"), answers: drain.Answers{}}
	lay(t, dir)
	store := checkout.OpenStore(y.bare, gitRun)
	options = append(options, hubtest.Seed(issues...), hubtest.WithGit(store))
	y.hub = hubtest.New(t, options...)
	y.deps = y.session(y.clone, filepath.Join(y.clone, ".git", "gh-debt"))
	y.steps = drain.New(y.deps)
	return y
}

// session is what a process in a clone works with.
func (y *yard) session(clone, state string) drain.Deps {
	y.t.Helper()
	return y.sessionAs("shop", clone, state)
}

// sessionAs asks for the repository by a name.
func (y *yard) sessionAs(name, clone, state string) drain.Deps {
	y.t.Helper()
	ctx := context.Background()
	tree, err := checkout.Open(ctx, clone, gitRun)
	if err != nil {
		y.t.Fatal(err)
	}
	client, err := tracker.New(tracker.Options{
		Repo:      repository.Repository{Host: "github.com", Owner: "acme", Name: name},
		Transport: y.hub, Token: "token-of-ana", Clock: still{}, Pace: -1,
	})
	if err != nil {
		y.t.Fatal(err)
	}
	book, err := ledger.Open(ctx, filepath.Join(state, "ledger.db"), ledger.Options{Now: now})
	if err != nil {
		y.t.Fatal(err)
	}
	y.t.Cleanup(func() { _ = book.Close() })
	rules := model.DefaultRules()
	recipes := recipe.NewBook(recipe.Deps{Tracker: client, Checkout: tree, Rules: rules, Now: now})
	return drain.Deps{
		Tracker: client, Git: tree, Ledger: book, Runner: worker.Runner{},
		Queue: recipes.ReadQueue, Regrade: recipes.Regrade, Claims: recipes.Claims,
		Rules: rules, Settings: rule.Settings{Gates: map[rule.GateKind][]string{rule.GateTests: {"git", "diff", "--check", "HEAD"}}},
		Workers: []rule.Worker{rule.Person()}, Remote: "origin", Home: "acme/" + name, Me: "ana",
		Dir: filepath.Join(state, "units"), Worktrees: clone + "-debt",
		Now: now, Wait: func(ctx context.Context) error { return ctx.Err() },
	}
}

func now() time.Time { return start.Add(24 * time.Hour) }

// still is a clock on which nothing is waited for.
type still struct{}

func (still) Now() time.Time                                  { return now() }
func (still) Wait(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// workers makes the workers of the yard's next steps.
func (y *yard) workers(list ...rule.Worker) {
	y.deps.Workers = append([]rule.Worker{rule.Person()}, list...)
	y.steps = drain.New(y.deps)
}

// file writes a file.
func (y *yard) file(dir, path, text string) {
	y.t.Helper()
	path = filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		y.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		y.t.Fatal(err)
	}
}

// edit is a run of a worker that commits one change of app/pay.go.
func edit(text, message string) workertest.Run {
	return workertest.Run{
		Commits: []workertest.Commit{{Message: message, Edits: []workertest.Edit{{Path: "app/pay.go", Text: text}}}},
		Report:  &rule.Report{Model: "maker-1", Effort: "high", Summary: "Handled the error.", Notes: ""},
	}
}

// verdict is a run of a worker that judges the head it finds.
func verdict(word string, findings ...rule.Finding) workertest.Run {
	return workertest.Run{Verdict: &rule.Verdict{
		Verdict: word, HeadSHA: workertest.HeadPlaceholder, Model: "judge-1", Effort: "high", Findings: findings,
	}}
}

// finding blocks a merge.
func finding(theme string) rule.Finding {
	return rule.Finding{Theme: theme, Class: "error-handling/swallowed", Subject: rule.SubjectCode, File: "app/pay.go", Line: 4, Confidence: "high", Blocking: true, Text: "It is still swallowed."}
}

// crew are two workers of different families.
func (y *yard) crew(made, judged []workertest.Run) {
	y.workers(
		workertest.Script{Runs: made}.Worker(y.t, "maker", "acme", rule.Implement),
		workertest.Script{Runs: judged, Repeat: true}.Worker(y.t, "judge", "other", rule.Review),
	)
}

// begin claims numbers with the maker.
func (y *yard) begin(numbers ...int) drain.Result {
	y.t.Helper()
	res, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: numbers, Named: true, Implementer: "maker"})
	y.ok(res, err)
	return res
}

// ok ends the test when a step did not go well.
func (y *yard) ok(res drain.Result, err error) {
	y.t.Helper()
	if err != nil || res.Refused != "" {
		var fault *model.Fault
		errors.As(err, &fault)
		y.t.Fatalf("%s: %q, %v\n%s\n%s", res.Step, res.Refused, err, strings.Join(res.Wrote, "\n"), strings.Join(res.Notes, "\n"))
	}
}

// goOn takes the unit as far as it goes, saying yes to everything.
func (y *yard) goOn(unit string) drain.Result {
	y.t.Helper()
	yes := func(context.Context, drain.Question) (bool, error) { return true, nil }
	sure := func(context.Context, string, []string) (bool, error) { return true, nil }
	res, err := y.steps.Go.Run(context.Background(), drain.GoInput{Input: drain.Input{Unit: unit}, Answers: y.answers, Ask: yes, Sure: sure, Done: y.told})
	if err != nil {
		y.t.Fatalf("%s: %v", res.Step, err)
	}
	return res
}

// told logs a step's result.
func (y *yard) told(res drain.Result) {
	y.t.Logf("%s: %s %q %q %s", res.Step, res.Refused, res.Wrote, res.Notes, res.Waits)
}

// green lets a check pass on the head that a branch has.
func (y *yard) green(unit, name string) { y.check(unit, name, "success") }

func (y *yard) check(unit, name, state string) {
	y.t.Helper()
	status := model.CommitStatus{Context: name, SHA: y.unit(unit).Pushed, State: state}
	if err := y.deps.Tracker.PostStatus(context.Background(), status); err != nil {
		y.t.Fatal(err)
	}
}

// unit is the state of a unit.
func (y *yard) unit(id string) rule.Unit {
	y.t.Helper()
	u, _, err := y.deps.Ledger.Unit(context.Background(), id)
	if err != nil {
		y.t.Fatal(err)
	}
	return u
}

// issue reads an issue.
func (y *yard) issue(number int) model.Issue {
	y.t.Helper()
	issue, err := y.deps.Tracker.Issue(context.Background(), number)
	if err != nil {
		y.t.Fatal(err)
	}
	return issue
}
