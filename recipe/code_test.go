package recipe

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCodeShowsTheCitedLineOrSaysWhyNot(t *testing.T) {
	c := newClone(t)
	c.write("app/pay.go", lines(1, 340)[:len(lines(1, 340))-1]) // without a final line break
	c.write("gone.go", lines(1, 3))
	c.write("empty.go", "")
	if err := os.Symlink("/etc/passwd", filepath.Join(c.dir, "link")); err != nil {
		t.Fatal(err)
	}
	c.commit("Begin")
	c.git("rm", "--quiet", "gone.go")
	removed := c.commit("Remove")
	c.commit("Go on")
	c.write("new.go", "x")
	code := Code{Files: c.open()}
	tests := map[string]struct {
		in      CodeInput
		problem string
		nearest string
		first   int
		n       int
		text    string
	}{
		"a line in the middle":       {in: CodeInput{Path: "app/pay.go", Line: 118, Around: 2}, first: 116, n: 5, text: "statement number 118 does something of its own"},
		"the first":                  {in: CodeInput{Path: "app/pay.go", Line: 1, Around: 2}, first: 1, n: 3, text: "statement number 1 does something of its own"},
		"the last, 340 (C-40)":       {in: CodeInput{Path: "app/pay.go", Line: 340, Around: 1}, first: 339, n: 2, text: "statement number 340 does something of its own"},
		"past the end (C-40)":        {in: CodeInput{Path: "app/pay.go", Line: 900, Around: 1}, problem: "past the end: 340 lines", first: 339, n: 2},
		"no line yet":                {in: CodeInput{Path: "app/pay.go", Around: 1}, first: 1, n: 2},
		"a deleted file (C-39)":      {in: CodeInput{Path: "gone.go", Line: 1}, problem: "file gone since " + removed[:10]},
		"a mistyped one":             {in: CodeInput{Path: "app/pau.go", Line: 1}, problem: "is not tracked by git, perhaps app/pay.go", nearest: "app/pay.go"},
		"one not added yet":          {in: CodeInput{Path: "new.go", Line: 1}, problem: "is not tracked by git: add it first (git add)"},
		"a folder":                   {in: CodeInput{Path: "app", Line: 1}, problem: "is a directory: name a file in it"},
		"a symbolic link (C-40)":     {in: CodeInput{Path: "link", Line: 1}, problem: "is a symbolic link, which is not followed: name the file itself"},
		"outside of the repository":  {in: CodeInput{Path: "../x", Line: 1}, problem: "is outside of the repository"},
		"an empty file has no lines": {in: CodeInput{Path: "empty.go", Line: 1}, problem: "past the end: 0 lines"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e, err := code.Run(context.Background(), tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if e.Problem != tt.problem || e.Nearest != tt.nearest {
				t.Errorf("problem %q, nearest %q, want %q, %q", e.Problem, e.Nearest, tt.problem, tt.nearest)
			}
			if e.First != tt.first || len(e.Lines) != tt.n || e.Text() != tt.text {
				t.Errorf("%d lines from %d, cited %q; want %d from %d, %q", len(e.Lines), e.First, e.Text(), tt.n, tt.first, tt.text)
			}
		})
	}
}

func TestPathsAreWhatAFindingCanCite_C37(t *testing.T) {
	c := newClone(t)
	for _, p := range []string{"b.go", "a/日本語.md", `a"b.md`, "back\\slash.md", "-rf.md"} {
		c.write(p, "x\n")
	}
	if err := os.WriteFile(filepath.Join(c.dir, "line\nbreak.md"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b.go", filepath.Join(c.dir, "link")); err != nil {
		t.Fatal(err)
	}
	c.commit("Begin")
	res, err := Paths{Checkout: c.open()}.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want := PathsResult{
		Paths: []string{"-rf.md", `a"b.md`, "a/日本語.md", "b.go"},
		LeftOut: []string{
			`the path "back\slash.md" holds a backslash; write it with forward slashes`,
			`the path "line^Jbreak.md" holds a line break, which would end the key's line early`,
		},
	}
	if diff := cmp.Diff(want, res); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWithoutACheckoutCodeAndPathsSaySo(t *testing.T) {
	_, err1 := Code{}.Run(context.Background(), CodeInput{Path: "a.go", Line: 1})
	_, err2 := Paths{}.Run(context.Background())
	for _, err := range []error{err1, err2} {
		if u, ok := errors.AsType[*UsageError](err); !ok || u.Hint == "" {
			t.Errorf("error %v, want a usage error with the way out", err)
		}
	}
}
