package kit_test

import (
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/kit"

	"github.com/google/go-cmp/cmp"
)

// TestCited: the lines around the cited one, what is the matter with the place,
// and nothing hostile of a file or of a path (C-25).
func TestCited(t *testing.T) {
	five := []string{"a", "\tb", "c", "d\x1b[31m", "e"}
	cases := []struct {
		name    string
		excerpt recipe.Excerpt
		around  int
		want    []string
	}{
		{"around", recipe.Excerpt{Path: "x.txt", First: 8, Line: 10, Lines: five}, 1,
			[]string{"    9 │     b", "▸  10 │ c", "   11 │ d^[[31m"}},
		{"at the beginning", recipe.Excerpt{Path: "x.txt", First: 1, Line: 1, Lines: five}, 1,
			[]string{"▸   1 │ a", "    2 │     b"}},
		{"no line is cited", recipe.Excerpt{Path: "x.txt", First: 1, Lines: five[:1]}, 0, []string{"    1 │ a"}},
		{"gone", recipe.Excerpt{Path: "x\x1b.txt", Problem: "is gone", Nearest: "y.txt"}, 1,
			[]string{"x^[.txt is gone;", "there is y.txt"}},
		{"past the end", recipe.Excerpt{Path: "x.txt", First: 4, Line: 9, Problem: "ends at 5", Lines: five[3:]}, 1,
			[]string{"x.txt ends at 5", "    4 │ d^[[31m", "    5 │ e"}},
		{"nothing", recipe.Excerpt{}, 3, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, kit.NewCode(look()).Cited(c.excerpt, 18, c.around)); d != "" {
				t.Error(d)
			}
		})
	}
}
