package ui_test

import (
	"strings"
	"testing"

	"gh-debt/ui/kit"

	"github.com/google/go-cmp/cmp"

	tea "github.com/charmbracelet/bubbletea"
)

// TestEveryKeyCountsHoweverFast: keys that arrive as one message are taken one
// by one, text goes whole into an open field, and what can only be a paste does
// nothing (C-28).
func TestEveryKeyCountsHoweverFast(t *testing.T) {
	together := func(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)} }
	t.Run("the same key twice", func(t *testing.T) {
		s := newStage(t, nil)
		s.send(together("dd"))
		if d := cmp.Diff([]string{"decline", "decline"}, s.first.did); d != "" {
			t.Error(d)
		}
	})
	t.Run("into a field", func(t *testing.T) {
		s := newStage(t, nil)
		s.first.field = kit.NewInput(s.first.env.Theme, "")
		s.first.field.Focus()
		s.send(together("dd"))
		if got := s.first.field.Value(); got != "dd" || len(s.first.did) > 0 {
			t.Errorf("the field holds %q, done: %v", got, s.first.did)
		}
	})
	t.Run("a paste", func(t *testing.T) {
		s := newStage(t, nil)
		paste := together("dd")
		paste.Paste = true
		s.send(paste)
		s.send(together(strings.Repeat("d", 17)))
		if len(s.first.did) > 0 {
			t.Errorf("a paste did %v", s.first.did)
		}
	})
}
