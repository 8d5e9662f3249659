package checkout

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/checkout/gittest"
)

// gitStore is what the embedded tracker asks of a store.
type gitStore interface {
	Branches(ctx context.Context) (map[string]string, error)
	Branch(ctx context.Context, name string) (sha string, ok bool, err error)
	CreateBranch(ctx context.Context, name, sha string) (created bool, err error)
	MoveBranch(ctx context.Context, name, sha string, force bool) (moved bool, err error)
	DeleteBranch(ctx context.Context, name string) (deleted bool, err error)
	Has(ctx context.Context, sha string) (bool, error)
	Messages(ctx context.Context, base, head string) ([]model.CommitMessage, error)
	Files(ctx context.Context, base, head string) ([]string, error)
	MergesCleanly(ctx context.Context, base, head string) (bool, error)
	Squash(ctx context.Context, q model.Squash) (sha string, outcome model.MergeOutcome, err error)
}

var _ gitStore = (*Store)(nil)

// shop is a clone on main with a branch debt/12 of two commits beside it.
type shop struct {
	*repo
	base, head string
}

func newShop(t testing.TB) *shop {
	t.Helper()
	r := newRepo(t)
	r.write("app/refund.ts", numbered("refund", 20))
	r.write("old.ts", "old\n")
	base := r.commit("First")
	r.git("switch", "-q", "-c", "debt/12")
	r.write("app/refund.ts", strings.Replace(numbered("refund", 20), "refund line 3\n", "refund line three\n", 1))
	r.git("mv", "old.ts", "new.ts")
	r.commit("Round once\n\nNot #41.")
	r.write("app/extra.ts", "extra\n")
	head := r.commit("Add the rest")
	r.git("switch", "-q", "main")
	return &shop{repo: r, base: base, head: head}
}

// bare is a bare clone of the shop, for a store that nobody works in.
func (s *shop) bare() *repo {
	s.tb.Helper()
	dir := filepath.Join(realTemp(s.tb), "shop.git")
	s.git("clone", "-q", "--bare", ".", dir)
	return s.in(dir)
}

func (r *repo) store() *Store {
	return OpenStore(r.git("rev-parse", "--absolute-git-dir"), r.run)
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestStoreBranches makes, moves and deletes a branch, and takes no step twice.
func TestStoreBranches(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	st := s.bare().store()
	yes := must[bool](t)
	if !yes(st.CreateBranch(ctx, "debt/13-a", s.base)) {
		t.Error("the branch was not made")
	}
	if yes(st.CreateBranch(ctx, "debt/13-a", s.head)) {
		t.Error("a branch that is there was made once more")
	}
	want := map[string]string{"main": s.base, "debt/12": s.head, "debt/13-a": s.base}
	if diff := cmp.Diff(want, must[map[string]string](t)(st.Branches(ctx))); diff != "" {
		t.Errorf("branches (-want +got):\n%s", diff)
	}
	if !yes(st.MoveBranch(ctx, "debt/13-a", s.head, false)) {
		t.Error("a step forward was not made")
	}
	if yes(st.MoveBranch(ctx, "debt/13-a", s.base, false)) {
		t.Error("a step back was made without force")
	}
	if !yes(st.MoveBranch(ctx, "debt/13-a", s.base, true)) {
		t.Error("a step back was not made with force")
	}
	if !yes(st.DeleteBranch(ctx, "debt/13-a")) || yes(st.DeleteBranch(ctx, "debt/13-a")) {
		t.Error("a branch is deleted once, and then not there")
	}
	if _, ok, err := st.Branch(ctx, "debt/13-a"); ok || err != nil {
		t.Errorf("the deleted branch is there: %t, %v", ok, err)
	}
	if !yes(st.Has(ctx, s.head)) || yes(st.Has(ctx, strings.Repeat("a", 40))) || yes(st.Has(ctx, "main")) {
		t.Error("Has does not tell what is there")
	}
}

// TestStoreRefusals: what cannot be a branch is an error of its own kind (C-46).
func TestStoreRefusals(t *testing.T) {
	s := newShop(t)
	st := s.store()
	s.git("branch", "debt-block/7")
	tests := []struct {
		name, branch, commit string
		want                 string
	}{
		{"an option", "--delete", s.base, `git refuses the branch name "--delete": it begins with a dash`},
		{"a name like a commit", s.base, s.base, `the branch name "` + s.base + `" reads as the name of a commit`},
		{"a part of another", "debt", s.base,
			"git cannot have the branch debt beside the branch debt/12: rename debt/12 first"},
		{"below another", "main/12", s.base, "git cannot have the branch main/12 beside the branch main: rename main first"},
		{"no such commit", "debt/14", strings.Repeat("b", 40),
			"the clone holds no commit " + strings.Repeat("b", 40) + ": fetch first"},
		{"no full name", "debt/14", "main", "the clone holds no commit main: fetch first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			made, err := st.CreateBranch(t.Context(), tt.branch, tt.commit)
			if made || err == nil {
				t.Fatalf("made %t, error %v", made, err)
			}
			if diff := cmp.Diff("make the branch: "+tt.want, err.Error()); diff != "" {
				t.Errorf("sentence (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStoreCommits reads messages, files and whether a merge is clean.
func TestStoreCommits(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	st := s.bare().store()
	commits := must[[]model.CommitMessage](t)(st.Messages(ctx, "main", "debt/12"))
	var said []string
	for _, c := range commits {
		said = append(said, c.Author+": "+c.Message)
	}
	if diff := cmp.Diff([]string{"ana: Round once\n\nNot #41.", "ana: Add the rest"}, said); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	if commits[1].SHA != s.head || !commits[0].At.Equal(day0.Add(3600e9)) {
		t.Errorf("commits %v", commits)
	}
	files := must[[]string](t)(st.Files(ctx, s.base, s.head))
	if diff := cmp.Diff([]string{"app/extra.ts", "app/refund.ts", "new.ts", "old.ts"}, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if !must[bool](t)(st.MergesCleanly(ctx, "main", s.head)) {
		t.Error("the merge is not clean")
	}
	var absent *RevisionError
	if _, err := st.Messages(ctx, "main", "debt/99"); !errors.As(err, &absent) {
		t.Errorf("error %v, want a *RevisionError", err)
	}
}

// TestDeletedBranchKeepsItsCommits: what is nowhere else stays reachable.
func TestDeletedBranchKeepsItsCommits(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	bare := s.bare()
	if !must[bool](t)(bare.store().DeleteBranch(ctx, "debt/12")) {
		t.Fatal("not deleted")
	}
	bare.git("gc", "-q", "--prune=now")
	if !must[bool](t)(bare.store().Has(ctx, s.head)) {
		t.Error("the commits are gone")
	}
	if must[bool](t)(bare.store().CreateBranch(ctx, "debt/13", s.base)); !must[bool](t)(bare.store().DeleteBranch(ctx, "debt/13")) {
		t.Error("not deleted")
	}
	if got := bare.git("for-each-ref", "--format=%(refname)", "refs/gh-debt"); got != "refs/gh-debt/kept/"+s.head {
		t.Errorf("kept %q", got)
	}
}

// TestStoreInAHook works on its own repository whatever git's variables name.
func TestStoreInAHook(t *testing.T) {
	s := newShop(t)
	other := newRepo(t)
	head := other.commit("First")
	run := NewGit(gittest.Env("GIT_DIR="+filepath.Join(other.dir, ".git"), "GIT_WORK_TREE="+other.dir,
		"GIT_INDEX_FILE="+filepath.Join(other.dir, ".git", "index")))
	st := OpenStore(filepath.Join(s.dir, ".git"), run)
	_, outcome, err := st.Squash(t.Context(), model.Squash{Base: "main", Head: s.head, Title: "T"})
	if err != nil || outcome != model.SquashDone {
		t.Fatalf("outcome %q, %v", outcome, err)
	}
	if got := s.git("status", "--porcelain"); got != "" {
		t.Errorf("status %q", got)
	}
	if other.git("rev-parse", "main") != head {
		t.Error("the other repository moved")
	}
	if _, err := os.Stat(filepath.Join(s.dir, "app", "extra.ts")); err != nil {
		t.Error(err)
	}
}
