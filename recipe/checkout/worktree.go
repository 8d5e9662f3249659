package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Worktree is one worktree of the clone as git has it in its list.
type Worktree struct {
	Dir    string
	Branch string // "" where HEAD is detached, or in a bare repository
	Head   string // the commit, "" before the first one
	Main   bool   // the one that `git init` or `git clone` made
	Bare   bool   // the main one is a bare repository and has no files
	Locked bool   // it may lie on a disk that is not always there, so it is never pruned
	Reason string // why it is locked, "" where nobody said
	Gone   bool   // its directory, or what ties it to the clone, was deleted by hand
}

// Worktrees lists the worktrees of the clone, the main one first.
func (c *Checkout) Worktrees(ctx context.Context) ([]Worktree, error) {
	main := ""
	if c.root != "" || c.linked {
		main = c.mainRoot
	}
	return c.here().worktrees(ctx, c.commonDir, main)
}

// worktrees lists the worktrees. git names the main one wrongly where its git
// directory lies elsewhere, as in a submodule: main is where it is, "" to ask.
func (r repoAt) worktrees(ctx context.Context, commonDir, main string) ([]Worktree, error) {
	out, err := r.text(ctx, "worktree", "list", "--porcelain", "-z")
	if err != nil {
		return nil, fmt.Errorf("list the worktrees: %w", r.old(ctx, err))
	}
	list := parseWorktrees(out)
	for i := range list {
		w := &list[i]
		w.Main = i == 0
		if w.Main && !w.Bare {
			if w.Dir, err = r.mainRoot(ctx, w.Dir, commonDir, main); err != nil {
				return nil, fmt.Errorf("list the worktrees: %w", err)
			}
		}
		if !w.Bare && w.Dir != "" {
			_, err := os.Lstat(filepath.Join(w.Dir, ".git"))
			w.Gone = w.Gone || errors.Is(err, os.ErrNotExist) || errors.Is(err, errNotDirectory)
		}
		if w.Main {
			w.Gone = false // git is told of it by its git directory
		}
	}
	return list, nil
}

// mainRoot is where the main worktree lies: as git says, unless that is the git
// directory; "" where it cannot be told.
func (r repoAt) mainRoot(ctx context.Context, said, commonDir, known string) (string, error) {
	if !sameFile(said, commonDir) {
		return said, nil
	}
	values, err := config(ctx, r.run, commonDir, []string{"GIT_DIR=" + commonDir}, `^core\.worktree$`)
	if err != nil {
		return "", err
	}
	for _, v := range values {
		return rooted(commonDir, v.value), nil
	}
	if known != "" && !sameFile(known, commonDir) {
		if _, err := os.Lstat(filepath.Join(known, ".git")); err == nil {
			return known, nil
		}
	}
	return "", nil
}

// parseWorktrees reads `git worktree list --porcelain -z`.
func parseWorktrees(out string) []Worktree {
	var list []Worktree
	for _, line := range fields(out) {
		name, value, _ := strings.Cut(line, " ")
		if name == "worktree" {
			list = append(list, Worktree{Dir: filepath.FromSlash(value)})
			continue
		}
		if len(list) == 0 {
			continue
		}
		w := &list[len(list)-1]
		switch name {
		case "HEAD":
			if strings.Trim(value, "0") != "" {
				w.Head = value
			}
		case "branch":
			w.Branch = strings.TrimPrefix(value, "refs/heads/")
		case "bare":
			w.Bare = true
		case "locked":
			w.Locked, w.Reason = true, value
		case "prunable":
			w.Gone = true
		}
	}
	return list
}

// WorktreeFault says why a worktree is left as it is.
type WorktreeFault int

// The kinds of WorktreeError.
const (
	WorktreeDirty      WorktreeFault = iota + 1 // it holds changes that are committed nowhere
	WorktreeUnsaved                             // it holds commits that no branch, tag or remote has
	WorktreeBusy                                // a merge, rebase or the like is under way there
	WorktreeGone                                // it was deleted by hand
	WorktreeUnknown                             // the directory is no worktree of this clone
	WorktreeMain                                // it is the main worktree
	WorktreeHere                                // it is the one that is worked in
	WorktreeLocked                              // somebody locked it
	WorktreeSubmodules                          // it holds submodules, which git does not remove
	WorktreeOccupied                            // something else lies at the directory
	WorktreeInside                              // the directory lies among the files of a worktree
)

// WorktreeError says in one sentence why a worktree was not made, removed or
// worked in. Nothing was changed.
type WorktreeError struct {
	Kind   WorktreeFault
	Dir    string
	Paths  []string // what is changed, for WorktreeDirty
	Detail string   // what is under way, why it is locked, where it lies
	Err    error    // what git said, if anything
}

// Error is one sentence.
func (e *WorktreeError) Error() string {
	dir := shown(e.Dir)
	switch e.Kind {
	case WorktreeDirty:
		return fmt.Sprintf("the worktree %s holds changes that are committed nowhere (%s): commit them or take them away first",
			dir, few(e.Paths))
	case WorktreeUnsaved:
		return fmt.Sprintf("the worktree %s holds commits that are nowhere else: give them a branch first", dir)
	case WorktreeBusy:
		return fmt.Sprintf("%s is under way in the worktree %s: end it first", e.Detail, dir)
	case WorktreeGone:
		return fmt.Sprintf("the worktree %s is not there any more", dir)
	case WorktreeUnknown:
		return fmt.Sprintf("%s is no worktree of this clone", dir)
	case WorktreeMain:
		return fmt.Sprintf("%s is the main worktree of the clone, which stays", dir)
	case WorktreeHere:
		return fmt.Sprintf("the worktree %s is the one that is worked in: go elsewhere first", dir)
	case WorktreeLocked:
		why := ""
		if e.Detail != "" {
			why = " (" + shown(e.Detail) + ")"
		}
		return fmt.Sprintf("the worktree %s is locked%s: git worktree unlock frees it", dir, why)
	case WorktreeSubmodules:
		return fmt.Sprintf("the worktree %s holds submodules, which git does not remove: delete it by hand", dir)
	case WorktreeOccupied:
		return fmt.Sprintf("something else lies at %s already: move it away first", dir)
	case WorktreeInside:
		return fmt.Sprintf("%s lies among the files of the worktree %s and is not ignored there: choose another place",
			dir, shown(e.Detail))
	}
	return fmt.Sprintf("the worktree %s cannot be used: %v", dir, e.Err)
}

// Unwrap gives what git said.
func (e *WorktreeError) Unwrap() error { return e.Err }

// few names up to three of the paths and counts the others.
func few(paths []string) string {
	var named []string
	for _, p := range paths[:min(3, len(paths))] {
		named = append(named, shown(p))
	}
	if more := len(paths) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(named, ", ")
}

// worktreeAt is the worktree at dir, this one where dir is "". It fails with a
// *WorktreeError where dir is gone, or is the top of no worktree of this clone.
func (c *Checkout) worktreeAt(ctx context.Context, dir string) (repoAt, error) {
	if dir == "" || c.root != "" && sameFile(dir, c.root) {
		return c.here(), nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return repoAt{}, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return repoAt{}, &WorktreeError{Kind: WorktreeGone, Dir: dir, Err: err}
	}
	at := repoAt{run: c.run, dir: dir}
	said, err := at.revParse(ctx, "--git-common-dir", "--show-toplevel", "--absolute-git-dir")
	if err != nil {
		if _, ok := errors.AsType[*GitError](err); !ok {
			return repoAt{}, err
		}
		return repoAt{}, &WorktreeError{Kind: WorktreeGone, Dir: dir, Err: err}
	}
	if !sameFile(rooted(dir, said[1]), dir) {
		return repoAt{}, c.noWorktree(ctx, dir)
	}
	if !sameFile(rooted(dir, said[0]), c.commonDir) {
		return repoAt{}, &WorktreeError{Kind: WorktreeUnknown, Dir: dir}
	}
	at.private = rooted(dir, said[2])
	return at, nil
}

// noWorktree says what a folder is that is the top of no work tree: without its
// .git a worktree looks like a folder of the one around it.
func (c *Checkout) noWorktree(ctx context.Context, dir string) error {
	list, err := c.Worktrees(ctx)
	if err != nil {
		return err
	}
	kind := WorktreeUnknown
	for _, w := range list {
		if sameFile(w.Dir, dir) {
			kind = WorktreeGone
		}
	}
	return &WorktreeError{Kind: kind, Dir: dir}
}

// gitDir is the git directory of a worktree.
func (r repoAt) gitDir(ctx context.Context) (string, error) {
	if r.private != "" {
		return r.private, nil
	}
	said, err := r.text(ctx, "rev-parse", "--absolute-git-dir")
	return filepath.FromSlash(said), err
}

// underWay names what is not ended in a worktree, "" where nothing is.
func underWay(gitDir string) string {
	for _, sign := range []struct{ file, name string }{
		{"rebase-merge", "a rebase"}, {"rebase-apply", "a rebase"}, {"MERGE_HEAD", "a merge"},
		{"CHERRY_PICK_HEAD", "a cherry-pick"}, {"REVERT_HEAD", "a revert"}, {"BISECT_LOG", "a bisection"},
	} {
		if _, err := os.Lstat(filepath.Join(gitDir, sign.file)); err == nil {
			return sign.name
		}
	}
	return ""
}
