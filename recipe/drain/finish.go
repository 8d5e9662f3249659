package drain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
)

// finish ends a unit otherwise than delivered: every claim is given back, the
// branch is deleted where nothing is on it, the workspace is taken down where
// nothing in it would be lost, and what is kept is named. It is safe to repeat.
func (s *step) finish(ctx context.Context, end rule.End, reason string) error {
	for _, m := range s.u.Members() {
		if err := s.leave(ctx, m.Number, memberEnd(end), reason, false); err != nil {
			return err
		}
	}
	kept, err := s.takeDown(ctx)
	if err != nil {
		return err
	}
	if err := s.dropBranch(ctx); err != nil {
		return err
	}
	if err := s.writeBy(ctx, s.Me, rule.Ended{End: end, Reason: reason, Kept: kept}); err != nil {
		return err
	}
	s.res.wrote("unit %s ended as %s: %s", s.u.ID, end, reason)
	return nil
}

// memberEnd is how the members of a unit end with it.
func memberEnd(end rule.End) rule.End {
	if end == rule.HandedBack {
		return rule.Dropped
	}
	return end
}

// dropBranch deletes the remote branch while it holds nothing but the target's
// commits; otherwise it is kept and named.
func (s *step) dropBranch(ctx context.Context) error {
	b := s.u.Branch
	if b.Branch == "" {
		return nil
	}
	sha, there, err := s.Tracker.Branch(ctx, b.Branch)
	if err != nil || !there {
		return err
	}
	if sha != b.Base && (s.u.Merged == nil || sha != s.u.Merged.Head) {
		s.res.note("the branch %s is kept: it holds commits that are nowhere else", b.Branch)
		return nil
	}
	if err := s.Tracker.DeleteBranch(ctx, b.Branch, sha); err != nil {
		return err
	}
	s.res.wrote("deleted the branch %s", b.Branch)
	return nil
}

// takeDown removes the workspace when it is clean and all its commits are in the
// target, the remote branch or the merged head. Else it gives the path at which it
// was kept.
func (s *step) takeDown(ctx context.Context) (kept string, err error) {
	if s.u.Place.Dir == "" {
		return "", nil
	}
	w, err := s.Git.Workspace(ctx, s.u.Place.Dir)
	switch {
	case gone(err):
		s.res.note("the workspace %s was deleted by hand", s.u.Place.Dir)
		return "", nil
	case err != nil:
		return "", err
	case w.Branch != s.u.Branch.Branch:
		return "", nil // somebody switched it to other work: it is not ours any more
	}
	if why, err := s.onlyHere(ctx, w); err != nil || why != "" {
		s.res.note("the workspace %s is kept: %s", s.u.Place.Dir, why)
		return s.u.Place.Dir, err
	}
	switch s.u.Place.Mode {
	case rule.ModeWorktree:
		err = s.Git.RemoveWorktree(ctx, s.u.Place.Dir)
	case rule.ModeBranch:
		err = s.Git.Restore(ctx, s.u.Place.ReturnTo)
	default:
		return s.u.Place.Dir, nil // the worktree one was in already stays
	}
	if err != nil {
		s.res.note("the workspace %s is kept: %v", s.u.Place.Dir, err)
		return s.u.Place.Dir, nil
	}
	s.res.wrote("took the workspace %s down", filepath.Base(s.u.Place.Dir))
	if !s.Local {
		if err := s.Git.DeleteLocalBranch(ctx, s.u.Branch.Branch, w.Head); err != nil {
			s.res.note("the local branch %s is kept: %v", s.u.Branch.Branch, err)
		}
	}
	return "", nil
}

// onlyHere says what of a workspace is nowhere else, "" for nothing.
func (s *step) onlyHere(ctx context.Context, w checkout.Work) (string, error) {
	if len(w.Dirty) > 0 {
		return fmt.Sprintf("it holds changes that were not committed (%s)", w.Dirty[0]), nil
	}
	if s.u.Merged != nil && w.Head == s.u.Merged.Head || w.Head == s.u.Branch.Base || w.Head == s.u.Pushed && !s.Local {
		return "", nil
	}
	in := []string{s.u.Branch.Base}
	if s.u.Merged != nil {
		in = append(in, s.u.Merged.Head, s.u.Merged.SHA)
	}
	if s.u.Pushed != "" && !s.Local {
		in = append(in, s.u.Pushed)
	}
	contained, err := s.Git.Contained(ctx, w.Head, in...)
	if err != nil || contained {
		return "", err
	}
	if s.Local && w.Head == s.u.Pushed {
		return "", nil // the branch itself is kept
	}
	return "its commits are not pushed", nil
}

// gone reports whether a workspace was deleted by hand.
func gone(err error) bool {
	var w *checkout.WorktreeError
	return errors.As(err, &w) && w.Kind == checkout.WorktreeGone
}
