package checkout

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gh-debt/model"
)

// advance moves a branch from old to new as one step, and with it the files of
// the worktree that has it checked out. Where somebody's changes are in the way
// there, nothing moves and the error is a *BranchError of kind BranchCheckedOut.
func (s *Store) advance(ctx context.Context, branch, old, new, why string) error {
	var tree *Worktree
	at := s.at
	list, err := s.worktrees(ctx)
	if err != nil {
		return err
	}
	if tree, err = s.movable(list, branch); err != nil {
		return err
	}
	if tree != nil {
		at = repoAt{run: s.at.run, dir: tree.Dir} // so that the log of its HEAD tells the step too
	}
	brought := false
	err = at.moveRef(ctx, branch, old, new, why, func(ctx context.Context) error {
		now, err := s.worktrees(ctx)
		if err != nil {
			return err
		}
		if again, err := s.movable(now, branch); err != nil {
			return err
		} else if (again == nil) != (tree == nil) || again != nil && again.Dir != tree.Dir {
			return &BranchError{Kind: BranchMoved, Branch: branch}
		}
		if tree == nil {
			return nil
		}
		if err := at.bring(ctx, old, new); err != nil {
			return hindered(branch, tree.Dir, err)
		}
		brought = true
		return nil
	})
	if err != nil && brought {
		back := at.git(context.WithoutCancel(ctx), "read-tree", "-m", "-u", new, old)
		err = errors.Join(err, back)
	}
	return err
}

// obstacle is what somebody did in a worktree that keeps its files from changing.
type obstacle struct{ what string }

func (o *obstacle) Error() string { return o.what }

// hindered turns an obstacle into the *BranchError of its branch; other errors stay.
func hindered(branch, dir string, err error) error {
	if _, ok := errors.AsType[*obstacle](err); ok {
		return &BranchError{Kind: BranchCheckedOut, Branch: branch, Dir: dir, Err: err}
	}
	return err
}

// movable is the worktree that has a branch checked out and can be brought along,
// nil where none has it. It fails with a *BranchError where more than one has it,
// or one that cannot be reached.
func (s *Store) movable(list []Worktree, branch string) (*Worktree, error) {
	var tree *Worktree
	for i, w := range list {
		if w.Branch != branch || w.Bare || w.Gone && !w.Locked {
			continue
		}
		switch {
		case tree != nil:
			return nil, &BranchError{Kind: BranchCheckedOut, Branch: branch, Dir: w.Dir,
				Err: fmt.Errorf("%s has it too", shown(tree.Dir))}
		case w.Gone || w.Dir == "":
			return nil, &BranchError{Kind: BranchCheckedOut, Branch: branch, Dir: w.Dir,
				Err: errors.New("its files cannot be reached")}
		}
		tree = &list[i]
	}
	if dir, ok := rebased(s.common, branch); ok {
		return nil, &BranchError{Kind: BranchCheckedOut, Branch: branch, Dir: dir, Err: errRebased}
	}
	return tree, nil
}

// bring changes the files and the index of a worktree from one commit to another,
// as a fast-forward does: what is changed there and not touched stays as it is,
// and what is in the way is an *obstacle before anything is written. Once it
// writes, it is not cut short. The options are those of read-tree.
func (r repoAt) bring(ctx context.Context, old, new string, options ...string) error {
	gitDir, err := r.gitDir(ctx)
	if err != nil {
		return err
	}
	if name := underWay(gitDir); name != "" {
		return &obstacle{name + " is under way there"}
	}
	// It fails where some file is changed, and where read-tree will say why.
	if err := r.git(ctx, "update-index", "-q", "--refresh"); err != nil {
		if _, ok := errors.AsType[*GitError](err); !ok {
			return err
		}
	}
	if err := r.unburied(ctx, old, new); err != nil {
		return err
	}
	args := append([]string{"read-tree", "-m", "-u"}, options...)
	err = r.git(context.WithoutCancel(ctx), append(args, old, new)...)
	failed, ok := errors.AsType[*GitError](err)
	if !ok {
		return err
	}
	if file, ok := between(failed.Stderr, "'"); ok && strings.HasPrefix(failed.Stderr, "Entry '") {
		return &obstacle{fmt.Sprintf("the file %s is changed there", shown(file))}
	}
	for _, words := range []string{"would lose untracked files", "resolve your current index", "would be overwritten"} {
		if strings.Contains(failed.Stderr, words) {
			return &obstacle{strings.Join(strings.Fields(failed.Stderr), " ")}
		}
	}
	if strings.Contains(failed.Stderr, "index.lock': File exists") {
		return &obstacle{"another git is at work there"}
	}
	return err
}

// unburied is an *obstacle where a file that new adds lies in the worktree already
// without being tracked. git itself would write over one that is ignored.
func (r repoAt) unburied(ctx context.Context, old, new string) error {
	added, err := r.changed(ctx, old, new, "A")
	if err != nil || len(added) == 0 {
		return err
	}
	deleted, err := r.changed(ctx, old, new, "D")
	if err != nil {
		return err
	}
	tracked := make(map[string]bool, len(deleted))
	for _, p := range deleted {
		tracked[p] = true
	}
	for _, p := range added {
		at := r.occupant(p, tracked)
		if at == "" {
			continue
		}
		// What is in the index git itself looks at, as after a squash that was killed.
		known, err := r.text(ctx, "ls-files", "-z", "--", at)
		if err != nil {
			return err
		}
		if known != at+"\x00" {
			return &obstacle{fmt.Sprintf("the file %s is not tracked there and would be written over", shown(at))}
		}
	}
	return nil
}

// occupant is the path of what lies where p, or a folder above it, is to be and
// is none of the tracked files, which go; "" where nothing does.
func (r repoAt) occupant(p string, tracked map[string]bool) string {
	parts := strings.Split(p, "/")
	for i := range parts[:len(parts)-1] {
		above := strings.Join(parts[:i+1], "/")
		info, err := os.Lstat(r.file(above))
		if err != nil {
			return "" // nothing is there, and so nothing below it
		}
		if !info.IsDir() {
			if tracked[above] {
				return ""
			}
			return above
		}
	}
	info, err := os.Lstat(r.file(p))
	switch {
	case err != nil:
		return ""
	case !info.IsDir():
		return p
	}
	found := ""
	_ = filepath.WalkDir(r.file(p), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return nil
		}
		rel, relErr := filepath.Rel(r.dir, name)
		if err == nil && relErr == nil && tracked[filepath.ToSlash(rel)] {
			return nil
		}
		found = p
		return fs.SkipAll
	})
	return found
}

// file is a path of git as one of the system.
func (r repoAt) file(p string) string { return filepath.Join(r.dir, filepath.FromSlash(p)) }

// Blocked says why a squash ends as SquashBlocked, as a *BranchError: a worktree
// has its base checked out, with what is in the way there. It is nil where nothing
// is, or not any more.
func (s *Store) Blocked(ctx context.Context, q model.Squash) error {
	list, err := s.worktrees(ctx)
	if err != nil {
		return err
	}
	tree, err := s.movable(list, q.Base)
	if err != nil || tree == nil {
		return err
	}
	ends, err := s.at.commits(ctx, branchRef(q.Base), q.Head)
	if err != nil {
		return err
	}
	merged, err := s.mergedTree(ctx, ends[0], ends[1])
	if err != nil || merged == "" {
		return err
	}
	at := repoAt{run: s.at.run, dir: tree.Dir}
	if err := at.bring(ctx, ends[0], merged, "--dry-run"); err != nil {
		return hindered(q.Base, tree.Dir, err)
	}
	return nil
}
