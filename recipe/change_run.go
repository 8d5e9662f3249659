package recipe

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"gh-debt/model"
)

// finishTime is how long a change that has begun may take to end after it was
// interrupted.
const finishTime = 30 * time.Second

// finishing gives a context in which a change that has begun is brought to its
// end although the caller gave up, so that an interruption leaves nothing half
// done: it ends a while after ctx does.
func finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		t := time.AfterFunc(finishTime, cancel)
		context.AfterFunc(out, func() { t.Stop() })
	})
	return out, func() {
		stop()
		cancel()
	}
}

// changeRun is one run over one or several issues: what all of them share.
type changeRun struct {
	op     Op
	group  string
	repo   model.Repository
	log    Changelog
	marker Marker
	now    Clock
	undoes string
	dryRun bool
	notes  []Remark
	dirty  bool
}

func newGroup() string { return rand.Text() }

// each calls one for every number in turn. One failure does not stop the rest;
// after an interruption the rest are left.
func (run *changeRun) each(ctx context.Context, numbers []int, p Progress, one func(n int) IssueChange) []IssueChange {
	name := fmt.Sprintf("%s %s", run.op, model.Counted(len(numbers), "issue", "issues"))
	out := make([]IssueChange, 0, len(numbers))
	for i, n := range numbers {
		if ctx.Err() != nil {
			out = append(out, IssueChange{Number: n, Outcome: Left})
			continue
		}
		p.report(Step{Name: name, State: StepRunning, Detail: fmt.Sprintf("#%d", n), Done: i, Total: len(numbers)})
		c := one(n)
		c.Number = n
		run.keep(c)
		out = append(out, c)
	}
	p.report(Step{Name: name, State: StepDone, Done: len(numbers), Total: len(numbers)})
	if run.dirty {
		if err := run.marker.Touch(); err != nil {
			p.report(Step{Name: "touch the marker", State: StepFailed, Detail: err.Error()})
		}
	}
	return out
}

// keep writes what was done to one issue into the log.
func (run *changeRun) keep(c IssueChange) {
	if run.dryRun {
		return
	}
	e := LogEntry{
		At: run.now().UTC(), Group: run.group, Op: run.op, Repository: slug(run.repo),
		Number: c.Number, Title: c.Title, By: run.repo.Viewer, Outcome: string(c.Outcome),
		Added: c.Edit.Add, Removed: c.Edit.Remove, Closed: c.Closed, Reopened: c.Reopened, Undoes: run.undoes,
	}
	if c.ChangesBody() {
		if secrets, err := (Secrets{}).Find(c.OldBody + "\n" + c.NewBody); err != nil || len(secrets) > 0 {
			e.Withheld = true
		} else {
			e.OldBody, e.NewBody = &c.OldBody, &c.NewBody
		}
	}
	if c.Err != nil {
		e.Error = c.Err.Error()
	}
	if !e.Changed() && run.undoes == "" {
		return
	}
	run.dirty = run.dirty || e.Changed()
	if err := run.log.Append(e); err != nil {
		run.notes = append(run.notes, Remark{Code: CodeLog, Message: err.Error(), Number: c.Number})
	}
}

// result gathers the entries.
func (run *changeRun) result(dryRun bool, issues []IssueChange) ChangeResult {
	return ChangeResult{DryRun: dryRun, Issues: issues, Notes: run.notes}
}

// uniqueNumbers checks the issue numbers and drops repeats, keeping the order.
func uniqueNumbers(numbers []int) ([]int, error) {
	if len(numbers) == 0 {
		return nil, usagef("no issue is named")
	}
	var out []int
	for _, n := range numbers {
		if n < 1 {
			return nil, usagef("%d is no issue number", n)
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// faultKind is the kind of the tracker's fault in err, 0 when there is none.
func faultKind(err error) model.FaultKind {
	var f *model.Fault
	if errors.As(err, &f) {
		return f.Kind
	}
	return 0
}

// report calls p, which may be nil.
func (p Progress) report(s Step) {
	if p != nil {
		p(s)
	}
}
