package drain

import (
	"context"
	"fmt"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// Reconcile looks at what happened to the units elsewhere.
type Reconcile struct{ base }

// ReconcileInput says which unit; "" looks at all that are in flight.
type ReconcileInput struct{ Input }

// Run reads what the tracker and git say of each unit, writes down what is new, and
// names what a person must settle: a merge or a close by hand, a member that was
// closed, re-graded or claimed anew, a workspace that is gone, a branch that moved.
func (s Reconcile) Run(ctx context.Context, in ReconcileInput) ([]Result, error) {
	units, err := s.active(ctx)
	if err != nil {
		return nil, err
	}
	if in.Unit != "" {
		u, err := s.unit(ctx, in.Unit)
		if err != nil {
			return nil, err
		}
		units = []rule.Unit{u}
	}
	results := make([]Result, 0, len(units))
	for _, u := range units {
		one := in.Input
		one.Unit = u.ID
		res, err := s.one(ctx, one)
		if err != nil {
			return results, err
		}
		results = append(results, res)
	}
	return results, nil
}

func (s Reconcile) one(ctx context.Context, in Input) (Result, error) {
	st, unlock, err := s.begin(ctx, stepReconcile, in)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.u.Active() {
		return st.refuse("unit %s has ended", st.u.ID)
	}
	for _, look := range []func(context.Context) error{st.lookMembers, st.lookBranch, st.lookPull, st.lookPlace} {
		if err := look(ctx); err != nil {
			return st.end(), err
		}
	}
	if len(st.res.Wrote)+len(st.res.Notes) == 0 {
		st.res.note("unit %s is as it was written down", st.u.ID)
	}
	return st.end(), nil
}

// lookMembers looks at the issues.
func (s *step) lookMembers(ctx context.Context) error {
	if s.u.Merged != nil {
		return nil
	}
	theirs, err := s.theirBranches(ctx)
	if err != nil {
		return err
	}
	for _, m := range s.u.Members() {
		issue, err := s.Tracker.Issue(ctx, m.Number)
		if err != nil {
			return err
		}
		if why := changed(issue, theirs[m.Number]); why != "" {
			s.res.note("%s, or %s", why, s.way(m.Number))
		} else if !claimed(issue) && s.u.Branch.Branch != "" {
			s.res.note("somebody took in-progress off #%d: label it again, or %s", m.Number, s.way(m.Number))
		}
	}
	return nil
}

// way is how a member is let go.
func (s *step) way(number int) string {
	if len(s.u.Members()) == 1 {
		return s.Command("release", s.u.ID)
	}
	return s.Command("drop", fmt.Sprint(number))
}

// lookBranch looks at the remote branch.
func (s *step) lookBranch(ctx context.Context) error {
	if s.u.Branch.Branch == "" || s.Local || s.u.Merged != nil {
		return nil
	}
	sha, ok, err := s.Tracker.Branch(ctx, s.u.Branch.Branch)
	known := s.u.Pushed
	if known == "" {
		known = s.u.Branch.Base
	}
	switch {
	case err != nil:
		return err
	case !ok:
		s.res.note("the branch %s is gone from %s: push it again, or %s", s.u.Branch.Branch, s.Remote, s.Command("release", s.u.ID))
	case sha != known:
		s.res.note("somebody pushed to %s: it is at %s, and %s is what is written down", s.u.Branch.Branch, short(sha), short(known))
	}
	return nil
}

// lookPull looks at the pull request.
func (s *step) lookPull(ctx context.Context) error {
	stops, err := s.pullNews(ctx)
	if stops != "" {
		s.res.note("%s", stops)
	}
	return err
}

// lookPlace looks at the workspace.
func (s *step) lookPlace(ctx context.Context) error {
	if s.u.Place.Dir == "" {
		return nil
	}
	w, err := s.Git.Workspace(ctx, s.u.Place.Dir)
	switch {
	case gone(err):
		s.res.note("the workspace %s was deleted by hand: the next step makes it anew", s.u.Place.Dir)
	case err != nil:
		return err
	case w.Branch != s.u.Branch.Branch:
		s.res.note("the workspace %s is on %s", s.u.Place.Dir, orNone(w.Branch))
	}
	return nil
}

// claimed reports whether an issue carries in-progress, however it is spelled.
func claimed(issue model.Issue) bool {
	q := model.NewQueue([]model.Issue{issue}, model.Facts{})
	return q.Entries[0].Claimed
}
