package checkout

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAddWorktree makes a branch and a worktree, once, and makes one anew that was
// deleted by hand.
func TestAddWorktree(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	c := s.open()
	dir := filepath.Join(realTemp(t), "a dir", "13")
	for range 2 {
		if err := c.AddWorktree(ctx, dir, "debt/13", s.base); err != nil {
			t.Fatal(err)
		}
	}
	want := []Worktree{
		{Dir: s.dir, Branch: "main", Head: s.base, Main: true},
		{Dir: dir, Branch: "debt/13", Head: s.base},
	}
	if diff := cmp.Diff(want, must[[]Worktree](t)(c.Worktrees(ctx))); diff != "" {
		t.Errorf("worktrees (-want +got):\n%s", diff)
	}
	w := s.in(dir)
	w.write("fix", "fix\n")
	fixed := w.commit("Fix")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	list := must[[]Worktree](t)(c.Worktrees(ctx))
	if !list[1].Gone || list[0].Gone {
		t.Errorf("gone: %v", list)
	}
	if err := c.AddWorktree(ctx, dir, "debt/13", s.base); err != nil {
		t.Fatal(err)
	}
	if got := w.git("rev-parse", "HEAD"); got != fixed {
		t.Errorf("HEAD %s, want %s: the branch was reset", got, fixed)
	}
	elsewhere := filepath.Join(realTemp(t), "w")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := c.AddWorktree(ctx, elsewhere, "debt/13", ""); err != nil {
		t.Errorf("elsewhere, after the first was deleted by hand: %v", err)
	}
}

// TestAddWorktreeRefusals changes nothing where it would touch what is not ours
// (C-46: an existing branch is never reset).
func TestAddWorktreeRefusals(t *testing.T) {
	out := func(s *shop, name string) string {
		return filepath.Join(filepath.Dir(s.dir), filepath.Base(s.dir)+name)
	}
	tests := []struct {
		name   string
		before func(s *shop, dir string)
		dir    func(s *shop) string
		branch string
		start  string // "base", "head" or as it is
		kind   WorktreeFault
		ref    BranchFault
	}{
		{name: "something lies there", before: func(s *shop, dir string) { s.in(dir).write("x", "x\n") },
			branch: "debt/13", start: "base", kind: WorktreeOccupied},
		{name: "a file lies there", before: func(s *shop, dir string) { s.in(filepath.Dir(dir)).write(filepath.Base(dir), "x\n") },
			branch: "debt/13", start: "base", kind: WorktreeOccupied},
		{name: "another worktree lies there", before: func(s *shop, dir string) { s.git("worktree", "add", "-q", "-b", "other", dir) },
			branch: "debt/13", start: "base", kind: WorktreeOccupied},
		{name: "among the files", dir: func(s *shop) string { return filepath.Join(s.dir, "w") },
			branch: "debt/13", start: "base", kind: WorktreeInside},
		{name: "the branch holds other work", branch: "main", start: "head", ref: BranchApart},
		{name: "the branch is checked out", branch: "main", start: "base", ref: BranchCheckedOut},
		{name: "there is no branch", branch: "debt/13", ref: BranchAbsent},
		{name: "an option as the branch", branch: "--force", start: "base", ref: BranchName},
		{name: "a locked one was deleted by hand", before: func(s *shop, dir string) {
			s.git("worktree", "add", "-q", "-b", "debt/13", dir)
			s.git("worktree", "lock", dir)
			if err := os.RemoveAll(dir); err != nil {
				s.tb.Fatal(err)
			}
		}, branch: "debt/13", start: "base", kind: WorktreeLocked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShop(t)
			dir := out(s, "-w")
			if tt.dir != nil {
				dir = tt.dir(s)
			}
			if tt.before != nil {
				tt.before(s, dir)
			}
			before := s.git("for-each-ref") + s.git("worktree", "list")
			start := map[string]string{"base": s.base, "head": s.head}[tt.start]
			err := s.open().AddWorktree(t.Context(), dir, tt.branch, start)
			var tree *WorktreeError
			var ref *BranchError
			switch {
			case tt.kind != 0 && (!errors.As(err, &tree) || tree.Kind != tt.kind):
				t.Errorf("error %v, want one of kind %d", err, tt.kind)
			case tt.ref != 0 && (!errors.As(err, &ref) || ref.Kind != tt.ref):
				t.Errorf("error %v, want one of kind %d", err, tt.ref)
			}
			if diff := cmp.Diff(before, s.git("for-each-ref")+s.git("worktree", "list")); diff != "" {
				t.Errorf("what changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestAddWorktreeWhereItIsIgnored lies among the files and makes nothing dirty.
func TestAddWorktreeWhereItIsIgnored(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	s.write(".gitignore", "trees/\n")
	s.commit("Ignore")
	for _, dir := range []string{filepath.Join(s.dir, "trees"), filepath.Join(s.dir, "trees", "12"), filepath.Join(s.dir, ".git", "gh-debt", "12")} {
		if err := s.open().AddWorktree(ctx, dir, "debt/12", ""); err != nil {
			t.Fatal(err)
		}
		if clean, dirty, err := s.open().Clean(ctx, ""); !clean || err != nil {
			t.Errorf("%s: %v, %v", dir, dirty, err)
		}
		if err := s.open().RemoveWorktree(ctx, dir); err != nil {
			t.Errorf("remove %s: %v", dir, err)
		}
	}
}

// TestWorktreesOfASubmodule belong to the submodule's own repository, whose main
// worktree lies elsewhere than git says.
func TestWorktreesOfASubmodule(t *testing.T) {
	ctx := t.Context()
	r := newNested(t)
	super := withSubmodule(r)
	lib := r.in(filepath.Join(super.dir, "lib"))
	lib.git("switch", "-q", "main")
	head := lib.git("rev-parse", "HEAD")
	dir := filepath.Join(realTemp(t), "w")
	if err := lib.open().AddWorktree(ctx, dir, "debt/12", "main"); err != nil {
		t.Fatal(err)
	}
	want := []Worktree{{Dir: lib.dir, Branch: "main", Head: head, Main: true}, {Dir: dir, Branch: "debt/12", Head: head}}
	for _, c := range []*Checkout{lib.open(), lib.in(dir).open()} {
		if diff := cmp.Diff(want, must[[]Worktree](t)(c.Worktrees(ctx))); diff != "" {
			t.Errorf("worktrees (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, must[[]Worktree](t)(c.Store().worktrees(ctx))); diff != "" {
			t.Errorf("worktrees of the store (-want +got):\n%s", diff)
		}
	}
	if err := lib.open().RemoveWorktree(ctx, dir); err != nil {
		t.Error(err)
	}
	// A worktree of the superproject that holds the submodule is left to its owner.
	super.git("worktree", "add", "-q", "-b", "debt/13", dir)
	super.in(dir).git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
	err := super.open().RemoveWorktree(ctx, dir)
	if failed, ok := errors.AsType[*WorktreeError](err); !ok || failed.Kind != WorktreeSubmodules {
		t.Errorf("error %v, want one of kind WorktreeSubmodules", err)
	}
}

// TestWorktreesOfABareRepository are made and removed from it and from each other.
func TestWorktreesOfABareRepository(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	bare := s.bare()
	one, two := filepath.Join(realTemp(t), "one"), filepath.Join(realTemp(t), "two")
	if err := bare.open().AddWorktree(ctx, one, "main", ""); err != nil {
		t.Fatal(err)
	}
	if err := s.in(one).open().AddWorktree(ctx, two, "debt/12", s.base); err != nil {
		t.Fatal(err)
	}
	want := []Worktree{{Dir: bare.dir, Main: true, Bare: true}, {Dir: one, Branch: "main", Head: s.base},
		{Dir: two, Branch: "debt/12", Head: s.head}}
	if diff := cmp.Diff(want, must[[]Worktree](t)(s.in(two).open().Worktrees(ctx))); diff != "" {
		t.Errorf("worktrees (-want +got):\n%s", diff)
	}
	if err := bare.open().RemoveWorktree(ctx, two); err != nil {
		t.Error(err)
	}
	var none *RepoError
	if err := bare.open().SwitchTo(ctx, "debt/12", ""); !errors.As(err, &none) || none.Kind != NoWorkTree {
		t.Errorf("switch in a bare repository: %v", err)
	}
	if _, err := bare.open().Workspace(ctx, ""); !errors.Is(err, ErrNoWorkTree) {
		t.Errorf("workspace of a bare repository: %v", err)
	}
}
