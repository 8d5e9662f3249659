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
	own, base, err := s.branch(ctx)
	if err != nil {
		return err
	}
	for _, m := range s.u.Members() {
		if err := s.leave(ctx, m.Number, rule.Dropped, reason); err != nil {
			return err
		}
	}
	kept, err := s.takeDown(ctx)
	if err != nil {
		return err
	}
	if err := s.dropBranch(ctx, own, base, kept); err != nil {
		return err
	}
	if err := s.writeBy(ctx, s.Me, rule.Ended{End: end, Reason: reason, Kept: kept}); err != nil {
		return err
	}
	s.res.wrote("unit %s ended as %s: %s", s.u.ID, end, reason)
	return nil
}

// dropBranch deletes the remote branch while it holds nothing but the target's
// commits; otherwise it is kept and named. Where the tracker is the clone's own the
// branch is the workspace's, and stays with one that is kept.
func (s *step) dropBranch(ctx context.Context, branch, base, kept string) error {
	if branch == "" {
		return nil
	}
	sha, there, err := s.Tracker.Branch(ctx, branch)
	if err != nil || !there {
		return err
	}
	switch {
	case s.Local && kept != "":
		s.res.note("the branch %s is kept with the workspace", branch)
		return nil
	case sha != base && (s.u.Merged == nil || sha != s.u.Merged.Head):
		s.res.note("the branch %s is kept: it holds commits that are nowhere else", branch)
		return nil
	}
	if err := s.Tracker.DeleteBranch(ctx, branch, sha); err != nil {
		return err
	}
	s.res.wrote("deleted the branch %s", branch)
	return nil
}

// takeDown removes the workspace when it is clean and all its commits are in the
// target, the remote branch or the merged head, and the clone's own branch with it.
// Else it gives the path at which it was kept. A workspace that a killed run made and
// did not write down is one too.
func (s *step) takeDown(ctx context.Context) (kept string, err error) {
	if s.u.Branch.Branch == "" {
		return "", nil
	}
	place := s.u.Place
	if place.Dir == "" {
		if place, err = s.standing(ctx); err != nil {
			return "", err
		}
	}
	if place.Dir != "" {
		if kept, err = s.vacate(ctx, place); err != nil || kept != "" {
			return kept, err
		}
	}
	return "", s.forget(ctx)
}

// vacate removes a workspace, or gives the path at which it was kept.
func (s *step) vacate(ctx context.Context, place rule.Isolated) (kept string, err error) {
	w, err := s.Git.Workspace(ctx, place.Dir)
	switch {
	case gone(err):
		s.res.note("the workspace %s was deleted by hand", place.Dir)
		return "", nil
	case err != nil:
		return "", err
	case w.Branch != s.u.Branch.Branch:
		return "", nil // somebody switched it to other work: it is not ours any more
	}
	why, err := s.onlyHere(ctx, w.Head)
	if err != nil {
		return place.Dir, err
	}
	if len(w.Dirty) > 0 {
		why = fmt.Sprintf("it holds changes that were not committed (%s)", w.Dirty[0])
	}
	if why != "" {
		s.res.note("the workspace %s is kept: %s", place.Dir, why)
		return place.Dir, nil
	}
	done := ""
	switch {
	case place.Mode == rule.ModeWorktree:
		done = fmt.Sprintf("removed the workspace %s", filepath.Base(place.Dir))
		err = s.Git.RemoveWorktree(ctx, place.Dir)
	case place.ReturnTo != "":
		done = fmt.Sprintf("switched %s back to %s", filepath.Base(place.Dir), place.ReturnTo)
		err = s.Git.Restore(ctx, place.ReturnTo)
	default:
		return place.Dir, nil // it was on no branch before, and stays on this one
	}
	if passing(ctx, err) {
		return "", err
	}
	if err != nil {
		s.res.note("the workspace %s is kept: %v", place.Dir, err)
		return place.Dir, nil
	}
	s.res.wrote("%s", done)
	return "", nil
}

// forget deletes the clone's own branch when no workspace has it any more and all
// its commits are elsewhere. Where the tracker is the clone's own it is the unit's
// branch itself, which dropBranch looks after.
func (s *step) forget(ctx context.Context) error {
	if s.Local {
		return nil
	}
	head, there, err := s.Git.LocalHead(ctx, s.u.Branch.Branch)
	if err != nil || !there {
		return err
	}
	why, err := s.onlyHere(ctx, head)
	if err != nil {
		return err
	}
	if why == "" {
		if err := s.Git.DeleteLocalBranch(ctx, s.u.Branch.Branch, head); passing(ctx, err) {
			return err
		} else if err != nil {
			why = err.Error()
		}
	}
	if why != "" {
		s.res.note("the local branch %s is kept: %s", s.u.Branch.Branch, why)
	}
	return nil
}

// onlyHere says what of a head of the workspace is nowhere else, "" for nothing. Where
// the tracker is the clone's own, the branch itself holds it and is kept.
func (s *step) onlyHere(ctx context.Context, head string) (string, error) {
	if s.Local || head == s.u.Branch.Base || s.u.Merged != nil && head == s.u.Merged.Head {
		return "", nil
	}
	in := []string{s.u.Branch.Base}
	if s.u.Merged != nil {
		in = append(in, s.u.Merged.Head, s.u.Merged.SHA)
	}
	// What was pushed may have been deleted or written over since.
	there, ok, err := s.Tracker.Branch(ctx, s.u.Branch.Branch)
	switch {
	case err != nil:
		return "", err
	case ok && there == head:
		return "", nil
	case ok:
		in = append(in, there)
	}
	contained, err := s.Git.Contained(ctx, head, in...)
	if err != nil || contained {
		return "", err
	}
	return "its commits are not on the remote", nil
}

// gone reports whether a workspace was deleted by hand.
func gone(err error) bool {
	var w *checkout.WorktreeError
	return errors.As(err, &w) && w.Kind == checkout.WorktreeGone
}
