package checkout

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"
)

// Checkout is one clone as seen from the directory it was opened at. It may be
// used from several goroutines; it keeps the list of tracked files for as long
// as git's index stays as it is.
type Checkout struct {
	dir string // where it was opened
	top string // where git runs: root, so that a path given to it is one from the root
	run Runner
	now func() time.Time

	notify func(sentence string)

	root, mainRoot    string
	gitDir, commonDir string
	prefix            string // dir relative to root: "" or ending in a slash
	superproject      string
	linked, shallow   bool

	mu      sync.Mutex
	index   stamp // of the index that tracked was read from
	tracked Files

	timelineMu sync.Mutex
	timeline   *timeline // of the default branch, for as long as its tip stays
}

// Root is the top of the work tree; "" where there is none, in a bare repository.
func (c *Checkout) Root() string { return c.root }

// MainRoot is the top of the main checkout, also from a linked worktree: the
// files of section 6 lie under it. A worktree of a bare repository has no main
// checkout, and its own root stands in; in a bare repository it is "".
func (c *Checkout) MainRoot() string { return c.mainRoot }

// GitDir is the git directory of this worktree.
func (c *Checkout) GitDir() string { return c.gitDir }

// CommonDir is the git directory that all worktrees of the clone share.
func (c *Checkout) CommonDir() string { return c.commonDir }

// Linked reports whether this is a linked worktree.
func (c *Checkout) Linked() bool { return c.linked }

// Shallow reports whether the clone holds only a part of the history.
func (c *Checkout) Shallow() bool { return c.shallow }

// Superproject is the work tree that this one is a submodule of, "" when it is
// none. The submodule's own repository is the one that is meant.
func (c *Checkout) Superproject() string { return c.superproject }

// Submodule reports whether this is a submodule of another work tree.
func (c *Checkout) Submodule() bool { return c.superproject != "" }

// Notify sets the function that is told, in one sentence, of what does not fail
// anything but should be known: a damaged file that was set aside. It is set
// before the checkout is used.
func (c *Checkout) Notify(f func(sentence string)) { c.notify = f }

// FromDir turns a path that was typed relative to the directory of Open into
// one relative to the root, which is what a key holds and what every method
// here takes: from app/pay, "refund.ts" becomes "app/pay/refund.ts". It does
// not look whether the path exists, and leaves what is absolute to Inspect.
func (c *Checkout) FromDir(typed string) string {
	p := slashed(typed)
	if p == "" || absolute(p) {
		return p
	}
	return path.Join(c.prefix, p)
}

// Branch is the checked-out branch, also one without a commit yet; false when
// HEAD is detached.
func (c *Checkout) Branch(ctx context.Context) (string, bool, error) {
	out, err := output(ctx, c.run, Call{Dir: c.top, Args: []string{"symbolic-ref", "--quiet", "HEAD"}})
	if exitIs(err, 1) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read the branch: %w", err)
	}
	name, ok := strings.CutPrefix(string(bytes.TrimRight(out, "\r\n")), "refs/heads/")
	if !ok {
		return "", false, nil
	}
	return name, true, nil
}

// Head is the commit of HEAD; false where there is no commit yet.
func (c *Checkout) Head(ctx context.Context) (string, bool, error) {
	commit, ok, err := c.commit(ctx, "HEAD")
	if err != nil {
		return "", false, fmt.Errorf("read HEAD: %w", err)
	}
	return commit, ok, nil
}

// commit is the commit that a reference of ours names; false when it names
// none. The reference is never text from outside.
func (c *Checkout) commit(ctx context.Context, ref string) (string, bool, error) {
	out, err := output(ctx, c.run, Call{Dir: c.top, Args: []string{
		"rev-parse", "--verify", "--quiet", ref + "^{commit}"}})
	if exitIs(err, 1) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return string(bytes.TrimSpace(out)), true, nil
}
