package checkout

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestInspectPaths refuses every path that a finding cannot cite, in one
// sentence that names it and the way out ('Bad input'; C-37, C-39, C-40).
func TestInspectPaths(t *testing.T) {
	r := newRepo(t)
	outside := realTemp(t)
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(r.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	r.write("app/pay/refund.ts", "one\ntwo\n")
	r.write("app/swapped/x.ts", "one\n")
	r.write("app/gone.ts", "one\n")
	r.write("app/replaced.ts", "one\n")
	r.write("app/pipe.ts", "one\n")
	r.write("logo.png", "\x89PNG\x00\x01\x02")
	r.write("wide.txt", "\xff\xfeo\x00n\x00e\x00\n\x00")
	r.write("bare-wide.txt", strings.Repeat("\x00o", 40))
	link("app/pay/refund.ts", "link.ts")
	link(outside, "way-out")
	r.commit("first")
	withSubmoduleIn(r, "vendor/lib")
	r.write("app/new.ts", "new\n")
	for _, name := range []string{"app/gone.ts", "app/replaced.ts", "app/swapped/x.ts", "app/swapped"} {
		if err := os.Remove(filepath.Join(r.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(filepath.Join(outside, "secret"), "app/replaced.ts")
	link(outside, "app/swapped")
	link(outside, "new-link")

	tests := []struct {
		name, path string
		kind       PathFault
		want       string
	}{
		{"nothing", " ", PathEmpty, "no path is given"},
		{"absolute", "/etc/passwd", PathAbsolute, "/etc/passwd is absolute: give it from the root of the repository"},
		{"absolute, inside", r.dir + "/app/pay/refund.ts", PathAbsolute, r.dir +
			"/app/pay/refund.ts is absolute: give it from the root of the repository, perhaps app/pay/refund.ts"},
		{"absolute on Windows", `C:\x\y`, PathAbsolute, `"C:\\x\\y" is absolute: give it from the root of the repository`},
		{"outside", "../x", PathOutside, "../x is outside of the repository"},
		{"outside by a detour", "app/../../x", PathOutside, "app/../../x is outside of the repository"},
		{"the root", ".", PathDirectory, ". is a directory: name a file in it"},
		{"a folder", "app/pay", PathDirectory, "app/pay is a directory: name a file in it"},
		{"a folder with a slash", "app/pay/", PathDirectory, "app/pay is a directory: name a file in it"},
		{"untracked, though there", "app/new.ts", PathUntracked, "app/new.ts is not tracked by git: add it first (git add)"},
		{"mistyped", "app/pay/refnud.ts", PathUntracked, "app/pay/refnud.ts is not tracked by git, perhaps app/pay/refund.ts"},
		{"mistyped case", "APP/pay/Refund.ts", PathUntracked, "APP/pay/Refund.ts is not tracked by git, perhaps app/pay/refund.ts"},
		{"in the wrong folder", "refund.ts", PathUntracked, "refund.ts is not tracked by git, perhaps app/pay/refund.ts"},
		{"nothing like it", "zzzzzzzzzzzz", PathUntracked, "zzzzzzzzzzzz is not tracked by git"},
		{"git's own", ".git/config", PathUntracked, ".git/config is not tracked by git: add it first (git add)"},
		{"a tracked symlink", "link.ts", PathSymlink, "link.ts is a symbolic link, which is not followed: name the file itself"},
		{"behind a tracked symlink", "way-out/secret", PathSymlink,
			"way-out/secret lies behind the symbolic link way-out, which is not followed"},
		{"an untracked symlink", "new-link", PathSymlink, "new-link is a symbolic link, which is not followed: name the file itself"},
		{"a file that became a symlink", "app/replaced.ts", PathSymlink,
			"app/replaced.ts is a symbolic link, which is not followed: name the file itself"},
		{"a folder that became a symlink", "app/swapped/x.ts", PathSymlink,
			"app/swapped/x.ts lies behind the symbolic link app/swapped, which is not followed"},
		{"a submodule", "vendor/lib", PathSubmodule, "vendor/lib belongs to the submodule vendor/lib: file it in that repository"},
		{"in a submodule", "vendor/lib/a.go", PathSubmodule,
			"vendor/lib/a.go belongs to the submodule vendor/lib: file it in that repository"},
		{"tracked, but not there", "app/gone.ts", PathMissing, "app/gone.ts is tracked by git, but not in the working tree"},
		{"binary", "logo.png", PathBinary, "logo.png is a binary file, which has no lines"},
		{"UTF-16", "wide.txt", PathEncoding, "wide.txt is UTF-16 text, whose lines git does not know: store it as UTF-8"},
		{"UTF-16 without a mark", "bare-wide.txt", PathEncoding,
			"bare-wide.txt is UTF-16 text, whose lines git does not know: store it as UTF-8"},
		{"a line break", "a\nb", PathUnkeyable, "holds a line break"},
		{"not UTF-8", "a\xff", PathUnkeyable, `the path "a\xff" is not UTF-8, which a key cannot hold`},
		{"a comment's end", "a-->b", PathUnkeyable, `holds "-->"`},
	}
	c := r.open()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := c.Inspect(t.Context(), tt.path)
			wrong, ok := errors.AsType[*PathError](err)
			if !ok {
				t.Fatalf("error %v, want a *PathError", err)
			}
			if wrong.Kind != tt.kind {
				t.Errorf("kind %d, want %d", wrong.Kind, tt.kind)
			}
			if tt.kind == PathUnkeyable { // model's words
				if !strings.Contains(err.Error(), tt.want) {
					t.Errorf("sentence %q does not say %q", err, tt.want)
				}
			} else if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("sentence (-want +got):\n%s", diff)
			}
			if _, err := c.Lines(t.Context(), tt.path, 1, 1); err == nil {
				t.Error("Lines reads what Inspect refuses")
			}
		})
	}
}

// withSubmoduleIn adds a submodule at a path of r.
func withSubmoduleIn(r *repo, at string) {
	r.tb.Helper()
	lib := newRepo(r.tb)
	lib.write("a.go", "a\n")
	lib.commit("lib")
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib.dir, at)
	r.commit("submodule")
}

// TestInspectCountsLines counts them as an editor does (C-40).
func TestInspectCountsLines(t *testing.T) {
	tests := []struct {
		name, content string
		want          int
	}{
		{"empty", "", 0},
		{"one line without an end", "a", 1},
		{"one line with its end", "a\n", 1},
		{"340 lines without a final line break", strings.TrimSuffix(numbered("x", 340), "\n"), 340},
		{"only line breaks", "\n\n\n", 3},
		{"CR LF", "a\r\nb\r\n", 2},
		{"a lone CR ends no line", "a\rb\n", 1},
		{"a line longer than the buffer", strings.Repeat("x", 200_000) + "\ny", 2},
		{"a byte-order mark", "\xef\xbb\xbfa\nb\n", 2},
		{"Latin-1", "caf\xe9\nb\n", 2},
		{"a zero byte late in the file", strings.Repeat("x", 8000) + "\x00\nb\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			r.write("a.txt", tt.content)
			r.git("add", "-A")
			got, err := r.open().Inspect(t.Context(), "./a.txt")
			if err != nil {
				t.Fatal(err)
			}
			want := File{Path: "a.txt", Size: int64(len(tt.content)), Lines: tt.want}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
			if err := got.CheckLine(tt.want + 1); err == nil {
				t.Errorf("line %d is accepted", tt.want+1)
			}
			if err := got.CheckLine(tt.want); (err == nil) != (tt.want > 0) {
				t.Errorf("line %d: %v", tt.want, err)
			}
		})
	}
	err := File{Path: "a.txt", Lines: 340}.CheckLine(900)
	if diff := cmp.Diff("line 900 of a.txt is past the end: 340 lines", err.Error()); diff != "" {
		t.Errorf("sentence (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("past the end: 340 lines", err.(*PathError).Reason()); diff != "" {
		t.Errorf("remark (-want +got):\n%s", diff)
	}
}

// TestLines gives a part of a file without line ends, long lines cut.
func TestLines(t *testing.T) {
	r := newRepo(t)
	r.write("a.txt", "\xef\xbb\xbfone\r\ntwo\nthree")
	r.write("long.txt", "x\n"+strings.Repeat("é", 40_000)+"\ny\n")
	r.git("add", "-A")
	c := r.open()
	tests := []struct {
		name, path string
		from, to   int
		want       []string
	}{
		{"all", "a.txt", 1, 3, []string{"one", "two", "three"}},
		{"cut to what there is", "a.txt", -4, 99, []string{"one", "two", "three"}},
		{"the last", "a.txt", 3, 3, []string{"three"}},
		{"none", "a.txt", 3, 2, nil},
		{"a long line", "long.txt", 2, 3, []string{strings.Repeat("é", 2048), "y"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.Lines(t.Context(), tt.path, tt.from, tt.to)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
	_, err := c.Lines(t.Context(), "a.txt", 4, 9)
	if wrong, ok := errors.AsType[*PathError](err); !ok || wrong.Kind != PathPastEnd || wrong.Lines != 3 {
		t.Errorf("past the end: error %v", err)
	}
}

// TestInspectHugeFile refuses what is too large without reading it (C-50).
func TestInspectHugeFile(t *testing.T) {
	r := newRepo(t)
	r.write("huge.txt", "")
	r.git("add", "-A")
	if err := os.Truncate(filepath.Join(r.dir, "huge.txt"), maxFile+1<<20); err != nil {
		t.Fatal(err)
	}
	_, err := r.open().Inspect(t.Context(), "huge.txt")
	if err == nil || err.Error() != "huge.txt is too large: 65 MB, and more than 64 MB are not read" {
		t.Errorf("error %v", err)
	}
}

// TestFromDir turns a path typed in a folder into one from the root.
func TestFromDir(t *testing.T) {
	r := newRepo(t)
	r.write("app/pay/refund.ts", "one\n")
	r.commit("first")
	below := r.in(filepath.Join(r.dir, "app", "pay")).open()
	tests := []struct {
		name  string
		c     *Checkout
		typed string
		want  string
	}{
		{"at the root", r.open(), "app/pay/refund.ts", "app/pay/refund.ts"},
		{"in the folder", below, "refund.ts", "app/pay/refund.ts"},
		{"with a dot", below, "./refund.ts", "app/pay/refund.ts"},
		{"up and down", below, "../../readme", "readme"},
		{"outside stays outside", below, "../../../x", "../x"},
		{"absolute stays", below, "/x", "/x"},
		{"nothing stays nothing", below, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.c.FromDir(tt.typed)); diff != "" {
				t.Errorf("path (-want +got):\n%s", diff)
			}
		})
	}
}
