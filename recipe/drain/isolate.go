package drain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/ledger"
)

// Isolate makes the workspace of a unit (section 5 of draining).
type Isolate struct{ base }

// IsolateInput says which unit.
type IsolateInput struct{ Input }

// Run fetches the unit's branch and makes its workspace: a branch here in a clean
// tree, a worktree where the tree is dirty or another unit is here, and here where
// one is in a linked worktree already. Nothing that is not ours is committed or
// stashed. A workspace that a killed run made is taken up.
func (s Isolate) Run(ctx context.Context, in IsolateInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepIsolate, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if !st.expect(rule.StepIsolate) {
		return st.end(), nil
	}
	if full, err := s.room(ctx); err != nil {
		return Result{}, err
	} else if full != "" {
		return st.noRoom(full)
	}
	if !s.Local && !in.DryRun {
		if err := s.Git.Fetch(ctx, s.Remote, st.u.Branch.Branch, st.u.Branch.Target); err != nil {
			return Result{}, err
		}
	}
	free, err := st.alone(ctx)
	if err != nil {
		return Result{}, err
	}
	defer free()
	// Others may have got theirs until just now.
	if full, err := s.room(ctx); err != nil {
		return Result{}, err
	} else if full != "" {
		return st.noRoom(full)
	}
	place, err := st.place(ctx)
	if err != nil {
		return Result{}, err
	}
	if in.DryRun {
		st.res.will("%s", placeWords(place, st.u.Branch.Branch))
		return st.end(), nil
	}
	if err := st.make(ctx, place); err != nil {
		return st.unmade(ctx, err)
	}
	if err := st.write(ctx, place); err != nil {
		return Result{}, err
	}
	st.res.wrote("%s", placeWords(place, st.u.Branch.Branch))
	return st.end(), nil
}

// unmade writes down why there is no workspace, where that is for a person to see to.
func (s *step) unmade(ctx context.Context, err error) (Result, error) {
	var tree *checkout.WorktreeError
	var branch *checkout.BranchError
	if !errors.As(err, &tree) && !errors.As(err, &branch) && !errors.Is(err, checkout.ErrDiskFull) {
		return Result{}, err
	}
	if err := s.fail(ctx, "", err.Error()); err != nil {
		return Result{}, err
	}
	return s.end(), nil
}

func placeWords(p rule.Isolated, branch string) string {
	switch p.Mode {
	case rule.ModeWorktree:
		return fmt.Sprintf("made a worktree for %s at %s", branch, p.Dir)
	case rule.ModeHere:
		return fmt.Sprintf("switched this worktree (%s) to %s", p.Dir, branch)
	}
	return fmt.Sprintf("switched %s to %s; %s is restored at the end", p.Dir, branch, p.ReturnTo)
}

// place decides where the workspace is. A worktree that has the unit's branch
// already is it.
func (s *step) place(ctx context.Context) (rule.Isolated, error) {
	if p, err := s.standing(ctx); err != nil || p.Dir != "" {
		return p, err
	}
	here := s.Git.Root()
	clean, _, err := s.Git.Clean(ctx, here)
	if err != nil {
		return rule.Isolated{}, err
	}
	branch, ok, err := s.Git.Branch(ctx)
	if err != nil {
		return rule.Isolated{}, err
	}
	busy, err := s.busy(ctx, here, branch)
	if err != nil {
		return rule.Isolated{}, err
	}
	switch {
	case s.Git.Linked() && clean && !busy:
		return rule.Isolated{Dir: here, Mode: rule.ModeHere, ReturnTo: branch}, nil
	case clean && ok && !busy:
		return rule.Isolated{Dir: here, Mode: rule.ModeBranch, ReturnTo: branch}, nil
	}
	return rule.Isolated{Dir: filepath.Join(s.Worktrees, s.u.ID), Mode: rule.ModeWorktree}, nil
}

// standing is the worktree that has the unit's branch; zero where none has.
func (s *step) standing(ctx context.Context) (rule.Isolated, error) {
	trees, err := s.Git.Worktrees(ctx)
	if err != nil {
		return rule.Isolated{}, err
	}
	for _, w := range trees {
		if w.Branch == s.u.Branch.Branch && !w.Gone {
			return s.found(ctx, w)
		}
	}
	return rule.Isolated{}, nil
}

// found is the place of a workspace that is there already: a killed run made it and
// did not write it down. git knows what the work tree was on before.
func (s *step) found(ctx context.Context, w checkout.Worktree) (rule.Isolated, error) {
	here := w.Dir == s.Git.Root()
	if !here && !w.Main {
		return rule.Isolated{Dir: w.Dir, Mode: rule.ModeWorktree}, nil
	}
	p := rule.Isolated{Dir: w.Dir, Mode: rule.ModeBranch, ReturnTo: s.u.Branch.Target}
	if here && s.Git.Linked() {
		p.Mode = rule.ModeHere
	}
	if here {
		before, ok, err := s.Git.CameFrom(ctx)
		if err != nil {
			return p, err
		}
		if ok {
			p.ReturnTo = before
		}
	}
	return p, nil
}

// busy reports whether another unit has its workspace in a folder, or is about to:
// the folder is on its branch.
func (s *step) busy(ctx context.Context, dir, branch string) (bool, error) {
	active, err := s.Ledger.Active(ctx)
	if err != nil {
		return false, err
	}
	for _, u := range active {
		if u.ID != s.u.ID && (u.Place.Dir == dir || branch != "" && u.Branch.Branch == branch) {
			return true, nil
		}
	}
	return false, nil
}

// alone waits until no other unit gets its workspace.
func (s *step) alone(ctx context.Context) (free func(), err error) {
	if s.in.DryRun {
		return func() {}, nil
	}
	for look := 1; ; look++ {
		free, err := s.Ledger.Lock(ctx, ledger.Clone, string(rule.StepIsolate))
		var busy *ledger.BusyError
		if !errors.As(err, &busy) || look == Looks {
			return free, err
		}
		if err := s.Wait(ctx); err != nil {
			return nil, err
		}
	}
}

// make makes the workspace where it is not there yet.
func (s *step) make(ctx context.Context, p rule.Isolated) error {
	w, err := s.Git.Workspace(ctx, p.Dir)
	if err == nil && w.Branch == s.u.Branch.Branch {
		return nil
	}
	start := s.u.Branch.Branch
	if !s.Local {
		start = checkout.RemoteRef(s.Remote, start)
	}
	if p.Mode == rule.ModeWorktree {
		return s.Git.AddWorktree(ctx, p.Dir, s.u.Branch.Branch, start)
	}
	return s.Git.SwitchTo(ctx, s.u.Branch.Branch, start)
}
