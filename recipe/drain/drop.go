package drain

import (
	"context"
	"fmt"
	"slices"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/tracker"
)

// Drop lets one member go later (section 6 of draining).
type Drop struct{ base }

// DropInput says which member.
type DropInput struct {
	Input
	Number int
}

// Run gives the member's claim back and takes its line out of the pull request's
// body. It refuses while a commit still closes the issue, and for the only member:
// that one is released.
func (s Drop) Run(ctx context.Context, in DropInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepDrop, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	switch numbers := st.u.Numbers(); {
	case !slices.Contains(numbers, in.Number):
		return st.refuse("#%d is no member of unit %s", in.Number, st.u.ID)
	case len(numbers) == 1:
		return st.refuse("#%d is the only member: release the unit instead", in.Number)
	}
	if err := rule.Allowed(st.u, rule.Left{Number: in.Number, Why: rule.Dropped}); err != nil {
		return st.refuse("%v", err)
	}
	if why, err := st.stillCloses(ctx, in.Number); err != nil || why != "" {
		if err != nil {
			return Result{}, err
		}
		return st.refuse("%s", why)
	}
	if in.DryRun {
		st.res.will("give the claim of #%d back, and take its line out of the pull request", in.Number)
		return st.end(), nil
	}
	if err := st.unline(ctx, in.Number); err != nil {
		return Result{}, err
	}
	err = st.leave(ctx, in.Number, rule.Dropped, "dropped by "+s.Me)
	if err == nil {
		st.res.wrote("#%d left unit %s", in.Number, st.u.ID)
	}
	return st.end(), err
}

// stillCloses names the commit that would close an issue.
func (s *step) stillCloses(ctx context.Context, number int) (string, error) {
	if s.u.Place.Dir == "" {
		return "", nil
	}
	w, err := s.workspace(ctx)
	if err != nil {
		return "", err
	}
	messages, err := s.Git.Messages(ctx, s.u.Place.Dir, s.u.Branch.Base, w.Head)
	if err != nil {
		return "", err
	}
	for _, m := range messages {
		for _, c := range rule.Closings(m.Message, s.Home) {
			if c.Number == number {
				return fmt.Sprintf("commit %s would still close #%d: reword it first", short(m.SHA), number), nil
			}
		}
	}
	return "", nil
}

// unline takes a member's line out of the pull request's body.
func (s *step) unline(ctx context.Context, number int) error {
	if s.u.Pull.Pull == 0 {
		return nil
	}
	pull, err := s.Tracker.Pull(ctx, s.u.Pull.Pull)
	if err != nil {
		return err
	}
	body := rule.DropLine(pull.Body, number, s.Home)
	if body == pull.Body {
		return nil
	}
	if _, err := s.Tracker.EditPull(ctx, pull.Number, tracker.PullEdit{Body: &body, OldBody: pull.Body}); err != nil {
		return err
	}
	s.res.wrote("took the line of #%d out of pull request #%d", number, pull.Number)
	return nil
}
