package kit_test

import (
	"fmt"
	"strings"
	"testing"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"
)

// numbered gives lines that differ from one another.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of the text, with some words and é 支\n", i)
	}
	return b.String()
}

func paste(a *kit.Area, text string) {
	a.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

func pressed(a *kit.Area, keys ...string) {
	for _, name := range keys {
		for _, k := range screentest.Keys(name) {
			a.Key(k)
		}
	}
}

// opened is an open field that was drawn once.
func opened(text string) *kit.Area {
	a := kit.NewArea(look(), "")
	a.Focus()
	a.View(60, 5)
	a.SetValue(text)
	return a
}

// TestNoLineOfALongTextIsLost: the widget holds 10,000 lines and drops what is
// beyond (C-28).
func TestNoLineOfALongTextIsLost_C28(t *testing.T) {
	text := numbered(25000)
	a := opened("")
	paste(a, text)
	if a.Value() != text {
		t.Fatalf("%d lines, want 25000", strings.Count(a.Value(), "\n"))
	}
	pressed(a, "end of it", "enter", "ctrl+home", "begin of it", "enter")
	paste(a, text)
	if want := "begin of it\n" + text + text + "end of it\n"; a.Value() != want {
		t.Errorf("%d lines, want 50002", strings.Count(a.Value(), "\n"))
	}
	a.SetValue(text)
	if a.Value() != text {
		t.Errorf("set: %d lines, want 25000", strings.Count(a.Value(), "\n"))
	}
}

// TestTheCursorOfALongTextIsInSight, wherever it goes.
func TestTheCursorOfALongTextIsInSight(t *testing.T) {
	a := opened(numbered(3000))
	see := func(words string) {
		t.Helper()
		if got := strings.Join(a.View(60, 5), "\n"); !strings.Contains(got, words) {
			t.Errorf("%q is not in sight:\n%s", words, got)
		}
	}
	see("line 2999 ")
	for range 400 {
		pressed(a, "up")
	}
	pressed(a, "HERE")
	see("HERE")
	if !strings.Contains(a.Value(), "\nHEREline 2600 ") {
		t.Error("four hundred lines up is not line 2600")
	}
	for range 200 {
		pressed(a, "down")
	}
	pressed(a, "home", "THERE")
	see("THEREline 2800 ")
	pressed(a, "ctrl+home", "FIRST")
	see("FIRSTline 0 ")
	pressed(a, "ctrl+end", "LAST")
	see("LAST")
}

// TestALongTextIsEditedAsAShortOne: of any keys in any order, whatever part of it
// the widget holds.
func TestALongTextIsEditedAsAShortOne(t *testing.T) {
	start := numbered(500)
	rapid.Check(t, func(t *rapid.T) {
		a := opened(start)
		a.View(400, 6)
		want, at := []rune(start), len([]rune(start))
		edges := func() (begin, end int) {
			begin, end = at, at
			for begin > 0 && want[begin-1] != '\n' {
				begin--
			}
			for end < len(want) && want[end] != '\n' {
				end++
			}
			return begin, end
		}
		replace := func(from, to int, with string) {
			want = append(append(append([]rune{}, want[:from]...), []rune(with)...), want[to:]...)
			at = from + len([]rune(with))
		}
		for range rapid.IntRange(1, 12).Draw(t, "keys") {
			key := rapid.SampledFrom([]string{"x", "paste", "enter", "backspace", "delete", "left", "right", "home", "end",
				"ctrl+u", "ctrl+k", "ctrl+home", "ctrl+end", "up", "down"}).Draw(t, "key")
			begin, end := edges()
			times := 1
			switch key {
			case "x", "enter":
				replace(at, at, map[string]string{"x": "x", "enter": "\n"}[key])
			case "paste":
				text := numbered(rapid.IntRange(1, 300).Draw(t, "lines"))
				paste(a, text)
				replace(at, at, text)
				continue
			case "backspace":
				replace(max(0, at-1), at, "")
			case "delete":
				replace(at, min(len(want), at+1), "")
			case "left":
				at = max(0, at-1)
			case "right":
				at = min(len(want), at+1)
			case "home":
				at = begin
			case "end":
				at = end
			case "ctrl+u":
				if at == begin {
					begin = max(0, at-1)
				}
				replace(begin, at, "")
			case "ctrl+k":
				if at == end {
					end = min(len(want), at+1)
				}
				replace(at, end, "")
			case "ctrl+home":
				at = 0
			case "ctrl+end":
				at = len(want)
			case "up", "down":
				times = rapid.IntRange(1, 40).Draw(t, "times")
				pressed(a, "home")
				at = begin
				for range times {
					begin, end := edges()
					if key == "up" && begin > 0 {
						at = begin - 1
						at, _ = edges()
					} else if key == "down" && end < len(want) {
						at = end + 1
					}
				}
			}
			for range times {
				pressed(a, key)
			}
			if a.Value() != string(want) {
				t.Fatalf("after %s the text differs: %d characters, want %d", key, len([]rune(a.Value())), len(want))
			}
		}
		pressed(a, "HERE")
		if replace(at, at, "HERE"); a.Value() != string(want) {
			t.Fatal("the cursor is elsewhere")
		}
	})
}

// TestDeleteTakesOneCharacter: at the last one of a line too, where the line break
// behind it stays.
func TestDeleteTakesOneCharacter(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		keys []string
		want string
	}{
		"the last of a line":      {"one\ntwo", []string{"up", "end", "left", "delete"}, "on\ntwo"},
		"the only one of a line":  {"1\ntwo", []string{"up", "home", "delete"}, "\ntwo"},
		"the last of the text":    {"one\ntwo", []string{"left", "delete"}, "one\ntw"},
		"the line break itself":   {"one\ntwo", []string{"up", "end", "delete"}, "onetwo"},
		"a wide one":              {"one 支\ntwo", []string{"up", "end", "left", "delete"}, "one \ntwo"},
		"nothing behind the text": {"one\ntwo", []string{"delete"}, "one\ntwo"},
		"with the other key":      {"one\ntwo", []string{"up", "end", "left", "ctrl+d"}, "on\ntwo"},
	} {
		t.Run(name, func(t *testing.T) {
			a := opened(c.text)
			if pressed(a, c.keys...); a.Value() != c.want {
				t.Errorf("%q, want %q", a.Value(), c.want)
			}
			if pressed(a, "X"); len(a.Value()) != len(c.want)+1 {
				t.Errorf("then typed: %q", a.Value())
			}
		})
	}
}

// TestALongLineIsEditedWhole: a key that goes to the end of a line, or deletes up
// to it, reaches beyond what the widget holds.
func TestALongLineIsEditedWhole(t *testing.T) {
	line := strings.TrimSpace(strings.Repeat("the quick brown fox ", 3500))
	solid := strings.Repeat("支", 20000)
	for name, text := range map[string]string{"words": line, "nothing to cut at": solid} {
		t.Run(name, func(t *testing.T) {
			a := opened("first\n" + text + "\nlast")
			pressed(a, "up", "home", "BEGIN", "end", "END")
			if want := "first\nBEGIN" + text + "END\nlast"; a.Value() != want {
				t.Fatalf("%d bytes, want %d", len(a.Value()), len(want))
			}
			pressed(a, "home", "K", "ctrl+k")
			if want := "first\nK\nlast"; a.Value() != want {
				t.Fatalf("after ctrl+k %d bytes are left", len(a.Value()))
			}
			a.SetValue("first\n" + text + "\nlast")
			pressed(a, "up", "end", "ctrl+u", "U")
			if want := "first\nU\nlast"; a.Value() != want {
				t.Fatalf("after ctrl+u %d bytes are left", len(a.Value()))
			}
		})
	}
}
