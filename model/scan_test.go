package model

import "testing"

func TestHeading(t *testing.T) {
	for _, tt := range []struct {
		text  string
		level int
		title string
	}{
		{"# a", 1, "a"},
		{"## Failure mode", 2, "Failure mode"},
		{"##\tFailure mode ##  ", 2, "Failure mode"},
		{"## a # b", 2, "a # b"},
		{"## a#", 2, "a#"},
		{"##", 2, ""},
		{"## ##", 2, ""},
		{"###### a", 6, "a"},
		{"####### a", 0, ""},
		{"##a", 0, ""},
		{" ## a", 0, ""},
		{"", 0, ""},
	} {
		if level, title := heading(tt.text); level != tt.level || title != tt.title {
			t.Errorf("heading(%q) = %d, %q, want %d, %q", tt.text, level, title, tt.level, tt.title)
		}
	}
}

func TestOpenFence(t *testing.T) {
	for _, tt := range []struct {
		text   string
		closer string // empty when no fence is open at the end
	}{
		{"", ""},
		{"```", "```"},
		{"````go\n```\n", "````"},
		{"~~~~~\n````", "~~~~~"},
		{"```\n```", ""},
		{"```\n```\n~~~", "~~~"},
		{"-\n  ```\n", ""},
		{"-     ```\n  ```\n", ""},
		{"1. a\n   ```\n", ""},
		{"1) a\n  ```\n", "```"},
		{"1234567890. a\n   ```\n", "```"},
		{"+ a\n\n  ~~~\n", ""},
		{"- - -\n  ```\n", "```"},
		{"*a*\n ```\n", "```"},
		{"\t```\n", ""},
	} {
		s, open := openFence(tt.text)
		if open != (tt.closer != "") || (open && s.closer() != tt.closer) {
			t.Errorf("openFence(%q) = %v with %q, want %q", tt.text, open, s.closer(), tt.closer)
		}
	}
}

func TestLongForeignTextIsCutInMessages(t *testing.T) {
	long := ""
	for range 300 {
		long += "é"
	}
	want := `"` + long[:400] + `…"`
	if got := quoted(long); got != want {
		t.Errorf("got %q", got)
	}
}

func TestParseInnerNamesWhatHides(t *testing.T) {
	_, err := ParseInner("v1 class=a path=x\u202e line=1")
	if want := "column 18 holds the character U+202E (right-to-left override), which cannot stand in a key"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
