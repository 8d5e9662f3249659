package hub

import (
	"context"
	"fmt"
)

// eventRow is one entry of an issue's timeline.
type eventRow struct {
	id                    int64
	kind                  string
	actor                 int64
	actorLogin            string
	createdAt             int64
	labelName, labelColor *string
	stateReason           *string
	renameFrom, renameTo  *string
	comment               *commentRow // of a "commented" entry
	commentID             *int64
	commitSHA             *string // of a "merged" entry, and of one that a commit's message closed
	canonicalID           *int64  // of a "marked_as_duplicate" entry: the row of the original
}

// event writes an entry to an issue's timeline and marks the issue as changed
// by this write. The entry is never older than the issue's last change, even
// when the clock went back.
func (w *writer) event(ctx context.Context, i *issueRow, e eventRow) error {
	at := max(w.now, i.updatedAt)
	err := w.exec(ctx, `INSERT INTO event (issue_id, kind, actor, created_at, label_name, label_color,
		state_reason, rename_from, rename_to, comment_id, canonical_id, commit_sha)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		i.id, e.kind, e.actor, at, e.labelName, e.labelColor, e.stateReason, e.renameFrom, e.renameTo,
		e.commentID, e.canonicalID, e.commitSHA)
	if err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	return w.touch(ctx, i)
}

// touch marks the issue as changed by this write.
func (w *writer) touch(ctx context.Context, i *issueRow) error {
	i.updatedAt, i.rev = max(w.now, i.updatedAt), w.rev
	if err := w.exec(ctx, `UPDATE issue SET updated_at = ?, rev = ? WHERE id = ?`, i.updatedAt, i.rev, i.id); err != nil {
		return fmt.Errorf("change an issue: %w", err)
	}
	return nil
}

// timelineOf gives an issue's entries in the order they happened.
func (r *reader) timelineOf(ctx context.Context, issueID int64) ([]eventRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT e.id, e.kind, e.actor, u.login, e.created_at, e.label_name, e.label_color,
		e.state_reason, e.rename_from, e.rename_to, e.canonical_id, e.commit_sha, c.id, c.body, c.created_at, c.updated_at
		FROM event e JOIN user u ON u.id = e.actor LEFT JOIN comment c ON c.id = e.comment_id
		WHERE e.issue_id = ? ORDER BY e.created_at, e.id`, issueID)
	if err != nil {
		return nil, fmt.Errorf("read the timeline: %w", err)
	}
	defer rows.Close()
	var list []eventRow
	for rows.Next() {
		var e eventRow
		var body *string
		var created, updated *int64
		err := rows.Scan(&e.id, &e.kind, &e.actor, &e.actorLogin, &e.createdAt, &e.labelName, &e.labelColor,
			&e.stateReason, &e.renameFrom, &e.renameTo, &e.canonicalID, &e.commitSHA, &e.commentID, &body, &created, &updated)
		if err != nil {
			return nil, fmt.Errorf("read the timeline: %w", err)
		}
		if e.commentID != nil {
			e.comment = &commentRow{id: *e.commentID, author: e.actor, authorLogin: e.actorLogin,
				body: *body, createdAt: *created, updatedAt: *updated}
		}
		list = append(list, e)
	}
	return list, rows.Err()
}
