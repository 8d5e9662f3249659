package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// intentRow is a merge that git is doing, or did when the process was killed.
type intentRow struct {
	pull             int64
	baseSHA, headSHA string
	text             squash
	actor            int64
}

// intent gives the merge that a pull request is in.
func (r *reader) intent(ctx context.Context, pull int64) (i intentRow, found bool, err error) {
	err = r.QueryRowContext(ctx, `SELECT issue_id, base_sha, head_sha, title, message, actor FROM merge_intent
		WHERE issue_id = ?`, pull).Scan(&i.pull, &i.baseSHA, &i.headSHA, &i.text.title, &i.text.message, &i.actor)
	if errors.Is(err, sql.ErrNoRows) {
		return i, false, nil
	}
	if err != nil {
		return i, false, fmt.Errorf("read a merge: %w", err)
	}
	return i, true, nil
}

func (w *writer) dropIntent(ctx context.Context, pull int64) error {
	if err := w.exec(ctx, `DELETE FROM merge_intent WHERE issue_id = ?`, pull); err != nil {
		return fmt.Errorf("end a merge: %w", err)
	}
	return nil
}

// hasIntents reports whether a merge was begun and not ended.
func (r *reader) hasIntents(ctx context.Context) (has bool, err error) {
	err = r.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM merge_intent)`).Scan(&has)
	return has, err
}

// settleMerges ends the merges that a killed process left: where git has the
// commit the pull request is merged, and where it has not it is as before.
func (h *Hub) settleMerges(ctx context.Context) error {
	return h.writing(ctx, func(ctx context.Context, w *writer) error {
		pulls, err := w.pullsWhere(ctx, `issue.id IN (SELECT issue_id FROM merge_intent)`)
		if err != nil {
			return err
		}
		for _, p := range pulls {
			i, _, err := w.intent(ctx, p.id)
			if err != nil {
				return err
			}
			if err := w.settle(ctx, p, i); err != nil {
				return err
			}
		}
		return nil
	})
}

// settle ends one merge.
func (w *writer) settle(ctx context.Context, p pullRow, i intentRow) error {
	if p.closed {
		return w.dropIntent(ctx, p.id)
	}
	base, found, err := w.hub.opt.Git.Branch(ctx, p.baseRef)
	if err != nil {
		return fmt.Errorf("read the branch %s: %w", p.baseRef, err)
	}
	if !found {
		return w.dropIntent(ctx, p.id)
	}
	since, err := w.hub.opt.Git.Messages(ctx, i.baseSHA, base)
	if err != nil {
		return fmt.Errorf("look for the merge of pull request %d: %w", p.number, err)
	}
	for _, m := range since {
		if sameText(m.Message, i.text.whole()) {
			return w.finish(ctx, p, i, m.SHA)
		}
	}
	return w.dropIntent(ctx, p.id)
}
