package drain

import (
	"context"
	"errors"
	"fmt"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
)

// push brings the remote branch to the workspace's head. The lease names a head
// that we know, so that nobody's commits are written over. Done is false where the
// step refused, and says why in its result.
func (s *step) push(ctx context.Context, w checkout.Work) (done bool, err error) {
	if s.u.Pushed == w.Head {
		return true, nil
	}
	if !s.Local {
		there, refused, err := s.lease(ctx, w)
		if err != nil || refused != "" {
			if refused != "" {
				err = s.fail(ctx, "", refused)
			}
			return false, err
		}
		if there != w.Head { // else an earlier push of which nothing was written down
			if err := s.Git.Push(ctx, s.Remote, s.u.Branch.Branch, there); err != nil {
				return false, s.pushFailed(ctx, err)
			}
		}
	}
	if err := s.write(ctx, rule.Pushed{Head: w.Head}); err != nil {
		return false, err
	}
	s.res.wrote("the branch %s is at %s", s.u.Branch.Branch, short(w.Head))
	return true, nil
}

// lease is the commit that the remote branch is at, where a push may replace it: one
// that the unit had once, or that the workspace holds. Refused says why not.
func (s *step) lease(ctx context.Context, w checkout.Work) (there, refused string, err error) {
	there, ok, err := s.Tracker.Branch(ctx, s.u.Branch.Branch)
	switch {
	case err != nil:
		return "", "", err
	case !ok:
		return "", fmt.Sprintf("the branch %s is gone from %s: push it again by hand, or release the unit", s.u.Branch.Branch, s.Remote), nil
	case there == w.Head:
		return there, "", nil
	}
	if known, err := s.hadOnce(ctx, there); err != nil || known {
		return there, "", err
	}
	if err := s.Git.Fetch(ctx, s.Remote, s.u.Branch.Branch); err != nil {
		return "", "", err
	}
	if held, err := s.Git.IsAncestor(ctx, there, w.Head); err != nil || held {
		return there, "", err
	}
	return "", s.strange(there), nil
}

// strange says that somebody pushed what the workspace lacks, and the way out.
func (s *step) strange(there string) string {
	return fmt.Sprintf("somebody pushed to %s: it is at %s on %s, and the workspace %s lacks that: pull it there, and run the gates again",
		s.u.Branch.Branch, short(there), s.Remote, s.u.Place.Dir)
}

// hadOnce reports whether a commit is the base of the unit or was once the head of
// its workspace or its branch, by the ledger.
func (s *step) hadOnce(ctx context.Context, sha string) (bool, error) {
	if sha == s.u.Branch.Base || sha == s.u.Pushed {
		return true, nil
	}
	_, events, err := s.Ledger.Unit(ctx, s.u.ID)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		switch f := e.Fact.(type) {
		case rule.Gated:
			if f.Head == sha {
				return true, nil
			}
		case rule.Pushed:
			if f.Head == sha {
				return true, nil
			}
		}
	}
	return false, nil
}

// pushFailed writes a push down that was refused; others are errors.
func (s *step) pushFailed(ctx context.Context, err error) error {
	var refused *checkout.PushError
	if !errors.As(err, &refused) || refused.Kind == checkout.RemoteOffline {
		return err
	}
	return s.fail(ctx, "", err.Error())
}

// elsewhere says that the workspace is not on the unit's branch, "" where it is.
func (s *step) elsewhere(w checkout.Work) string {
	if w.Branch == s.u.Branch.Branch {
		return ""
	}
	return fmt.Sprintf("the workspace %s is on %s, not on %s: switch it back first", s.u.Place.Dir, orNone(w.Branch), s.u.Branch.Branch)
}
