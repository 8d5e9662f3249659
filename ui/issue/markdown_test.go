package issue

import (
	"regexp"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	"github.com/google/go-cmp/cmp"
)

func render(t *testing.T, depth theme.Depth, body string, width int) []string {
	t.Helper()
	look := theme.New(theme.Options{Depth: depth, Dark: true, Unicode: true})
	return newMarkdown(look, kit.NewCode(look)).render(body, width)
}

// TestMarkdown: each element on a terminal without escape sequences, so that all
// of it must be said by characters.
func TestMarkdown(t *testing.T) {
	cases := []struct {
		name, body string
		want       []string
	}{
		{"heading and paragraph", "## Failure mode\nIt fails.\n\nAgain.", []string{"Failure mode", "It fails.", "", "Again."}},
		{"emphasis", "*a* **b** ~~c~~", []string{"*a* **b** ~~c~~"}},
		{"a list in a list", "- one\n- two\n  - three", []string{"• one", "• two", "  • three"}},
		{"numbers", "3. a\n4. b", []string{"3. a", "4. b"}},
		{"tasks", "- [x] done\n- [ ] open", []string{"[✓] done", "[ ] open"}},
		{"a quote", "> said\n> more", []string{"│ said", "│ more"}},
		{"a link", "[here](http://a.test/x)", []string{"here http://a.test/x"}},
		{"code keeps its characters", "`a\\.b &lt; *c*`", []string{"`a\\.b &lt; *c*`"}},
		{"a block keeps its characters", "```\n\\. \\* &amp; <b>\n\tx\n```", []string{"  \\. \\* &amp; <b>", "      x"}},
		{"tags are text", "a Promise<void> and <details>", []string{"a Promise<void> and <details>"}},
		{"a comment does not hide", "a <!-- b --> c", []string{"a <!-- b --> c"}},
		{"a link's definition does not hide", "[a]: http://b.test", []string{"[a]: http://b.test"}},
		{"nothing", " \n\n", nil},
		{"a long word is broken", strings.Repeat("a", 25), []string{strings.Repeat("a", 20), "aaaaa"}},
		{"wide characters", "漢字漢字漢字漢字漢字漢字", []string{"漢字漢字漢字漢字漢字", "漢字"}},
		{"carriage returns", "a\r\n\r\nb\r\n", []string{"a", "", "b"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			width := 60
			if strings.Contains(c.name, "long") || strings.Contains(c.name, "wide") {
				width = 20
			}
			if d := cmp.Diff(c.want, render(t, theme.Plain, c.body, width)); d != "" {
				t.Error(d)
			}
		})
	}
}

// hostile are bodies that try to steer the terminal.
func hostile() map[string]string {
	return map[string]string{
		"escape":             "a \x1b[2J\x1b[31mred\x1b]0;title\x07 b",
		"hyperlink":          "\x1b]8;;http://evil.test\x1b\\click\x1b]8;;\x1b\\",
		"entities":           "&#27;]8;;http://evil.test&#7;x &#x1b;[31m &#155;31m",
		"entities in a link": "[x](http://a.test/&#27;]0;t&#7;) <http://a.test/&#27;>",
		"doubled entities":   "&amp;#27;[31m &amp;amp;#27;",
		"bidi":               "a \u202e b &#x202e; &rlm; \u2066",
		"zero width":         "a\u200bb &ZeroWidthSpace; &#8203; \ufeff",
		"in code":            "`\x1b[31m &#27;`\n\n```go\n\x1b]8;;x\x07 \u202e // \x1b[0m\n```",
		"in a table":         "| \x1b[31m | &#27;[1m |\n|---|---|\n| [a](http://x/&#27;) | \u202e |",
		"c1":                 "a \u009b31m b \u0090 c",
		"carriage return":    "good\rbad",
		"bell and backspace": "a\a\b\bb",
		"broken utf-8":       "a \xff\xfe b",
		"in an image":        "![&#27;\x1b](&#27;\x1b \"\u202e\")",
		"language":           "```\x1b[31m&#27;\nx\n```",
	}
}

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestHostileBodies: nothing but the colours of the theme reaches the terminal;
// what hides is made visible.
func TestHostileBodies(t *testing.T) {
	for name, body := range hostile() {
		for _, depth := range []theme.Depth{theme.Plain, theme.Attributes, theme.TrueColor} {
			for i, line := range render(t, depth, body, 40) {
				bare := colour.ReplaceAllString(line, "")
				if bare != model.Visible(bare) {
					t.Errorf("%s, line %d lets through: %q", name, i, bare)
				}
				if depth == theme.Plain && bare != line {
					t.Errorf("%s, line %d has a sequence on a dumb terminal: %q", name, i, line)
				}
				for _, seq := range colour.FindAllString(line, -1) {
					if strings.Contains(seq, "[31m") {
						t.Errorf("%s, line %d has a colour of its own: %q", name, i, line)
					}
				}
				if kit.Width(line) > 40 {
					t.Errorf("%s, line %d takes %d cells: %q", name, i, kit.Width(line), line)
				}
			}
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, body := range hostile() {
		f.Add(body, 40)
	}
	f.Add("# a\n\n- b\n  1. c\n> d\n```go\nx\n```\n| a | b |\n|--|--|\n| c | d |", 17)
	look := theme.New(theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true})
	m := newMarkdown(look, kit.NewCode(look))
	f.Fuzz(func(t *testing.T, body string, width int) {
		if width < 4 || width > 200 || len(body) > 4096 {
			return
		}
		for i, line := range m.render(body, width) {
			bare := colour.ReplaceAllString(line, "")
			if bare != model.Visible(bare) {
				t.Errorf("line %d lets through: %q", i, bare)
			}
			if kit.Width(line) > width {
				t.Errorf("line %d takes %d cells of %d: %q", i, kit.Width(line), width, line)
			}
		}
	})
}

// TestReadable: what is for machines is left out where it is that, and nowhere
// else.
func TestReadable(t *testing.T) {
	key := model.Key{Class: "a/b", Path: "x.go", Line: 3}.Comment()
	origin := model.NewOrigin("main", "0", "", "").Comment()
	research := model.Research{Question: "Is it?", SettledBy: "A test"}.Block()
	cases := []struct{ name, body, want string }{
		{"key and origin", key + "\n" + origin + "\ntext", "text"},
		{"in code they stay", "```\n" + key + "\n" + origin + "\n```\ntext", "```\n" + key + "\n" + origin + "\n```\ntext"},
		{"a second key stays", key + "\ntext\n" + key, "text\n" + key},
		{"a malformed key stays", "<!-- gaia-debt-key: v2 -->\ntext", "<!-- gaia-debt-key: v2 -->\ntext"},
		{"a question keeps its lines", "text\n" + research, "text\n" + strings.SplitN(research, "\n", 2)[1]},
		{"another comment stays", "<!-- hello -->\ntext", "<!-- hello -->\ntext"},
		{"empty", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, readable(c.body)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestHeavyBodiesDoNotStandStill: what costs a renderer more than its length is
// shown as plain text, whole; what people write is not.
func TestHeavyBodiesDoNotStandStill(t *testing.T) {
	const many = 30000
	cases := map[string]string{
		"quotes":     strings.Repeat("> ", many) + "x",
		"lists":      strings.Repeat("- ", many) + "x",
		"numbers":    strings.Repeat("1. ", many/2) + "x",
		"brackets":   strings.Repeat("[", many),
		"images":     strings.Repeat("![a](", many/5),
		"backticks":  strings.Repeat("`a``", many/4),
		"columns":    strings.Repeat("|a", many) + "|\n" + strings.Repeat("|-", many) + "|\n",
		"emphasis":   strings.Repeat("*a _b ", many/6),
		"struck":     strings.Repeat("~~a ", many/4),
		"addresses":  strings.Repeat("http://", many/7),
		"angles":     strings.Repeat("<", many),
		"a stairway": stairs(250),
		"deep lines": strings.Repeat(strings.Repeat("> ", 16)+"x\n\n", many/40),
		"one word":   strings.Repeat("a@b.", many/4),
	}
	for name, body := range cases {
		if !heavy(body) {
			t.Errorf("%s is rendered", name)
		}
		lines := render(t, theme.TrueColor, body, 76)
		if got, want := spaceless(strings.Join(lines, "")), spaceless(body); got != want {
			t.Errorf("%s loses text: %d bytes of %d", name, len(got), len(want))
		}
		for i, line := range lines {
			if kit.Width(line) > 76 {
				t.Errorf("%s, line %d takes %d cells", name, i, kit.Width(line))
				break
			}
		}
	}
	long := strings.Repeat("## A heading\nA paragraph of *some* `words`, and [a link](http://a.test).\n\n- one\n  - two\n\n> said\n\n| a | b |\n|---|---|\n| c | d |\n\n---\n\n", 100)
	if heavy(long) {
		t.Error("an ordinary body is not rendered")
	}
}

// stairs is a list in a list, n deep.
// spaceless is a text without its white space, which a line break may take.
func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }

func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	return b.String()
}
