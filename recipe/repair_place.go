package recipe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
)

// confirm refuses a new place that the checkout does not hold, as a filing does,
// and takes the path as the tree spells it. A place that the issue's key names
// already may stay: the class alone may be what changes.
func (s *repairing) confirm(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	have, ok := model.FindKey(issue.Body)
	if s.files == nil || ok && have.Path == s.in.Key.Path && have.Line == s.in.Key.Line {
		return c
	}
	path, why, err := confirmPlace(ctx, s.files, s.in.Key.Path, s.in.Key.Line)
	switch {
	case err != nil:
		return c.fail(err)
	case why != "":
		return c.refuse(CodeNoSuchLine, why)
	}
	s.in.Key.Path = path
	return c
}

// planKey puts a key line first, unless another open issue has that key.
func (s *repairing) planKey(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	if have, ok := model.FindKey(issue.Body); ok {
		if have == s.in.Key {
			return c
		}
		return c.refuse(model.CodeDuplicateKey, fmt.Sprintf("#%d has a key already: %s", issue.Number, have.Inner()))
	}
	if c = s.alone(ctx, issue, c); c.Outcome == Changed {
		c.NewBody = model.WithKey(issue.Body, s.in.Key)
	}
	return c
}

// planRekey puts the key in the place of the one that is there: the well-formed
// line, or else the first that begins like one. Further key lines go, so that
// the body holds exactly one. An issue without any gets its key first.
func (s *repairing) planRekey(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	lines := model.KeyLines(issue.Body)
	if len(lines) == 0 {
		return s.planKey(ctx, issue, c)
	}
	keep := max(0, slices.IndexFunc(lines, func(l model.KeyLine) bool { return l.Err == nil }))
	if has := lines[keep]; has.Err != nil || has.Key.Path != s.in.Key.Path || has.Key.Line != s.in.Key.Line {
		if c = s.alone(ctx, issue, c); c.Outcome != Changed {
			return c
		}
	}
	// From the last line up, so that the numbers of those above stay right.
	for i, l := range slices.Backward(lines) {
		switch {
		case i != keep:
			c.NewBody, _ = model.WithoutKeyLine(c.NewBody, l.Number)
		case l.Err != nil || l.Key != s.in.Key:
			c.NewBody, _ = model.WithKeyLine(c.NewBody, l.Number, s.in.Key)
		}
	}
	return c
}

// alone refuses a key that another open issue has.
func (s *repairing) alone(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	open, err := s.Tracker.Issues(ctx, model.Open, nil)
	if err != nil {
		return c.fail(err)
	}
	for _, twin := range model.Twins(open, s.in.Key.Path, s.in.Key.Line) {
		if twin.Number != issue.Number {
			c = c.refuse(CodeTwin, fmt.Sprintf("#%d is open with that key already; close #%d as its duplicate if they are the same", twin.Number, issue.Number))
			c.Remarks[len(c.Remarks)-1].Number = twin.Number
			return c
		}
	}
	return c
}

// checkLabelsThatGo lets only such labels be taken away that look like a grade and
// are none; every other label is somebody's.
func checkLabelsThatGo(labels []string) error {
	if len(labels) == 0 {
		return usagef("name the label that goes")
	}
	for _, l := range labels {
		if !slices.ContainsFunc(model.Axes(), func(a model.Axis) bool { return len(badLabels([]string{l}, a)) > 0 }) {
			return usagef("the label %s is not one with a value that there is not, so it stays", model.Visible(l))
		}
	}
	return nil
}

// planLabel takes the labels away that the issue still carries.
func (s *repairing) planLabel(issue model.Issue, c IssueChange) IssueChange {
	for _, l := range issue.Labels {
		if hasFold(s.in.Labels, l) {
			c.Edit.Remove = append(c.Edit.Remove, l)
		}
	}
	return c
}

// planTwin closes the issue as a duplicate, when both are open and carry one key.
func (s *repairing) planTwin(ctx context.Context, issue model.Issue, c IssueChange) IssueChange {
	if issue.State == model.Closed {
		if issue.StateReason == model.Duplicate {
			return c
		}
		return c.refuse(CodeClosed, fmt.Sprintf("#%d is closed already", issue.Number))
	}
	original, err := s.Tracker.Issue(ctx, s.in.Original)
	if err != nil {
		return c.fail(err)
	}
	ours, ok := model.FindKey(issue.Body)
	theirs, too := model.FindKey(original.Body)
	switch {
	case original.State == model.Closed:
		return c.refuse(CodeChangedSince, fmt.Sprintf("#%d was closed meanwhile; look again", original.Number))
	case !ok || !too || ours.Path != theirs.Path || ours.Line != theirs.Line:
		return c.refuse(CodeChangedSince, fmt.Sprintf("#%d and #%d do not carry one key any more; look again", issue.Number, original.Number))
	}
	c.Closed = model.Duplicate
	return c
}

// closeTwin makes the planned closing.
func (s *repairing) closeTwin(ctx context.Context, number int, planned IssueChange) IssueChange {
	c := planned
	c.Closed = ""
	ours, err := closeIssue(ctx, s.Tracker, number, model.Duplicate, func() error {
		return s.states.CloseAsDuplicate(ctx, number, s.in.Original)
	})
	switch {
	case err != nil:
		return c.fail(err)
	case !ours:
		return c.refuse(CodeClosed, fmt.Sprintf("somebody closed #%d meanwhile", number))
	}
	c.Closed = model.Duplicate
	return c
}

// badLabels are the labels that begin like the axis's and say none of its values.
func badLabels(labels []string, axis model.Axis) []string {
	former := map[model.Axis]string{model.Footprint: "handler:", model.Audience: "surface:"}[axis]
	var bad []string
	for _, l := range labels {
		_, _, ok := model.AxisOf(l)
		low := strings.ToLower(l)
		if !ok && (strings.HasPrefix(low, string(axis)+":") || former != "" && strings.HasPrefix(low, former)) {
			bad = append(bad, l)
		}
	}
	return bad
}
