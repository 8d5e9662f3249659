package hub

import (
	"context"
	"fmt"
)

// changeState closes or reopens. A reason is ignored unless the state changes.
func (w *writer) changeState(ctx context.Context, i *issueRow, actor int64, in issueRequest) error {
	switch {
	case *in.State.value == "open" && i.closed:
		return w.reopen(ctx, i, actor)
	case *in.State.value == "closed" && !i.closed:
		reason := "completed"
		if in.StateReason.value != nil && *in.StateReason.value != "reopened" {
			reason = *in.StateReason.value
		}
		var original int64
		if in.DuplicateOf.value != nil {
			original = *in.DuplicateOf.value - issueBase
		}
		return w.close(ctx, i, actor, reason, original)
	}
	return nil
}

// close closes an issue; original is the row of the issue that it duplicates,
// or 0.
func (w *writer) close(ctx context.Context, i *issueRow, actor int64, reason string, original int64) error {
	if original != 0 {
		absent := invalid(docIssues+"#update-an-issue",
			fieldError{Resource: "Issue", Field: "duplicate_issue_id", Code: "invalid"})
		if original == i.id {
			return absent
		}
		if _, err := w.issueWhere(ctx, "id", original, absent); err != nil {
			return err
		}
		reason = "duplicate"
		if err := w.event(ctx, i, eventRow{kind: "marked_as_duplicate", actor: actor, canonicalID: &original}); err != nil {
			return err
		}
	}
	return w.shut(ctx, i, actor, reason, nil)
}

// shut closes an issue, or a pull request, which has no reason; commit is the
// commit whose message closes it, if one does.
func (w *writer) shut(ctx context.Context, i *issueRow, actor int64, reason string, commit *string) error {
	why := &reason
	if i.pull {
		why = nil
	}
	err := w.exec(ctx, `UPDATE issue SET state = 1, state_reason = ?, closed_at = ?, closed_by = ? WHERE id = ?`,
		why, max(w.now, i.updatedAt), actor, i.id)
	if err != nil {
		return fmt.Errorf("close an issue: %w", err)
	}
	if err := w.event(ctx, i, eventRow{kind: "closed", actor: actor, stateReason: why, commitSHA: commit}); err != nil {
		return err
	}
	if i.pull {
		if err := w.disarm(ctx, i, actor); err != nil {
			return err
		}
	}
	return w.reload(ctx, i)
}

// disarm takes a pull request out of the merge queue and lets nothing merge it
// by itself any more.
func (w *writer) disarm(ctx context.Context, i *issueRow, actor int64) error {
	if err := w.leaveQueue(ctx, i, actor); err != nil {
		return err
	}
	err := w.exec(ctx, `UPDATE pull SET auto_at = NULL, auto_by = NULL, auto_title = NULL, auto_message = NULL
		WHERE issue_id = ?`, i.id)
	if err != nil {
		return fmt.Errorf("disarm a pull request: %w", err)
	}
	return nil
}

func (w *writer) reopen(ctx context.Context, i *issueRow, actor int64) error {
	reason := "reopened"
	why := &reason
	if i.pull {
		why = nil
	}
	err := w.exec(ctx, `UPDATE issue SET state = 0, state_reason = ?, closed_at = NULL, closed_by = NULL
		WHERE id = ?`, why, i.id)
	if err != nil {
		return fmt.Errorf("reopen an issue: %w", err)
	}
	if err := w.event(ctx, i, eventRow{kind: "reopened", actor: actor}); err != nil {
		return err
	}
	return w.reload(ctx, i)
}
