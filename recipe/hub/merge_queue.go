package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"gh-debt/model"
)

// leaveQueue takes a pull request out of the merge queue, if it is in one.
func (w *writer) leaveQueue(ctx context.Context, i *issueRow, actor int64) error {
	var queued bool
	err := w.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pull WHERE issue_id = ? AND queue_state IS NOT NULL)`, i.id).Scan(&queued)
	if err != nil {
		return fmt.Errorf("read the merge queue: %w", err)
	}
	if !queued {
		return nil
	}
	if err := w.exec(ctx, `UPDATE pull SET queue_state = NULL, queue_at = NULL, queue_by = NULL WHERE issue_id = ?`, i.id); err != nil {
		return fmt.Errorf("leave the merge queue: %w", err)
	}
	return w.event(ctx, i, eventRow{kind: "removed_from_merge_queue", actor: actor})
}

// enqueue puts a pull request at the end of its base's merge queue; head is the
// commit that it must be at, or empty.
func (w *writer) enqueue(ctx context.Context, p pullRow, actor int64, head string) error {
	unprocessable := func(why string) error { return &graphqlError{Type: "UNPROCESSABLE", Message: why} }
	rules, err := w.rulesOf(ctx, p.baseRef)
	if err != nil {
		return err
	}
	missing, err := w.unmet(ctx, p)
	switch {
	case err != nil:
		return err
	case p.closed:
		return unprocessable("Pull request is closed")
	case !rules.MergeQueue:
		return unprocessable("The merge queue is not enabled for the branch " + p.baseRef)
	case p.draft:
		return unprocessable("Pull request is in draft state")
	case head != "" && head != p.headSHA:
		return unprocessable("Expected head sha didn’t match current head ref.")
	case p.queue != nil:
		return unprocessable("Pull request is already in the queue")
	case len(missing) > 0:
		return unprocessable(missing[0])
	}
	err = w.exec(ctx, `UPDATE pull SET queue_state = ?, queue_at = ?, queue_by = ? WHERE issue_id = ?`,
		string(model.QueueQueued), w.now, actor, p.id)
	if err != nil {
		return fmt.Errorf("enter the merge queue: %w", err)
	}
	return w.event(ctx, &p.issueRow, eventRow{kind: "added_to_merge_queue", actor: actor})
}

// QueueState moves a pull request on in the merge queue, as GitHub does once
// the checks of its group end. NotQueued ejects it.
func (h *Hub) QueueState(ctx context.Context, number int, state model.QueueState) error {
	return h.writing(ctx, func(ctx context.Context, w *writer) error {
		p, err := w.pullNumbered(ctx, number)
		if err != nil {
			return err
		}
		if p.queue == nil {
			return fmt.Errorf("pull request %d is in no merge queue", number)
		}
		if state == model.NotQueued {
			return w.leaveQueue(ctx, &p.issueRow, p.queue.by)
		}
		if err := w.exec(ctx, `UPDATE pull SET queue_state = ? WHERE issue_id = ?`, string(state), p.id); err != nil {
			return fmt.Errorf("move on in the merge queue: %w", err)
		}
		return w.touch(ctx, &p.issueRow)
	})
}

// MergeQueued merges a pull request that is in the merge queue, as the queue
// does when its turn has come.
func (h *Hub) MergeQueued(ctx context.Context, number int) error {
	if err := h.followBranches(ctx); err != nil {
		return err
	}
	var p pullRow
	err := h.reading(ctx, func(r *reader) (err error) {
		p, err = r.pullNumbered(ctx, number)
		return err
	})
	if err != nil {
		return err
	}
	if p.queue == nil {
		return fmt.Errorf("pull request %d is in no merge queue", number)
	}
	d, err := h.diff(ctx, p.baseSHA, p.headSHA)
	if err != nil {
		return err
	}
	_, err = h.merge(ctx, p, p.queue.login, squashText(p, d, nil, nil))
	return err
}

// AutoMerge lets a pull request be merged by itself once its rules are met, as
// login, or takes that back.
func (h *Hub) AutoMerge(ctx context.Context, number int, login string, on bool) error {
	err := h.writing(ctx, func(ctx context.Context, w *writer) error {
		p, err := w.pullNumbered(ctx, number)
		if err != nil {
			return err
		}
		actor, err := w.userID(ctx, login)
		if err != nil {
			return err
		}
		return w.setAutoMerge(ctx, p, actor, on, nil, nil)
	})
	if err != nil || !on {
		return err
	}
	return h.mergeWhatIsReady(ctx, "")
}

func (w *writer) setAutoMerge(ctx context.Context, p pullRow, actor int64, on bool, title, message *string) error {
	var at, by *int64
	kind := "auto_merge_disabled"
	if on {
		at, by, kind = &w.now, &actor, "auto_merge_enabled"
	}
	err := w.exec(ctx, `UPDATE pull SET auto_at = ?, auto_by = ?, auto_title = ?, auto_message = ? WHERE issue_id = ?`,
		at, by, title, message, p.id)
	if err != nil {
		return fmt.Errorf("change auto-merge: %w", err)
	}
	return w.event(ctx, &p.issueRow, eventRow{kind: kind, actor: actor})
}

// mergeWhatIsReady merges the pull requests of a head that merge by themselves
// and whose rules are met now, or puts them into the merge queue where the base
// has one; an empty head is any. One that git refuses stays as it is.
func (h *Hub) mergeWhatIsReady(ctx context.Context, head string) error {
	var ready, toQueue []pullRow
	err := h.reading(ctx, func(r *reader) error {
		list, err := r.pullsWhere(ctx, `issue.state = 0 AND pull.auto_at IS NOT NULL AND (? = '' OR pull.head_sha = ?)`, head, head)
		if err != nil {
			return err
		}
		for _, p := range list {
			rules, err := r.rulesOf(ctx, p.baseRef)
			if err != nil {
				return err
			}
			missing, err := r.unmet(ctx, p)
			if err != nil {
				return err
			}
			if len(missing) > 0 || p.draft {
				continue
			}
			if rules.MergeQueue {
				toQueue = append(toQueue, p)
			} else if rules.Squash {
				ready = append(ready, p)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range toQueue {
		if err := h.enqueueByItself(ctx, p.number); err != nil {
			return err
		}
	}
	for _, p := range ready {
		if err := h.mergeByItself(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (h *Hub) mergeByItself(ctx context.Context, p pullRow) error {
	d, err := h.diff(ctx, p.baseSHA, p.headSHA)
	if err != nil {
		return err
	}
	_, err = h.merge(ctx, p, p.auto.login, squashText(p, d, p.auto.title, p.auto.message))
	var refused *problem
	if errors.As(err, &refused) && refused.status == http.StatusMethodNotAllowed {
		return nil
	}
	return err
}

func (h *Hub) enqueueByItself(ctx context.Context, number int) error {
	err := h.writing(ctx, func(ctx context.Context, w *writer) error {
		p, err := w.pullNumbered(ctx, number)
		if err != nil || p.queue != nil || p.auto == nil {
			return err
		}
		return w.enqueue(ctx, p, p.auto.by, p.headSHA)
	})
	var refused *graphqlError
	if errors.As(err, &refused) {
		return nil
	}
	return err
}
