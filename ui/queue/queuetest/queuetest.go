// Package queuetest holds a made-up queue and the recipes that tests of the
// screens put in place of the real ones.
package queuetest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
)

// Now is the moment of all tests.
func Now() time.Time { return time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC) }

// Issue makes an open issue that was filed some days before Now.
func Issue(number, days int, title, path string, line int, labels ...string) model.Issue {
	key, err := model.NewKey("holistic/unclassified", path, line)
	if err != nil {
		panic(err)
	}
	body := key.Comment() + "\n\n`" + key.Location() + "`\n\n## Failure mode\nA timeout reaches the empty catch and the refund counts as done.\n\n## Suggested fix\nRethrow, and let the caller retry.\n"
	at := Now().AddDate(0, 0, -days)
	return model.Issue{
		Number: number, Title: title, Body: body, State: model.Open, Labels: append([]string{"tech-debt"}, labels...),
		URL: fmt.Sprintf("https://github.com/acme/shop/issues/%d", number), Author: "alice", CreatedAt: at, UpdatedAt: at,
	}
}

// Closed is an issue closed some days before Now.
func Closed(is model.Issue, days int, reason model.StateReason) model.Issue {
	is.State, is.StateReason = model.Closed, reason
	is.ClosedAt = Now().AddDate(0, 0, -days)
	is.UpdatedAt = is.ClosedAt
	return is
}

// Shop is a small queue with every severity and most annotations: the one of the
// design's picture, and a few closed ones.
func Shop() []model.Issue {
	return []model.Issue{
		Issue(1402, 21, "Refund path swallows the gateway error", "app/pay/refund.ts", 118, "severity:critical", "footprint:narrow", "difficulty:easy"),
		Issue(1388, 35, "Lock file is removed while held", "app/lock/hold.ts", 40, "severity:critical"),
		Issue(1410, 14, "Retry loop never backs off", "app/pay/refund.ts", 201, "severity:important", "difficulty:medium"),
		Issue(1290, 56, "Cache key ignores locale", "app/cache/key.ts", 12, "severity:important", "in-progress"),
		Issue(1311, 49, "Totals are rounded before they are summed", "app/pay/total.ts", 77, "severity:suggestion", "footprint:spec", "fold:required", "difficulty:hard"),
		Issue(96, 400, "Log lines carry no request id", "app/log/write.ts", 5),
		Issue(1377, 3, "Is the fail-open branch reachable?", "app/auth/gate.ts", 9, "severity:investigate"),
		Closed(Issue(1201, 90, "Session outlives its user", "app/auth/session.ts", 31, "severity:important"), 2, model.Completed),
		Closed(Issue(1207, 80, "Two spellings of colour", "app/ui/palette.ts", 3, "severity:suggestion", "wontfix"), 9, model.NotPlanned),
	}
}

// Many makes a queue of n open issues with bodies of two kilobytes.
func Many(n int) []model.Issue {
	severities := []string{"severity:critical", "severity:important", "severity:suggestion", "severity:investigate"}
	words := strings.Fields("cache lock retry refund locale session token gateway index cursor branch label header timeout queue batch parser writer reader buffer")
	out := make([]model.Issue, n)
	for i := range out {
		title := fmt.Sprintf("%s %s loses the %s when the %s is %s", words[i%20], words[(i/20)%20], words[(i/7)%20], words[(i/3)%20], words[(i*13+5)%20])
		path := fmt.Sprintf("app/%s/%s_%d.go", words[i%20], words[(i/11)%20], i%997)
		labels := []string{severities[i*7%4], []string{"difficulty:easy", "difficulty:medium", "difficulty:hard"}[i%3], "footprint:narrow"}
		out[i] = Issue(i+1, i%700, title, path, i%800+1, labels...)
		out[i].Body += strings.Repeat("The caller never learns of it, and the next run begins from a wrong state.\n", 24)
	}
	return out
}

// Queue reads a queue that a test holds in its hands.
type Queue struct {
	Issues  []model.Issue
	NoKnown bool
	Err     error                // of the next reads
	Changes []recipe.QueueChange // told by the next read
	Facts   model.Facts

	mu     sync.Mutex
	inputs []recipe.QueueInput
}

// Known gives the open or the closed ones, read an hour ago.
func (q *Queue) Known(_ context.Context, show recipe.Show) (recipe.QueueResult, bool) {
	if q.NoKnown {
		return recipe.QueueResult{}, false
	}
	res := q.list(show)
	res.Known, res.At = true, Now().Add(-time.Hour)
	return res, true
}

// Run gives the open or the closed ones.
func (q *Queue) Run(_ context.Context, in recipe.QueueInput) (recipe.QueueResult, error) {
	q.mu.Lock()
	q.inputs = append(q.inputs, in)
	q.mu.Unlock()
	for page := range 3 {
		in.Progress(recipe.Step{Name: "read the issues", State: recipe.StepRunning, Done: page + 1, Total: 3})
	}
	if q.Err != nil {
		return recipe.QueueResult{}, q.Err
	}
	res := q.list(in.Show)
	res.At = Now()
	if in.Show == recipe.ShowOpen {
		res.Changes = q.Changes
	}
	return res, nil
}

// Overlay is the recipe's.
func (q *Queue) Overlay(res recipe.QueueResult, written []recipe.Written) recipe.QueueResult {
	return recipe.ReadQueue{Rules: model.DefaultRules(), Now: Now}.Overlay(res, written)
}

// Inputs are the reads that were asked for, oldest first.
func (q *Queue) Inputs() []recipe.QueueInput {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.inputs
}

func (q *Queue) list(show recipe.Show) recipe.QueueResult {
	res := recipe.QueueResult{Show: show, Facts: q.Facts}
	for _, is := range q.Issues {
		if string(is.State) == string(show) {
			res.Issues = append(res.Issues, is)
		}
	}
	res.Queue = model.NewQueue(res.Issues, q.Facts)
	return res
}

// Decline declines, or fails.
type Decline struct {
	Err  error
	Fail map[int]error // issues that cannot be declined
	Runs []recipe.DeclineInput
}

// Run keeps the input and answers as the recipe does.
func (d *Decline) Run(_ context.Context, in recipe.DeclineInput) (recipe.ChangeResult, error) {
	d.Runs = append(d.Runs, in)
	if d.Err != nil {
		return recipe.ChangeResult{}, d.Err
	}
	res := recipe.ChangeResult{DryRun: in.DryRun}
	for _, n := range in.Numbers {
		c := recipe.IssueChange{Number: n, Outcome: recipe.Changed, Edit: model.LabelEdit{Add: []string{"wontfix"}}, Comment: in.Reason, Closed: model.NotPlanned}
		if err := d.Fail[n]; err != nil {
			c = recipe.IssueChange{Number: n, Outcome: recipe.Failed, Err: err}
		}
		res.Issues = append(res.Issues, c)
	}
	return res, nil
}

// Undo takes back what a test says.
type Undo struct {
	Plan   []recipe.IssueChange
	Change string // the name of the change that is taken back
	Runs   []recipe.UndoInput
}

// Run keeps the input and gives the plan.
func (u *Undo) Run(_ context.Context, in recipe.UndoInput) (recipe.ChangeResult, error) {
	u.Runs = append(u.Runs, in)
	return recipe.ChangeResult{DryRun: in.DryRun, Issues: u.Plan, Undoes: u.Change}, nil
}

// Code shows the same few lines for every place.
type Code struct{}

// Run gives lines around the cited one.
func (Code) Run(_ context.Context, in recipe.CodeInput) (recipe.Excerpt, error) {
	return recipe.Excerpt{
		Path: in.Path, Line: in.Line, First: in.Line - 2, Total: 900,
		Lines: []string{"try {", "\tawait gateway.refund(id)", "} catch { }", "return done", "}"},
	}, nil
}

// History tells of one re-grade.
type History struct{}

// Run gives a history of severity.
func (History) Run(_ context.Context, in recipe.HistoryInput) (recipe.HistoryResult, error) {
	return recipe.HistoryResult{Number: in.Number, Axes: []recipe.AxisHistory{{Axis: model.Severity, Changes: []recipe.AxisChange{
		{To: model.Important, At: Now().AddDate(0, 0, -21), Actor: "alice"},
		{From: model.Important, To: model.Critical, At: Now().AddDate(0, 0, -2), Actor: "bob"},
	}}}}, nil
}
