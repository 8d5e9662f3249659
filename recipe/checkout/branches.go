package checkout

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// BranchFault says why a branch is left as it is.
type BranchFault int

// The kinds of BranchError.
const (
	BranchName       BranchFault = iota + 1 // the name cannot be one
	BranchAbsent                            // there is no such branch
	BranchMoved                             // it is not at the commit that was expected
	BranchApart                             // it is there and does not hold the commit it should start from
	BranchCheckedOut                        // it is checked out in a worktree
	BranchBlocked                           // a branch whose name is a part of it, or that it is a part of, is in its way
	BranchLocked                            // another git holds its lock, or died with it
)

// BranchError says in one sentence why a branch was not made, moved, deleted or
// switched to. Nothing was changed.
type BranchError struct {
	Kind   BranchFault
	Branch string
	Commit string // where it is, for BranchMoved and BranchApart; "" where it is not known
	By     string // the branch in the way, for BranchBlocked
	Dir    string // the worktree that has it, for BranchCheckedOut; the file that is the lock, for BranchLocked
	Err    error  // what git said, if anything
}

// Error is one sentence.
func (e *BranchError) Error() string {
	switch e.Kind {
	case BranchName:
		return e.Err.Error()
	case BranchAbsent:
		return fmt.Sprintf("there is no branch %s", e.Branch)
	case BranchMoved:
		if e.Commit == "" {
			return fmt.Sprintf("the branch %s moved meanwhile: look at it and try again", e.Branch)
		}
		return fmt.Sprintf("the branch %s is at %s, not where it was expected: look at it and try again", e.Branch, short(e.Commit))
	case BranchApart:
		return fmt.Sprintf("the branch %s is there already, at %s, and is left as it is", e.Branch, short(e.Commit))
	case BranchCheckedOut:
		why := ""
		if e.Err != nil {
			why = fmt.Sprintf(" and stays as it is (%v)", e.Err)
		}
		return fmt.Sprintf("the branch %s is checked out in %s%s", e.Branch, shown(e.Dir), why)
	case BranchBlocked:
		return fmt.Sprintf("git cannot have the branch %s beside the branch %s: rename %[2]s first", e.Branch, e.By)
	case BranchLocked:
		return fmt.Sprintf("another git holds the lock of the branch %s, or died with it: if none runs, delete %s", e.Branch, shown(e.Dir))
	}
	return fmt.Sprintf("the branch %s: %v", e.Branch, e.Err)
}

// Unwrap gives what git said.
func (e *BranchError) Unwrap() error { return e.Err }

// short is the beginning of a commit's name, for a person to read.
func short(commit string) string { return commit[:min(7, len(commit))] }

// LocalBranches lists the branches of the clone, sorted.
func (c *Checkout) LocalBranches(ctx context.Context) ([]string, error) {
	heads, err := c.here().refs(ctx, "refs/heads/")
	if err != nil {
		return nil, fmt.Errorf("list the branches: %w", err)
	}
	names := make([]string, 0, len(heads))
	for name := range heads {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// LocalHead is the commit of a local branch; false where there is none.
func (c *Checkout) LocalHead(ctx context.Context, branch string) (string, bool, error) {
	commit, err := c.here().branch(ctx, branch)
	if err != nil {
		return "", false, fmt.Errorf("read the branch: %w", err)
	}
	return commit, commit != "", nil
}

// branch is the commit of a local branch, "" where there is none.
func (r repoAt) branch(ctx context.Context, name string) (string, error) {
	if err := checkBranch(name); err != nil {
		return "", err
	}
	found, err := r.look(ctx, branchRef(name))
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// refs gives the commits of the references below a prefix that ends in a slash,
// by their names without it.
func (r repoAt) refs(ctx context.Context, prefix string) (map[string]string, error) {
	out, err := r.text(ctx, "for-each-ref", "--format=%(objectname) %(refname)", strings.TrimSuffix(prefix, "/"))
	if err != nil {
		return nil, err
	}
	heads := map[string]string{}
	for line := range strings.Lines(out) {
		commit, ref, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if name, ok := strings.CutPrefix(ref, prefix); ok {
			heads[name] = commit
		}
	}
	return heads, nil
}

// DeleteLocalBranch deletes a branch that is at the commit given, and nothing
// else: one that is elsewhere, or checked out in a worktree, is a *BranchError.
// One that is gone already is no error. Commits that are nowhere else stay
// reachable below refs/gh-debt/kept.
func (c *Checkout) DeleteLocalBranch(ctx context.Context, branch, commit string) error {
	if err := c.deleteBranch(ctx, branch, commit); err != nil {
		return fmt.Errorf("delete the branch: %w", err)
	}
	return nil
}

func (c *Checkout) deleteBranch(ctx context.Context, branch, commit string) error {
	at := c.here()
	now, err := at.branch(ctx, branch)
	if err != nil || now == "" {
		return err
	}
	if now != commit {
		return &BranchError{Kind: BranchMoved, Branch: branch, Commit: now}
	}
	list, err := c.Worktrees(ctx)
	if err != nil {
		return err
	}
	if err := held(list, c.commonDir, branch); err != nil {
		return err
	}
	if err := at.keep(ctx, branch, now); err != nil {
		return err
	}
	return at.updateRef(ctx, branch, now, "", "gh debt: delete")
}

// held is a *BranchError where a worktree has the branch checked out, or is
// rebasing it. One that was deleted by hand holds nothing, unless it is locked.
func held(list []Worktree, commonDir, branch string) error {
	for _, w := range list {
		if w.Branch == branch && !w.Bare && (!w.Gone || w.Locked) {
			return &BranchError{Kind: BranchCheckedOut, Branch: branch, Dir: w.Dir}
		}
	}
	if dir, ok := rebased(commonDir, branch); ok {
		return &BranchError{Kind: BranchCheckedOut, Branch: branch, Dir: dir, Err: errRebased}
	}
	return nil
}
