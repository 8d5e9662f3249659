package drain

import (
	"context"
	"fmt"
	"slices"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// lose takes a member out of the unit. Where a person named the numbers, or none is
// left, all that was claimed is given back and the unit ends.
func (s *starting) lose(ctx context.Context, number int, why rule.End, reason string) (ended bool, err error) {
	if ended = s.start.Named || len(s.u.Members()) == 1; ended {
		return true, s.giveUp(ctx, why, reason)
	}
	s.res.wrote("%s", reason)
	return false, s.write(ctx, rule.Left{Number: number, Why: why, Reason: reason})
}

// giveUp gives the claims back and ends the unit. That it is being given up is
// written down first, so that a crash is gone on from.
func (s *step) giveUp(ctx context.Context, why rule.End, reason string) error {
	if err := s.writeBy(ctx, engine, rule.Ending{End: why, Reason: reason}); err != nil {
		return err
	}
	if err := s.finish(ctx, why, reason); err != nil {
		return err
	}
	s.res.Refused = said("%s", reason)
	return nil
}

// lost gives way to whoever made the branch first. The label stays where their
// branch names the issue: it is their claim now.
func (s *starting) lost(ctx context.Context, branch string) (Result, error) {
	by, err := s.Claims.Holder(ctx, s.u.Members()[0].Number)
	if err != nil {
		return Result{}, err
	}
	err = s.giveUp(ctx, rule.Lost, fmt.Sprintf("another session was first: it made the branch %s (%s holds the claim)", branch, orSomebody(by)))
	return s.end(), err
}

// yield gives way to another unit that took one of the members at the same moment
// under another name. Whoever sees the other gives way, so that never both go on:
// the claim holds, and is written down, only after this look.
func (s *starting) yield(ctx context.Context, ours rule.Branching) (ended bool, err error) {
	branches, err := s.Tracker.Branches(ctx)
	if err != nil {
		return false, err
	}
	naming, err := s.naming(ctx)
	if err != nil {
		return false, err
	}
	for _, b := range branches {
		n := shared(naming(b), s.u.Numbers())
		if n == 0 || b == ours.Branch {
			continue
		}
		if err := s.Tracker.DeleteBranch(ctx, ours.Branch, ours.Base); err != nil {
			return false, err
		}
		return true, s.giveUp(ctx, rule.Lost, fmt.Sprintf("another session took #%d at the same moment, on the branch %s", n, model.Visible(b)))
	}
	return false, nil
}

// shared is the first number that is in both, 0 for none.
func shared(a, b []int) int {
	for _, n := range a {
		if slices.Contains(b, n) {
			return n
		}
	}
	return 0
}
