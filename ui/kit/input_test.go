package kit_test

import (
	"strings"
	"testing"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestInputTakesAPasteOnce: as text, a line break as a space, control characters
// dropped, no key pressed (C-28).
func TestInputTakesAPasteOnce(t *testing.T) {
	cases := []struct{ name, paste, want string }{
		{"three lines with keys in them", "q\nd\ty\n", "q d y"},
		{"windows line ends", "one\r\ntwo\r\n", "one two"},
		{"control characters", "a\x1b[31mb\x07c\x00", "a[31mbc"},
		{"direction and zero width", "a\u202eb\u200bc\ufeff", "abc"},
		{"a family stays together", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"},
		{"nothing but breaks", "\n\n", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := kit.NewInput(look(), "")
			in.Focus()
			in.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(c.paste), Paste: true})
			if d := cmp.Diff(c.want, in.Value()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestAreaTakesAPasteOnce: line breaks are kept there.
func TestAreaTakesAPasteOnce(t *testing.T) {
	a := kit.NewArea(look(), "")
	a.Focus()
	a.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("one\r\ntwo\rthree\x1b\nq"), Paste: true})
	if d := cmp.Diff("one\ntwo\nthree\nq", a.Value()); d != "" {
		t.Error(d)
	}
	for _, key := range screentest.Keys("enter") {
		a.Key(key)
	}
	if d := cmp.Diff("one\ntwo\nthree\nq\n", a.Value()); d != "" {
		t.Error(d)
	}
}

// TestPasteOfSeventyThousandCharacters arrives whole in either field (C-28).
func TestPasteOfSeventyThousandCharacters(t *testing.T) {
	text := strings.Repeat("the quick brown fox ", 3500)
	key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
	in := kit.NewInput(look(), "")
	in.Focus()
	in.Key(key)
	if in.Value() != text {
		t.Errorf("the line holds %d characters, want %d", len(in.Value()), len(text))
	}
	a := kit.NewArea(look(), "")
	a.Focus()
	a.View(60, 5)
	a.Key(key)
	if a.Value() != text {
		t.Errorf("the area holds %d characters, want %d", len(a.Value()), len(text))
	}
}

// TestFieldsDrawInTheirRoom at any width.
func TestFieldsDrawInTheirRoom(t *testing.T) {
	in, a := kit.NewInput(look(), "a placeholder that is long"), kit.NewArea(look(), "another placeholder")
	for _, text := range []string{"", "short", strings.Repeat("支払い ", 40), "👨‍👩‍👧‍👦🇩🇪 é end"} {
		in.SetValue(text)
		a.SetValue(text)
		for _, width := range []int{0, 1, 2, 7, 40} {
			if got := kit.Width(in.View(width)); got != width {
				t.Errorf("%q in %d cells takes %d", text, width, got)
			}
			for _, line := range a.View(width, 3) {
				if got := kit.Width(line); got != width {
					t.Errorf("%q: an area line in %d cells takes %d: %q", text, width, got, line)
				}
			}
		}
	}
}

func BenchmarkInputPaste(b *testing.B) {
	key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("the quick brown fox ", 3500)), Paste: true}
	for b.Loop() {
		in := kit.NewInput(look(), "")
		in.Focus()
		in.Key(key)
		in.View(60)
	}
}

func BenchmarkAreaPaste(b *testing.B) {
	key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("the quick brown fox ", 3500)), Paste: true}
	for b.Loop() {
		a := kit.NewArea(look(), "")
		a.Focus()
		a.Key(key)
		a.View(60, 8)
	}
}

func BenchmarkAreaKeyAfterPaste(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"lines", strings.Repeat(strings.Repeat("the quick brown fox ", 5)+"\n", 700)},
		{"one line", strings.Repeat("the quick brown fox ", 3500)},
	} {
		b.Run(c.name, func(b *testing.B) {
			a := kit.NewArea(look(), "")
			a.Focus()
			a.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(c.text), Paste: true})
			for b.Loop() {
				a.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")})
				a.View(60, 8)
			}
		})
	}
}
