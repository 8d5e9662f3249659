package hub

import (
	"context"
	"errors"
	"fmt"
)

// Pull requests follow their branches: people push with git, past the hub. So
// every request about pull requests first looks at what git has.

// seen is what became of an open pull request's branches.
type seen struct {
	row              pullRow
	headSHA, baseSHA string // as they are now
	merged           bool   // all its commits are in the base by other means than a merge here
	closed           bool   // a branch is gone, or was set back to the base
}

// followBranches brings the open pull requests to what git has: a push is
// noted; one whose branch was deleted, or holds nothing any more, is closed; one
// whose commits were pushed onto its base is merged. What else is pushed onto the
// default branch closes nothing here, whatever it says: a history that is pulled
// into a clone speaks of the issues of another tracker.
func (h *Hub) followBranches(ctx context.Context) error {
	if h.opt.Git == nil {
		return nil
	}
	var open []pullRow
	err := h.reading(ctx, func(r *reader) (err error) {
		open, err = r.pullsWhere(ctx, `issue.state = 0 AND pull.head_ref != ''`)
		return err
	})
	if err != nil || len(open) == 0 {
		return err
	}
	branches, err := h.opt.Git.Branches(ctx)
	if err != nil {
		return fmt.Errorf("list the branches: %w", err)
	}
	var news []seen
	for _, p := range open {
		s, is, err := h.lookAt(ctx, p, branches)
		if err != nil {
			return err
		}
		if is {
			news = append(news, s)
		}
	}
	if len(news) == 0 {
		return nil
	}
	return h.writing(ctx, func(ctx context.Context, w *writer) error {
		for _, s := range news {
			if err := w.follow(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// lookAt tells what became of one pull request's branches; is is false when
// nothing did.
func (h *Hub) lookAt(ctx context.Context, p pullRow, branches map[string]string) (s seen, is bool, err error) {
	s = seen{row: p, headSHA: branches[p.headRef], baseSHA: branches[p.baseRef]}
	if s.headSHA == p.headSHA && s.baseSHA == p.baseSHA {
		return s, false, nil
	}
	if s.headSHA == "" || s.baseSHA == "" {
		s.closed, s.headSHA, s.baseSHA = true, p.headSHA, p.baseSHA
		return s, true, nil
	}
	left, err := h.opt.Git.Messages(ctx, s.baseSHA, s.headSHA)
	if err != nil {
		return s, false, fmt.Errorf("list the commits of pull request %d: %w", p.number, err)
	}
	if len(left) > 0 {
		return s, true, nil
	}
	had, err := h.opt.Git.Messages(ctx, p.baseSHA, s.headSHA)
	if err != nil {
		gone, look := h.lacks(ctx, p.baseSHA)
		if look != nil || !gone {
			return s, false, fmt.Errorf("list the commits of pull request %d: %w", p.number, errors.Join(err, look))
		}
	}
	s.merged, s.closed = len(had) > 0, len(had) == 0
	return s, true, nil
}

// follow stores what became of a pull request's branches, unless somebody else
// did meanwhile.
func (w *writer) follow(ctx context.Context, s seen) error {
	p, err := w.pullWhere(ctx, "id", s.row.id, notFound(docPulls))
	if err != nil {
		return err
	}
	if p.closed || p.headSHA != s.row.headSHA || p.baseSHA != s.row.baseSHA {
		return nil
	}
	switch {
	case s.merged:
		list, err := w.hub.opt.Git.Messages(ctx, p.baseSHA, s.headSHA)
		if err != nil {
			return fmt.Errorf("list the commits of pull request %d: %w", p.number, err)
		}
		p.headSHA = s.headSHA
		return w.merged(ctx, p, p.author, s.headSHA, list)
	case s.closed:
		return w.close(ctx, &p.issueRow, p.author, "", 0)
	}
	err = w.exec(ctx, `UPDATE pull SET head_sha = ?, base_sha = ? WHERE issue_id = ?`, s.headSHA, s.baseSHA, p.id)
	if err != nil {
		return fmt.Errorf("follow a branch: %w", err)
	}
	if s.headSHA == p.headSHA {
		return nil
	}
	if p.queue != nil {
		if err := w.leaveQueue(ctx, &p.issueRow, p.author); err != nil {
			return err
		}
	}
	return w.touch(ctx, &p.issueRow)
}
