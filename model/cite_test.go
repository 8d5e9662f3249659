package model

import (
	"strconv"
	"strings"
	"testing"
)

// The boundary rules of tier 3 (C-04).
func TestCitesKeepsToTheBoundariesOfAPath(t *testing.T) {
	tests := []struct {
		name, body string
		want       bool
	}{
		{"alone", "foo.ts:4", true},
		{"in backticks", "see `foo.ts:4`", true},
		{"in quotes", `see "foo.ts:4" and 'x'`, true},
		{"in typographic quotes", "see “foo.ts:4”", true},
		{"in parentheses", "(foo.ts:4)", true},
		{"as a link", "[the place](foo.ts:4)", true},
		{"as a link's text", "[foo.ts:4](https://example.test)", true},
		{"in bold", "**foo.ts:4**", true},
		{"behind a label", "Location:foo.ts:4", true},
		{"in a table", "|foo.ts:4|", true},
		{"after a line break", "x\r\nfoo.ts:4\r\n", true},
		{"after a full-width bracket", "（foo.ts:4）", true},
		{"with a column", "foo.ts:4:12", true},
		{"at the end of a sentence", "It fails in foo.ts:4.", true},
		{"before letters", "foo.ts:4a", true},
		{"a longer line", "foo.ts:42", false},
		{"a longer line, then the line", "foo.ts:42 and foo.ts:4", true},
		{"a longer name", "barfoo.ts:4", false},
		{"in a directory", "b/foo.ts:4", false},
		{"under the working directory", "./foo.ts:4", false},
		{"with a backslash", `b\foo.ts:4`, false},
		{"behind a dot", ".foo.ts:4", false},
		{"behind a dash", "my-foo.ts:4", false},
		{"behind an underscore", "my_foo.ts:4", false},
		{"behind an at sign", "@foo.ts:4", false},
		{"behind a digit", "1foo.ts:4", false},
		{"behind a letter with a mark", "éfoo.ts:4", false},
		{"behind a combining mark", "e\u0301foo.ts:4", false},
		{"behind a CJK letter", "見foo.ts:4", false},
		{"behind a closing bracket", "[id]foo.ts:4", false},
		{"another case", "Foo.ts:4", false},
		{"a dot is no wildcard", "foo-ts:4", false},
		{"a leading zero is another text", "foo.ts:04", false},
		{"a space before the line", "foo.ts: 4", false},
		{"nothing", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Cites(tt.body, "foo.ts", 4); got != tt.want {
				t.Errorf("Cites(%q, foo.ts, 4) = %v", tt.body, got)
			}
		})
	}
	if !Cites("see docs/PR Merge.md:9", "docs/PR Merge.md", 9) {
		t.Error("a path with a space is not found")
	}
	if Cites(":4", "", 4) {
		t.Error("no path is cited")
	}
}

func TestFirstCitationIsTheFirstTokenThatLooksLikeAPath(t *testing.T) {
	tests := []struct {
		name, body, path string
		line             int
	}{
		{"a path", "see app/a.ts:12 first, then app/b.ts:3", "app/a.ts", 12},
		{"a name with a dot", "a.ts:12", "a.ts", 12},
		{"a name with a slash", "bin/run:12", "bin/run", 12},
		{"neither dot nor slash", "at 12:30, Makefile:5", "", 0},
		{"in backticks", "see`app/a.ts:12`", "app/a.ts", 12},
		{"in parentheses", "(app/a.ts:12)", "app/a.ts", 12},
		{"in quotes", `"app/a.ts:12"`, "app/a.ts", 12},
		{"in single quotes", `'app/a.ts:12'`, "app/a.ts", 12},
		{"the colon of a label", "file:app/a.ts:12", "app/a.ts", 12},
		{"no digits", "app/a.ts: broken, app/b.ts:7", "app/b.ts", 7},
		{"a space ends a path", "docs/PR Merge.md:9", "Merge.md", 9},
		{"a no-break space too", "docs/PR\u00a0Merge.md:9", "Merge.md", 9},
		{"letters of all kinds", "wiki/日本語.md:3", "wiki/日本語.md", 3},
		{"a version", "since v1.2:3", "v1.2", 3},
		{"a host and its port, as the rule has it", "https://shop.test:8080/x", "//shop.test", 8080},
		{"a column", "app/a.ts:12:5", "app/a.ts", 12},
		{"across lines", "first\r\nsecond app/a.ts:12\r\n", "app/a.ts", 12},
		{"a number that is no line", "app/a.ts:99999999999", "app/a.ts", 0},
		{"the largest line", "app/a.ts:2147483647", "app/a.ts", 2147483647},
		{"nothing", "", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path, line, ok := FirstCitation(tt.body)
			if path != tt.path || line != tt.line || ok != (tt.path != "") {
				t.Errorf("FirstCitation(%q) = %q, %d, %v, want %q, %d", tt.body, path, line, ok, tt.path, tt.line)
			}
		})
	}
}

// What Cites finds stands in the body, and a body made of the token alone cites it.
func FuzzCites(f *testing.F) {
	f.Add("see a/foo.ts:42.", "a/foo.ts", 42)
	f.Add("b/foo.ts:4", "foo.ts", 4)
	f.Add("aaaa:1", "aa", 1)
	f.Add("::1:1", ":", 1)
	f.Fuzz(func(t *testing.T, body, path string, line int) {
		if line < 1 || path == "" {
			return
		}
		token := path + ":" + strconv.Itoa(line)
		if Cites(body, path, line) && !strings.Contains(body, token) {
			t.Errorf("Cites(%q, %q, %d), which it does not hold", body, path, line)
		}
		if !Cites("("+token+")", path, line) {
			t.Errorf("(%s) does not cite itself", token)
		}
		if Cites(token+"0", path, line) && !strings.Contains(token[1:]+"0", token) {
			t.Errorf("%s0 cites line %d", token, line)
		}
	})
}

// The token is a run of the body that stands before a colon and a digit.
func FuzzFirstCitation(f *testing.F) {
	f.Add("see app/a.ts:12")
	f.Add("https://shop.test:8080/x :5 .:5 /:0")
	f.Add("\xff/:1")
	f.Fuzz(func(t *testing.T, body string) {
		path, line, ok := FirstCitation(body)
		if !ok {
			return
		}
		if !strings.ContainsAny(path, "/.") || strings.ContainsAny(path, " \t\r\n`:'\"()") {
			t.Errorf("FirstCitation(%q) gives the path %q", body, path)
		}
		if i := strings.Index(body, path+":"); i < 0 {
			t.Errorf("FirstCitation(%q) gives %q, which it does not hold", body, path)
		}
		if line < 0 {
			t.Errorf("FirstCitation(%q) gives line %d", body, line)
		}
	})
}
