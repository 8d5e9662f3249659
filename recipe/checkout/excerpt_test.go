package checkout

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestACommitIsAskedForWhatSomebodyWrote: a path that an issue cites may lie anywhere,
// and one that is not in the commit is no error.
func TestACommitIsAskedForWhatSomebodyWrote(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	s.git("switch", "-q", "main")
	s.write("lib/x.go", "one\ntwo\nthree\n")
	commit := s.commit("Add a file")
	s.git("rm", "-q", "lib/x.go")
	s.commit("And take it away")
	c := s.open()
	for name, c2 := range map[string]struct {
		commit, path string
		there        bool
		lines        []string
	}{
		"a file of that commit":      {commit, "lib/x.go", true, []string{"two", "three"}},
		"as a person types it":       {commit, "./lib//x.go", true, []string{"two", "three"}},
		"one that is gone now":       {s.git("rev-parse", "HEAD"), "lib/x.go", false, nil},
		"a folder":                   {commit, "lib", true, nil},
		"outside the repository":     {commit, "../lib/x.go", false, nil},
		"far outside":                {commit, "lib/../../../etc/passwd", false, nil},
		"from the root of the disk":  {commit, "/lib/x.go", false, nil},
		"nothing":                    {commit, "", false, nil},
		"two lines":                  {commit, "lib\nx.go", false, nil},
		"a commit that is not there": {strings.Repeat("a", 40), "lib/x.go", false, nil},
		"no commit":                  {"HEAD", "lib/x.go", false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if there := must[bool](t)(c.PathIn(ctx, c2.commit, c2.path)); there != c2.there {
				t.Errorf("there: %t, want %t", there, c2.there)
			}
			lines, ok, err := c.LinesIn(ctx, c2.commit, c2.path, 2, 9)
			if err != nil || ok != (c2.lines != nil) {
				t.Errorf("ok: %t, %v", ok, err)
			}
			if diff := cmp.Diff(c2.lines, lines); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// sized is a git whose every object is said to be a text of so many bytes.
type sized int64

func (n sized) Git(_ context.Context, c Call) error {
	answer := fmt.Sprintf("%s blob %d\n", strings.Repeat("a", 40), int64(n))
	return c.Read(io.MultiReader(strings.NewReader(answer), io.LimitReader(letters{}, min(int64(n), 2*maxFile)), strings.NewReader("\n")))
}

// letters is a line without an end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestAHugeFileOfACommitIsNotHeld: whatever an issue cites, no more is read into memory
// than of a file of the working tree.
func TestAHugeFileOfACommitIsNotHeld(t *testing.T) {
	for size, want := range map[int64]bool{1 << 10: true, maxFile + 1: false} {
		c := &Checkout{run: sized(size)}
		lines, ok, err := c.LinesIn(t.Context(), strings.Repeat("b", 40), "big.txt", 1, 1)
		if err != nil || ok != want || (len(lines) == 1) != want {
			t.Errorf("%d bytes: %d lines, %v, %v", size, len(lines), ok, err)
		}
	}
	// No machine holds this one, and so the answer is cut short.
	if _, ok, err := (&Checkout{run: sized(1 << 60)}).LinesIn(t.Context(), strings.Repeat("b", 40), "big.txt", 1, 1); err == nil || ok {
		t.Errorf("%v, %v, want an error", ok, err)
	}
}
