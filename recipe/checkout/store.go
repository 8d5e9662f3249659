package checkout

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"gh-debt/model"
)

// Store is the git behind the embedded tracker: the branches of a repository,
// which may be bare or the clone that a person works in. Every change of a branch
// is one step by its old value, so that of two processes exactly one makes it. A
// worktree that has a branch which moves is brought along or, where that would
// touch what somebody changed, the branch stays.
type Store struct {
	at     repoAt
	common string // the git directory
}

// OpenStore makes a store of the git directory dir: a bare repository, or the
// common directory of a clone. Nothing is asked of git yet.
func OpenStore(dir string, run Runner) *Store {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return &Store{at: repoAt{run: run, dir: dir, env: []string{"GIT_DIR=" + dir}}, common: dir}
}

// Store is the store of the clone that is checked out here.
func (c *Checkout) Store() *Store { return OpenStore(c.commonDir, c.run) }

// Branches gives the commits of all branches by their names.
func (s *Store) Branches(ctx context.Context) (map[string]string, error) {
	heads, err := s.at.refs(ctx, "refs/heads/")
	if err != nil {
		return nil, fmt.Errorf("list the branches: %w", err)
	}
	return heads, nil
}

// Branch is the commit of a branch; false where there is none.
func (s *Store) Branch(ctx context.Context, name string) (string, bool, error) {
	if model.CheckBranchName(name) != nil {
		return "", false, nil
	}
	commit, err := s.at.branch(ctx, name)
	if err != nil {
		return "", false, fmt.Errorf("read the branch: %w", err)
	}
	return commit, commit != "", nil
}

// CreateBranch makes a branch at a commit; false where it is there already,
// wherever it is. It fails with a *BranchError where git refuses the name or has
// no room for it, and with a *RevisionError where there is no such commit.
func (s *Store) CreateBranch(ctx context.Context, name, commit string) (bool, error) {
	made, err := s.create(ctx, name, commit)
	if err != nil {
		return false, fmt.Errorf("make the branch: %w", err)
	}
	return made, nil
}

func (s *Store) create(ctx context.Context, name, commit string) (bool, error) {
	if err := s.known(ctx, commit); err != nil {
		return false, err
	}
	err := s.at.updateRef(ctx, name, "", commit, "gh debt: claim")
	if moved, ok := errors.AsType[*BranchError](err); ok && moved.Kind == BranchMoved {
		return false, nil
	}
	return err == nil, err
}

// known is a *RevisionError where the repository has no commit of the full name.
func (s *Store) known(ctx context.Context, commit string) error {
	found, err := s.at.has(ctx, commit)
	if err == nil && !found {
		err = &RevisionError{Name: commit}
	}
	return err
}

// MoveBranch moves a branch to a commit; false where that is no step forward and
// force is not given. It fails with a *BranchError where there is no such branch,
// it moved meanwhile, or a worktree has it and cannot be brought along.
func (s *Store) MoveBranch(ctx context.Context, name, commit string, force bool) (bool, error) {
	moved, err := s.move(ctx, name, commit, force)
	if err != nil {
		return false, fmt.Errorf("move the branch: %w", err)
	}
	return moved, nil
}

func (s *Store) move(ctx context.Context, name, commit string, force bool) (bool, error) {
	old, err := s.at.branch(ctx, name)
	if err != nil {
		return false, err
	}
	if old == "" {
		return false, &BranchError{Kind: BranchAbsent, Branch: name}
	}
	if err := s.known(ctx, commit); err != nil {
		return false, err
	}
	if old == commit {
		return true, nil
	}
	forward, err := s.at.isAncestor(ctx, old, commit)
	if err != nil || !forward && !force {
		return false, err
	}
	if !forward {
		if err := s.at.keep(ctx, name, old); err != nil {
			return false, err
		}
	}
	err = s.advance(ctx, name, old, commit, "gh debt: move")
	return err == nil, err
}

// DeleteBranch deletes a branch; false where there is none. One that a worktree
// has checked out stays, with a *BranchError. Commits that are nowhere else stay
// reachable below refs/gh-debt/kept.
func (s *Store) DeleteBranch(ctx context.Context, name string) (bool, error) {
	deleted, err := s.remove(ctx, name)
	if err != nil {
		return false, fmt.Errorf("delete the branch: %w", err)
	}
	return deleted, nil
}

func (s *Store) remove(ctx context.Context, name string) (bool, error) {
	old, err := s.at.branch(ctx, name)
	if err != nil || old == "" {
		return false, err
	}
	err = s.at.moveRef(ctx, name, old, "", "gh debt: delete", func(ctx context.Context) error {
		list, err := s.worktrees(ctx)
		if err != nil {
			return err
		}
		if err := held(list, s.common, name); err != nil {
			return err
		}
		return s.at.keep(ctx, name, old)
	})
	return err == nil, err
}

// Has reports whether the repository holds a commit.
func (s *Store) Has(ctx context.Context, commit string) (bool, error) {
	found, err := s.at.has(ctx, commit)
	if err != nil {
		return false, fmt.Errorf("look for the commit: %w", err)
	}
	return found, nil
}

// Messages gives the commits of head that base lacks, the oldest first. Both are
// full object names or branches; one that is not there is a *RevisionError.
func (s *Store) Messages(ctx context.Context, base, head string) ([]model.CommitMessage, error) {
	found, err := s.at.messages(ctx, base, head)
	if err != nil {
		return nil, fmt.Errorf("read the commits: %w", err)
	}
	return found, nil
}

// Files gives the paths that differ between head and the commit where it left
// base, a renamed file with both of its paths. The names are those of Messages.
func (s *Store) Files(ctx context.Context, base, head string) ([]string, error) {
	found, err := s.at.files(ctx, base, head)
	if err != nil {
		return nil, fmt.Errorf("list the changed files: %w", err)
	}
	return found, nil
}

// worktrees lists the worktrees of the repository.
func (s *Store) worktrees(ctx context.Context) ([]Worktree, error) {
	return s.at.worktrees(ctx, s.common, "")
}
