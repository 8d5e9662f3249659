package checkout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/checkout/gittest"
)

func sampleCommits() []SampleCommit {
	refund := numbered("refund", 30)
	return []SampleCommit{
		{Message: "First", At: day0, Files: map[string][]byte{
			"app/pay/refund.ts": []byte(refund),
			`docs/a "b".md`:     []byte("a\n"),
			"old.ts":            []byte("old\n"),
		}},
		{Message: "Second\n\nWith a body.", Author: "Ana", At: day0.AddDate(0, 0, 1), Files: map[string][]byte{
			"app/pay/refund.ts": []byte("new\n" + refund),
			`docs/a "b".md`:     []byte("a\n"),
		}},
	}
}

// TestSample makes a clean work tree on main whose commits can be cited.
func TestSample(t *testing.T) {
	dir := filepath.Join(realTemp(t), "new", "shop")
	run := NewGit(gittest.Env())
	ids, err := Sample(t.Context(), dir, sampleCommits(), run)
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{tb: t, dir: dir, run: run}
	if diff := cmp.Diff("", r.git("status", "--porcelain")); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
	want := "Second <Ana> 1740916800\nFirst <gh debt demo> 1740830400"
	if diff := cmp.Diff(want, r.git("log", "--format=%s <%an> %at", "main")); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	files, err := r.open().Tracked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"app/pay/refund.ts", `docs/a "b".md`}, files.Paths()); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	got := r.follow(Start{Path: "app/pay/refund.ts", Line: 20, Head: ids[0]})
	if diff := cmp.Diff(model.Position{Path: "app/pay/refund.ts", Line: 21, Known: true}, got); diff != "" {
		t.Errorf("position (-want +got):\n%s", diff)
	}
	// A person may have no name by git's word, and commits there all the same.
	if got := r.git("config", "user.name") + " <" + r.git("config", "user.email") + ">"; got != "You <demo@gh-debt.invalid>" {
		t.Errorf("a person's commit would be by %s", got)
	}
	again, err := Sample(t.Context(), realTemp(t), sampleCommits(), run)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ids, again); diff != "" {
		t.Errorf("the commits of a second sample (-first +second):\n%s", diff)
	}
}

// TestSampleInAHook leaves the repository alone that git's variables name.
func TestSampleInAHook(t *testing.T) {
	other := newRepo(t)
	other.write("a", "a\n")
	head := other.commit("first")
	git := filepath.Join(other.dir, ".git")
	run := NewGit(gittest.Env("GIT_DIR="+git, "GIT_WORK_TREE="+other.dir, "GIT_INDEX_FILE="+filepath.Join(git, "index")))
	dir := realTemp(t)
	if _, err := Sample(t.Context(), dir, sampleCommits(), run); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "app", "pay", "refund.ts")); err != nil {
		t.Error(err)
	}
	if got := other.git("rev-parse", "HEAD"); got != head {
		t.Errorf("HEAD of the other repository became %s", got)
	}
	if got := other.git("status", "--porcelain"); got != "" {
		t.Errorf("status of the other repository: %s", got)
	}
}

// TestSampleFailure names what failed.
func TestSampleFailure(t *testing.T) {
	_, err := Sample(t.Context(), realTemp(t), nil, NewGit(gittest.Env()))
	if err == nil || !strings.HasPrefix(err.Error(), "make the sample checkout: ") {
		t.Errorf("error %v", err)
	}
}
