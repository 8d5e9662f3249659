package checkout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// aged is a git that does not know an option yet.
type aged struct {
	Runner
	option string
}

func (a aged) Git(ctx context.Context, c Call) error {
	switch {
	case slices.Contains(c.Args, a.option):
		return &GitError{Args: c.Args, Exit: 129, Stderr: "unknown option `" + a.option + "'\nusage: git …"}
	case c.Args[0] == "version":
		return c.Read(strings.NewReader("git version 2.30.2\n"))
	}
	return a.Runner.Git(ctx, c)
}

// TestOldGit says in one sentence which git is needed.
func TestOldGit(t *testing.T) {
	const want = "draining needs git 2.38 or newer, and this is 2.30.2: update it from https://git-scm.com"
	s := newShop(t)
	_, err := OpenStore(s.dir+"/.git", aged{s.run, "--write-tree"}).MergesCleanly(t.Context(), "main", s.head)
	c := s.open()
	c.run = aged{s.run, "-z"}
	_, listErr := c.Worktrees(t.Context())
	for _, err := range []error{err, listErr} {
		old, ok := errors.AsType[*VersionError](err)
		if !ok {
			t.Fatalf("error %v, want a *VersionError", err)
		}
		if diff := cmp.Diff(want, old.Error()); diff != "" {
			t.Errorf("sentence (-want +got):\n%s", diff)
		}
	}
}
