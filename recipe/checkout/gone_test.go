package checkout

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGone names the commit that removed a file, whatever the file is called
// (C-39).
func TestGone(t *testing.T) {
	names := []string{"app/x.ts", "-rf.md", "--help", ":(glob)x", "main", "HEAD", "a b.md", "wiki/caf\u00e9.md"}
	r := newRepo(t)
	for _, n := range names {
		r.write(n, "one\n")
	}
	r.write("stays.ts", "one\n")
	r.commit("first")
	for _, n := range names {
		r.git("rm", "-q", "--", n)
	}
	removal := r.commit("remove")
	r.commit("later")
	c := r.open()
	for _, n := range append(names, "wiki/cafe\u0301.md") {
		got, ok, err := c.Gone(t.Context(), n)
		if err != nil || !ok || got != removal {
			t.Errorf("%s is gone since %q, %t, %v; want %s", n, got, ok, err, removal)
		}
	}
	for _, n := range []string{"stays.ts", "never.ts", "*.ts"} {
		if got, ok, err := c.Gone(t.Context(), n); ok || err != nil {
			t.Errorf("%s is gone since %q, %v; want no commit", n, got, err)
		}
	}
	for _, n := range []string{"../x", "/x", "a\nb"} {
		if _, _, err := c.Gone(t.Context(), n); err == nil {
			t.Errorf("%q is given to git", n)
		}
	}
}

// TestAskingFromAFolder: paths are from the root wherever the clone was opened.
func TestAskingFromAFolder(t *testing.T) {
	r := newRepo(t)
	r.write("app/x.ts", "one\n")
	r.write("app/y.ts", numbered("y", 30))
	start := r.commit("first")
	r.git("rm", "-q", "app/x.ts")
	r.git("mv", "app/y.ts", "z.ts")
	r.write("z.ts", "new\n"+numbered("y", 30))
	r.write("app/stays.ts", "one\n")
	removal := r.commit("second")
	below := r.in(filepath.Join(r.dir, "app"))
	if got, ok, err := below.open().Gone(t.Context(), "app/x.ts"); err != nil || !ok || got != removal {
		t.Errorf("gone since %q, %t, %v; want %s", got, ok, err, removal)
	}
	if diff := cmp.Diff(known("z.ts", 21), below.follow(Start{Path: "app/y.ts", Line: 20, Head: start})); diff != "" {
		t.Errorf("position (-want +got):\n%s", diff)
	}
	if file, err := below.open().Inspect(t.Context(), "app/stays.ts"); err != nil || file.Lines != 1 {
		t.Errorf("app/stays.ts has %d lines, %v", file.Lines, err)
	}
}

// TestGoneInMergedBranch finds the commit on the branch, not the merge.
func TestGoneInMergedBranch(t *testing.T) {
	r := newRepo(t)
	r.write("a.ts", "one\n")
	r.commit("first")
	r.git("checkout", "-q", "-b", "side")
	r.git("rm", "-q", "a.ts")
	removal := r.commit("remove")
	r.git("checkout", "-q", "main")
	r.write("b.ts", "two\n")
	r.commit("on main")
	r.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	if got, ok, err := r.open().Gone(t.Context(), "a.ts"); err != nil || !ok || got != removal {
		t.Errorf("gone since %q, %t, %v; want %s", got, ok, err, removal)
	}
}

// TestGoneInTheMergeItself finds a file that both sides had and the merge dropped.
func TestGoneInTheMergeItself(t *testing.T) {
	r := newRepo(t)
	r.write("a.ts", "one\n")
	r.commit("first")
	r.git("checkout", "-q", "-b", "side")
	r.write("b.ts", "two\n")
	r.commit("on the side")
	r.git("checkout", "-q", "main")
	r.write("c.ts", "two\n")
	r.commit("on main")
	r.git("merge", "-q", "--no-ff", "--no-commit", "side")
	r.git("rm", "-q", "a.ts")
	merge := r.commit("merge and remove")
	if got, ok, err := r.open().Gone(t.Context(), "a.ts"); err != nil || !ok || got != merge {
		t.Errorf("gone since %q, %t, %v; want %s", got, ok, err, merge)
	}
}

// TestOddNamesAreFollowed treats names that look like options, pathspecs or
// branches as paths (C-39).
func TestOddNamesAreFollowed(t *testing.T) {
	names := []string{"-rf.md", "--help", ":(glob)x", ":!x", "main", "HEAD", "a b.md", "*.go", `a"b.md`, "x line=3 y", "日本語.md"}
	r := newRepo(t)
	for _, n := range names {
		r.write(n, numbered(n, 30))
	}
	start := r.commit("first")
	for _, n := range names {
		r.write(n, "new\n"+numbered(n, 30))
	}
	r.commit("second")
	c := r.open()
	var starts []Start
	for i, n := range names {
		starts = append(starts, Start{Number: i, Path: n, Line: 20, Head: strings.ToUpper(start)})
	}
	got, err := c.Follow(t.Context(), starts, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range names {
		if diff := cmp.Diff(known(n, 21), got[i]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", n, diff)
		}
	}
	for _, n := range names {
		if file, err := c.Inspect(t.Context(), n); err != nil || file.Lines != 31 {
			t.Errorf("%s has %d lines, %v; want 31", n, file.Lines, err)
		}
	}
	for i, n := range names {
		if text, ok, err := c.LineAt(t.Context(), starts[i]); err != nil || !ok || text != n+" line 20" {
			t.Errorf("line 20 of %s is %q, %t, %v", n, text, ok, err)
		}
	}
}

// TestHostileStartsReachNoGit: what an issue says is followed only when it is a
// path inside and a full commit name; nothing else is even asked about.
func TestHostileStartsReachNoGit(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", numbered("a", 30))
	head := r.commit("first")
	watched := &spy{Runner: r.run}
	c, err := Open(t.Context(), r.dir, watched)
	if err != nil {
		t.Fatal(err)
	}
	var starts []Start
	for i, p := range []string{"", ".", "..", "../x", "/etc/passwd", "a/../../x", "a.go\n" + head, "a\x00b", "./a.go", "a//b", `C:\x`, "a.go/"} {
		starts = append(starts, Start{Number: i, Path: p, Line: 3, Head: head})
	}
	starts = append(starts, Start{Number: 99, Path: "a.go", Line: 0, Head: head})
	watched.runs = nil
	got, err := c.Follow(t.Context(), starts, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range starts {
		if p, ok := got[s.Number]; !ok || p.Known || p.Path != "" {
			t.Errorf("%q is followed to %v", s.Path, p)
		}
	}
	if diff := cmp.Diff([]string{"rev-parse"}, watched.runs); diff != "" {
		t.Errorf("runs of git (-want +got):\n%s", diff)
	}
}

// TestStartThatIsNoCommit: the name of a tree or a blob is no start.
func TestStartThatIsNoCommit(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", numbered("a", 30))
	r.commit("first")
	for _, name := range []string{"HEAD^{tree}", "HEAD:a.go"} {
		got := r.follow(Start{Path: "a.go", Line: 3, Head: r.git("rev-parse", name)})
		if diff := cmp.Diff(unknownIn(""), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestLineAt reads the cited line as it was, also without its final line break,
// and by date (C-01).
func TestLineAt(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", "one\r\ntwo")
	start := r.commit("first")
	r.write("a.go", "changed\n")
	r.commit("second")
	c := r.open()
	starts := []Start{
		{Number: 1, Path: "a.go", Line: 1, Head: start},
		{Number: 2, Path: "a.go", Line: 2, Head: start},
		{Number: 3, Path: "a.go", Line: 3, Head: start},
		{Number: 4, Path: "b.go", Line: 1, Head: start},
		{Number: 5, Path: "a.go", Line: 1, Head: strings.Repeat("ab", 20)},
		{Number: 6, Path: "a.go", Line: 1, CreatedAt: r.at.AddDate(1, 0, 0)},
	}
	got, err := c.LinesAt(t.Context(), starts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[int]string{1: "one", 2: "two", 6: "changed"}, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

// TestGitFailure keeps what git said in the error.
func TestGitFailure(t *testing.T) {
	r := newRepo(t)
	err := r.run.Git(t.Context(), Call{Dir: r.dir, Args: []string{"cat-file", "-p", "nothing"}})
	failed, ok := errors.AsType[*GitError](err)
	if !ok {
		t.Fatalf("error %v, want a *GitError", err)
	}
	if diff := cmp.Diff("git cat-file: Not a valid object name nothing", failed.Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.run.Git(ctx, Call{Dir: r.dir, Args: []string{"version"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
