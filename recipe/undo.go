package recipe

import (
	"context"
	"fmt"
	"strings"

	"gh-debt/model"
)

// UndoTracker is what Undo asks of the tracker.
type UndoTracker interface {
	RepositoryReader
	IssueLister
	IssueReader
	LabelEditor
	BodyEditor
	StateEditor
}

// Undo takes back the last re-grade or decline that the log of changes holds,
// by new label edits and by reopening, so that the history only grows. An issue
// that is not as the change left it is not touched.
type Undo struct {
	Tracker UndoTracker
	Rules   model.Rules
	Log     Changelog
	Marker  Marker
	Now     Clock
}

func newUndo(d Deps) Undo {
	return Undo{Tracker: d.Tracker, Rules: d.Rules, Log: newChangelog(d), Marker: newMarker(d), Now: d.Now}
}

// UndoInput says how to undo.
type UndoInput struct {
	// Change is the change to take back, as a dry run named it, so that a yes
	// holds for what was asked about although another was made meanwhile; "" is
	// the last one.
	Change   string
	DryRun   bool
	Progress Progress
}

// undoing is one run of Undo.
type undoing struct {
	Undo
	changeRun
	in UndoInput
}

// Run takes the last change back, or the one that the input names, on every issue
// that it changed. When there is none, the result holds no issue. A change whose undoing failed half way is
// the last one again, so that running it again completes it.
func (r Undo) Run(ctx context.Context, in UndoInput) (ChangeResult, error) {
	in.Progress = in.Progress.serial()
	repo, err := Rights{Tracker: r.Tracker}.Run(ctx, RightsInput{})
	if err != nil {
		return ChangeResult{}, err
	}
	entries, _, err := r.Log.Read(0)
	if err != nil {
		return ChangeResult{}, err
	}
	last := lastUndoable(entries, slug(repo), in.Change)
	if len(last) == 0 {
		return ChangeResult{DryRun: in.DryRun, Issues: []IssueChange{}}, nil
	}
	s := &undoing{Undo: r, in: in}
	s.changeRun = changeRun{
		op: OpUndo, group: newGroup(), repo: repo, log: r.Log, marker: r.Marker, now: r.Now, undoes: last[0].Group, dryRun: in.DryRun,
	}
	byNumber := map[int]LogEntry{}
	var numbers []int
	for _, e := range last {
		byNumber[e.Number] = e
		numbers = append(numbers, e.Number)
	}
	issues := s.each(ctx, numbers, in.Progress, func(n int) IssueChange { return s.one(ctx, byNumber[n]) })
	res := s.result(in.DryRun, issues)
	res.Undoes = s.undoes
	return res, nil
}

// lastUndoable gives the entries of the newest re-grade or decline of the
// repository that was not taken back yet, in the order they were made; where a
// change is named, of that one.
func lastUndoable(newestFirst []LogEntry, repository, change string) []LogEntry {
	taken := map[string]map[int]bool{}
	var out []LogEntry
	for _, e := range newestFirst {
		switch {
		case e.Repository != repository:
		case len(out) > 0:
			if e.Group == out[0].Group && !taken[e.Group][e.Number] {
				out = append([]LogEntry{e}, out...)
			}
		case e.Op == OpUndo:
			if e.Outcome != string(Failed) {
				if taken[e.Undoes] == nil {
					taken[e.Undoes] = map[int]bool{}
				}
				taken[e.Undoes][e.Number] = true
			}
		case e.Op == OpRegrade || e.Op == OpDecline:
			if e.Changed() && !taken[e.Group][e.Number] && (change == "" || e.Group == change) {
				out = append(out, e)
			}
		}
	}
	return out
}

// one takes the change of one issue back.
func (s *undoing) one(ctx context.Context, e LogEntry) IssueChange {
	issue, err := s.Tracker.Issue(ctx, e.Number)
	if err != nil {
		return IssueChange{Title: e.Title}.fail(err)
	}
	c := s.plan(issue, e)
	if c.Outcome == Changed && !holdsInvestigate(issue.Labels) && holdsInvestigate(c.Edit.Add) {
		c = s.planCap(ctx, c)
	}
	if c.Outcome != Changed || s.in.DryRun {
		return c
	}
	return s.write(ctx, e.Number, c)
}

// planCap obeys the cap of investigations when one would be opened again.
func (s *undoing) planCap(ctx context.Context, c IssueChange) IssueChange {
	open, err := s.Tracker.Issues(ctx, model.Open, nil)
	if err != nil {
		return c.fail(err)
	}
	if p, full := model.CheckCap(c.Edit.Add, open, s.Rules); full {
		return c.refuse(p.Code, p.Message)
	}
	return c
}

// plan says which edits lead back. Each fact must be as the change left it, or
// be taken back already.
func (s *undoing) plan(issue model.Issue, e LogEntry) IssueChange {
	grades := model.ReadGrades(issue.Labels)
	c := IssueChange{
		Title: issue.Title, URL: issue.URL, Before: grades, OldBody: issue.Body, NewBody: issue.Body, Outcome: Changed,
	}
	if why := s.differs(issue, e); why != "" {
		c.After = grades
		return c.refuse(CodeNotUndoable, fmt.Sprintf("#%d is not as the %s left it: %s", issue.Number, e.Op, why))
	}
	if e.OldBody != nil {
		c.NewBody = *e.OldBody
	}
	for _, l := range e.Removed {
		if !issue.HasLabel(l) {
			c.Edit.Add = append(c.Edit.Add, l)
		}
	}
	for _, l := range e.Added {
		if issue.HasLabel(l) {
			c.Edit.Remove = append(c.Edit.Remove, l)
		}
	}
	c.Reopened = e.Closed != "" && issue.State == model.Closed
	c.After = model.ReadGrades(edited(issue.Labels, c.Edit))
	if c.Edit.Empty() && !c.ChangesBody() && !c.Reopened {
		c.Outcome = Unchanged
	}
	return c
}

// differs says what is neither as the change left it nor as it was before.
func (s *undoing) differs(issue model.Issue, e LogEntry) string {
	if e.Withheld {
		return "its text holds a secret, so that it was not kept in the log"
	}
	if e.NewBody != nil && issue.Body != *e.NewBody && issue.Body != *e.OldBody {
		return "its body was edited since"
	}
	if e.Closed != "" && issue.State == model.Closed && issue.StateReason != e.Closed {
		return "it was closed as " + reasonInWords(issue.StateReason) + " since"
	}
	for _, axis := range model.Axes() {
		left, was := labelsOf(e.Added, axis), labelsOf(e.Removed, axis)
		if len(left)+len(was) == 0 {
			continue
		}
		if have := labelsOf(issue.Labels, axis); !within(have, append(left, was...)) {
			return fmt.Sprintf("%s is %s now", axis, strings.Join(have, " and "))
		}
	}
	return ""
}

// within reports whether all of the labels are among the others.
func within(labels, among []string) bool {
	for _, l := range labels {
		if !hasFold(among, l) {
			return false
		}
	}
	return true
}

// write makes the edits: body, labels, state, as the change was made.
func (s *undoing) write(ctx context.Context, number int, planned IssueChange) IssueChange {
	c := planned
	c.NewBody, c.Edit, c.Reopened, c.After = c.OldBody, model.LabelEdit{}, false, c.Before
	if planned.ChangesBody() {
		if err := editBody(ctx, s.Tracker, number, planned.OldBody, planned.NewBody); err != nil {
			return c.fail(err)
		}
		c.NewBody = planned.NewBody
		var cancel context.CancelFunc
		ctx, cancel = finishing(ctx)
		defer cancel()
	}
	if !planned.Edit.Empty() {
		if err := editLabels(ctx, s.Tracker, number, planned.Edit); err != nil {
			return s.unfinished(c.fail(err))
		}
		c.Edit, c.After = planned.Edit, planned.After
	}
	if planned.Reopened {
		if err := reopenIssue(ctx, s.Tracker, number); err != nil {
			return s.unfinished(c.fail(err))
		}
		c.Reopened = true
	}
	return c
}

// unfinished says how the undoing is brought to its end.
func (s *undoing) unfinished(c IssueChange) IssueChange {
	c.Remedy = "undo once more"
	return c
}
