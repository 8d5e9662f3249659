package recipe

import (
	"context"
	"errors"

	"gh-debt/model"
)

// writeTries is how often a write that may be repeated is tried: the tracker
// never repeats one by itself, so each further try follows a look.
const writeTries = 3

// commentTracker writes a comment and can see whether it is there.
type commentTracker interface {
	Commenter
	CommentReader
}

// comment writes a comment once: when the answer is lost, it looks whether the
// comment is there before it is written again.
func comment(ctx context.Context, t commentTracker, number int, by, text string) error {
	err := t.Comment(ctx, number, text)
	for try := 1; err != nil && try < writeTries && !denied(err); try++ {
		look, cancel := finishing(ctx)
		there, lookErr := saidAlready(look, t, number, by, text)
		cancel()
		if lookErr != nil {
			return errors.Join(err, lookErr)
		}
		if there {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
		err = t.Comment(ctx, number, text)
	}
	return err
}

// labelTracker edits labels and can see what became of it.
type labelTracker interface {
	LabelEditor
	IssueReader
}

// editLabels makes a label edit, looking after a failure how much of it is done
// and sending the rest.
func editLabels(ctx context.Context, t labelTracker, number int, edit model.LabelEdit) error {
	err := t.EditLabels(ctx, number, edit)
	for try := 1; err != nil && try < writeTries && !denied(err); try++ {
		issue, lookErr := lookAt(ctx, t, number)
		if lookErr != nil {
			return errors.Join(err, lookErr)
		}
		if edit = owed(edit, issue); edit.Empty() {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
		err = t.EditLabels(ctx, number, edit)
	}
	return err
}

// owed is the part of an edit that the issue does not show yet.
func owed(edit model.LabelEdit, issue model.Issue) model.LabelEdit {
	var out model.LabelEdit
	for _, l := range edit.Add {
		if !issue.HasLabel(l) {
			out.Add = append(out.Add, l)
		}
	}
	for _, l := range edit.Remove {
		if issue.HasLabel(l) {
			out.Remove = append(out.Remove, l)
		}
	}
	return out
}

// bodyTracker edits a body and can see what became of it.
type bodyTracker interface {
	BodyEditor
	IssueReader
}

// editBody replaces the body if it is still the old one, looking after a failure
// whether it is the new one already.
func editBody(ctx context.Context, t bodyTracker, number int, old, new string) error {
	err := t.EditBody(ctx, number, old, new)
	for try := 1; err != nil && try < writeTries; try++ {
		issue, lookErr := lookAt(ctx, t, number)
		switch {
		case lookErr != nil:
			return errors.Join(err, lookErr)
		case issue.Body == new:
			return nil
		case issue.Body != old || denied(err) || ctx.Err() != nil:
			return err
		}
		err = t.EditBody(ctx, number, old, new)
	}
	return err
}

// stateTracker closes and reopens and can see what became of it.
type stateTracker interface {
	StateEditor
	IssueReader
}

// closeIssue closes an open issue by the given write; false when somebody else
// closed it first, for another reason, which then stands.
func closeIssue(ctx context.Context, t IssueReader, number int, reason model.StateReason, write func() error) (bool, error) {
	var err error
	for try := 1; ; try++ {
		issue, lookErr := lookAt(ctx, t, number)
		if lookErr != nil {
			return false, errors.Join(err, lookErr)
		}
		if issue.State == model.Closed {
			return issue.StateReason == reason, nil
		}
		if err != nil && (try > writeTries || denied(err) || ctx.Err() != nil) {
			return false, err
		}
		if err = write(); err == nil {
			return true, nil
		}
	}
}

// reopenIssue opens a closed issue again; one that is open by then is no error.
func reopenIssue(ctx context.Context, t stateTracker, number int) error {
	err := t.Reopen(ctx, number)
	for try := 1; err != nil && try < writeTries && !denied(err); try++ {
		issue, lookErr := lookAt(ctx, t, number)
		switch {
		case lookErr != nil:
			return errors.Join(err, lookErr)
		case issue.State == model.Open:
			return nil
		case ctx.Err() != nil:
			return err
		}
		err = t.Reopen(ctx, number)
	}
	return err
}

// lookAt reads one issue, even when the caller gave up.
func lookAt(ctx context.Context, t IssueReader, number int) (model.Issue, error) {
	look, cancel := finishing(ctx)
	defer cancel()
	return t.Issue(look, number)
}
