package board

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/ui/kit"
	"gh-debt/ui/theme"
)

// TestFirstLines: what is cut shows that it goes on, and a word that was broken at its
// hyphen is not torn apart.
func TestFirstLines(t *testing.T) {
	look := theme.New(theme.Options{Depth: theme.Plain, Dark: true, Unicode: true})
	cases := []struct {
		text string
		n    int
		want []string
	}{
		{"one two", 2, []string{"one two"}},
		{"alpha beta gamma delta", 2, []string{"alpha beta", "gamma delta"}},
		{"alpha beta gamma delta epsilon", 2, []string{"alpha beta", "gamma delt…"}},
		{"alpha beta hand-written scopes", 2, []string{"alpha beta", "hand-writt…"}},
		{"alpha beta this is - something", 2, []string{"alpha beta", "this is - …"}},
	}
	for _, c := range cases {
		if diff := cmp.Diff(c.want, firstLines(look, kit.Wrap(c.text, 11), c.n, 11)); diff != "" {
			t.Errorf("%s:\n%s", c.text, diff)
		}
	}
}
