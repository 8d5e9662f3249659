package checkout

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// SwitchTo puts this work tree on a branch, and only a clean one: with a change,
// an untracked file or a merge under way it is a *WorktreeError. A branch that is
// not there is made at start; one that is there is taken as it is, and must hold
// start, or start is "". An ignored file that the branch would overwrite stops
// it too. The errors are those of AddWorktree.
func (c *Checkout) SwitchTo(ctx context.Context, branch, start string) error {
	if err := c.switchTo(ctx, branch, start); err != nil {
		return fmt.Errorf("switch to the branch: %w", err)
	}
	return nil
}

func (c *Checkout) switchTo(ctx context.Context, branch, start string) error {
	at := c.here()
	made, err := at.startBranch(ctx, branch, start)
	if err != nil {
		return err
	}
	work, err := c.tidy(ctx)
	if err != nil || work.Branch == branch && made == "" {
		return err
	}
	if err := c.freeBranch(ctx, branch); err != nil {
		return err
	}
	if made != "" {
		return c.change(ctx, "--no-track", "--create", branch, made)
	}
	return c.change(ctx, "--no-guess", branch)
}

// Restore puts this work tree back on what it was on before: a branch, or a
// commit by its full name, which leaves HEAD detached. It asks what SwitchTo
// asks, and makes nothing.
func (c *Checkout) Restore(ctx context.Context, branch string) error {
	if !fullName(branch) {
		return c.SwitchTo(ctx, branch, "")
	}
	if err := c.detach(ctx, branch); err != nil {
		return fmt.Errorf("switch to the commit: %w", err)
	}
	return nil
}

func (c *Checkout) detach(ctx context.Context, commit string) error {
	if _, err := c.here().commits(ctx, commit); err != nil {
		return err
	}
	work, err := c.tidy(ctx)
	if err != nil || work.Branch == "" && work.Head == commit {
		return err
	}
	return c.change(ctx, "--detach", commit)
}

// tidy is how this work tree stands, a *WorktreeError where it is not clean.
func (c *Checkout) tidy(ctx context.Context) (Work, error) {
	work, err := c.Workspace(ctx, "")
	switch {
	case err != nil:
		return work, err
	case work.UnderWay != "":
		return work, &WorktreeError{Kind: WorktreeBusy, Dir: c.root, Detail: work.UnderWay}
	case len(work.Dirty) > 0:
		return work, &WorktreeError{Kind: WorktreeDirty, Dir: c.root, Paths: work.Dirty}
	}
	return work, nil
}

// change runs git switch, which leaves everything as it is when it fails.
func (c *Checkout) change(ctx context.Context, to ...string) error {
	err := c.here().git(ctx, append([]string{"switch", "--quiet", "--no-overwrite-ignore", "--no-recurse-submodules"}, to...)...)
	if failed, ok := errors.AsType[*GitError](err); ok {
		if _, rest, ok := strings.Cut(failed.Stderr, "would be overwritten by checkout:\n"); ok {
			var paths []string
			for line := range strings.Lines(rest) {
				if path, ok := strings.CutPrefix(line, "\t"); ok {
					paths = append(paths, strings.TrimSpace(path))
				}
			}
			return &WorktreeError{Kind: WorktreeDirty, Dir: c.root, Paths: paths, Err: err}
		}
	}
	return err
}
