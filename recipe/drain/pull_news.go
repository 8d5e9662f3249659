package drain

import (
	"context"
	"fmt"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// pullNews looks at the pull request and writes down what others did to it: that it was
// merged, closed, or opened again, or that it does not merge with its target by now. It
// gives why nothing can be expected of the head as it is, "" for nothing: a closed pull
// request is not merged, and GitHub starts no checks on one that conflicts.
func (s *step) pullNews(ctx context.Context) (stops string, err error) {
	if s.u.Pull.Pull == 0 || s.u.Merged != nil {
		return "", nil
	}
	pull, err := s.Tracker.Pull(ctx, s.u.Pull.Pull)
	if err != nil {
		return "", err
	}
	switch {
	case pull.Merged:
		return "", s.mergedAs(ctx, pull)
	case pull.State == model.Closed:
		return s.closedUnmerged(pull), s.hindered(ctx, rule.BlockedClosed, s.closedUnmerged(pull))
	case s.u.ClosedByHand():
		return "", s.reopened(ctx)
	case pull.Mergeable == model.MergeConflict:
		stops = fmt.Sprintf("pull request #%d conflicts with %s", pull.Number, s.u.Branch.Target)
		if pull.HeadSHA != s.u.Pushed {
			return stops, nil
		}
		return stops, s.hindered(ctx, rule.BlockedConflict, stops)
	}
	return "", nil
}

// closedUnmerged says that a pull request was closed, and what can be done.
func (s *step) closedUnmerged(pull model.PullRequest) string {
	return fmt.Sprintf("pull request #%d was closed without a merge: reopen it, or %s", pull.Number, s.Command("release", s.u.ID))
}

// hindered writes down what keeps the pull request from its merge. What was written
// already, or has no place where the unit is, is not.
func (s *step) hindered(ctx context.Context, why, reason string) error {
	f := rule.Blocked{Head: s.u.Pushed, Why: why, Reason: reason}
	known := s.u.Blocked != nil && s.u.Blocked.Why == why
	if known || s.u.Asked != nil || s.u.Ending != nil || rule.Allowed(s.u, f) != nil {
		return nil
	}
	return s.write(ctx, f)
}

// reopened writes down that somebody opened the pull request again.
func (s *step) reopened(ctx context.Context) error {
	again := s.u.Pull
	again.Again = true
	if s.in.DryRun {
		s.u = s.u.After(rule.Event{At: s.Now(), Unit: s.u.ID, By: s.Me, Fact: again})
		return nil
	}
	s.res.wrote("pull request #%d is open again", again.Pull)
	return s.write(ctx, again)
}
