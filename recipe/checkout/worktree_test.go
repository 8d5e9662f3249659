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

// TestRemoveWorktree removes one that holds nothing of its own, and no other.
func TestRemoveWorktree(t *testing.T) {
	const gone = true
	tests := []struct {
		name   string
		before func(s *shop, w *repo)
		kind   WorktreeFault
		gone   bool
		want   string // the sentence; DIR stands for the worktree
	}{
		{name: "clean", gone: gone},
		{name: "with ignored files", gone: gone, before: func(s *shop, w *repo) {
			s.write(".git/info/exclude", "build/\n")
			w.write("build/x", "x\n")
		}},
		{name: "with a commit on its branch", gone: gone, before: func(s *shop, w *repo) {
			w.commit("Mine")
		}},
		{name: "a change", before: func(s *shop, w *repo) { w.write("app/refund.ts", "mine\n") }, kind: WorktreeDirty,
			want: "the worktree DIR holds changes that are committed nowhere (app/refund.ts): commit them or take them away first"},
		{name: "untracked files, which git was told not to show", before: func(s *shop, w *repo) {
			s.git("config", "status.showUntrackedFiles", "no")
			for _, f := range []string{"a", "b", "c d", "e"} {
				w.write(f, "mine\n")
			}
		}, kind: WorktreeDirty,
			want: "the worktree DIR holds changes that are committed nowhere (a, b, c d, and 1 more): commit them or take them away first"},
		{name: "a staged change that was taken back in the file", before: func(s *shop, w *repo) {
			w.write("app/refund.ts", "mine\n")
			w.git("add", "-A")
			w.write("app/refund.ts", w.git("show", "HEAD:app/refund.ts")+"\n")
		}, kind: WorktreeDirty,
			want: "the worktree DIR holds changes that are committed nowhere (app/refund.ts): commit them or take them away first"},
		{name: "a commit that is nowhere else", before: func(s *shop, w *repo) {
			w.git("switch", "-q", "--detach")
			w.commit("Mine")
		}, kind: WorktreeUnsaved, want: "the worktree DIR holds commits that are nowhere else: give them a branch first"},
		{name: "detached at what a tag has", gone: gone, before: func(s *shop, w *repo) {
			w.git("switch", "-q", "--detach")
			w.commit("Mine")
			w.git("tag", "kept")
		}},
		{name: "a rebase", before: func(s *shop, w *repo) {
			dir := filepath.Join(w.git("rev-parse", "--absolute-git-dir"), "rebase-merge")
			if err := os.Mkdir(dir, 0o777); err != nil {
				s.tb.Fatal(err)
			}
		}, kind: WorktreeBusy, want: "a rebase is under way in the worktree DIR: end it first"},
		{name: "locked", before: func(s *shop, w *repo) { s.git("worktree", "lock", "--reason", "in use", w.dir) },
			kind: WorktreeLocked, want: "the worktree DIR is locked (in use): git worktree unlock frees it"},
		{name: "deleted by hand", gone: gone, before: func(s *shop, w *repo) {
			if err := os.RemoveAll(w.dir); err != nil {
				s.tb.Fatal(err)
			}
		}},
		{name: "deleted by hand with a commit that is nowhere else", before: func(s *shop, w *repo) {
			w.git("switch", "-q", "--detach")
			w.commit("Mine")
			if err := os.RemoveAll(w.dir); err != nil {
				s.tb.Fatal(err)
			}
		}, kind: WorktreeUnsaved, want: "the worktree DIR holds commits that are nowhere else: give them a branch first"},
		{name: "only .git deleted", before: func(s *shop, w *repo) {
			if err := os.Remove(filepath.Join(w.dir, ".git")); err != nil {
				s.tb.Fatal(err)
			}
		}, kind: WorktreeOccupied, want: "something else lies at DIR already: move it away first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			s := newShop(t)
			c := s.open()
			if err := os.MkdirAll(filepath.Join(s.dir, ".git", "info"), 0o777); err != nil {
				t.Fatal(err)
			}
			w := s.in(filepath.Join(realTemp(t), "w"))
			other := filepath.Join(realTemp(t), "other")
			s.git("worktree", "add", "-q", w.dir, "debt/12")
			s.git("worktree", "add", "-q", "-b", "other", other)
			if err := os.RemoveAll(other); err != nil { // its record is not ours to take away
				t.Fatal(err)
			}
			if tt.before != nil {
				tt.before(s, w)
			}
			branches := s.git("for-each-ref")
			err := c.RemoveWorktree(ctx, w.dir)
			failed, ok := errors.AsType[*WorktreeError](err)
			if ok != (tt.kind != 0) || ok && failed.Kind != tt.kind || err != nil && !ok {
				t.Fatalf("error %v, want one of kind %d", err, tt.kind)
			}
			if ok {
				failed.Dir = "DIR"
				if diff := cmp.Diff(tt.want, failed.Error()); diff != "" {
					t.Errorf("sentence (-want +got):\n%s", diff)
				}
			}
			if got := len(must[[]Worktree](t)(c.Worktrees(ctx))); got != 3 && !tt.gone || got != 2 && tt.gone {
				t.Errorf("%d worktrees are left", got)
			}
			if diff := cmp.Diff(branches, s.git("for-each-ref")); diff != "" {
				t.Errorf("branches (-before +after):\n%s", diff)
			}
			if tt.gone {
				if err := c.RemoveWorktree(ctx, w.dir); err != nil {
					t.Errorf("once more: %v", err)
				}
			}
		})
	}
}

// TestRemoveWorktreeThatStays: the main one, the one that is worked in, and what
// is none.
func TestRemoveWorktreeThatStays(t *testing.T) {
	s := newShop(t)
	w := s.in(filepath.Join(realTemp(t), "w"))
	s.git("worktree", "add", "-q", w.dir, "debt/12")
	other := newShop(t)
	w.write("sub/x", "x\n")
	below, err := Open(t.Context(), filepath.Join(w.dir, "sub"), s.run)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		c    *Checkout
		dir  string
		kind WorktreeFault
	}{
		{"the main one", w.open(), s.dir, WorktreeMain},
		{"the one at hand", w.open(), w.dir, WorktreeHere},
		{"the one around", below, w.dir, WorktreeHere},
		{"another clone", s.open(), other.dir, WorktreeUnknown},
		{"a folder", s.open(), filepath.Join(s.dir, "app"), WorktreeUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.c.RemoveWorktree(t.Context(), tt.dir)
			if failed, ok := errors.AsType[*WorktreeError](err); !ok || failed.Kind != tt.kind {
				t.Errorf("error %v, want one of kind %d", err, tt.kind)
			}
		})
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
