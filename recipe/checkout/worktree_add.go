package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// AddWorktree makes a linked worktree at dir with the branch checked out.
//
// Where the branch is not there, it is made at start, which is a full object
// name, a whole reference or a branch. Where it is, it is taken as it is and
// never moved: it must hold start, or start is "". When dir is that very
// worktree already, nothing is done, so that the step can be taken again; one
// that was deleted by hand is made anew.
//
// It fails with a *WorktreeError where something else lies at dir, or dir lies
// among the files of a worktree, with a *BranchError where the branch is checked
// out elsewhere, is no name or holds other work, and with a *RevisionError.
func (c *Checkout) AddWorktree(ctx context.Context, dir, branch, start string) error {
	if err := c.addWorktree(ctx, dir, branch, start); err != nil {
		return fmt.Errorf("make the worktree: %w", err)
	}
	return nil
}

func (c *Checkout) addWorktree(ctx context.Context, dir, branch, start string) error {
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("%s is no absolute path", shown(dir))
	}
	dir = filepath.Clean(dir)
	list, err := c.Worktrees(ctx)
	if err != nil {
		return err
	}
	at := c.here()
	made, err := at.startBranch(ctx, branch, start)
	if err != nil {
		return err
	}
	if there, err := c.vacant(ctx, list, dir, branch); err != nil || there {
		return err
	}
	if err := c.freeBranch(ctx, branch); err != nil {
		return err
	}
	args := []string{"worktree", "add", "--quiet", "--no-guess-remote"}
	if made != "" {
		args = append(args, "--no-track", "-b", branch, "--", dir, made)
	} else {
		args = append(args, "--", dir, branch)
	}
	return at.git(ctx, args...)
}

// startBranch is the commit at which a branch is to be made; "" where it is there
// already and holds start.
func (r repoAt) startBranch(ctx context.Context, branch, start string) (string, error) {
	now, err := r.branch(ctx, branch)
	if err != nil {
		return "", err
	}
	if start == "" {
		if now == "" {
			return "", &BranchError{Kind: BranchAbsent, Branch: branch}
		}
		return "", nil
	}
	from, err := r.commits(ctx, start)
	if err != nil || now == "" {
		return strings.Join(from, ""), err
	}
	holds, err := r.answers(ctx, "merge-base", "--is-ancestor", from[0], now)
	if err == nil && !holds {
		err = &BranchError{Kind: BranchApart, Branch: branch, Commit: now}
	}
	return "", err
}

// vacant looks whether a worktree can be made at dir; there is true where it is
// there already, with the branch. One that was deleted by hand is forgotten.
func (c *Checkout) vacant(ctx context.Context, list []Worktree, dir, branch string) (there bool, err error) {
	for _, w := range list {
		if !sameFile(w.Dir, dir) && filepath.Clean(w.Dir) != dir {
			continue
		}
		switch {
		case w.Gone:
			if err := c.forget(ctx, w); err != nil {
				return false, err
			}
		case w.Branch == branch:
			return true, nil
		default:
			return false, &WorktreeError{Kind: WorktreeOccupied, Dir: dir}
		}
	}
	switch entries, err := os.ReadDir(dir); {
	case errors.Is(err, os.ErrNotExist):
	case err != nil || len(entries) > 0:
		return false, &WorktreeError{Kind: WorktreeOccupied, Dir: dir, Err: err}
	}
	return false, c.outside(ctx, list, dir)
}

// freeBranch fails where a worktree has the branch. One that was deleted by hand
// is forgotten.
func (c *Checkout) freeBranch(ctx context.Context, branch string) error {
	list, err := c.Worktrees(ctx)
	if err != nil {
		return err
	}
	for _, w := range list {
		if w.Branch == branch && w.Gone && !w.Locked {
			if err := c.forget(ctx, w); err != nil {
				return err
			}
		}
	}
	return held(list, c.commonDir, branch)
}

// outside fails where dir lies among the files of a worktree, which would then
// never be clean again, unless it is ignored there. Within .git it is at no
// one's feet.
func (c *Checkout) outside(ctx context.Context, list []Worktree, dir string) error {
	if within(c.commonDir, dir) {
		return nil
	}
	for _, w := range list {
		if w.Bare || w.Gone || w.Dir == "" || !within(w.Dir, dir) {
			continue
		}
		rel, err := filepath.Rel(w.Dir, dir)
		if err != nil {
			return err
		}
		at := repoAt{run: c.run, dir: w.Dir}
		ignored, err := at.ignores(ctx, filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		if !ignored {
			return &WorktreeError{Kind: WorktreeInside, Dir: dir, Detail: w.Dir}
		}
	}
	return nil
}

// ignores reports whether a folder of a worktree is ignored there. The slash says
// that it is a folder, for a rule that ends in one, and the dot takes the meaning
// from a colon at its beginning, since this command takes no literal paths.
func (r repoAt) ignores(ctx context.Context, folder string) (bool, error) {
	call := r.call("check-ignore", "--quiet", "--", "./"+folder+"/")
	call.Env = append(call.Env, "GIT_LITERAL_PATHSPECS=0")
	err := r.run.Git(ctx, call)
	if exitIs(err, 1) {
		return false, nil
	}
	return err == nil, err
}

// within reports whether a path lies below a directory, or is it.
func within(dir, p string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && filepath.IsLocal(rel)
}
