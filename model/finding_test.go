package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func someFinding() Finding {
	return Finding{
		Key:         Key{"error-handling/swallowed", "app/pay/refund.ts", 118},
		Origin:      NewOrigin("main", "0", someHead, ""),
		Title:       "Refund path swallows the gateway error",
		FailureMode: "A timeout reaches the empty catch, and the refund counts as done.",
		Fix:         "Rethrow, and let the caller retry.",
		Grades:      Grades{Severity: Important, Footprint: Narrow},
	}
}

func TestBodyInOrder(t *testing.T) {
	want := `<!-- gaia-debt-key: v1 class=error-handling/swallowed path=app/pay/refund.ts line=118 -->
<!-- gaia-debt-origin: branch=main mode=adhoc unit=unknown changed=0 head=1f5e45c329ead5f5e661f16ec94e82878106b64a session=unknown -->

` + "`app/pay/refund.ts:118`" + `

## Failure mode

A timeout reaches the empty catch, and the refund counts as done.

## Suggested fix

Rethrow, and let the caller retry.
`
	f := someFinding()
	if diff := cmp.Diff(want, f.Body()); diff != "" {
		t.Errorf("Body() (-want +got):\n%s", diff)
	}

	f.Grades.Severity = Investigate
	f.Research = Research{Question: "does it happen?", SettledBy: "a test that\ntimes out"}
	want += `
<!-- gaia-investigate: v1 -->
**Question:** does it happen?
**Settled by:** a test that times out
`
	if diff := cmp.Diff(want, f.Body()); diff != "" {
		t.Errorf("Body() of an investigation (-want +got):\n%s", diff)
	}
}

func TestBodyOfOddTexts(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"blank lines around it", "\n  \n\ntext\n\n", "text"},
		{"C-17 CR LF", "one\r\ntwo\r\n", "one\ntwo"},
		{"a lone carriage return", "one\rtwo", "one\ntwo"},
		{"C-24 a first character @", "@body.md", "@body.md"},
		{"the first line's indent stays", "\n    code\ntext", "    code\ntext"},
		{"a fence left open is shut", "text\n```go\nx := 1", "text\n```go\nx := 1\n```"},
		{"a long tilde fence left open is shut", "~~~~~\nx\n~~~", "~~~~~\nx\n~~~\n~~~~~"},
		{"a fence that is shut stays", "```\nx\n```", "```\nx\n```"},
		{"byte-order marks before a fence", "\ufeff\n\ufeff\ufeff~~~\n~~~", "~~~\n~~~"},
		{"a fence left open in a list item ends with it", "- a\n  ```\n  x", "- a\n  ```\n  x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := someFinding()
			f.FailureMode = tt.text
			if want := "## Failure mode\n\n" + tt.want + "\n\n## Suggested fix\n"; !strings.Contains(f.Body(), want) {
				t.Errorf("Body() lacks %q:\n%s", want, f.Body())
			}
		})
	}
}

func TestCitedPlaceIsCode(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"a b.md", "`a b.md:3`"},
		{"a`b.md", "`` a`b.md:3 ``"},
		{"a``b`.md", "``` a``b`.md:3 ```"},
	} {
		f := someFinding()
		f.Key.Path, f.Key.Line = tt.path, 3
		if !strings.Contains(f.Body(), "\n\n"+tt.want+"\n\n## Failure mode") {
			t.Errorf("%s: %s", tt.path, f.Body())
		}
	}
}

func TestFiledBodyPassesItsChecks(t *testing.T) {
	r := DefaultRules()
	for name, change := range map[string]func(*Finding){
		"plain":            func(*Finding) {},
		"an investigation": func(f *Finding) { f.Grades.Severity = Investigate; f.Research = Research{"q", "s"} },
		"every axis": func(f *Finding) {
			f.Grades = Grades{Critical, Wide, Hard, Required, Adopter}
		},
		"quoting a key in code": func(f *Finding) { f.FailureMode = "look:\n```\n" + quotedKey + "\n```" },
		"quoting a block in code left open": func(f *Finding) {
			f.Grades.Severity = Investigate
			f.Research = Research{"q", "s"}
			f.FailureMode = "look:\n```\n" + researchOpener
			f.Fix = "~~~\n" + quotedKey
		},
		"a branch that would end the comment": func(f *Finding) { f.Origin = NewOrigin("fix/a>b--c", "", "", "") },
	} {
		t.Run(name, func(t *testing.T) {
			f := someFinding()
			change(&f)
			if got := CheckFiling(f.Labels(r), f.Body(), r); len(got) > 0 {
				t.Errorf("CheckFiling = %v\n%s", got, f.Body())
			}
			if k, ok := FindKey(f.Body()); !ok || k != f.Key {
				t.Errorf("FindKey = %v, %v", k, ok)
			}
			if o, ok := FindOrigin(f.Body()); !ok || o != f.Origin {
				t.Errorf("FindOrigin = %v, %v", o, ok)
			}
		})
	}
}

func TestFindingLabels(t *testing.T) {
	f := someFinding()
	if diff := cmp.Diff([]string{"tech-debt", "severity:important", "footprint:narrow"}, f.Labels(DefaultRules())); diff != "" {
		t.Error(diff)
	}
	f.Grades = Grades{Critical, Wide, Hard, Required, Adopter}
	want := []string{"debt", "severity:critical", "footprint:wide", "difficulty:hard", "fold:required", "audience:adopter"}
	if diff := cmp.Diff(want, f.Labels(Rules{Label: "debt"})); diff != "" {
		t.Error(diff)
	}
}

// TestBodyLimit is C-21: GitHub counts code points.
func TestBodyLimit(t *testing.T) {
	key := realKey + "\n<!-- gaia-debt-origin: branch=main -->\n"
	for _, tt := range []struct {
		name string
		body string
		want int
	}{
		{"empty", "", 0},
		{"65,536 with the key", key + strings.Repeat("x", 65536-len(key)), 0},
		{"65,537 with the key", key + strings.Repeat("x", 65537-len(key)), 1},
		{"65,000 emoji", strings.Repeat("😀", 65000), 0},
		{"65,537 emoji", strings.Repeat("😀", 65537), 1},
		{"two code points that look like one", strings.Repeat("e\u0301", 32769), 2},
		{"the key at the end", strings.Repeat("x", 65536) + key, len(key)},
	} {
		if got := BodyExcess(tt.body); got != tt.want {
			t.Errorf("%s: BodyExcess = %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestBodyError(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"fine", "café \x00 \ufffd", ""},
		{"one over", strings.Repeat("x", 65537), "the body is 1 characters over GitHub's limit of 65536; shorten it by as many"},
		{"C-22 not UTF-8", "a\x00\nb\ncaf\xe9\n", "the body is not UTF-8: line 3 holds the byte 0xE9; convert it first"},
	} {
		got := ""
		if err := BodyError(tt.body); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTitleFrom(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"the first sentence", "A timeout is swallowed. The refund counts as done.", "A timeout is swallowed"},
		{"a question", "Is the branch reachable? Nobody knows.", "Is the branch reachable?"},
		{"no full stop", "A timeout is swallowed", "A timeout is swallowed"},
		{"a file name is no end", "In refund.ts the error is lost. More.", "In refund.ts the error is lost"},
		{"a version is no end", "Since 1.26.8 it hangs. More.", "Since 1.26.8 it hangs"},
		{"an abbreviation is no end", "Some calls, e.g. the refund, hang. More.", "Some calls, e.g. the refund, hang"},
		{"an abbreviation at the end is one", "It loses files, mails, etc.", "It loses files, mails, etc"},
		{"dots", "It hangs... and then dies. More.", "It hangs"},
		{"a closing quotation mark", `It prints "done." Then it dies.`, `It prints "done"`},
		{"two lines", "A timeout\nis   swallowed.\nMore.", "A timeout is swallowed"},
		{"C-17 CR LF", "A timeout\r\nis swallowed.\r\n", "A timeout is swallowed"},
		{"a paragraph ends it", "A timeout is swallowed\n\nMore", "A timeout is swallowed"},
		{"a heading", "## The refund is lost ##\n\ntext", "The refund is lost"},
		{"a list", "- the refund is lost\n", "the refund is lost"},
		{"a quote", "> the refund is lost\n", "the refund is lost"},
		{"code first", "```\nx.\n```\nThe refund is lost.", "The refund is lost"},
		{"Japanese", "返金が失われる。再試行しない。", "返金が失われる"},
		{"empty", "", ""},
		{"blank", " \n\t\n", ""},
		{"72 characters stay", strings.Repeat("abcdefgh ", 7) + "abcdefghi", strings.Repeat("abcdefgh ", 7) + "abcdefghi"},
		{"73 are cut behind a word", strings.Repeat("abcdefgh ", 7) + "abcdefghij", strings.TrimSpace(strings.Repeat("abcdefgh ", 7)) + "…"},
		{"the cut takes the comma", "The refund path swallows the error that the gateway gives it, unfortunately for all", "The refund path swallows the error that the gateway gives it…"},
		{"one long word", strings.Repeat("x", 100), strings.Repeat("x", 71) + "…"},
		{"accents of their own", strings.Repeat("e\u0301", 50), strings.Repeat("e\u0301", 35) + "…"},
		{"family emoji", strings.Repeat("👨\u200d👩\u200d👧", 20), strings.Repeat("👨\u200d👩\u200d👧", 14) + "…"},
		{"flags", strings.Repeat("🇫🇷", 50), strings.Repeat("🇫🇷", 35) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := TitleFrom(tt.text); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}
