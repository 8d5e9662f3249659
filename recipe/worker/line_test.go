package worker

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// TestLinesOfAStream: lines end with LF, CRLF or a lone CR, however the bytes come.
func TestLinesOfAStream(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing":         {"", nil},
		"one":             {"a\n", []string{"a"}},
		"no break at end": {"a\nb", []string{"a", "b"}},
		"CRLF":            {"a\r\nb\r\n\r\n", []string{"a", "b", ""}},
		"progress":        {"1%\r2%\r3%\n", []string{"1%", "2%", "3%"}},
		"empty lines":     {"\n\na\n\n", []string{"", "", "a", ""}},
		"escape":          {"\x1b[2Jé\xff", []string{"^[[2Jé<0xFF>"}},
	} {
		t.Run(name, func(t *testing.T) {
			for step := 1; step <= max(1, len(c.text)); step++ {
				if diff := cmp.Diff(c.want, cutInSteps(c.text, step)); diff != "" {
					t.Errorf("in steps of %d:\n%s", step, diff)
				}
			}
		})
	}
}

func cutInSteps(text string, step int) []string {
	var lines []string
	show := func(line string) { lines = append(lines, line) }
	cutter := lineCutter{}
	for rest := text; rest != ""; {
		n := min(step, len(rest))
		cutter.cut([]byte(rest[:n]), show)
		rest = rest[n:]
	}
	cutter.flush(show)
	return lines
}

// FuzzLines: whatever a program prints, each line is visible, bounded, and the
// same however the bytes come.
func FuzzLines(f *testing.F) {
	f.Add("a\r\nb\x1b[0m\n", 1)
	f.Add(strings.Repeat("日本", 900)+"\n", 7)
	f.Fuzz(func(t *testing.T, text string, step int) {
		got := cutInSteps(text, max(1, step))
		if diff := cmp.Diff(cutInSteps(text, max(1, len(text))), got); diff != "" {
			t.Error(diff)
		}
		for _, line := range got {
			if line != model.Visible(line) || utf8.RuneCountInString(line) > MaxLine+1 {
				t.Errorf("shown: %q", line)
			}
		}
	})
}

// TestTailIsTheEnd: what is kept is the end, from the beginning of a line.
func TestTailIsTheEnd(t *testing.T) {
	line := strings.Repeat("é", 31) + "\n"
	for name, c := range map[string]struct {
		text, want string
	}{
		"short":         {"a\nb", "a\nb"},
		"long":          {strings.Repeat(line, 2000), strings.Repeat(line, MaxTail/len(line))},
		"one long line": {strings.Repeat("é", 20000) + "a", strings.Repeat("é", (MaxTail-1)/2) + "a"},
	} {
		t.Run(name, func(t *testing.T) {
			kept := tail{}
			for rest := c.text; rest != ""; {
				n := min(1000, len(rest))
				_, _ = kept.Write([]byte(rest[:n]))
				rest = rest[n:]
			}
			if diff := cmp.Diff(c.want, kept.text()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPlainTitle: a prompt gets nothing that a shell expands in one.
func TestPlainTitle(t *testing.T) {
	for title, want := range map[string]string{
		"#41-42 fix":                   "#41-42 fix",
		"$(id) `id` ${HOME} !! %n \\u": "id id HOME n u",
		"'\"<>|&;*?[]{}~^=@":           "",
		"日本語 #7\n\x1b[2J":              "#7 2J",
		strings.Repeat("a", 61):        strings.Repeat("a", 60) + "…",
	} {
		if got := plain(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// TestVariablesOfEachSystem: no token is among those that all programs get.
func TestVariablesOfEachSystem(t *testing.T) {
	want := map[string]string{
		"linux": "PATH HOME LANG TERM", "darwin": "PATH HOME LANG TERM",
		"windows": "PATH HOME LANG TERM PATHEXT SYSTEMROOT COMSPEC USERPROFILE APPDATA LOCALAPPDATA TEMP TMP",
	}
	for system, names := range want {
		if got := strings.Join(always(system), " "); got != names {
			t.Errorf("%s: %s", system, got)
		}
	}
}
