package drain

import (
	"context"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// Release gives a unit back.
type Release struct{ base }

// ReleaseInput says which unit, and why.
type ReleaseInput struct {
	Input
	Reason string // "" is "released by" and the name
}

// Run frees everything that the unit holds: its pull request is closed, its claims
// are given back, its branch is deleted where nothing is on it, its workspace is
// taken down where nothing in it would be lost. It can be run again after a crash.
func (s Release) Run(ctx context.Context, in ReleaseInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepRelease, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.u.Active() {
		return st.refuse("unit %s has ended", st.u.ID)
	}
	if st.u.Merged != nil {
		return st.refuse("unit %s is merged: %s looks after the rest", st.u.ID, st.Command("merge", st.u.ID))
	}
	if in.Reason == "" {
		in.Reason = "released by " + s.Me
	}
	if in.DryRun {
		st.undoing()
		return st.end(), nil
	}
	end, reason := rule.HandedBack, in.Reason
	if len(st.u.Members()) == 0 && len(st.u.Left) > 0 {
		end, reason = st.lastEnd()
	}
	err = st.release(ctx, end, reason)
	return st.end(), err
}

// lastEnd is how a unit ends of which every member left: as the last of them did.
func (s *step) lastEnd() (rule.End, string) {
	last := s.u.Left[len(s.u.Left)-1]
	if last.Reason == "" {
		return last.Why, "every member left it"
	}
	return last.Why, last.Reason
}

// undoing says what a release does.
func (s *step) undoing() {
	if s.u.Pull.Pull != 0 {
		s.res.will("close pull request #%d without a merge", s.u.Pull.Pull)
	}
	if len(s.u.Claims) > 0 {
		s.res.will("give the claims of %s back", hashes(s.u.Claims))
	}
	if s.u.Branch.Branch != "" {
		s.res.will("delete the branch %s if nothing is on it; else it is kept", s.u.Branch.Branch)
	}
	if s.u.Place.Dir != "" {
		s.res.will("take the workspace %s down if nothing in it would be lost; else it is kept", s.u.Place.Dir)
	}
}

// release ends the unit with everything given back. That it is being given up is
// written down first, so that a crash is gone on from.
func (s *step) release(ctx context.Context, end rule.End, reason string) error {
	if s.u.Ending == nil {
		if err := s.adopt(ctx); err != nil {
			return err
		}
		if err := s.write(ctx, rule.Ending{End: end, Reason: reason}); err != nil {
			return err
		}
	}
	if merged, err := s.closePull(ctx); err != nil || merged {
		return err
	}
	return s.finish(ctx, s.u.Ending.End, s.u.Ending.Reason)
}

// closePull closes the unit's pull request, unless somebody merged it meanwhile: then
// that is written down. A merge can come right before the closing, so it is looked at
// again.
func (s *step) closePull(ctx context.Context) (merged bool, err error) {
	if s.u.Pull.Pull == 0 {
		return false, nil
	}
	pull, err := s.Tracker.Pull(ctx, s.u.Pull.Pull)
	if err == nil && pull.State == model.Open {
		if err := s.Tracker.ClosePull(ctx, pull.Number); err != nil {
			return false, err
		}
		if pull, err = s.Tracker.Pull(ctx, pull.Number); err == nil && !pull.Merged {
			s.res.wrote("closed pull request #%d", pull.Number)
		}
	}
	if err != nil || !pull.Merged {
		return false, err
	}
	return true, s.mergedAs(ctx, pull)
}
