package checkout

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/checkout/gittest"
)

// where is what Open finds out, with the temporary directory cut off.
type where struct {
	Root, MainRoot, GitDir, CommonDir, Superproject string
	Linked, Submodule                               bool
}

func placesOf(c *Checkout, base string) where {
	cut := func(p string) string { return filepath.ToSlash(strings.TrimPrefix(p, base)) }
	return where{Root: cut(c.Root()), MainRoot: cut(c.MainRoot()), GitDir: cut(c.GitDir()), CommonDir: cut(c.CommonDir()),
		Superproject: cut(c.Superproject()), Linked: c.Linked(), Submodule: c.Submodule()}
}

// TestOpenFindsTheClone opens every kind of clone (C-34; section 6 for MainRoot).
func TestOpenFindsTheClone(t *testing.T) {
	tests := []struct {
		name string
		make func(r *repo) (dir string)
		want where
	}{
		{"a work tree", func(r *repo) string { return r.dir },
			where{Root: "/r", MainRoot: "/r", GitDir: "/r/.git", CommonDir: "/r/.git"}},
		{"a directory below", func(r *repo) string { return filepath.Join(r.dir, "app", "pay") },
			where{Root: "/r", MainRoot: "/r", GitDir: "/r/.git", CommonDir: "/r/.git"}},
		{"a linked worktree", func(r *repo) string {
			r.git("worktree", "add", "-q", "../w")
			return filepath.Join(r.dir, "..", "w", "app")
		}, where{Root: "/w", MainRoot: "/r", GitDir: "/r/.git/worktrees/w", CommonDir: "/r/.git", Linked: true}},
		{"a bare repository", func(r *repo) string {
			r.git("clone", "-q", "--bare", ".", "../b.git")
			return filepath.Join(r.dir, "..", "b.git")
		}, where{GitDir: "/b.git", CommonDir: "/b.git"}},
		{"a worktree inside a bare repository", func(r *repo) string {
			r.git("clone", "-q", "--bare", ".", "../b.git")
			r.in(filepath.Join(r.dir, "..", "b.git")).git("worktree", "add", "-q", "w")
			return filepath.Join(r.dir, "..", "b.git", "w")
		}, where{Root: "/b.git/w", MainRoot: "/b.git/w", GitDir: "/b.git/worktrees/w", CommonDir: "/b.git", Linked: true}},
		{"a submodule", func(r *repo) string {
			withSubmodule(r)
			return filepath.Join(r.dir, "..", "super", "lib")
		}, where{Root: "/super/lib", MainRoot: "/super/lib", GitDir: "/super/.git/modules/lib",
			CommonDir: "/super/.git/modules/lib", Superproject: "/super", Submodule: true}},
		{"a linked worktree of a submodule", func(r *repo) string {
			withSubmodule(r)
			r.in(filepath.Join(r.dir, "..", "super", "lib")).git("worktree", "add", "-q", "../../w")
			return filepath.Join(r.dir, "..", "w")
		}, where{Root: "/w", MainRoot: "/super/lib", GitDir: "/super/.git/modules/lib/worktrees/w",
			CommonDir: "/super/.git/modules/lib", Linked: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newNested(t)
			c, err := Open(t.Context(), tt.make(r), r.run)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, placesOf(c, filepath.Dir(r.dir))); diff != "" {
				t.Errorf("places (-want +got):\n%s", diff)
			}
		})
	}
}

// newNested is a repository with a commit in the folder r of a temporary one.
func newNested(t *testing.T) *repo {
	t.Helper()
	outer := newRepo(t)
	if err := os.RemoveAll(filepath.Join(outer.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	r := outer.in(filepath.Join(outer.dir, "r"))
	r.write("app/pay/refund.ts", "one\ntwo\n")
	r.git("init", "-q", "--template=", ".")
	r.git("symbolic-ref", "HEAD", "refs/heads/main")
	r.commit("first")
	return r
}

// withSubmodule makes ../super, which has r as its submodule lib.
func withSubmodule(r *repo) *repo {
	super := r.in(filepath.Join(r.dir, "..", "super"))
	super.write("readme", "super\n")
	super.git("init", "-q", "--template=", ".")
	super.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../r", "lib")
	super.commit("with a submodule")
	return super
}

// TestOpenRefusals gives one sentence with the way out (C-34).
func TestOpenRefusals(t *testing.T) {
	tests := []struct {
		name string
		make func(r *repo) (dir string)
		env  string
		kind RepoFault
		want string // DIR stands for the directory
	}{
		{"an empty folder", func(r *repo) string { return realTemp(r.tb) }, "GIT_CEILING_DIRECTORIES=" + os.TempDir(),
			NoRepository, "there is no git repository at DIR or above it: go into a clone"},
		{"no such folder", func(r *repo) string { return filepath.Join(r.dir, "none") }, "",
			NoDirectory, "there is no directory DIR"},
		{"a file", func(r *repo) string { return filepath.Join(r.dir, "app", "pay", "refund.ts") }, "",
			NoDirectory, "there is no directory DIR"},
		{"a folder of another user", func(r *repo) string { return r.dir }, "GIT_TEST_ASSUME_DIFFERENT_OWNER=1",
			OtherOwner, "the repository at DIR belongs to another user, so git does not read it: " +
				"if you trust it, run: git config --global --add safe.directory 'DIR'"},
		{"a bare repository while safe.bareRepository is explicit", func(r *repo) string {
			r.git("clone", "-q", "--bare", ".", "../b.git")
			return filepath.Join(filepath.Dir(r.dir), "b.git")
		}, "GIT_CONFIG_PARAMETERS='safe.bareRepository'='explicit'",
			BareRefused, "git does not read the bare repository at DIR, since safe.bareRepository is explicit: " +
				"go into one of its worktrees"},
		{"a worktree whose clone is gone", func(r *repo) string {
			r.write("w/.git", "gitdir: /nowhere/.git/worktrees/w\n")
			return filepath.Join(r.dir, "w")
		}, "", Broken, "git cannot read the repository at DIR: git rev-parse: not a git repository: /nowhere/.git/worktrees/w"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newNested(t)
			dir := tt.make(r)
			_, err := Open(t.Context(), dir, NewGit(gittest.Env(tt.env)))
			refused, ok := errors.AsType[*RepoError](err)
			if !ok {
				t.Fatalf("error %v, want a *RepoError", err)
			}
			if refused.Kind != tt.kind {
				t.Errorf("kind %d, want %d", refused.Kind, tt.kind)
			}
			if diff := cmp.Diff(strings.ReplaceAll(tt.want, "DIR", dir), err.Error()); diff != "" {
				t.Errorf("sentence (-want +got):\n%s", diff)
			}
			if none := tt.kind == NoRepository || tt.kind == NoDirectory; errors.Is(err, ErrNoRepository) != none {
				t.Errorf("is ErrNoRepository: %t, want %t", !none, none)
			}
		})
	}
}

// TestOpenWithoutGit says that git is missing.
func TestOpenWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Open(t.Context(), t.TempDir(), NewGit(gittest.Env())); !errors.Is(err, ErrNoGit) {
		t.Errorf("error %v, want ErrNoGit", err)
	}
}

// TestBranchAndHead: detached is not a branch, and a fresh repository has a
// branch and no commit (C-34; section 1.2).
func TestBranchAndHead(t *testing.T) {
	ctx := context.Background()
	r := newRepo(t)
	type facts struct {
		Branch   string
		OnBranch bool
		Head     string
		Born     bool
	}
	read := func() (f facts) {
		t.Helper()
		c := r.open()
		var err1, err2 error
		f.Branch, f.OnBranch, err1 = c.Branch(ctx)
		f.Head, f.Born, err2 = c.Head(ctx)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		return f
	}
	if diff := cmp.Diff(facts{Branch: "main", OnBranch: true}, read()); diff != "" {
		t.Errorf("fresh (-want +got):\n%s", diff)
	}
	at, err := r.open().Follow(ctx, []Start{{Number: 1, Path: "a", Line: 1}}, nil)
	if err != nil || at[1].Known {
		t.Errorf("fresh: position %v, error %v; want an unknown one", at[1], err)
	}
	head := r.commit("first")
	r.git("checkout", "-q", "-b", "debt/12-a>b")
	if diff := cmp.Diff(facts{Branch: "debt/12-a>b", OnBranch: true, Head: head, Born: true}, read()); diff != "" {
		t.Errorf("on a branch (-want +got):\n%s", diff)
	}
	r.git("tag", "v1")
	r.git("checkout", "-q", "v1")
	if diff := cmp.Diff(facts{Head: head, Born: true}, read()); diff != "" {
		t.Errorf("detached on a tag (-want +got):\n%s", diff)
	}
}

// TestBareRepositoryHasNoFiles says so in one sentence.
func TestBareRepositoryHasNoFiles(t *testing.T) {
	r := newNested(t)
	r.git("clone", "-q", "--bare", ".", "../b.git")
	bare := r.in(filepath.Join(filepath.Dir(r.dir), "b.git"))
	_, err := bare.open().Inspect(t.Context(), "app/pay/refund.ts")
	if !errors.Is(err, ErrNoWorkTree) {
		t.Fatalf("error %v, want ErrNoWorkTree", err)
	}
	want := bare.dir + " is no work tree and has no files to look at: go into a worktree of the repository"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("sentence (-want +got):\n%s", diff)
	}
}

// TestWorktreeOfARefusedBareRepository opens although safe.bareRepository is
// explicit, since git only refuses the bare repository itself (C-34).
func TestWorktreeOfARefusedBareRepository(t *testing.T) {
	r := newNested(t)
	r.git("clone", "-q", "--bare", ".", "../b.git")
	bare := filepath.Join(filepath.Dir(r.dir), "b.git")
	r.in(bare).git("worktree", "add", "-q", "w")
	run := NewGit(gittest.Env("GIT_CONFIG_PARAMETERS='safe.bareRepository'='explicit'"))
	c, err := Open(t.Context(), filepath.Join(bare, "w"), run)
	if err != nil {
		t.Fatal(err)
	}
	if file, err := c.Inspect(t.Context(), "app/pay/refund.ts"); err != nil || file.Lines != 2 {
		t.Errorf("app/pay/refund.ts has %d lines, %v; want 2", file.Lines, err)
	}
}

// TestRemotes lists them in gh's order and without what could act as an option.
func TestRemotes(t *testing.T) {
	r := newRepo(t)
	r.git("config", "url.https://github.com/.insteadOf", "gh:")
	r.git("remote", "add", "fork", "https://me:secret@github.com/me/shop.git")
	r.git("remote", "add", "origin", "gh:acme/shop")
	r.git("config", "remote.origin.pushurl", "git@github.com:acme/shop.git")
	r.git("config", "remote.origin.gh-resolved", "base")
	r.git("remote", "add", "upstream", "/srv/my shop.git")
	r.git("config", "remote.evil.url", "--upload-pack=touch /tmp/x")
	got, err := r.open().Remotes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Remote{
		{Name: "upstream", FetchURL: "/srv/my shop.git", PushURL: "/srv/my shop.git"},
		{Name: "origin", FetchURL: "https://github.com/acme/shop", PushURL: "git@github.com:acme/shop.git", Resolved: "base"},
		{Name: "fork", FetchURL: "https://me:secret@github.com/me/shop.git", PushURL: "https://me:secret@github.com/me/shop.git"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("remotes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("https://github.com/me/shop.git", got[2].Redacted()); diff != "" {
		t.Errorf("redacted (-want +got):\n%s", diff)
	}
}
