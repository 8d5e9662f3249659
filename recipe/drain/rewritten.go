package drain

import (
	"context"
	"fmt"
)

// rewritten says that somebody took out of the target the commit from which the work
// began, "" where that is not so: a pull request of the head would bring it back. next
// is the command that gives the unit up.
func (s *step) rewritten(ctx context.Context, head string) (why, next string, err error) {
	target, base := s.u.Branch.Target, s.u.Branch.Base
	sha, ok, err := s.Tracker.Branch(ctx, target)
	if err != nil || !ok || sha == base {
		return "", "", err // a target that is gone is told by whoever refuses the pull request
	}
	if there, err := s.Git.HasObject(ctx, sha); err != nil {
		return "", "", err
	} else if !there {
		if err := s.Git.Fetch(ctx, s.Remote, target); err != nil {
			return "", "", err
		}
	}
	if held, err := s.Git.IsAncestor(ctx, base, sha); err != nil || held {
		return "", "", err
	}
	if held, err := s.Git.IsAncestor(ctx, base, head); err != nil || !held {
		return "", "", err // a person has put the work onto the target anew
	}
	return fmt.Sprintf("%s was rewritten and does not hold %s any more, from which the work began: the merge would bring that back; "+
			"put the branch onto it (git rebase --onto %s %s) and run the gates again, or let the unit go", target, short(base), short(sha), short(base)),
		s.Command("release", s.u.ID), nil
}
