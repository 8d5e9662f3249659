package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWithKey(t *testing.T) {
	k := Key{"a", "real", 1}
	for _, tt := range []struct{ name, body, want string }{
		{"hand-filed", "Hi,\nx\n", realKey + "\n\nHi,\nx\n"},
		{"CR LF", "Hi,\r\nx\r\n", realKey + "\r\n\r\nHi,\r\nx\r\n"},
		{"C-22 empty", "", realKey + "\n"},
		{"a blank line first", "\nHi\n", realKey + "\n\nHi\n"},
		{"directly above the origin", "<!-- gaia-debt-origin: branch=x -->\n", realKey + "\n<!-- gaia-debt-origin: branch=x -->\n"},
		{"behind a byte-order mark", "\ufeffHi\n", "\ufeff" + realKey + "\n\nHi\n"},
		{"above an open fence", "```\nx\n", realKey + "\n\n```\nx\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := WithKey(tt.body, k)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if found, ok := FindKey(got); !ok || found != k {
				t.Errorf("FindKey = %v, %v", found, ok)
			}
		})
	}
}

func TestKeyLineRepairs(t *testing.T) {
	k := Key{"a", "real", 1}
	const bad = "<!-- gaia-debt-key: v1 class=a path=real line=0 -->"
	for _, tt := range []struct {
		name           string
		body           string
		number         int
		ok             bool
		with, without_ string
	}{
		{"in the midst", "x\n" + bad + "\ny\n", 2, true, "x\n" + realKey + "\ny\n", "x\ny\n"},
		{"CR LF", "x\r\n" + bad + "\r\ny\r\n", 2, true, "x\r\n" + realKey + "\r\ny\r\n", "x\r\ny\r\n"},
		{"first, behind a mark", "\ufeff" + bad + "\ny", 1, true, "\ufeff" + realKey + "\ny", "\ufeffy"},
		{"last, without an end", "x\n" + bad, 2, true, "x\n" + realKey, "x\n"},
		{"C-17 a lone carriage return", realKey + "\r<!-- gaia-debt-origin: branch=x -->\n", 1, true,
			realKey + "\n<!-- gaia-debt-origin: branch=x -->\n", "<!-- gaia-debt-origin: branch=x -->\n"},
		{"text behind it", bad + " mine\n", 1, true, realKey + "\nmine\n", "mine\n"},
		{"spaces behind it", "x\r\n" + bad + " \t\r\ny", 2, true, "x\r\n" + realKey + "\r\ny", "x\r\ny"},
		{"C-18 a path that ends the comment", "<!-- gaia-debt-key: v1 class=a path=x --> y line=3 -->\n", 1, true, realKey + "\ny line=3 -->\n", "y line=3 -->\n"},
		{"C-18 an opener without an end", "<!-- gaia-debt-key: v1 class=\rmine\n", 1, true, realKey + "\nmine\n", "mine\n"},
		{"no candidate there", "x\n" + bad, 1, false, "x\n" + bad, "x\n" + bad},
		{"C-18 one in code", "```\n" + bad + "\n```", 2, false, "```\n" + bad + "\n```", "```\n" + bad + "\n```"},
		{"behind the end", bad, 2, false, bad, bad},
	} {
		t.Run(tt.name, func(t *testing.T) {
			with, ok := WithKeyLine(tt.body, tt.number, k)
			if diff := cmp.Diff(tt.with, with); diff != "" || ok != tt.ok {
				t.Errorf("WithKeyLine: %v (-want +got):\n%s", ok, diff)
			}
			without, ok := WithoutKeyLine(tt.body, tt.number)
			if diff := cmp.Diff(tt.without_, without); diff != "" || ok != tt.ok {
				t.Errorf("WithoutKeyLine: %v (-want +got):\n%s", ok, diff)
			}
		})
	}
}
