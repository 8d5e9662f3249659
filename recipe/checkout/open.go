package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// RepoFault says why there is no repository to work with.
type RepoFault int

// The kinds of RepoError.
const (
	NoRepository RepoFault = iota + 1 // neither the directory nor one above it is a clone
	NoDirectory                       // the directory itself is not there
	OtherOwner                        // git refuses it, since it belongs to another user
	BareRefused                       // safe.bareRepository is explicit
	NoWorkTree                        // it is bare, or the git directory itself: there are no files
	Broken                            // git refuses it for another reason, which it names
)

// RepoError says in one sentence why a clone cannot be used, and the way out.
// errors.Is finds ErrNoRepository, ErrNoWorkTree and ErrNoGit in it.
type RepoError struct {
	Kind RepoFault
	Dir  string
	Err  error // what git said, nil where there is nothing to add
}

// The sentinels for the two kinds that callers ask for most.
var (
	ErrNoRepository = errors.New("no git repository")
	ErrNoWorkTree   = errors.New("no work tree")
)

// Error is one sentence that ends in the way out.
func (e *RepoError) Error() string {
	switch e.Kind {
	case NoRepository:
		return fmt.Sprintf("there is no git repository at %s or above it: go into a clone", e.Dir)
	case NoDirectory:
		return fmt.Sprintf("there is no directory %s", e.Dir)
	case OtherOwner:
		return fmt.Sprintf("the repository at %s belongs to another user, so git does not read it: "+
			"if you trust it, run: git config --global --add safe.directory '%s'", e.Dir, e.Dir)
	case BareRefused:
		return fmt.Sprintf("git does not read the bare repository at %s, since safe.bareRepository is explicit: "+
			"go into one of its worktrees", e.Dir)
	case NoWorkTree:
		return fmt.Sprintf("%s is no work tree and has no files to look at: go into a worktree of the repository", e.Dir)
	}
	return fmt.Sprintf("git cannot read the repository at %s: %v", e.Dir, e.Err)
}

// Unwrap gives what git said.
func (e *RepoError) Unwrap() error { return e.Err }

// Is matches the sentinels.
func (e *RepoError) Is(target error) bool {
	switch target {
	case ErrNoRepository:
		return e.Kind == NoRepository || e.Kind == NoDirectory
	case ErrNoWorkTree:
		return e.Kind == NoWorkTree
	}
	return false
}

// Open finds the clone that dir lies in, as git does: a work tree, a linked
// worktree, a submodule, or a bare repository, whose Root is "". It fails with
// a *RepoError, or with ErrNoGit where there is no git.
func Open(ctx context.Context, dir string, run Runner) (*Checkout, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find the clone: %w", err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, &RepoError{Kind: NoDirectory, Dir: dir, Err: err}
	}
	c := &Checkout{dir: dir, run: run, now: time.Now}
	if err := c.locate(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// locate fills in where everything lies.
func (c *Checkout) locate(ctx context.Context) error {
	out, err := c.revParse(ctx, c.dir, "--is-inside-work-tree", "--is-bare-repository",
		"--is-shallow-repository", "--absolute-git-dir", "--git-common-dir")
	if err != nil {
		return refusal(c.dir, err)
	}
	inside := out[0] == "true"
	c.shallow = out[2] == "true"
	c.gitDir = filepath.FromSlash(out[3])
	c.commonDir = filepath.FromSlash(out[4])
	if !filepath.IsAbs(c.commonDir) {
		c.commonDir = filepath.Join(c.dir, c.commonDir)
	}
	c.linked = !sameFile(c.gitDir, c.commonDir)
	if inside {
		out, err := c.revParse(ctx, c.dir, "--show-toplevel", "--show-prefix")
		if err != nil {
			return refusal(c.dir, err)
		}
		c.root, c.prefix = filepath.FromSlash(out[0]), out[1]
		above, err := output(ctx, c.run, Call{Dir: c.dir, Args: []string{"rev-parse", "--show-superproject-working-tree"}})
		if err != nil {
			return refusal(c.dir, err)
		}
		c.superproject = filepath.FromSlash(strings.TrimSuffix(string(above), "\n"))
	}
	c.mainRoot, c.top = c.root, c.root
	if c.root == "" {
		c.top = c.dir
	}
	if c.linked {
		return c.locateMain(ctx)
	}
	return nil
}

// locateMain finds the main checkout of a linked worktree: where core.worktree
// points (a submodule), or beside the common directory. A worktree of a bare
// repository has no main checkout, and its own root stands in.
func (c *Checkout) locateMain(ctx context.Context) error {
	values, err := config(ctx, c.run, c.commonDir, []string{"GIT_DIR=" + c.commonDir}, `^core\.(worktree|bare)$`)
	if err != nil {
		return refusal(c.dir, err)
	}
	bare := false
	for _, v := range values {
		switch v.name {
		case "core.worktree":
			root := filepath.FromSlash(v.value)
			if !filepath.IsAbs(root) {
				root = filepath.Join(c.commonDir, root)
			}
			c.mainRoot = root
			return nil
		case "core.bare":
			bare = v.value == "true"
		}
	}
	if !bare && filepath.Base(c.commonDir) == ".git" {
		c.mainRoot = filepath.Dir(c.commonDir)
	}
	return nil
}

// revParse gives what git says to each of the options, one a line. Should a
// directory's name hold a line break, they are asked one by one.
func (c *Checkout) revParse(ctx context.Context, dir string, options ...string) ([]string, error) {
	out, err := output(ctx, c.run, Call{Dir: dir, Args: append([]string{"rev-parse"}, options...)})
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) == len(options) {
		return lines, nil
	}
	lines = lines[:0]
	for _, o := range options {
		out, err := output(ctx, c.run, Call{Dir: dir, Args: []string{"rev-parse", o}})
		if err != nil {
			return nil, err
		}
		lines = append(lines, strings.TrimSuffix(string(out), "\n"))
	}
	return lines, nil
}

// refusal turns git's refusal to open a repository into a *RepoError.
func refusal(dir string, err error) error {
	failed, ok := errors.AsType[*GitError](err)
	if !ok {
		return err
	}
	kind := Broken
	switch {
	case strings.Contains(failed.Stderr, "dubious ownership"),
		strings.Contains(failed.Stderr, "unsafe repository"):
		kind = OtherOwner
		if at, ok := between(failed.Stderr, "'"); ok {
			dir = filepath.FromSlash(at)
		}
	case strings.Contains(failed.Stderr, "safe.bareRepository"):
		kind = BareRefused
		if at, ok := between(failed.Stderr, "'"); ok {
			dir = filepath.FromSlash(at)
		}
	case strings.HasPrefix(failed.Stderr, "not a git repository (or any"):
		kind = NoRepository
	case strings.Contains(failed.Stderr, "must be run in a work tree"):
		kind = NoWorkTree
	}
	return &RepoError{Kind: kind, Dir: dir, Err: err}
}

// between is what stands in the first pair of quotes.
func between(s, quote string) (string, bool) {
	_, s, ok := strings.Cut(s, quote)
	if !ok {
		return "", false
	}
	s, _, ok = strings.Cut(s, quote)
	return s, ok
}

// sameFile reports whether two names lead to one directory.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}
