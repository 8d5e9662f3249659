package kit_test

import (
	"testing"

	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// TestWordsThatNameKeysAreText: letters that are typed faster than they are
// read arrive as one message, and may spell the name of a key.
func TestWordsThatNameKeysAreText(t *testing.T) {
	look := theme.New(theme.Options{Depth: theme.Plain, Unicode: true})
	for _, word := range []string{"end", "home", "up", "down", "left", "right", "tab", "enter", "esc", "delete", "backspace", "pgup"} {
		t.Run(word, func(t *testing.T) {
			typed := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(word)}
			in := kit.NewInput(look, "")
			in.Focus()
			in.Key(typed)
			if in.Value() != word {
				t.Errorf("the one-line field holds %q", in.Value())
			}
			area := kit.NewArea(look, "")
			area.Focus()
			area.Key(typed)
			if area.Value() != word {
				t.Errorf("the text area holds %q", area.Value())
			}
		})
	}
}
