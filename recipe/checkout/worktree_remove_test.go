package checkout

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
