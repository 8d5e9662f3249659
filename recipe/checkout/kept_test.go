package checkout

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// moved is a repository whose cited line moved from 20 to 21, and the start.
func moved(t *testing.T) (*repo, []Start) {
	t.Helper()
	r := newRepo(t)
	r.write("a.go", numbered("a", 40))
	start := r.commit("first")
	r.write("a.go", "new\n"+numbered("a", 40))
	r.commit("second")
	return r, []Start{
		{Number: 1, Path: "a.go", Line: 20, Head: start},
		{Number: 2, Path: "a.go", Line: 30, CreatedAt: day0.Add(time.Minute)},
		{Number: 3, Path: "a.go", Line: 99, Head: start},
	}
}

var movedTo = map[int]model.Position{
	1: {Path: "a.go", Line: 21, Known: true},
	2: {Path: "a.go", Line: 31, Known: true},
	3: {Path: "a.go"},
}

// ask follows the starts and gives the commands of git that it took.
func ask(t *testing.T, r *repo, starts []Start, want map[int]model.Position) []string {
	t.Helper()
	watched := &spy{Runner: r.run}
	c, err := Open(t.Context(), r.dir, watched)
	if err != nil {
		t.Fatal(err)
	}
	watched.runs = nil
	got, err := c.Follow(t.Context(), starts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
	return watched.runs
}

// TestAnswersAreKept: an unchanged HEAD costs no history, a new one is followed
// anew, and the file is for the owner alone.
func TestAnswersAreKept(t *testing.T) {
	r, starts := moved(t)
	first := ask(t, r, starts, movedTo)
	if diff := cmp.Diff([]string{"rev-parse", "for-each-ref", "rev-list", "cat-file", "cat-file"}, first); diff != "" {
		t.Errorf("first runs (-want +got):\n%s", diff)
	}
	again := ask(t, r, starts, movedTo)
	if diff := cmp.Diff([]string{"rev-parse", "for-each-ref"}, again); diff != "" {
		t.Errorf("runs of the second time (-want +got):\n%s", diff)
	}
	ask(t, r, starts[:1], map[int]model.Position{1: movedTo[1]})
	if third := ask(t, r, starts, movedTo); len(third) != 2 {
		t.Errorf("answers that were not asked for were forgotten: %v", third)
	}
	name := filepath.Join(r.dir, ".git", "gh-debt", "positions", r.git("rev-parse", "HEAD"))
	for p, want := range map[string]os.FileMode{name: 0o600, filepath.Dir(name): 0o700} {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want && runtime.GOOS != "windows" {
			t.Errorf("%s has the rights %o, want %o", filepath.Base(p), got, want)
		}
	}
	old := r.git("rev-parse", "HEAD")
	r.write("a.go", "newer\nnew\n"+numbered("a", 40))
	r.commit("third")
	next := map[int]model.Position{1: known("a.go", 22), 2: known("a.go", 32), 3: {Path: "a.go"}}
	ask(t, r, starts, next)
	r.git("checkout", "-q", old)
	if back := ask(t, r, starts[:1], map[int]model.Position{1: movedTo[1]}); len(back) != 1 {
		t.Errorf("the answers of another worktree's HEAD were forgotten: %v", back)
	}
}

// TestAnswersAreSharedByWorktrees keeps them in the common directory.
func TestAnswersAreSharedByWorktrees(t *testing.T) {
	r, starts := moved(t)
	ask(t, r, starts, movedTo)
	w := realTemp(t)
	r.git("worktree", "add", "-q", "--detach", filepath.Join(w, "w"))
	if runs := ask(t, r.in(filepath.Join(w, "w")), starts, movedTo); len(runs) != 2 {
		t.Errorf("a linked worktree asked again: %v", runs)
	}
}

// TestDamagedAnswersAreSetAside: the file is renamed, its name told, and all is
// computed again.
func TestDamagedAnswersAreSetAside(t *testing.T) {
	whole := "gh-debt positions 1 whole\n"
	for name, content := range map[string]string{
		"empty":                 "",
		"another file":          "[1,2]\n",
		"no end":                whole,
		"cut within a line":     whole + "abc 1",
		"cut between two lines": whole + "abc 1 2 a.go\n",
		"another count":         whole + "abc 1 2 a.go\nend 2\n",
		"no number":             whole + "abc one 2 a.go\nend 1\n",
		"a line in no file":     whole + "abc 1 2 a.go\x00\nend 1\n",
	} {
		t.Run(name, func(t *testing.T) {
			r, starts := moved(t)
			file := ".git/gh-debt/positions/" + r.git("rev-parse", "HEAD")
			r.write(file, content)
			c := r.open()
			var told []string
			c.Notify(func(s string) { told = append(told, s) })
			got, err := c.Follow(t.Context(), starts, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(movedTo, got); diff != "" {
				t.Errorf("positions (-want +got):\n%s", diff)
			}
			aside, err := filepath.Glob(filepath.Join(r.dir, file+".damaged-*"))
			if err != nil || len(aside) != 1 {
				t.Fatalf("set aside: %v, %v", aside, err)
			}
			if data, err := os.ReadFile(aside[0]); err != nil || string(data) != content {
				t.Errorf("the file set aside holds %q, %v", data, err)
			}
			if len(told) != 1 || !strings.Contains(told[0], filepath.Base(aside[0])) {
				t.Errorf("told %q, want the name %s", told, filepath.Base(aside[0]))
			}
			if runs := ask(t, r, starts, movedTo); len(runs) != 2 {
				t.Errorf("the new file is not used: %v", runs)
			}
		})
	}
}

// TestAnswersOfAnotherVersionAreReplaced without a word.
func TestAnswersOfAnotherVersionAreReplaced(t *testing.T) {
	r, starts := moved(t)
	r.write(".git/gh-debt/positions/"+r.git("rev-parse", "HEAD"), "gh-debt positions 99 whole\nsomething else\n")
	ask(t, r, starts, movedTo)
	if runs := ask(t, r, starts, movedTo); len(runs) != 2 {
		t.Errorf("the new file is not used: %v", runs)
	}
}

// TestOldAnswersAreRemoved keeps those of a few commits only.
func TestOldAnswersAreRemoved(t *testing.T) {
	r, starts := moved(t)
	for range maxKept + 3 {
		r.commit("next")
		ask(t, r, starts, movedTo)
	}
	entries, err := os.ReadDir(filepath.Join(r.dir, ".git", "gh-debt", "positions"))
	if err != nil || len(entries) != maxKept {
		t.Errorf("answers of %d commits are kept, want %d (%v)", len(entries), maxKept, err)
	}
	if runs := ask(t, r, starts, movedTo); len(runs) != 2 {
		t.Errorf("the answers of HEAD are gone: %v", runs)
	}
}

// FuzzKeptAnswers: what is written is read back the same, and whatever a file
// holds, reading it does not panic.
func FuzzKeptAnswers(f *testing.F) {
	f.Add("a b\tc.go", "d.go", 3, 4, "end 1\n")
	f.Add("end 1", "", 1, 0, "gh-debt positions 1 whole\nabc 1 2 a.go\nend 1\n")
	f.Fuzz(func(t *testing.T, path, to string, line, at int, damaged string) {
		_ = (&answers{shallow: "whole"}).parse(damaged)
		if path == "" || strings.ContainsAny(path+to, "\n\x00") || line < 1 || at < 0 || at > 0 && to == "" {
			return
		}
		a := answers{shallow: "whole", known: map[cited]model.Position{
			{from: strings.Repeat("ab", 20), line: line, path: path}: {Path: to, Line: at, Known: at > 0},
		}}
		b := answers{shallow: "whole"}
		if err := b.parse(string(a.text())); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a.known, b.known, cmp.AllowUnexported(cited{})); diff != "" {
			t.Errorf("answers (-written +read):\n%s", diff)
		}
	})
}

// TestUnwritableCloneIsFollowedAllTheSame: keeping is best effort.
func TestUnwritableCloneIsFollowedAllTheSame(t *testing.T) {
	r, starts := moved(t)
	r.write(".git/gh-debt", "a file where the directory would be")
	ask(t, r, starts, movedTo)
}

// TestShallowClone: a start before the graft is not known, never guessed, and is
// known as soon as the history is there, though HEAD stayed the same.
func TestShallowClone(t *testing.T) {
	r := newRepo(t)
	base := numbered("a", 40)
	r.write("a.go", base)
	r.write("b.go", numbered("b", 40))
	before := r.commit("before the graft")
	r.write("a.go", "1\n"+base)
	graft := r.commit("the graft")
	r.write("a.go", "1\n2\n"+base)
	r.git("mv", "b.go", "c.go")
	r.commit("after")
	dir := filepath.Join(realTemp(t), "clone")
	r.git("clone", "-q", "--depth", "2", "file://"+filepath.ToSlash(r.dir), dir)
	clone := r.in(dir)
	if !clone.open().Shallow() {
		t.Error("the clone is not called shallow")
	}
	starts := []Start{
		{Number: 1, Path: "a.go", Line: 20, Head: before},
		{Number: 2, Path: "a.go", Line: 20, CreatedAt: day0.Add(time.Minute)},
		{Number: 3, Path: "a.go", Line: 20, Head: graft},
		{Number: 4, Path: "a.go", Line: 20, CreatedAt: day0.Add(61 * time.Minute)},
		{Number: 5, Path: "b.go", Line: 20, Head: graft},
		{Number: 6, Path: "b.go", Line: 20, Head: before},
	}
	want := map[int]model.Position{1: {}, 2: {}, 3: known("a.go", 21), 4: known("a.go", 21), 5: known("c.go", 20), 6: {}}
	ask(t, clone, starts, want)
	ask(t, clone, starts, want)
	if text, ok, err := clone.open().LineAt(t.Context(), starts[0]); ok || err != nil {
		t.Errorf("line before the graft is %q, %v", text, err)
	}
	clone.git("fetch", "-q", "--unshallow")
	want[1], want[2], want[6] = known("a.go", 22), known("a.go", 22), known("c.go", 20)
	ask(t, clone, starts, want)
}

// TestPartialClone: content that the clone lacks is neither fetched nor guessed,
// and what does not need it is followed.
func TestPartialClone(t *testing.T) {
	r := newRepo(t)
	base := numbered("a", 40)
	r.write("a.go", base)
	r.write("b.go", base)
	r.write("same.go", base+"same\n")
	start := r.commit("start")
	r.write("a.go", "1\n"+base)
	r.git("mv", "b.go", "c.go")
	r.write("c.go", "1\n2\n"+base)
	r.git("mv", "same.go", "moved.go")
	r.commit("then")
	r.write("kept.go", numbered("kept", 40))
	r.commit("last")
	r.git("config", "uploadpack.allowFilter", "true")
	dir := filepath.Join(realTemp(t), "clone")
	err := r.run.Git(t.Context(), Call{Dir: r.dir, Env: []string{"GIT_NO_LAZY_FETCH=0"},
		Args: []string{"clone", "-q", "--filter=blob:none", "file://" + filepath.ToSlash(r.dir), dir}})
	if err != nil {
		t.Fatal(err)
	}
	r.git("config", "uploadpack.allowFilter", "false") // nothing can be fetched any more
	starts := []Start{
		{Number: 1, Path: "a.go", Line: 20, Head: start},
		{Number: 2, Path: "b.go", Line: 20, Head: start},
		{Number: 3, Path: "same.go", Line: 20, Head: start},
		{Number: 4, Path: "kept.go", Line: 20, Head: r.git("rev-parse", "HEAD")},
	}
	want := map[int]model.Position{1: {Path: "a.go"}, 2: {}, 3: {}, 4: known("kept.go", 20)}
	ask(t, r.in(dir), starts, want)
	if text, ok, err := r.in(dir).open().LineAt(t.Context(), starts[0]); ok || err != nil {
		t.Errorf("a line that the clone lacks is %q, %v", text, err)
	}
}

// TestProgress counts up to all of them.
func TestProgress(t *testing.T) {
	r, starts := moved(t)
	type step struct{ Done, Total int }
	var steps []step
	_, err := r.open().Follow(t.Context(), starts, func(done, total int) { steps = append(steps, step{done, total}) })
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(steps); i++ {
		if steps[i].Done < steps[i-1].Done {
			t.Errorf("progress goes back: %v", steps)
		}
	}
	if last := steps[len(steps)-1]; last != (step{3, 3}) {
		t.Errorf("progress ends at %v", last)
	}
}
