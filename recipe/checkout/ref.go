package checkout

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// lockWait is how long git waits for another git to let go of a reference.
const lockWait = "core.filesRefLockTimeout=3000"

// updateRef moves a branch from one commit to another in one step; from "" makes
// it, to "" deletes it. A branch that is not at from is a *BranchError of kind
// BranchMoved, one whose lock is held of kind BranchLocked, and one that another
// branch's name leaves no room for of kind BranchBlocked.
func (r repoAt) updateRef(ctx context.Context, branch, from, to, why string) error {
	return r.moveRef(ctx, branch, from, to, why, nil)
}

// errLockedOut ends a transaction that git gave up.
var errLockedOut = errors.New("git ended the transaction")

// moveRef is updateRef that runs during while the branch is locked and has not
// moved yet; when during fails, the branch stays, and the error is during's. When
// this process dies in between, git lets go of the lock by itself. Once begun it
// is not cut short, so that what it says of the branch is true.
func (r repoAt) moveRef(ctx context.Context, branch, from, to, why string, during func(context.Context) error) error {
	if err := checkBranch(branch); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	own := context.WithoutCancel(ctx)
	command := order(branch, from, to)
	stdin, feed := io.Pipe()
	defer stdin.Close()
	call := r.call("-c", lockWait, "update-ref", "--no-deref", "-m", why, "--stdin")
	call.Stdin = stdin
	var failed error
	call.Read = func(out io.Reader) error {
		defer feed.Close() // which also ends a transaction that is not committed
		answers := bufio.NewReader(out)
		say := func(commands string, n int) error {
			if _, err := io.WriteString(feed, commands); err != nil {
				return err
			}
			for range n {
				if line, err := answers.ReadString('\n'); err != nil || !strings.HasSuffix(line, ": ok\n") {
					return errLockedOut
				}
			}
			return nil
		}
		if say("start\n"+command+"prepare\n", 2) != nil {
			return nil // git says why by its exit status
		}
		if during != nil {
			if failed = during(ctx); failed != nil {
				_ = say("abort\n", 1) // the end of the input aborts it too
				return nil
			}
		}
		_ = say("commit\n", 1)
		return nil
	}
	err := r.run.Git(own, call)
	if failed != nil {
		return failed
	}
	return r.refused(own, branch, from, err)
}

// order is the line of update-ref for a change.
func order(branch, from, to string) string {
	ref := branchRef(branch)
	switch {
	case from == "":
		return fmt.Sprintf("create %s %s\n", ref, to)
	case to == "":
		return fmt.Sprintf("delete %s %s\n", ref, from)
	}
	return fmt.Sprintf("update %s %s %s\n", ref, to, from)
}

// refused says what git's refusal to move a branch means, by looking at it.
func (r repoAt) refused(ctx context.Context, branch, from string, err error) error {
	failed, ok := errors.AsType[*GitError](err)
	if !ok {
		return err
	}
	if by, ok := inTheWay(failed.Stderr); ok {
		return &BranchError{Kind: BranchBlocked, Branch: branch, By: by, Err: err}
	}
	now, lookErr := r.branch(ctx, branch)
	switch {
	case lookErr != nil:
		return errors.Join(err, lookErr)
	case now != from:
		return &BranchError{Kind: BranchMoved, Branch: branch, Commit: now, Err: err}
	case strings.Contains(failed.Stderr, ".lock': File exists"):
		_, rest, _ := strings.Cut(failed.Stderr, "Unable to create ")
		lock, _ := between(rest, "'")
		return &BranchError{Kind: BranchLocked, Branch: branch, Dir: filepath.FromSlash(lock), Err: err}
	case strings.Contains(failed.Stderr, "but expected"), strings.Contains(failed.Stderr, "already exists"):
		return &BranchError{Kind: BranchMoved, Branch: branch, Err: err} // it moved and came back
	}
	return err
}

// inTheWay is the branch for which git has no room beside a new one:
// "'refs/heads/debt' exists; cannot create 'refs/heads/debt/12'".
func inTheWay(said string) (string, bool) {
	before, _, ok := strings.Cut(said, "' exists; cannot create '")
	if !ok {
		return "", false
	}
	return strings.TrimPrefix(before[strings.LastIndex(before, "'")+1:], "refs/heads/"), true
}

// keep makes the commits of a branch that is given up reachable, where nothing
// else reaches them: git would delete them some day.
func (r repoAt) keep(ctx context.Context, name, commit string) error {
	only, err := r.text(ctx, "rev-list", "--max-count=1", commit, "--not",
		"--exclude="+name, "--branches", "--tags", "--remotes", "--glob=refs/gh-debt/kept/*", "--")
	if err != nil || only == "" {
		return err
	}
	return r.git(ctx, "update-ref", "--no-deref", "refs/gh-debt/kept/"+commit, commit)
}

// errRebased says why a branch that no worktree has is held all the same.
var errRebased = errors.New("it is being rebased there")

// rebased looks whether some worktree is rebasing the branch, while its HEAD is
// detached, and gives the directory of that worktree.
func rebased(commonDir, branch string) (string, bool) {
	dirs := []string{commonDir}
	linked, _ := os.ReadDir(filepath.Join(commonDir, "worktrees"))
	for _, d := range linked {
		dirs = append(dirs, filepath.Join(commonDir, "worktrees", d.Name()))
	}
	for _, dir := range dirs {
		for _, kind := range []string{"rebase-merge", "rebase-apply"} {
			name, err := os.ReadFile(filepath.Join(dir, kind, "head-name"))
			if err == nil && strings.TrimSpace(string(name)) == branchRef(branch) {
				return treeOf(dir), true
			}
		}
	}
	return "", false
}

// treeOf is the work tree of a git directory, as far as its files tell.
func treeOf(gitDir string) string {
	at, err := os.ReadFile(filepath.Join(gitDir, "gitdir"))
	if err != nil {
		return strings.TrimSuffix(gitDir, string(filepath.Separator)+".git")
	}
	return filepath.Dir(filepath.FromSlash(strings.TrimSpace(string(at))))
}
