package ui_test

import (
	"strings"
	"testing"
	"unicode"

	"gh-debt/ui"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// TestNothingHostileReachesTheTerminal: whatever a screen hands to the toast
// line or to a dialog, and what a keyboard sends, is shown and never sent as it is.
func TestNothingHostileReachesTheTerminal(t *testing.T) {
	const hostile = "a\x1b]0;owned\x07b\u202ec\u200bd\x9be\xfff"
	const shown = "a^[]0;owned^Gb<U+202E>c<U+200B>d"
	for name, send := range map[string]func(s *stage){
		"a note":    func(s *stage) { s.send(screen.Toast{Text: hostile}) },
		"a failure": func(s *stage) { s.send(screen.Toast{Level: screen.Failure, Text: hostile, Next: hostile}) },
		"a title":   func(s *stage) { s.send(screen.Ask{Question: screen.Question{Title: hostile, Yes: "Yes", No: "No"}}) },
		"a line": func(s *stage) {
			s.send(screen.Ask{Question: screen.Question{Title: "Sure?", Lines: []string{hostile}, Yes: "Yes", No: "No"}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, nil)
			send(s)
			harmless(t, s)
			if !s.has(shown) {
				t.Errorf("%q is not shown:\n%s", shown, s.app.View())
			}
		})
	}
	t.Run("the keys pressed", func(t *testing.T) {
		s := newStage(t, func(o *ui.Options) { o.ShowKeys = true })
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\u202e")})
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\u009b")})
		harmless(t, s)
		if !s.has("<U+202E> <U+009B>") {
			t.Errorf("the keys are not shown:\n%s", s.app.View())
		}
	})
}

// harmless fails when the frame, which holds no colours here, holds a character
// that hides or controls.
func harmless(t *testing.T, s *stage) {
	t.Helper()
	frame := s.app.View()
	if at := strings.IndexFunc(frame, func(r rune) bool {
		return r != '\n' && (unicode.In(r, unicode.Cc, unicode.Cf) || r == unicode.ReplacementChar)
	}); at >= 0 {
		t.Errorf("the frame holds %q", frame[at:min(at+12, len(frame))])
	}
}
