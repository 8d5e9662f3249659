package drain

import (
	"context"
	"slices"
	"strings"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// What a killed run began and did not write down may be there or not, and may be
// somebody else's. These tell it apart.

// leave gives a member's claim back, unless it is another session's now, and writes
// down that it is no member any more. A claim that was begun and not heard of again
// is given back as well.
func (s *step) leave(ctx context.Context, number int, why rule.End, reason string) error {
	held, err := s.held(ctx, number)
	if err != nil {
		return err
	}
	if held {
		if err := s.Claims.Release(ctx, number); err != nil {
			return err
		}
		s.res.wrote("gave the claim of #%d back", number)
	}
	return s.write(ctx, rule.Left{Number: number, Why: why, Reason: reason})
}

// held reports whether the label of a member is the unit's own claim: it was put
// there, or its putting was begun and whoever did so last is us, and no other branch
// names the issue.
func (s *step) held(ctx context.Context, number int) (bool, error) {
	switch {
	case slices.Contains(s.u.Claims, number):
	case slices.Contains(s.u.Claiming, number):
		if us, err := s.lastClaim(ctx, number, time.Time{}); err != nil || !us {
			return false, err
		}
	default:
		return false, nil
	}
	theirs, err := s.theirBranches(ctx)
	return theirs[number] == "", err
}

// theirBranches are the branches of others by the issues that they name.
func (s *step) theirBranches(ctx context.Context) (map[int]string, error) {
	branches, err := s.Tracker.Branches(ctx)
	if err != nil {
		return nil, err
	}
	own, _, err := s.branch(ctx)
	if err != nil {
		return nil, err
	}
	naming, err := s.naming(ctx)
	if err != nil {
		return nil, err
	}
	theirs := map[int]string{}
	for _, b := range branches {
		for _, n := range naming(b) {
			if b != own {
				theirs[n] = b
			}
		}
	}
	return theirs, nil
}

// naming gives the issues that a branch claims by its name. A batch's branch goes on
// naming a member that has left: of the units of this clone that is known, and such a
// member is free.
func (b base) naming(ctx context.Context) (func(branch string) []int, error) {
	units, err := b.active(ctx)
	if err != nil {
		return nil, err
	}
	return func(branch string) []int {
		numbers := model.BranchMembers(branch)
		for _, u := range units {
			if u.Branch.Branch == branch {
				numbers = slices.DeleteFunc(numbers, func(n int) bool { return !slices.Contains(u.Numbers(), n) })
			}
		}
		return numbers
	}, nil
}

// branch is the unit's branch on the remote with the commit that it was made at,
// also where its creation was begun and not heard of again; "" where it is not there
// or is another's.
func (s *step) branch(ctx context.Context) (name, base string, err error) {
	b := s.u.Branching
	switch {
	case s.u.Branch.Branch != "":
		return s.u.Branch.Branch, s.u.Branch.Base, nil
	case b.Branch == "" || s.u.Ending != nil && s.u.Ending.End == rule.Lost:
		return "", "", nil
	}
	ours, err := s.ours(ctx, b)
	if err != nil || !ours {
		return "", "", err
	}
	return b.Branch, b.Base, nil
}

// ours reports whether a branch whose creation was begun was made by that run: it
// holds nothing yet, nobody proposed it, and nobody claimed an issue of the unit
// since, as somebody may who found the claim stale.
func (s *step) ours(ctx context.Context, b rule.Branching) (bool, error) {
	sha, ok, err := s.Tracker.Branch(ctx, b.Branch)
	if err != nil || !ok || sha != b.Base {
		return false, err
	}
	if pulls, err := s.Tracker.PullsOf(ctx, b.Branch); err != nil || len(pulls) > 0 {
		return false, err
	}
	_, events, err := s.Ledger.Unit(ctx, s.u.ID)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		if f, begun := e.Fact.(rule.Branching); begun && f == b {
			numbers := append(s.u.Numbers(), s.u.Chosen.Members[0].Number)
			return s.lastClaim(ctx, numbers[0], e.At)
		}
	}
	return false, nil
}

// clocks is how far this clock and that of the tracker may be apart. A claim is
// found stale only after rule.StaleAfter, so another's comes later than that.
const clocks = rule.StaleAfter / 2

// lastClaim reports whether the newest claim of an issue is the signed-in person's,
// and, unless the time is zero, no newer than that.
func (s *step) lastClaim(ctx context.Context, number int, at time.Time) (bool, error) {
	repo, err := s.Tracker.Repository(ctx)
	if err != nil {
		return false, err
	}
	last, err := s.Claims.Last(ctx, number)
	if err != nil {
		return false, err
	}
	return same(last.Actor, repo.Viewer) && (at.IsZero() || !last.At.After(at.Add(clocks))), nil
}

// same reports whether two logins are one person's.
func same(a, b string) bool { return a != "" && strings.EqualFold(a, b) }
