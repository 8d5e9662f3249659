package recipe

import (
	"context"
	"fmt"
	"slices"

	"gh-debt/model"
)

// IssueTracker is what ShowIssue asks of the tracker.
type IssueTracker interface {
	IssueReader
	TimelineReader
	CommentReader
}

// ShowIssue gathers all there is to know of one issue.
type ShowIssue struct {
	Tracker IssueTracker
	Facts   ReadQueue // asks git about the key
	Code    Code
}

func newShowIssue(d Deps) ShowIssue {
	return ShowIssue{Tracker: d.Tracker, Facts: newReadQueue(d), Code: newCode(d)}
}

// IssueInput names the issue.
type IssueInput struct {
	Number int
	// Queue is the one that is on the screen, for the batch; nil where there is none.
	Queue    *model.Queue
	Around   int // lines of code before and after the cited one
	Progress Progress
}

// IssueResult is one issue with its surroundings.
type IssueResult struct {
	Entry    model.Entry // the issue, its grades, key, origin, marks and batch
	Mates    []model.Entry
	Research []model.Research
	Comments []model.Comment
	Events   []model.Event
	History  []AxisHistory
	Excerpt  *Excerpt // nil: the issue cites no code, or there is no checkout
	Notes    []string // what could not be read, a sentence each
}

// Run reads the issue, its timeline and its comments side by side, and the code
// that it cites, at the place where that lies now. Only the issue itself must be
// had; the rest is noted when it cannot.
func (r ShowIssue) Run(ctx context.Context, in IssueInput) (IssueResult, error) {
	p := in.Progress.serial()
	var issue model.Issue
	var res IssueResult
	var noTimeline, noComments error
	err := sideBySide(ctx,
		func(ctx context.Context) (err error) {
			end := p.step(fmt.Sprintf("read #%d", in.Number))
			issue, err = r.Tracker.Issue(ctx, in.Number)
			end("", err)
			return err
		},
		func(ctx context.Context) error {
			res.Events, noTimeline = r.Tracker.Timeline(ctx, in.Number)
			return nil
		},
		func(ctx context.Context) error {
			res.Comments, noComments = r.Tracker.Comments(ctx, in.Number)
			return nil
		})
	if err != nil {
		return IssueResult{}, err
	}
	if noTimeline != nil {
		res.Notes = append(res.Notes, "the history is not shown: "+noTimeline.Error())
	}
	if noComments != nil {
		res.Notes = append(res.Notes, "the comments are not shown: "+noComments.Error())
	}
	res.History = gradeHistory(res.Events)
	res.Research = model.FindResearch(issue.Body)
	r.place(ctx, issue, in.Queue, &res)
	r.excerpt(ctx, in.Around, &res)
	return res, ctx.Err()
}

// place finds the issue's entry and its batch mates. The issue may have changed
// since the queue was read, and then takes its new place.
func (r ShowIssue) place(ctx context.Context, issue model.Issue, last *model.Queue, res *IssueResult) {
	var issues []model.Issue
	if last != nil {
		issues = issuesOf(*last)
	}
	issues = slices.DeleteFunc(issues, func(is model.Issue) bool { return is.Number == issue.Number })
	issues = append(issues, issue)
	f := r.Facts.facts(nil)
	f.look(ctx, []model.Issue{issue})
	facts, notes := f.finish(ctx, nil)
	res.Notes = append(res.Notes, notes...)
	queue := model.NewQueue(issues, facts)
	entry, _, ok := queue.Find(issue.Number)
	if !ok {
		return
	}
	res.Entry = *entry
	for _, n := range entry.Mates() {
		if mate, _, ok := queue.Find(n); ok {
			res.Mates = append(res.Mates, *mate)
		}
	}
}

// issuesOf gives the issues of a queue, in its order.
func issuesOf(q model.Queue) []model.Issue {
	issues := make([]model.Issue, len(q.Entries))
	for i := range q.Entries {
		issues[i] = q.Entries[i].Issue
	}
	return issues
}

// excerpt reads the code where it lies now.
func (r ShowIssue) excerpt(ctx context.Context, around int, res *IssueResult) {
	if r.Code.Files == nil || res.Entry.Path == "" {
		return
	}
	in := CodeInput{Path: res.Entry.Path, Line: res.Entry.Line, Around: around}
	if m := res.Entry.Moved; m != nil {
		in.Path, in.Line = m.Path, m.Line
	}
	e, err := r.Code.Run(ctx, in)
	if err != nil {
		res.Notes = append(res.Notes, "the code is not shown: "+err.Error())
		return
	}
	res.Excerpt = &e
}
