package drain

import (
	"context"
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
	if why := st.elsewhere(w); why != "" {
		return st.refuse("%s", why)
	}
	if w.Head != st.u.Pushed && rule.Allowed(st.u, rule.Pushed{Head: w.Head}) != nil {
		return st.before(rule.StepGates, "the workspace is at %s, and the gates did not run on that: they come first", short(w.Head))
	}
	if over, err := st.overtaken(ctx); err != nil || over {
		return st.end(), err
	}
	if why, next, err := st.unfit(ctx, w.Head); err != nil || why != "" {
		return st.strayed(why, next, err)
	}
	if why, err := st.discreet(ctx); err != nil || why != "" {
		return st.withheld(why, err)
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
	switch {
	case !s.Local:
		s.res.will("push %s (%s) to %s", s.u.Branch.Branch, short(w.Head), s.Remote)
	case s.u.Pull.Pull != 0:
		s.res.will("show %s (%s) in pull request #%d", s.u.Branch.Branch, short(w.Head), s.u.Pull.Pull)
	}
	if s.u.Pull.Pull != 0 {
		return
	}
	s.res.will("open a pull request into %s, titled %q:", s.u.Branch.Target, rule.PullTitle(s.u))
	for line := range strings.SplitSeq(strings.TrimSpace(rule.PullBody(s.u)), "\n") {
		s.res.will("  %s", model.Visible(line))
	}
}

// open opens the pull request.
func (s *step) open(ctx context.Context) error {
	if err := s.adopt(ctx); err != nil || s.u.Pull.Pull != 0 {
		return err
	}
	pull, err := s.Tracker.CreatePull(ctx, tracker.NewPull{
		Title: rule.PullTitle(s.u), Body: rule.PullBody(s.u), Head: s.u.Branch.Branch, Base: s.u.Branch.Target,
	})
	if err != nil {
		return err
	}
	if err := s.proposed(ctx, pull); err != nil {
		return err
	}
	s.res.wrote("opened pull request #%d: %s", pull.Number, pull.URL)
	if !s.u.Branch.Default {
		s.res.note("it goes to %s, which is not the default branch: the merge closes no issue by itself", s.u.Branch.Target)
	}
	return nil
}

func (s *step) proposed(ctx context.Context, pull model.PullRequest) error {
	return s.write(ctx, rule.Proposed{Pull: pull.Number, URL: pull.URL, Closes: s.u.Branch.Default})
}

// adopt writes the pull request down that a killed run opened and did not hear of,
// also where somebody has merged it since.
func (s *step) adopt(ctx context.Context) error {
	if s.u.Pull.Pull != 0 || s.u.Pushed == "" {
		return nil
	}
	pulls, err := s.Tracker.PullsOf(ctx, s.u.Branch.Branch)
	if err != nil {
		return err
	}
	for _, p := range pulls {
		if p.BaseRef == s.u.Branch.Target && (p.State == model.Open || p.Merged && p.HeadSHA == s.u.Pushed) {
			s.res.wrote("pull request #%d was opened already: %s", p.Number, p.URL)
			return s.proposed(ctx, p)
		}
	}
	return nil
}
