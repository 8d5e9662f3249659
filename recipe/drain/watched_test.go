package drain_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/ledger"
	"gh-debt/recipe/worker"
)

// numbered are the commits in what is done, which say nothing to who reads it.
var numbered = regexp.MustCompile(`[0-9a-f]{40}`)

// named names a request, and says whether it changes anything.
func named(r *http.Request) (what string, changes bool) {
	what = r.Method + " " + numbered.ReplaceAllString(r.URL.RequestURI(), "SHA")
	if !strings.HasSuffix(r.URL.Path, "/graphql") {
		return what, r.Method != http.MethodGet
	}
	body, _ := io.ReadAll(r.Body)
	if i := strings.Index(string(body), "mutation"); i >= 0 && i < 30 {
		return what + " " + string(body[i:min(len(body), i+60)]), true
	}
	return what + " query", false
}

// watchedGit is git with a look before and after each run.
type watchedGit struct{ m *mortal }

// reads are the commands of git that change nothing.
var reads = strings.Fields("rev-parse symbolic-ref status for-each-ref rev-list log diff diff-tree merge-base cat-file ls-files ls-tree config remote cherry version check-ref-format show-ref var patch-id")

func (g watchedGit) Git(ctx context.Context, c checkout.Call) error {
	args := c.Args
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		args = args[1:]
		if len(args) > 1 && strings.Contains(args[0], "=") {
			args = args[1:]
		}
	}
	changes := !slices.Contains(reads, args[0]) && !(args[0] == "worktree" && args[1] == "list")
	what := "git " + numbered.ReplaceAllString(strings.Join(args, " "), "SHA")
	if err := g.m.hit(false, what, changes); err != nil {
		return err
	}
	err := gitRun.Git(ctx, c)
	return errors.Join(err, g.m.hit(true, what, changes))
}

// watchedLedger is a ledger with a look before and after each writing.
type watchedLedger struct {
	*ledger.Ledger
	m *mortal
}

func (l watchedLedger) Append(ctx context.Context, unit, by string, facts ...rule.Fact) (rule.Unit, error) {
	what := "write"
	for _, f := range facts {
		what += " " + string(f.Kind())
	}
	if err := l.m.hit(false, what, true); err != nil {
		return rule.Unit{}, err
	}
	u, err := l.Ledger.Append(ctx, unit, by, facts...)
	if err == nil {
		l.m.step, _ = rule.Next(u)
	}
	return u, errors.Join(err, l.m.hit(true, what, true))
}

// mended is what the work makes of the file.
const mended = "package app // mended"

// hands are workers and gates within the test's process.
type hands struct{ m *mortal }

func (h hands) Run(ctx context.Context, j worker.Job) (worker.Result, error) {
	if err := h.m.hit(false, "let "+j.Command[0]+" work", true); err != nil {
		return worker.Result{}, err
	}
	var said any
	if j.Command[0] == "judge" {
		v := rule.Verdict{Verdict: rule.Pass, HeadSHA: git(h.m.t, j.Dir, "rev-parse", "HEAD"), Model: "judge-1", Effort: "high", Findings: []rule.Finding{}}
		if h.m.twice && git(h.m.t, j.Dir, "show", "HEAD:app/pay.go") == mended {
			v.Verdict, v.Findings = rule.NeedsChanges, []rule.Finding{finding("swallowed error")}
		}
		said = v
	} else {
		text := mended
		if h.m.step == rule.StepFix {
			text += " twice"
		}
		h.m.file(j.Dir, "app/pay.go", text+"\n")
		if git(h.m.t, j.Dir, "status", "--porcelain") != "" {
			git(h.m.t, j.Dir, "commit", "--quiet", "--all", "-m", "Handle the error")
		}
		said = rule.Report{Model: "maker-1", Effort: "high", Summary: "Handled the error."}
	}
	out, err := json.Marshal(said)
	return worker.Result{Stdout: out}, errors.Join(err, h.m.hit(true, "let "+j.Command[0]+" work", true))
}

func (h hands) RunGate(_ context.Context, g rule.Gate, _ string, _ func(string)) (rule.GateResult, error) {
	return rule.GateResult{Gate: g, Outcome: rule.RanClean}, h.m.hit(true, "run "+string(g.Kind), false)
}
