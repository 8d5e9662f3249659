package kit

import (
	"regexp"
	"strings"
	"testing"

	"gh-debt/model"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	cases := []struct {
		name, text string
		width      int
		want       []string
	}{
		{"what fits stays", "ab c", 4, []string{"ab c"}},
		{"a break at a space", "ab cdef", 4, []string{"ab", "cdef"}},
		{"a word too long is broken", "abcdef", 4, []string{"abcd", "ef"}},
		{"a space before a word as long as the line", " abcd", 4, []string{"abcd"}},
		{"a space before a longer word", "  abcde", 4, []string{"abcd", "e"}},
		{"a colour between them", " \x1b[31mabcd\x1b[0m", 4, []string{"\x1b[31mabcd\x1b[0m"}},
		{"line breaks are kept", "ab\n\n abcd", 4, []string{"ab", "", "abcd"}},
		{"no room", "ab", 0, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Wrap(c.text, c.width)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzWrap: no line is wider than asked, and nothing but spaces goes.
func FuzzWrap(f *testing.F) {
	for _, s := range []string{" abcd", "a  bcde fghijkl", " 漢字漢 x", "\x1b[1m  abcdef\x1b[0m gh", "a\n\n b"} {
		f.Add(s, 4)
	}
	spaces := regexp.MustCompile(`\s+`)
	f.Fuzz(func(t *testing.T, s string, width int) {
		if width < 2 || width > 80 || len(s) > 4096 {
			return
		}
		s = model.VisibleText(s)
		lines := Wrap(s, width)
		for i, line := range lines {
			if Width(line) > width {
				t.Errorf("line %d takes %d cells of %d: %q", i, Width(line), width, line)
			}
		}
		bare := func(s string) string { return spaces.ReplaceAllString(ansi.Strip(s), "") }
		if got, want := bare(strings.Join(lines, "\n")), bare(s); got != want {
			t.Errorf("of %q stays %q", want, got)
		}
	})
}
