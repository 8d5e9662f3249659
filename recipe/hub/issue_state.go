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
	err := w.exec(ctx, `UPDATE issue SET state = 1, state_reason = ?, closed_at = ?, closed_by = ? WHERE id = ?`,
		reason, max(w.now, i.updatedAt), actor, i.id)
	if err != nil {
		return fmt.Errorf("close an issue: %w", err)
	}
	if err := w.event(ctx, i, eventRow{kind: "closed", actor: actor, stateReason: &reason}); err != nil {
		return err
	}
	return w.reload(ctx, i)
}

func (w *writer) reopen(ctx context.Context, i *issueRow, actor int64) error {
	err := w.exec(ctx, `UPDATE issue SET state = 0, state_reason = 'reopened', closed_at = NULL, closed_by = NULL
		WHERE id = ?`, i.id)
	if err != nil {
		return fmt.Errorf("reopen an issue: %w", err)
	}
	if err := w.event(ctx, i, eventRow{kind: "reopened", actor: actor}); err != nil {
		return err
	}
	return w.reload(ctx, i)
}
