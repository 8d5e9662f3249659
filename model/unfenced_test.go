package model

import "testing"

func TestUnfencedBlanksFencedLinesInPlace(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"no fence":        {"a\nb `c`\n", "a\nb `c`\n"},
		"a fence":         {"a\n```go\nb\n```\nc", "a\n     \n \n   \nc"},
		"tildes":          {"~~~\nb\n~~~\nc", "   \n \n   \nc"},
		"left open":       {"a\n```\nb\n", "a\n   \n \n"},
		"carriage return": {"```\r\nb\r\n```\r\nc", "    \n  \n    \nc"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Unfenced(c.body); got != c.want {
				t.Errorf("Unfenced(%q) = %q, want %q", c.body, got, c.want)
			}
		})
	}
}
