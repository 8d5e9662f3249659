package checkout

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gh-debt/model"
)

// repoAt is a repository, or one worktree of it, that is worked in: git is told
// of it by the directory and the variables given, and by nothing inherited.
type repoAt struct {
	run Runner
	dir string
	env []string

	private string // the git directory of the worktree, "" where it is to be asked
}

// here is the worktree of the checkout, or the bare repository itself. It is
// named by its git directory too, which git may have been told of by a variable.
func (c *Checkout) here() repoAt {
	env := []string{"GIT_DIR=" + c.gitDir}
	if c.root != "" {
		env = append(env, "GIT_WORK_TREE="+c.root)
	}
	return repoAt{run: c.run, dir: c.top, env: env, private: c.gitDir}
}

// call is one run of git there. What a partial clone lacks may be fetched, since
// the work needs it.
func (r repoAt) call(args ...string) Call {
	return Call{Dir: r.dir, Args: args, Alone: true, Env: append([]string{"GIT_NO_LAZY_FETCH=0"}, r.env...)}
}

// git runs git for what it does.
func (r repoAt) git(ctx context.Context, args ...string) error {
	return r.run.Git(ctx, r.call(args...))
}

// text runs git for what it says, without the last line end.
func (r repoAt) text(ctx context.Context, args ...string) (string, error) {
	out, err := output(ctx, r.run, r.call(args...))
	return strings.TrimSuffix(string(out), "\n"), err
}

// answers asks git whether something is so, which it denies by the exit status 1.
func (r repoAt) answers(ctx context.Context, args ...string) (bool, error) {
	err := r.git(ctx, args...)
	if exitIs(err, 1) {
		return false, nil
	}
	return err == nil, err
}

// revParse gives what git says to each of the options of rev-parse.
func (r repoAt) revParse(ctx context.Context, options ...string) ([]string, error) {
	said, err := r.text(ctx, append([]string{"rev-parse"}, options...)...)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(said, "\n")
	if len(lines) == len(options) {
		return lines, nil
	}
	lines = lines[:0] // a directory's name holds a line break
	for _, o := range options {
		said, err := r.text(ctx, "rev-parse", o)
		if err != nil {
			return nil, err
		}
		lines = append(lines, said)
	}
	return lines, nil
}

// RevisionError says that a name stands for no commit of the clone.
type RevisionError struct {
	Name string
	Err  error // why it can be no name, nil when it is only absent
}

// Error is one sentence.
func (e *RevisionError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s names no commit: %v", shown(e.Name), e.Err)
	}
	return fmt.Sprintf("the clone holds no commit %s: fetch first", shown(e.Name))
}

// Unwrap gives why the name can be none.
func (e *RevisionError) Unwrap() error { return e.Err }

// spelled turns a name from outside into one that git takes for nothing else: a
// full object name, HEAD, a whole reference (refs/…), or a branch.
func spelled(name string) (string, error) {
	switch {
	case fullName(name), name == "HEAD":
		return name, nil
	case strings.HasPrefix(name, "refs/"):
		if err := model.CheckBranchName(name); err != nil {
			return "", &RevisionError{Name: name, Err: err}
		}
		return name, nil
	}
	if err := model.CheckBranchName(name); err != nil {
		return "", &RevisionError{Name: name, Err: err}
	}
	return branchRef(name), nil
}

// branchRef is the reference of a branch.
func branchRef(branch string) string { return "refs/heads/" + branch }

// checkBranch refuses what is no name of a branch, or would be taken for a commit.
func checkBranch(branch string) error {
	err := model.CheckBranchName(branch)
	if err == nil && fullName(branch) {
		err = fmt.Errorf("the branch name %q reads as the name of a commit", branch)
	}
	if err != nil {
		return &BranchError{Kind: BranchName, Branch: branch, Err: err}
	}
	return nil
}

// look asks in one process for the commits of many names; a commit is "" where
// the name stands for none.
func (r repoAt) look(ctx context.Context, names ...string) ([]string, error) {
	asked := make([]string, len(names))
	for i, name := range names {
		ref, err := spelled(name)
		if err != nil {
			return nil, err
		}
		asked[i] = ref + "^{commit}"
	}
	commits := make([]string, 0, len(names))
	call := r.call("cat-file", "--batch-check")
	call.Stdin = oneALine(asked)
	call.Read = func(out io.Reader) error {
		in := bufio.NewReader(out)
		for range names {
			o, err := readObject(in)
			if err != nil {
				return err
			}
			commits = append(commits, o.id)
		}
		return nil
	}
	if len(names) == 0 {
		return nil, nil
	}
	return commits, r.run.Git(ctx, call)
}

// commits is look for names that must all be there; the first that is not is a
// *RevisionError.
func (r repoAt) commits(ctx context.Context, names ...string) ([]string, error) {
	found, err := r.look(ctx, names...)
	if err != nil {
		return nil, err
	}
	for i, commit := range found {
		if commit == "" {
			return nil, &RevisionError{Name: names[i]}
		}
	}
	return found, nil
}

// rooted is a directory as git has it: absolute, with the separators of the system.
func rooted(base, dir string) string {
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(base, dir)
}
