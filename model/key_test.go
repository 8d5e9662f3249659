package model

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKeyPrintsAsSection1Says(t *testing.T) {
	k := Key{Class: "holistic/unclassified", Path: "app/pay/refund.ts", Line: 118}
	if got, want := k.Comment(), "<!-- gaia-debt-key: v1 class=holistic/unclassified path=app/pay/refund.ts line=118 -->"; got != want {
		t.Errorf("Comment() = %q, want %q", got, want)
	}
	if got, want := k.Inner(), "v1 class=holistic/unclassified path=app/pay/refund.ts line=118"; got != want {
		t.Errorf("Inner() = %q, want %q", got, want)
	}
	if got, want := k.Location(), "app/pay/refund.ts:118"; got != want {
		t.Errorf("Location() = %q, want %q", got, want)
	}
}

func TestNewKeyAccepts(t *testing.T) {
	for name, k := range map[string]Key{
		"plain":                         {"a/b", "app/x.ts", 1},
		"the greatest line":             {"a", "x", 2147483647},
		"C-20 spaces in the path":       {"a", "wiki/concepts/PR Merge Workflow.md", 175},
		"C-20 a path that names a line": {"a", "docs/a line=3 b.md", 9},
		"a path that ends in a line":    {"a", "docs/a line=3", 9},
		"a path that ends in a space":   {"a", "docs/a ", 9},
		"a path that begins with one":   {"a", " docs/a", 9},
		"C-37 a tab":                    {"a", "tab\tx.md", 1},
		"C-37 a quotation mark":         {"a", `a"b.md`, 1},
		"C-37 composed":                 {"a", "wiki/caf\u00e9.md", 1},
		"C-37 decomposed":               {"a", "wiki/cafe\u0301.md", 1},
		"C-37 Japanese":                 {"a", "日本語.md", 1},
		"an ideographic space":          {"a", "日本語\u3000資料.md", 1},
		"a family emoji":                {"a", "docs/👨\u200d👩\u200d👧.md", 1},
		"a heart with its selector":     {"a", "docs/❤\ufe0f.md", 1},
		"C-39 a leading dash":           {"a", "-rf.md", 1},
		"C-39 git's magic":              {"a", ":(glob)x", 1},
		"two dashes":                    {"a--b", "a--b", 1},
		"three dots":                    {"a", "a/.../b..c/..d/e..", 1},
		"a colon":                       {"a", "a:b/c", 1},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := NewKey(k.Class, k.Path, k.Line)
			if err != nil {
				t.Fatalf("NewKey: %v", err)
			}
			read, ok := FindKey(got.Comment())
			if diff := cmp.Diff(k, read); !ok || diff != "" {
				t.Errorf("FindKey(Comment()) (-want +got):\n%s", diff)
			}
			if inner, err := ParseInner(got.Inner()); err != nil || inner != k {
				t.Errorf("ParseInner(Inner()) = %v, %v", inner, err)
			}
		})
	}
}

func TestNewKeyRefuses(t *testing.T) {
	for _, tt := range []struct {
		name        string
		class, path string
		line        int
		part        KeyPart
		words       string
	}{
		{"no class", "", "x", 1, KeyClass, "holistic/unclassified"},
		{"a space in the class", "a b", "x", 1, KeyClass, "one word"},
		{"a tab in the class", "a\tb", "x", 1, KeyClass, "one word"},
		{"a no-break space in the class", "a\u00a0b", "x", 1, KeyClass, "U+00A0 (no-break space) at column 2"},
		{"C-18 a class that ends the comment", "a-->b", "x", 1, KeyClass, `holds "-->"`},
		{"C-18 a path that ends the comment", "a", "x-->y", 1, KeyPath, `holds "-->"`},
		{"no path", "a", "", 1, KeyPath, "empty"},
		{"a line break", "a", "x\ny", 1, KeyPath, "line break"},
		{"a carriage return", "a", "x\ry", 1, KeyPath, "line break"},
		{"absolute", "a", "/etc/passwd", 1, KeyPath, "absolute"},
		{"absolute with a drive", "a", "C:/x", 1, KeyPath, "absolute"},
		{"C-37 a backslash", "a", `a\b`, 1, KeyPath, "backslash"},
		{"up", "a", "../x", 1, KeyPath, `".."`},
		{"up and down", "a", "a/../x", 1, KeyPath, `".."`},
		{"up at the end", "a", "a/..", 1, KeyPath, `".."`},
		{"only up", "a", "..", 1, KeyPath, `".."`},
		{"C-22 a zero-width space", "a", "app/\u200bx.ts", 1, KeyPath, "U+200B (zero-width space) at column 5"},
		{"a bidirectional override", "a", "app/\u202ex.ts", 1, KeyPath, "U+202E (right-to-left override)"},
		{"an escape", "a", "app/\x1b[31m", 1, KeyPath, "U+001B (escape)"},
		{"C-37 not UTF-8", "a", "caf\xe9.md", 1, KeyPath, "0xE9, which is not UTF-8"},
		{"line zero", "a", "x", 0, KeyLineNumber, "1 to 2147483647"},
		{"line below zero", "a", "x", -1, KeyLineNumber, "1 to 2147483647"},
		{"line too great", "a", "x", 2147483648, KeyLineNumber, "1 to 2147483647"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewKey(tt.class, tt.path, tt.line)
			var ke *KeyError
			if !errors.As(err, &ke) {
				t.Fatalf("NewKey: got %v, want a *KeyError", err)
			}
			if ke.Part != tt.part || !strings.Contains(ke.Error(), tt.words) {
				t.Errorf("got %s: %q, want %s with %q", ke.Part, ke, tt.part, tt.words)
			}
		})
	}
}

const keyStart = "<!-- gaia-debt-key: v1 class=a "

// TestKeyLineRules is C-20 and C-22: one rule for each odd line, the same for
// every reader, and words that name what is wrong.
func TestKeyLineRules(t *testing.T) {
	for _, tt := range []struct {
		name string
		line string
		want Key
		err  string // a part of the error; empty for a well-formed line
	}{
		{"a path with spaces", keyStart + "path=wiki/concepts/PR Merge Workflow.md line=175 -->", Key{"a", "wiki/concepts/PR Merge Workflow.md", 175}, ""},
		{"a path that names a line", keyStart + "path=docs/a line=3 b.md line=9 -->", Key{"a", "docs/a line=3 b.md", 9}, ""},
		{"leading zeros", keyStart + "path=x line=07 -->", Key{"a", "x", 7}, ""},
		{"many leading zeros", keyStart + "path=x line=000000000000000000000007 -->", Key{"a", "x", 7}, ""},
		{"two spaces before the line", keyStart + "path=x  line=3 -->", Key{"a", "x ", 3}, ""},
		{"the greatest line", keyStart + "path=x line=2147483647 -->", Key{"a", "x", 2147483647}, ""},
		{"an absolute path is read", keyStart + "path=/x line=3 -->", Key{"a", "/x", 3}, ""},
		{"a tab in the path", keyStart + "path=a\tb line=3 -->", Key{"a", "a\tb", 3}, ""},
		{"carriage returns are dropped", keyStart + "path=x li\rne=3 -->\r\r", Key{"a", "x", 3}, ""},
		{"trailing space before the end", keyStart + "path=x line=3  -->", Key{"a", "x", 0}, `the line "3 " is no number`},
		{"trailing space behind the end", keyStart + "path=x line=3 --> ", Key{}, "nothing behind it"},
		{"two spaces after the opening", "<!-- gaia-debt-key:  v1 class=a path=x line=3 -->", Key{}, `begins with "v1 class="`},
		{"no space after the opening", "<!-- gaia-debt-key:v1 class=a path=x line=3 -->", Key{}, "one space must follow"},
		{"two spaces before the path", keyStart + " path=x line=3 -->", Key{}, "with one space before it"},
		{"line zero", keyStart + "path=x line=0 -->", Key{"a", "x", 0}, `the line "0" is no number from 1 to 2147483647`},
		{"only zeros", keyStart + "path=x line=000 -->", Key{"a", "x", 0}, `the line "000"`},
		{"line above 32 bits", keyStart + "path=x line=4294967297 -->", Key{"a", "x", 0}, `the line "4294967297"`},
		{"line one too great", keyStart + "path=x line=2147483648 -->", Key{"a", "x", 0}, `the line "2147483648"`},
		{"a line of a hundred digits", keyStart + "path=x line=" + strings.Repeat("9", 100) + " -->", Key{"a", "x", 0}, "is no number"},
		{"line below zero", keyStart + "path=x line=-1 -->", Key{"a", "x", 0}, `the line "-1"`},
		{"line with a sign", keyStart + "path=x line=+1 -->", Key{"a", "x", 0}, `the line "+1"`},
		{"a line range", keyStart + "path=x line=3-5 -->", Key{"a", "x", 0}, `the line "3-5"`},
		{"Arabic digits", keyStart + "path=x line=٣ -->", Key{"a", "x", 0}, `the line "٣"`},
		{"no line", keyStart + "path=x line= -->", Key{"a", "x", 0}, `the line ""`},
		{"no line field", keyStart + "path=x -->", Key{}, `" line=" and a number must follow`},
		{"no path", keyStart + "path= line=3 -->", Key{}, "the path is empty"},
		{"no path field", keyStart + "line=3 -->", Key{}, `" path=" must follow`},
		{"no class", "<!-- gaia-debt-key: v1 class= path=x line=3 -->", Key{}, `after "class=" a word`},
		{"another version", "<!-- gaia-debt-key: v2 class=a path=x line=3 -->", Key{}, `begins with "v1 class="`},
		{"nothing inside", "<!-- gaia-debt-key: -->", Key{}, "the key is empty"},
		{"the opening alone", "<!-- gaia-debt-key: v1 class=", Key{}, `ends with " -->"`},
		{"C-18 a path that ends the comment", keyStart + "path=x --> y line=3 -->", Key{}, `the path "x --> y" holds "-->"`},
		{"C-18 a class that ends the comment", "<!-- gaia-debt-key: v1 class=a-->b path=x line=3 -->", Key{}, `the class "a-->b" holds "-->"`},
		{"C-22 a zero-width space in the path", keyStart + "path=app/\u200bx.ts line=3 -->", Key{}, "column 41 holds the character U+200B (zero-width space)"},
		{"C-22 a no-break space before the line", keyStart + "path=x\u00a0line=3 -->", Key{}, "column 38 holds the character U+00A0 (no-break space)"},
		{"C-22 a no-break space at the path's end", keyStart + "path=x\u00a0 line=3 -->", Key{}, "column 38 holds the character U+00A0 (no-break space)"},
		{"C-22 a byte-order mark within", "\ufeff" + keyStart + "path=x line=3 -->", Key{}, "column 1 holds the character U+FEFF (byte-order mark)"},
		{"a zero-width space before the opening", "\u200b" + keyStart + "path=x line=3 -->", Key{}, "column 1 holds the character U+200B"},
		{"a no-break space before the opening", "\u00a0" + keyStart + "path=x line=3 -->", Key{}, "column 1 holds the character U+00A0"},
		{"a no-break space in the opening", "<!--\u00a0gaia-debt-key: v1 class=a path=x line=3 -->", Key{}, "column 5 holds the character U+00A0"},
		{"a joiner in the opening", "<!-- gaia\u200d-debt-key: v1 class=a path=x line=3 -->", Key{}, "column 10 holds the character U+200D"},
		{"a byte that is not UTF-8", keyStart + "path=caf\xe9.md line=3 -->", Key{}, "column 40 holds the byte 0xE9, which is not UTF-8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := "text\n" + tt.line + "\nmore text\n"
			lines := KeyLines(body)
			if len(lines) != 1 {
				t.Fatalf("KeyLines: got %d candidates, want 1", len(lines))
			}
			l := lines[0]
			if l.Number != 2 || l.Text != strings.ReplaceAll(tt.line, "\r", "") {
				t.Errorf("got line %d %q", l.Number, l.Text)
			}
			if diff := cmp.Diff(tt.want, l.Key); diff != "" {
				t.Errorf("Key (-want +got):\n%s", diff)
			}
			found, ok := FindKey(body)
			if ok != (tt.err == "") || (ok && found != tt.want) {
				t.Errorf("FindKey = %v, %v", found, ok)
			}
			if tt.err == "" {
				if l.Err != nil {
					t.Errorf("Err = %v, want none", l.Err)
				}
				return
			}
			if l.Err == nil || !strings.Contains(l.Err.Error(), tt.err) {
				t.Errorf("Err = %v, want %q", l.Err, tt.err)
			}
			if l.Inner() != "" {
				t.Errorf("Inner() = %q of a malformed line", l.Inner())
			}
		})
	}
}

func TestInnerKeyIsToldAsWritten(t *testing.T) {
	l, ok := FindKeyLine("<!-- gaia-debt-key: v1 class=a path=x line=07 -->\r\n")
	if want := "v1 class=a path=x line=07"; !ok || l.Inner() != want {
		t.Errorf("Inner() = %q, want %q", l.Inner(), want)
	}
}

func FuzzKey(f *testing.F) {
	f.Add("a", "x y line=3", 7, "```\n"+quotedKey+"\n")
	f.Add("a/b", "日本語.md", 2147483647, "> ~~~\r\n\rtext")
	f.Add("a-->b", "..\\x", -1, "\ufeff- ```\n  x\n")
	f.Add("a", "x", 1, "\ufeff"+keyOpener+" v1\r\rmine -->\r\n"+realKey+" tail\n"+quotedKey+"\r"+realKey)
	f.Fuzz(func(t *testing.T, class, path string, line int, text string) {
		k, err := NewKey(class, path, line)
		if err == nil {
			if got, ok := FindKey(k.Comment() + "\n" + text); !ok || got != k {
				t.Errorf("FindKey(Comment()) = %v, %v, want %v", got, ok, k)
			}
			if got, err := ParseInner(k.Inner()); err != nil || got != k {
				t.Errorf("ParseInner(Inner()) = %v, %v, want %v", got, err, k)
			}
			checkKeyRepairs(t, text, k)
			if got := WithKey(text, k); !strings.Contains(got, k.Comment()) {
				t.Errorf("WithKey lost the key: %q", got)
			} else if found, ok := FindKey(got); !ok || found != k {
				t.Errorf("FindKey(WithKey()) = %v, %v, want %v", found, ok, k)
			}
		} else if !errors.As(err, new(*KeyError)) {
			t.Errorf("NewKey: %v is no *KeyError", err)
		}
		checkKeyReaders(t, text)
		checkKeyReaders(t, keyOpener+" v1 class="+class+" path="+path+" line=1 -->\n"+text)
	})
}

// checkKeyReaders holds the two readers to each other, and reading to printing.
func checkKeyReaders(t *testing.T, body string) {
	t.Helper()
	first, found := FindKey(body)
	for _, l := range KeyLines(body) {
		if strings.ContainsAny(l.Text, "\r\n") {
			t.Errorf("the text of a candidate holds a line end: %q", l.Text)
		}
		if l.Err != nil {
			continue
		}
		if !found || first != l.Key {
			t.Errorf("FindKey = %v, %v, want %v", first, found, l.Key)
		}
		if again, err := ParseInner(l.Key.Inner()); err != nil || again != l.Key {
			t.Errorf("ParseInner(%q) = %v, %v", l.Key.Inner(), again, err)
		}
		return
	}
	if found {
		t.Errorf("FindKey = %v, and KeyLines has none", first)
	}
}

// checkKeyRepairs puts a key in the place of each candidate, and takes each away.
func checkKeyRepairs(t *testing.T, body string, k Key) {
	t.Helper()
	for _, l := range KeyLines(body) {
		with, ok := WithKeyLine(body, l.Number, k)
		if !ok {
			t.Fatalf("WithKeyLine(%q, %d) finds no candidate", body, l.Number)
		}
		if repaired := KeyLines(with); !slices.ContainsFunc(repaired, func(r KeyLine) bool { return r.Number == l.Number && r.Key == k && r.Err == nil }) {
			t.Errorf("WithKeyLine(%q, %d) = %q, which has %v", body, l.Number, with, repaired)
		}
		without, ok := WithoutKeyLine(body, l.Number)
		if !ok || !isSubsequence(without, body) || len(without) >= len(body) {
			t.Errorf("WithoutKeyLine(%q, %d) = %q, %v", body, l.Number, without, ok)
		}
	}
}
