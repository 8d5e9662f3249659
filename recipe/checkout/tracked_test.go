package checkout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	composed   = "wiki/caf\u00e9.md"
	decomposed = "wiki/cafe\u0301.md"
)

// index puts names into the index without a file on disk, since not every disk
// can hold them.
func (r *repo) index(modes map[string]string) {
	r.tb.Helper()
	blob := r.git("hash-object", "-w", "--stdin")
	var b strings.Builder
	for name, mode := range modes {
		id := blob
		if mode == "160000" {
			id = strings.Repeat("ab", 20)
		}
		b.WriteString(mode + " " + id + "\t" + name + "\x00")
	}
	err := r.run.Git(r.tb.Context(), Call{Dir: r.dir, Args: []string{"update-index", "-z", "--index-info"},
		Stdin: strings.NewReader(b.String())})
	if err != nil {
		r.tb.Fatal(err)
	}
}

// TestTrackedNames reads every name as it is and lists apart what cannot stand
// in a key (C-37).
func TestTrackedNames(t *testing.T) {
	r := newRepo(t)
	r.index(map[string]string{
		decomposed: "100644", "日本語.md": "100644", `a"b.md`: "100755", "tab\tx.md": "100644",
		"-rf.md": "100644", ":(glob)x": "100644", "with space .md": "100644",
		"link": "120000", "lib": "160000",
		"line\nbreak.md": "100644", `back\slash.md`: "100644", "latin\xe9.md": "100644", "end-->x": "100644",
	})
	files, err := r.open().Tracked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"-rf.md", ":(glob)x", `a"b.md`, "lib", "link", "tab\tx.md", decomposed, "with space .md", "日本語.md"}
	if diff := cmp.Diff(want, files.Paths()); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	regular := []string{"-rf.md", ":(glob)x", `a"b.md`, "tab\tx.md", decomposed, "with space .md", "日本語.md"}
	if diff := cmp.Diff(regular, files.Regular()); diff != "" {
		t.Errorf("regular files (-want +got):\n%s", diff)
	}
	reasons := map[string]string{ // a part of model's words
		`"line\nbreak.md"`: "line break",
		`"back\\slash.md"`: "backslash",
		`"latin\xe9.md"`:   "not UTF-8",
		`end-->x`:          `"-->"`,
	}
	if got := files.Unkeyable(); len(got) != len(reasons) {
		t.Errorf("%d names cannot stand in a key, want %d: %v", len(got), len(reasons), got)
	}
	for _, odd := range files.Unkeyable() {
		if why := reasons[odd.Name]; why == "" || !strings.Contains(odd.Reason, why) {
			t.Errorf("%s cannot stand in a key since %q, want something about %q", odd.Name, odd.Reason, why)
		}
	}
	for path, kind := range map[string]Kind{"link": Symlink, "lib": Submodule, "-rf.md": Regular} {
		if _, got, ok := files.Find(path); !ok || got != kind {
			t.Errorf("%s is of kind %d, want %d", path, got, kind)
		}
	}
}

// TestUnicodeFormsAreOneFile finds a file by either form and gives the path as
// in the tree (C-37).
func TestUnicodeFormsAreOneFile(t *testing.T) {
	for _, tree := range []string{composed, decomposed} {
		r := newRepo(t)
		r.index(map[string]string{tree: "100644"})
		files, err := r.open().Tracked(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, typed := range []string{composed, decomposed} {
			if stored, _, ok := files.Find(typed); !ok || stored != tree {
				t.Errorf("%q is found as %q, want %q", typed, stored, tree)
			}
			if !files.Set()[typed] {
				t.Errorf("%q is stale though %q is tracked", typed, tree)
			}
		}
	}
	r := newRepo(t)
	r.index(map[string]string{composed: "100644", decomposed: "100644"})
	files, err := r.open().Tracked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{composed, decomposed} {
		if stored, _, ok := files.Find(typed); !ok || stored != typed {
			t.Errorf("of two files %q is found as %q", typed, stored)
		}
	}
}

// TestInspectComposedName reads the file by the form that was typed and spells
// it as the tree does.
func TestInspectComposedName(t *testing.T) {
	r := newRepo(t)
	r.write(decomposed, "one\n")
	r.git("-c", "core.precomposeunicode=false", "add", "-A")
	got, err := r.open().Inspect(t.Context(), composed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(File{Path: decomposed, Size: 4, Lines: 1}, got); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

// TestTrackedIsKept asks git once for as long as the index stays as it is.
func TestTrackedIsKept(t *testing.T) {
	r := newRepo(t)
	r.write("a", "a\n")
	r.commit("first")
	watched := &spy{Runner: r.run}
	c, err := Open(t.Context(), r.dir, watched)
	if err != nil {
		t.Fatal(err)
	}
	names := func() []string {
		t.Helper()
		files, err := c.Tracked(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return files.Paths()
	}
	names()
	watched.runs = nil
	if names(); len(watched.runs) != 0 {
		t.Errorf("git was asked again: %v", watched.runs)
	}
	r.write("another", "b\n")
	r.git("add", "-A")
	if diff := cmp.Diff([]string{"a", "another"}, names()); diff != "" {
		t.Errorf("paths after git add (-want +got):\n%s", diff)
	}
}

// TestConflictNamesAPathOnce: a conflict has several stages of one path.
func TestConflictNamesAPathOnce(t *testing.T) {
	blob := strings.Repeat("ab", 20)
	entry := func(stage string) string { return "100644 " + blob + " " + stage + "\ta.go\x00" }
	files, err := readTracked(strings.NewReader(entry("1") + entry("2") + entry("3")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.go"}, files.Paths()); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}
