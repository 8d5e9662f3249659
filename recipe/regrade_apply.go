package recipe

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gh-debt/model"
)

// bodyTries is how often a body edit is planned anew when somebody edits the
// body between our read and our write.
const bodyTries = 3

// one reads, plans and changes one issue.
func (s *regrading) one(ctx context.Context, number int) IssueChange {
	issue, err := s.Tracker.Issue(ctx, number)
	if err != nil {
		return IssueChange{}.fail(err)
	}
	c := s.plan(ctx, issue)
	if c.Outcome != Changed || s.in.DryRun {
		return c
	}
	if c.ChangesBody() {
		if issue, c, err = s.writeBody(ctx, issue, c); err != nil {
			return s.unfinished(number, c.fail(err))
		}
		if c.Outcome != Changed {
			return c
		}
	}
	if len(c.Edit.Add)+len(c.Edit.Remove) == 0 {
		return c
	}
	if c.ChangesBody() {
		// The first half is written: from here on an interruption waits.
		var cancel context.CancelFunc
		ctx, cancel = finishing(ctx)
		defer cancel()
	}
	return s.writeLabels(ctx, issue, c)
}

// writeBody edits the body if it is still the one that was planned from, else
// plans again from what somebody made of it. It gives the issue as it was when
// the change that was written was planned.
func (s *regrading) writeBody(ctx context.Context, issue model.Issue, c IssueChange) (model.Issue, IssueChange, error) {
	for try := 1; ; try++ {
		err := s.Tracker.EditBody(ctx, issue.Number, c.OldBody, c.NewBody)
		if err == nil {
			return issue, c, nil
		}
		look, cancel := finishing(ctx)
		fresh, readErr := s.Tracker.Issue(look, issue.Number)
		cancel()
		switch {
		case readErr != nil:
			return issue, untouched(c), err
		case fresh.Body == c.NewBody:
			return issue, c, nil // the answer was lost, the edit was not
		case try == bodyTries || ctx.Err() != nil:
			return issue, untouched(c), err
		case fresh.Body == c.OldBody && denied(err):
			return issue, untouched(c), err
		}
		issue = fresh
		if c = s.plan(ctx, issue); c.Outcome != Changed || !c.ChangesBody() {
			return issue, c, nil
		}
	}
}

// untouched is the change of which nothing was written.
func untouched(c IssueChange) IssueChange {
	c.NewBody = c.OldBody
	c.Edit = model.LabelEdit{}
	c.After = c.Before
	return c
}

// denied reports whether asking again cannot help.
func denied(err error) bool {
	switch faultKind(err) {
	case model.FaultNotSignedIn, model.FaultNoPermission, model.FaultNotFound,
		model.FaultIssuesOff, model.FaultArchived, model.FaultInvalid:
		return true
	}
	return false
}

// writeLabels edits the labels, reads the issue again, and puts an axis right
// that does not hold exactly one value, once.
func (s *regrading) writeLabels(ctx context.Context, before model.Issue, c IssueChange) IssueChange {
	editErr := s.Tracker.EditLabels(ctx, before.Number, c.Edit)
	look, cancel := finishing(ctx)
	defer cancel()
	issue, err := s.Tracker.Issue(look, before.Number)
	if err != nil {
		err = fmt.Errorf("read #%d again: %w", before.Number, err)
		return s.unfinished(before.Number, c.fail(errors.Join(editErr, err)))
	}
	odd := s.oddAxes(issue, nil)
	planned := c.Edit
	c = done(c, planned, before, issue)
	if len(odd) == 0 {
		return c
	}
	if editErr != nil && c.Edit.Empty() && (ctx.Err() != nil || denied(editErr)) {
		return s.unfinished(before.Number, c.fail(editErr))
	}
	repair, won, err := s.repair(look, before, issue, odd)
	if err != nil {
		return s.unfinished(before.Number, c.fail(errors.Join(editErr, err)))
	}
	if issue, err = s.applyRepair(look, issue, repair); err != nil {
		return s.unfinished(before.Number, c.fail(errors.Join(editErr, err)))
	}
	c.remark(CodeAxisRepaired, fmt.Sprintf("the labels of #%d had to be put right: %s", issue.Number, editInWords(repair)))
	c = done(c, merged(planned, repair), before, issue)
	return s.judge(look, c, issue, won, editErr)
}

// judge says how the change ended after its repair.
func (s *regrading) judge(ctx context.Context, c IssueChange, issue model.Issue, won map[model.Axis]string, editErr error) IssueChange {
	if odd := s.oddAxes(issue, won); len(odd) > 0 {
		c.remark(CodeAxisCount, fmt.Sprintf("%s of #%d does not hold exactly the value that was asked for", axesText(odd), issue.Number))
		if editErr == nil {
			editErr = fmt.Errorf("%s of #%d does not stay as it was set", axesText(odd), issue.Number)
		}
		return s.unfinished(issue.Number, c.fail(editErr))
	}
	if len(won) == 0 {
		return c
	}
	c.Outcome = Overtaken
	var axes []model.Axis
	for _, a := range sortedAxes(s.in.Changes) {
		if _, ok := won[a]; ok {
			axes = append(axes, a)
		}
	}
	c.remark(CodeChangedSince, fmt.Sprintf("somebody else set %s of #%d at the same moment, and theirs stays", axesText(axes), issue.Number))
	if _, ok := won[model.Severity]; ok && s.in.Changes[model.Severity] == model.Investigate && c.ChangesBody() {
		// Our question belongs to a severity that does not stand.
		if err := s.Tracker.EditBody(ctx, issue.Number, c.NewBody, c.OldBody); err != nil {
			c.remark(model.CodeStrayInvestigate, fmt.Sprintf("#%d still holds the research block: %s", issue.Number, err))
			return c
		}
		c.NewBody = c.OldBody
	}
	return c
}

// done puts into the change what the issue, read back, says was written.
func done(c IssueChange, planned model.LabelEdit, before, after model.Issue) IssueChange {
	c.After = model.ReadGrades(after.Labels)
	c.Edit = model.LabelEdit{}
	for _, l := range planned.Add {
		if after.HasLabel(l) && !before.HasLabel(l) {
			c.Edit.Add = append(c.Edit.Add, l)
		}
	}
	for _, l := range planned.Remove {
		if !after.HasLabel(l) && before.HasLabel(l) {
			c.Edit.Remove = append(c.Edit.Remove, l)
		}
	}
	return c
}

// merged is both edits as one.
func merged(a, b model.LabelEdit) model.LabelEdit {
	var out model.LabelEdit
	for _, l := range append(append([]string{}, a.Add...), b.Add...) {
		if !hasFold(out.Add, l) {
			out.Add = append(out.Add, l)
		}
	}
	for _, l := range append(append([]string{}, a.Remove...), b.Remove...) {
		if !hasFold(out.Remove, l) {
			out.Remove = append(out.Remove, l)
		}
	}
	return out
}

// editInWords is an edit as a person reads it.
func editInWords(edit model.LabelEdit) string {
	var words []string
	for _, l := range edit.Add {
		words = append(words, "+ "+l)
	}
	for _, l := range edit.Remove {
		words = append(words, "- "+l)
	}
	return strings.Join(words, ", ")
}

func axesText(axes []model.Axis) string {
	var words []string
	for _, a := range axes {
		words = append(words, string(a))
	}
	return strings.Join(words, " and ")
}
