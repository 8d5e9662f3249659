package kit_test

import (
	"strings"
	"testing"

	"gh-debt/ui/kit"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// TestSteadyKeepsTheColumns: what follows a character whose width terminals
// disagree about begins in its own cell, whatever the terminal makes of it
// (C-25). The terminal of the test draws a family as its four members.
func TestSteadyKeepsTheColumns(t *testing.T) {
	lines := []string{
		"👨‍👩‍👧‍👦 family |end",
		"🇩🇪 flag    |end",
		"❤️ heart   |end",
		"→ arrow    |end",
		"支払い     |end",
		"é decompos |end",
	}
	for _, line := range lines {
		want := kit.Width(line[:strings.Index(line, "|")])
		term := vt.NewEmulator(40, 1)
		if _, err := term.WriteString(kit.Steady(line)); err != nil {
			t.Fatal(err)
		}
		if cell := term.CellAt(want, 0); cell == nil || cell.Content != "|" {
			t.Errorf("%q: cell %d holds %+v, want the bar", line, want, cell)
		}
	}
}

// TestSteadyChangesNoWidth, and leaves ordinary text as it is.
func TestSteadyChangesNoWidth(t *testing.T) {
	ordinary := "┌ ▸Open 7 ──┐ ▌#1402 Refund… ✓ ✗ · 支払い 5 w"
	if got := kit.Steady(ordinary); got != ordinary {
		t.Errorf("ordinary text became %q", got)
	}
	for _, s := range []string{"a 👨‍👩‍👧‍👦 b", colored().Accent.Render("🇩🇪 x") + "❤️", "é\nsecond ➜ line"} {
		got := kit.Steady(s)
		if ansi.Strip(got) != ansi.Strip(s) {
			t.Errorf("%q became %q", s, got)
		}
		for i, line := range strings.Split(got, "\n") {
			if w, want := kit.Width(line), kit.Width(strings.Split(s, "\n")[i]); w != want {
				t.Errorf("%q takes %d cells, want %d", line, w, want)
			}
		}
	}
}

// TestASCIIKeepsTheColumns on a terminal that is not UTF-8.
func TestASCIIKeepsTheColumns(t *testing.T) {
	cases := []struct{ frame, want string }{
		{"| plain |", "| plain |"},
		{"important → critical…", "important > critical."},
		{"支払い|", "??????|"},
		{"👨‍👩‍👧‍👦|🇩🇪|", "??|??|"},
		{"e\u0301t\u00e9|", "et?|"},
		{"\x1b[1m— x\x1b[0m\n60×15", "\x1b[1m- x\x1b[0m\n60x15"},
	}
	for _, c := range cases {
		if got := kit.ASCII(c.frame); got != c.want {
			t.Errorf("%q became %q, want %q", c.frame, got, c.want)
		}
	}
}
