package checkout

import (
	"context"
	"fmt"
	"strings"
)

// Work is how a worktree stands.
type Work struct {
	Head     string   // the commit, "" before the first one
	Branch   string   // "" where HEAD is detached
	Dirty    []string // the paths that are changed, staged, in conflict or untracked; ignored files do not count
	UnderWay string   // "a merge", "a rebase" … that is not ended; "" where none is
}

// Workspace tells how the worktree at dir stands ("" is this one). A worktree
// that was deleted by hand, or is not one of this clone, is a *WorktreeError.
func (c *Checkout) Workspace(ctx context.Context, dir string) (Work, error) {
	at, err := c.worktreeAt(ctx, dir)
	if err != nil {
		return Work{}, fmt.Errorf("look at the workspace: %w", err)
	}
	if at.dir == c.top && c.root == "" {
		return Work{}, &RepoError{Kind: NoWorkTree, Dir: c.dir}
	}
	work, err := at.status(ctx)
	if err != nil {
		return Work{}, fmt.Errorf("look at the workspace: %w", err)
	}
	return work, nil
}

// Clean reports whether nothing in the worktree at dir is changed or untracked,
// and no merge or the like is under way; what is, is named.
func (c *Checkout) Clean(ctx context.Context, dir string) (bool, []string, error) {
	work, err := c.Workspace(ctx, dir)
	if err != nil {
		return false, nil, err
	}
	dirty := work.Dirty
	if work.UnderWay != "" {
		dirty = append(dirty, work.UnderWay+" that is under way")
	}
	return len(dirty) == 0, dirty, nil
}

// status asks how a worktree stands.
func (r repoAt) status(ctx context.Context) (Work, error) {
	out, err := r.text(ctx, "status", "--porcelain=v2", "-z", "--branch", "--untracked-files=normal",
		"--ignore-submodules=none", "--no-renames", "--no-ahead-behind")
	if err != nil {
		return Work{}, err
	}
	work, err := parseStatus(out)
	if err != nil {
		return Work{}, err
	}
	gitDir, err := r.gitDir(ctx)
	if err != nil {
		return Work{}, err
	}
	work.UnderWay = underWay(gitDir)
	return work, nil
}

// parseStatus reads `git status --porcelain=v2 -z --branch --no-renames`.
func parseStatus(out string) (Work, error) {
	var work Work
	// The number of fields that stand before the path, by the kind of the line.
	before := map[string]int{"1": 8, "u": 10, "?": 1}
	for _, line := range fields(out) {
		kind, rest, _ := strings.Cut(line, " ")
		if kind == "#" {
			name, value, _ := strings.Cut(rest, " ")
			switch {
			case name == "branch.oid" && fullName(value):
				work.Head = value
			case name == "branch.head" && value != "(detached)":
				work.Branch = value
			}
			continue
		}
		n := before[kind]
		part := strings.SplitN(line, " ", n+1)
		if n == 0 || len(part) != n+1 {
			return Work{}, fmt.Errorf("git says of the work tree that %q", line)
		}
		work.Dirty = append(work.Dirty, part[n])
	}
	return work, nil
}
