package checkout

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/checkout/gittest"
)

// TestSwitchTo makes a branch in a clean work tree and goes back.
func TestSwitchTo(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	c := s.open()
	for range 2 {
		if err := c.SwitchTo(ctx, "debt/13", s.base); err != nil {
			t.Fatal(err)
		}
	}
	s.write("fix", "fix\n")
	fixed := s.commit("Fix")
	want := Work{Head: fixed, Branch: "debt/13"}
	if diff := cmp.Diff(want, must[Work](t)(c.Workspace(ctx, ""))); diff != "" {
		t.Errorf("work (-want +got):\n%s", diff)
	}
	if err := c.Restore(ctx, "main"); err != nil {
		t.Fatal(err)
	}
	if err := c.SwitchTo(ctx, "debt/13", s.base); err != nil {
		t.Fatal(err)
	}
	if got := s.git("rev-parse", "HEAD"); got != fixed {
		t.Errorf("HEAD %s, want %s: the branch was reset", got, fixed)
	}
	for range 2 {
		if err := c.Restore(ctx, s.head); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(Work{Head: s.head}, must[Work](t)(c.Workspace(ctx, ""))); diff != "" {
		t.Errorf("on a commit (-want +got):\n%s", diff)
	}
}

// TestSwitchToRefusals leaves the work tree as it is.
func TestSwitchToRefusals(t *testing.T) {
	tests := []struct {
		name   string
		before func(s *shop)
		branch string
		start  string
		kind   WorktreeFault
		ref    BranchFault
	}{
		{name: "a change", before: func(s *shop) { s.write("old.ts", "mine\n") }, branch: "debt/13", start: "main", kind: WorktreeDirty},
		{name: "an untracked file", before: func(s *shop) { s.write("notes", "mine\n") }, branch: "debt/13", start: "main", kind: WorktreeDirty},
		{name: "a cherry-pick under way", before: func(s *shop) {
			s.write(".git/CHERRY_PICK_HEAD", s.head+"\n")
		}, branch: "debt/13", start: "main", kind: WorktreeBusy},
		{name: "an ignored file that the branch has", before: func(s *shop) {
			s.write(".git/info/exclude", "extra.ts\n")
			s.write("app/extra.ts", "mine\n")
		}, branch: "debt/12", kind: WorktreeDirty},
		{name: "a branch of another worktree", before: func(s *shop) {
			s.git("worktree", "add", "-q", filepath.Join(realTemp(s.tb), "w"), "debt/12")
		}, branch: "debt/12", ref: BranchCheckedOut},
		{name: "no such branch", branch: "debt/13", ref: BranchAbsent},
		{name: "an option", branch: "--discard-changes", ref: BranchName},
		{name: "the way back", branch: "-", ref: BranchName},
		{name: "a tag of the name", before: func(s *shop) { s.git("tag", "v1") }, branch: "v1", ref: BranchAbsent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShop(t)
			if err := os.MkdirAll(filepath.Join(s.dir, ".git", "info"), 0o777); err != nil {
				t.Fatal(err)
			}
			if tt.before != nil {
				tt.before(s)
			}
			before := s.git("for-each-ref") + s.git("status", "--porcelain", "--branch", "--ignored")
			err := s.open().SwitchTo(t.Context(), tt.branch, tt.start)
			var tree *WorktreeError
			var ref *BranchError
			switch {
			case tt.kind != 0 && (!errors.As(err, &tree) || tree.Kind != tt.kind):
				t.Errorf("error %v, want one of kind %d", err, tt.kind)
			case tt.ref != 0 && (!errors.As(err, &ref) || ref.Kind != tt.ref):
				t.Errorf("error %v, want one of kind %d", err, tt.ref)
			}
			after := s.git("for-each-ref") + s.git("status", "--porcelain", "--branch", "--ignored")
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("what changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestWorkspace names all that is not committed, and what is no worktree of ours.
func TestWorkspace(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	c := s.open()
	s.write("app/refund.ts", "mine\n")
	s.write("new one\n.ts", "mine\n")
	s.write("dir/x", "mine\n")
	s.git("mv", "old.ts", "moved.ts")
	want := Work{Head: s.base, Branch: "main", Dirty: []string{"app/refund.ts", "moved.ts", "old.ts", "dir/", "new one\n.ts"}}
	if diff := cmp.Diff(want, must[Work](t)(c.Workspace(ctx, s.dir))); diff != "" {
		t.Errorf("work (-want +got):\n%s", diff)
	}
	s.git("reset", "-q", "--hard")
	s.git("clean", "-q", "-f", "-d")
	s.write("app/refund.ts", "another\n")
	s.commit("Another")
	_ = s.run.Git(ctx, Call{Dir: s.dir, Args: []string{"merge", "-q", "debt/12"}})
	clean, dirty, err := c.Clean(ctx, "")
	if diff := cmp.Diff([]string{"app/extra.ts", "new.ts", "old.ts", "app/refund.ts", "a merge that is under way"}, dirty); clean || err != nil || diff != "" {
		t.Errorf("clean %t, %v (-want +got):\n%s", clean, err, diff)
	}
	fresh := newRepo(t)
	if diff := cmp.Diff(Work{Branch: "main"}, must[Work](t)(fresh.open().Workspace(ctx, ""))); diff != "" {
		t.Errorf("fresh (-want +got):\n%s", diff)
	}

	w := s.in(filepath.Join(s.dir, ".git", "w"))
	s.git("worktree", "add", "-q", "-b", "debt/13", w.dir, s.base)
	if err := os.Remove(filepath.Join(w.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	for dir, kind := range map[string]WorktreeFault{
		filepath.Join(s.dir, "none"): WorktreeGone,
		w.dir:                        WorktreeGone,
		filepath.Join(s.dir, "app"):  WorktreeUnknown,
		fresh.dir:                    WorktreeUnknown,
	} {
		_, err := c.Workspace(ctx, dir)
		if failed, ok := errors.AsType[*WorktreeError](err); !ok || failed.Kind != kind {
			t.Errorf("%s: error %v, want one of kind %d", dir, err, kind)
		}
	}
}

// TestWorkInAHook goes by the clone it was opened in and by the directory named,
// whatever index or repository git's variables name.
func TestWorkInAHook(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	run := NewGit(gittest.Env("GIT_DIR="+filepath.Join(s.dir, ".git"), "GIT_INDEX_FILE="+filepath.Join(s.dir, ".git", "index.lock")))
	c, err := Open(ctx, s.dir, run)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(realTemp(t), "w")
	if err := c.AddWorktree(ctx, dir, "debt/12", s.base); err != nil {
		t.Fatal(err)
	}
	s.in(dir).write("mine", "mine\n")
	for at, want := range map[string]Work{
		"":  {Head: s.base, Branch: "main"},
		dir: {Head: s.head, Branch: "debt/12", Dirty: []string{"mine"}},
	} {
		if diff := cmp.Diff(want, must[Work](t)(c.Workspace(ctx, at))); diff != "" {
			t.Errorf("work at %q (-want +got):\n%s", at, diff)
		}
	}
}

// TestWorkInAPartialClone brings the content that a worktree needs.
func TestWorkInAPartialClone(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	s.git("config", "uploadpack.allowFilter", "true")
	s.git("config", "uploadpack.allowAnySHA1InWant", "true")
	clone := s.in(filepath.Join(realTemp(t), "clone"))
	s.git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+s.dir, clone.dir)
	dir := filepath.Join(realTemp(t), "w")
	if err := clone.open().AddWorktree(ctx, dir, "debt/12", RemoteRef("origin", "debt/12")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Work{Head: s.head, Branch: "debt/12"}, must[Work](t)(clone.open().Workspace(ctx, dir))); diff != "" {
		t.Errorf("work (-want +got):\n%s", diff)
	}
	if n := must[int](t)(clone.open().Unmerged(ctx, "main", "debt/12")); n != 2 {
		t.Errorf("%d changes, want 2", n)
	}
}
