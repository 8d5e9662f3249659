package recipe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// settle ends a race with one open issue of the key (section 8, step 7).
//
// Of open issues with one key the lowest number stays. Numbers grow in the order
// of creation and a filing looks after it created, so that the one with the
// higher number always sees the lower one and closes its own. The lower one also
// closes the higher ones that it sees: their makers may have died meanwhile.
func (f *filing) settle(ctx context.Context, ours model.Issue) error {
	end := f.begin(StepTwin)
	var lookErr error
	for _, d := range lookWaits() {
		if err := f.Pause(ctx, d); err != nil {
			break
		}
		var open []model.Issue
		if open, lookErr = f.openNow(ctx, f.mayHide()); lookErr != nil {
			continue
		}
		seen := containsNumber(open, ours.Number)
		if !seen {
			var err error
			if ours, err = f.Tracker.Issue(ctx, ours.Number); err != nil {
				lookErr = err
				continue
			}
			if ours.State == model.Closed {
				err := f.closedByOthers(ctx, ours, open)
				end(fmt.Sprintf("#%d", f.res.Number), err)
				return err
			}
			open = append(slices.Clone(open), ours)
		}
		twins := model.Twins(open, f.key.Path, f.key.Line)
		if len(twins) > 1 {
			err := f.closeTwins(ctx, ours, twins)
			end(fmt.Sprintf("#%d stays", f.res.Number), err)
			return err
		}
		if seen {
			end("none", nil)
			return nil
		}
		// A list that does not show our own issue yet may hide another, too.
	}
	if lookErr == nil {
		end("none", nil)
		return nil
	}
	f.remark(CodeTwin, fmt.Sprintf("#%d was filed, but whether somebody filed the same at the same moment could not be seen; file it again to look: nothing is created twice", ours.Number), ours.Number)
	end("", lookErr)
	return lookErr
}

// pages reports the pages of a list as the detail of the step.
func (f *filing) pages(list string) func(done, total int) {
	p := f.within()
	return func(done, total int) {
		p(Step{Name: list, State: StepRunning, Done: done, Total: total})
	}
}

// closedByOthers is what became of an issue of ours that somebody closed before
// we looked: mostly another filing, which saw it as a twin of a lower number.
func (f *filing) closedByOthers(ctx context.Context, ours model.Issue, open []model.Issue) error {
	f.show(ours)
	if ours.StateReason != model.Duplicate {
		return nil
	}
	if twins := model.Twins(open, f.key.Path, f.key.Line); len(twins) > 0 {
		f.yieldTo(ours, twins[0])
		return nil
	}
	original, err := f.Dedup.original(ctx, []model.Issue{ours})
	if err != nil {
		return err
	}
	if original != nil {
		f.yieldTo(ours, *original)
	}
	return nil
}

// yieldTo makes the result that of a match with another issue.
func (f *filing) yieldTo(ours, keeper model.Issue) {
	f.res.Outcome = OutcomeMatched
	if keeper.Declined() {
		f.res.Outcome = OutcomeDeclined
	}
	f.show(keeper)
	f.res.Source = model.SourceKey
	if m, ok := model.NewIndex([]model.Issue{keeper}, nil).Find(f.key.Path, f.key.Line); ok {
		f.res.InnerKey = m.Inner
	}
	f.remark(CodeTwin, fmt.Sprintf("#%d was filed at the same moment; #%d was closed as its duplicate", keeper.Number, ours.Number), ours.Number)
}

// closeTwins leaves the lowest number open.
func (f *filing) closeTwins(ctx context.Context, ours model.Issue, twins []model.Issue) error {
	keeper := twins[0]
	if keeper.Number != ours.Number {
		return f.yield(ctx, ours, keeper)
	}
	var first error
	for _, twin := range twins[1:] {
		if err := f.closeTwin(ctx, twin.Number, keeper.Number); err != nil {
			f.remark(CodeTwin, fmt.Sprintf("#%d carries the same key and could not be closed as a duplicate: %s", twin.Number, err), twin.Number)
			if first == nil {
				first = err
			}
			continue
		}
		f.remark(CodeTwin, fmt.Sprintf("#%d was filed for the same key after #%d and closed as its duplicate", twin.Number, keeper.Number), twin.Number)
	}
	return first
}

// yield closes our own issue in favour of a lower one, which is read again
// before and after: should somebody have closed it meanwhile as resolved, ours
// is the finding that is left, and stays.
func (f *filing) yield(ctx context.Context, ours, keeper model.Issue) error {
	now, err := f.Tracker.Issue(ctx, keeper.Number)
	if err != nil {
		now = keeper // it was open a moment ago
	}
	if resolved(now) {
		f.remark(CodeReturned, fmt.Sprintf("#%d with the same key was resolved at the same moment", now.Number), now.Number)
		return nil
	}
	if err := f.closeTwin(ctx, ours.Number, keeper.Number); err != nil {
		f.remark(CodeTwin, fmt.Sprintf("#%d carries the same key as #%d and could not be closed as its duplicate: %s", ours.Number, keeper.Number, err), ours.Number)
		return err
	}
	if now, err = f.Tracker.Issue(ctx, keeper.Number); err == nil && resolved(now) {
		if err := reopenIssue(ctx, f.Tracker, ours.Number); err == nil {
			f.remark(CodeReturned, fmt.Sprintf("#%d with the same key was resolved at the same moment", now.Number), now.Number)
			return nil
		}
	}
	if err != nil {
		now = keeper
	}
	f.yieldTo(ours, now)
	return nil
}

// resolved reports whether the issue is closed and is neither declined nor a
// duplicate, so that it does not stand for a finding any more.
func resolved(issue model.Issue) bool {
	return issue.State == model.Closed && !issue.Declined() && issue.StateReason != model.Duplicate
}

// closeTwin closes an open issue of our key as a duplicate, with the comment by
// which GitHub and we find the original. One that is closed by now is left.
func (f *filing) closeTwin(ctx context.Context, number, keeper int) error {
	issue, err := f.Tracker.Issue(ctx, number)
	if err != nil {
		return err
	}
	if key, ok := model.FindKey(issue.Body); issue.State == model.Closed || !ok || !samePlace(key, f.key) {
		return nil
	}
	text := fmt.Sprintf("Duplicate of #%d", keeper)
	said := false
	if issue.Comments > 0 {
		if said, err = duplicateSaid(ctx, f.Tracker, number, text); err != nil {
			return err
		}
	}
	if !said {
		if err := comment(ctx, f.Tracker, number, f.repo.Viewer, text); err != nil {
			return err
		}
	}
	closed, err := closeIssue(ctx, f.Tracker, number, model.Duplicate, func() error {
		err := f.Tracker.CloseAsDuplicate(ctx, number, keeper)
		if faultKind(err) == model.FaultInvalid { // a server that knows no original
			err = f.Tracker.Close(ctx, number, model.Duplicate)
		}
		return err
	})
	if err != nil {
		return err
	}
	if closed {
		f.logTwin(issue)
	}
	return nil
}

// duplicateSaid reports whether anybody has named the original already.
func duplicateSaid(ctx context.Context, from CommentReader, number int, text string) (bool, error) {
	comments, err := from.Comments(ctx, number)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(comments, func(c model.Comment) bool { return strings.TrimSpace(c.Body) == text }), nil
}

// logTwin keeps the closing of a twin in the log of changes.
func (f *filing) logTwin(issue model.Issue) {
	err := f.Log.Append(LogEntry{
		At: f.Now().UTC(), Group: newGroup(), Op: OpTwin, Repository: slug(f.repo), Number: issue.Number,
		Title: issue.Title, By: f.repo.Viewer, Outcome: string(Changed), Closed: model.Duplicate,
	})
	if err != nil {
		f.remark(CodeLog, err.Error(), issue.Number)
	}
}

// leftovers closes the twins of a match that an interrupted run from here left
// open: those that the log says were filed from this clone, and those of this
// account that hold the very text that is filed now. Others are told.
func (f *filing) leftovers(ctx context.Context, open []model.Issue) error {
	twins := model.Twins(open, f.key.Path, f.key.Line)
	if len(twins) < 2 {
		return nil
	}
	own := f.ownNumbers()
	var first error
	for _, twin := range twins[1:] {
		mine := slices.Contains(own, twin.Number) || f.isOwn(twin) && twin.Comments == 0
		if f.dryRun || !mine {
			f.remark(CodeTwin, fmt.Sprintf("#%d carries the same key and is open too; close one of them", twin.Number), twin.Number)
			continue
		}
		if err := f.closeTwin(ctx, twin.Number, twins[0].Number); err != nil {
			f.remark(CodeTwin, fmt.Sprintf("#%d carries the same key and could not be closed as a duplicate: %s", twin.Number, err), twin.Number)
			if first == nil {
				first = err
			}
			continue
		}
		f.remark(CodeTwin, fmt.Sprintf("#%d, left open by an earlier run, was closed as a duplicate of #%d", twin.Number, twins[0].Number), twin.Number)
	}
	return first
}
