package drain

import (
	"context"
	"errors"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/tracker"
)

// Propose pushes the branch and opens the pull request (section 6 of draining).
type Propose struct{ base }

// ProposeInput says which unit.
type ProposeInput struct{ Input }

// Run pushes what the workspace holds and opens the pull request, whose body is
// the only text that closes the members. After a fix it pushes to the pull request
// that is there. Both are safe to repeat: a push that arrived is seen, and so is a
// pull request that was opened before the answer was lost.
func (s Propose) Run(ctx context.Context, in ProposeInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepPropose, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.expect(rule.StepPropose) {
		return st.end(), nil
	}
	w, err := st.workspace(ctx)
	if err != nil {
		return Result{}, err
	}
	if w.Branch != st.u.Branch.Branch {
		return st.refuse("the workspace %s is on %s, not on %s", st.u.Place.Dir, orNone(w.Branch), st.u.Branch.Branch)
	}
	messages, err := s.Git.Messages(ctx, st.u.Place.Dir, st.u.Branch.Base, w.Head)
	if err != nil {
		return Result{}, err
	}
	if why := st.closings(messages); why != "" {
		return st.refuse("%s", why)
	}
	if in.DryRun {
		st.proposal(w)
		return st.end(), nil
	}
	if done, err := st.push(ctx, w); err != nil || !done {
		return st.end(), err
	}
	if st.u.Pull.Pull == 0 {
		if err := st.open(ctx); err != nil {
			return Result{}, err
		}
	}
	return st.end(), nil
}

// proposal says what would become public.
func (s *step) proposal(w checkout.Work) {
	if !s.Local {
		s.res.will("push %s (%s) to %s", s.u.Branch.Branch, short(w.Head), s.Remote)
	}
	if s.u.Pull.Pull != 0 {
		return
	}
	s.res.will("open a pull request into %s, titled %q:", s.u.Branch.Target, rule.PullTitle(s.u))
	for line := range strings.SplitSeq(strings.TrimSpace(rule.PullBody(s.u)), "\n") {
		s.res.will("  %s", model.Visible(line))
	}
}

// push brings the remote branch to the workspace's head. The lease names the head
// that we know, so that nobody's commits are written over.
func (s *step) push(ctx context.Context, w checkout.Work) (done bool, err error) {
	if s.u.Pushed == w.Head {
		return true, nil
	}
	if !s.Local {
		expect := s.u.Pushed
		if expect == "" {
			expect = s.u.Branch.Base
		}
		there, ok, err := s.Tracker.Branch(ctx, s.u.Branch.Branch)
		switch {
		case err != nil:
			return false, err
		case !ok:
			_, err := s.refuse("the branch %s is gone from %s: release the unit, or push the branch by hand", s.u.Branch.Branch, s.Remote)
			return false, err
		case there == w.Head: // an earlier push of which nothing was written down
		default:
			if err := s.Git.Push(ctx, s.Remote, s.u.Branch.Branch, expect); err != nil {
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

// pushFailed writes a push down that was refused; others are errors.
func (s *step) pushFailed(ctx context.Context, err error) error {
	var refused *checkout.PushError
	if !errors.As(err, &refused) || refused.Kind == checkout.RemoteOffline {
		return err
	}
	return s.fail(ctx, "", err.Error())
}

// open opens the pull request.
func (s *step) open(ctx context.Context) error {
	pull, err := s.Tracker.CreatePull(ctx, tracker.NewPull{
		Title: rule.PullTitle(s.u), Body: rule.PullBody(s.u), Head: s.u.Branch.Branch, Base: s.u.Branch.Target,
	})
	if err != nil {
		return err
	}
	if err := s.write(ctx, rule.Proposed{Pull: pull.Number, URL: pull.URL, Closes: s.u.Branch.Default}); err != nil {
		return err
	}
	s.res.wrote("opened pull request #%d: %s", pull.Number, pull.URL)
	if !s.u.Branch.Default {
		s.res.note("it goes to %s, which is not the default branch: the merge closes no issue by itself", s.u.Branch.Target)
	}
	return nil
}
