package recipe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gh-debt/model"
)

// DeclineTracker is what Decline asks of the tracker.
type DeclineTracker interface {
	RepositoryReader
	IssueReader
	CommentReader
	LabelReader
	LabelKeeper
	LabelEditor
	Commenter
	StateEditor
}

// Decline comments the reason, labels wontfix and closes as not planned, in
// this order (section 7), so that a reason is there before the issue is gone
// from the queue. Repeating it after an interruption writes only what lacks.
type Decline struct {
	Tracker DeclineTracker
	Rules   model.Rules
	Secrets Secrets
	Log     Changelog
	Marker  Marker
	Now     Clock
	RepoArg string
}

func newDecline(d Deps) Decline {
	return Decline{
		Tracker: d.Tracker, Rules: d.Rules, Log: newChangelog(d), Marker: newMarker(d),
		Now: d.Now, RepoArg: d.RepoArg,
	}
}

// DeclineInput says which issues are declined and why.
type DeclineInput struct {
	Numbers []int
	Reason  string
	// NotSecurity says that a person has judged the reason fit for everybody.
	NotSecurity bool
	DryRun      bool
	Progress    Progress
}

// declining is one run of Decline.
type declining struct {
	Decline
	changeRun
	in     DeclineInput
	labels labelSet
}

// Run declines the issues one by one; one failure does not stop the rest. The
// error is a *UsageError without a reason, and a *model.Fault when the
// repository cannot be read or not written; then nothing was changed.
func (r Decline) Run(ctx context.Context, in DeclineInput) (ChangeResult, error) {
	in.Progress = in.Progress.serial()
	in.Reason = strings.TrimSpace(in.Reason)
	numbers, err := uniqueNumbers(in.Numbers)
	if err != nil {
		return ChangeResult{}, err
	}
	if in.Reason == "" {
		return ChangeResult{}, &UsageError{Err: errors.New("declining takes a reason"), Hint: "say why with --reason"}
	}
	if n := model.BodyExcess(in.Reason); n > 0 {
		return ChangeResult{}, usagef("the reason is %d characters too long for a comment", n)
	}
	repo, err := Rights{Tracker: r.Tracker}.Run(ctx, RightsInput{})
	if err != nil {
		return ChangeResult{}, err
	}
	if err := refuseSecret(r.Secrets, repo, in.NotSecurity, in.Reason); err != nil {
		return ChangeResult{}, err
	}
	s := &declining{Decline: r, in: in}
	s.changeRun = changeRun{op: OpDecline, group: newGroup(), repo: repo, log: r.Log, marker: r.Marker, now: r.Now, dryRun: in.DryRun}
	keeper := labelEnsurer{Tracker: r.Tracker, Rules: r.Rules, DryRun: in.DryRun}
	if s.labels, err = keeper.ensure(ctx, []string{model.LabelWontfix}, in.Progress); err != nil {
		return ChangeResult{}, err
	}
	issues := s.each(ctx, numbers, in.Progress, func(n int) IssueChange { return s.one(ctx, n) })
	return s.result(in.DryRun, issues), nil
}

// one declines one issue.
func (s *declining) one(ctx context.Context, number int) IssueChange {
	issue, err := s.Tracker.Issue(ctx, number)
	if err != nil {
		return IssueChange{}.fail(err)
	}
	grades := model.ReadGrades(issue.Labels)
	c := IssueChange{Number: number, Title: issue.Title, URL: issue.URL, Before: grades, After: grades, Outcome: Changed}
	if issue.State == model.Closed && !issue.Declined() {
		return c.refuse(CodeClosed, fmt.Sprintf("#%d is closed already as %s; reopen it first to decline it", number, reasonInWords(issue.StateReason)))
	}
	said, err := s.said(ctx, issue)
	if err != nil {
		return c.fail(err)
	}
	if !said {
		c.Comment = s.in.Reason
	}
	if !issue.HasLabel(model.LabelWontfix) {
		c.Edit.Add = []string{s.labels.in(model.LabelWontfix)}
	}
	if issue.State == model.Open {
		c.Closed = model.NotPlanned
	}
	if said && c.Edit.Empty() && c.Closed == "" {
		c.Outcome = Unchanged
		return c
	}
	if s.in.DryRun {
		return c
	}
	return s.write(ctx, number, c)
}

// said reports whether the viewer gave this very reason already.
func (s *declining) said(ctx context.Context, issue model.Issue) (bool, error) {
	if issue.Comments == 0 {
		return false, nil
	}
	return saidAlready(ctx, s.Tracker, issue.Number, s.repo.Viewer, s.in.Reason)
}

// saidAlready reports whether the issue has a comment with this text by this
// account. Some tokens may not ask who they are; then anybody's counts.
func saidAlready(ctx context.Context, from CommentReader, number int, by, text string) (bool, error) {
	comments, err := from.Comments(ctx, number)
	if err != nil {
		return false, err
	}
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r", "")) }
	for _, c := range comments {
		if (by == "" || strings.EqualFold(c.Author, by)) && plain(c.Body) == plain(text) {
			return true, nil
		}
	}
	return false, nil
}

// write does what lacks; what a lost answer leaves open is settled by looking.
func (s *declining) write(ctx context.Context, number int, planned IssueChange) IssueChange {
	c := planned
	c.Comment, c.Edit, c.Closed = "", model.LabelEdit{}, ""
	if planned.Comment != "" {
		if err := comment(ctx, s.Tracker, number, s.repo.Viewer, planned.Comment); err != nil {
			return s.unfinished(number, c.fail(err))
		}
		c.Comment = planned.Comment
		var cancel context.CancelFunc
		ctx, cancel = finishing(ctx)
		defer cancel()
	}
	if !planned.Edit.Empty() {
		if err := editLabels(ctx, s.Tracker, number, planned.Edit); err != nil {
			return s.unfinished(number, c.fail(err))
		}
		c.Edit = planned.Edit
	}
	if planned.Closed != "" {
		closed, err := closeIssue(ctx, s.Tracker, number, planned.Closed, func() error {
			return s.Tracker.Close(ctx, number, planned.Closed)
		})
		if err != nil {
			return s.unfinished(number, c.fail(err))
		}
		if closed {
			c.Closed = planned.Closed
		} else {
			c.remark(CodeClosed, fmt.Sprintf("somebody else closed #%d at the same moment", number))
		}
	}
	return c
}

func reasonInWords(r model.StateReason) string {
	if r == model.NoReason {
		return string(model.Completed)
	}
	return strings.ReplaceAll(string(r), "_", " ")
}

// unfinished says which half is done and adds the command that does the rest.
func (s *declining) unfinished(number int, c IssueChange) IssueChange {
	words := []string{"gh", "debt", "decline", strconv.Itoa(number), "--reason", s.in.Reason}
	if s.RepoArg != "" {
		words = append(words, "--repo", s.RepoArg)
	}
	c.Remedy = shellCommand(words...)
	return c
}
