package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// RemoveWorktree removes the linked worktree at dir. Its branch stays.
//
// It is a *WorktreeError, and nothing is removed, where the worktree holds
// changes, untracked files or commits that are nowhere else, where something is
// under way in it, where it is locked, holds submodules, is the main one or the
// one that is worked in. Files that git ignores go with it. Of one that was
// deleted by hand only the record of that very one is taken away; one that the
// clone knows nothing of any more is no error.
func (c *Checkout) RemoveWorktree(ctx context.Context, dir string) error {
	if err := c.removeWorktree(ctx, dir); err != nil {
		return fmt.Errorf("remove the worktree: %w", err)
	}
	return nil
}

func (c *Checkout) removeWorktree(ctx context.Context, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	list, err := c.Worktrees(ctx)
	if err != nil {
		return err
	}
	for _, w := range list {
		if filepath.Clean(w.Dir) == dir || sameFile(w.Dir, dir) {
			return c.removeListed(ctx, w)
		}
	}
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return &WorktreeError{Kind: WorktreeUnknown, Dir: dir}
}

func (c *Checkout) removeListed(ctx context.Context, w Worktree) error {
	switch {
	case w.Main:
		return &WorktreeError{Kind: WorktreeMain, Dir: w.Dir}
	case w.Gone:
		return c.forget(ctx, w)
	case w.Locked:
		return &WorktreeError{Kind: WorktreeLocked, Dir: w.Dir, Detail: w.Reason}
	case within(w.Dir, c.dir) || c.root != "" && sameFile(w.Dir, c.root):
		return &WorktreeError{Kind: WorktreeHere, Dir: w.Dir}
	}
	at, err := c.worktreeAt(ctx, w.Dir)
	if err != nil {
		return err
	}
	work, err := at.status(ctx)
	if err != nil {
		return err
	}
	switch {
	case work.UnderWay != "":
		return &WorktreeError{Kind: WorktreeBusy, Dir: w.Dir, Detail: work.UnderWay}
	case len(work.Dirty) > 0:
		return &WorktreeError{Kind: WorktreeDirty, Dir: w.Dir, Paths: work.Dirty}
	}
	w.Branch = work.Branch
	if err := c.saved(ctx, w, work.Head); err != nil {
		return err
	}
	return c.dropWorktree(ctx, w)
}

// saved fails where a worktree without a branch is at commits that no branch, tag
// or remote has: with it they would be lost.
func (c *Checkout) saved(ctx context.Context, w Worktree, head string) error {
	if w.Branch != "" || head == "" {
		return nil
	}
	only, err := c.here().text(ctx, "rev-list", "--max-count=1", head, "--not", "--branches", "--tags", "--remotes", "--")
	if err == nil && only != "" {
		err = &WorktreeError{Kind: WorktreeUnsaved, Dir: w.Dir}
	}
	return err
}

// forget takes away the record of a worktree that was deleted by hand, and of no
// other. A locked one may only be away.
func (c *Checkout) forget(ctx context.Context, w Worktree) error {
	if w.Locked {
		return &WorktreeError{Kind: WorktreeLocked, Dir: w.Dir, Detail: w.Reason}
	}
	if err := c.saved(ctx, w, w.Head); err != nil {
		return err
	}
	if _, err := os.Lstat(w.Dir); err == nil {
		// Its files are there and only .git is not: they may be somebody's work.
		return &WorktreeError{Kind: WorktreeOccupied, Dir: w.Dir}
	}
	return c.dropWorktree(ctx, w)
}

// dropWorktree lets git remove a worktree. It is never forced, so that git looks
// once more itself.
func (c *Checkout) dropWorktree(ctx context.Context, w Worktree) error {
	at := c.here()
	if within(w.Dir, at.dir) {
		at.dir = c.commonDir
	}
	err := at.git(ctx, "worktree", "remove", "--", w.Dir)
	failed, ok := errors.AsType[*GitError](err)
	switch {
	case !ok:
		return err
	case strings.Contains(failed.Stderr, "containing submodules"):
		return &WorktreeError{Kind: WorktreeSubmodules, Dir: w.Dir, Err: err}
	case strings.Contains(failed.Stderr, "contains modified or untracked files"):
		return &WorktreeError{Kind: WorktreeDirty, Dir: w.Dir, Paths: []string{"since this moment"}, Err: err}
	}
	return err
}
