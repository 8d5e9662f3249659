package recipe

import (
	"context"
	"fmt"
	"strings"

	"gh-debt/model"
)

// Why says where an issue stands in the queue, and why there (section 7).
type Why struct {
	Queue  ReadQueue
	Issues IssueReader
}

func newWhy(d Deps) Why { return Why{Queue: newReadQueue(d), Issues: d.Tracker} }

// WhyInput names the issue.
type WhyInput struct {
	Number   int
	Progress Progress
}

// AbsentError says that an issue is there, but not in the queue.
type AbsentError struct {
	Number int
	Issue  model.Issue
	Reason string // "it is closed as completed"
}

// Error is the whole sentence.
func (e *AbsentError) Error() string {
	return fmt.Sprintf("#%d is not in the queue: %s", e.Number, e.Reason)
}

// Run reads the queue. An issue that is not in it is read by itself, so that
// the *AbsentError can say what it lacks.
func (r Why) Run(ctx context.Context, in WhyInput) (model.Why, error) {
	res, err := r.Queue.Run(ctx, QueueInput{Progress: in.Progress})
	if err != nil {
		return model.Why{}, err
	}
	if w, ok := res.Queue.Why(in.Number, res.At); ok {
		return w, nil
	}
	issue, err := r.Issues.Issue(ctx, in.Number)
	if err != nil {
		return model.Why{}, err
	}
	return model.Why{}, &AbsentError{Number: in.Number, Issue: issue, Reason: absence(issue, r.Queue.Rules.Label)}
}

// absence says why an open list does not hold an issue.
func absence(issue model.Issue, label string) string {
	switch {
	case issue.State == model.Closed && issue.StateReason == model.NoReason:
		return "it is closed"
	case issue.State == model.Closed:
		return "it is closed as " + strings.ReplaceAll(string(issue.StateReason), "_", " ")
	case !issue.HasLabel(label):
		return "it does not carry the label " + label
	}
	return "it was opened or labelled just now; try again"
}
