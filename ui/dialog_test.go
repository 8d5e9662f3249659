package ui_test

import (
	"testing"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestTheTextOfADialog: it begins with what was typed before, says so until it is
// changed, tells its owner of every change, and is cleared by one key.
func TestTheTextOfADialog(t *testing.T) {
	s := newStage(t, nil)
	var told []string
	s.send(screen.Ask{Question: screen.Question{
		Title: "Decline #1?", Field: "Reason", Text: "by design",
		Typed: func(text string) tea.Cmd { told = append(told, text); return nil },
		Then:  func(text string) tea.Msg { return answer{len(text)} },
	}})
	if !s.has("by design") || !s.has(kit.TakenUp) || !s.has("ctrl+l clear the text") {
		t.Errorf("what was typed before is not shown as such:\n%s", s.app.View())
	}
	s.press("!")
	if !s.has("by design!") || s.has(kit.TakenUp) {
		t.Errorf("it is another text now:\n%s", s.app.View())
	}
	s.press("ctrl+l", "ctrl+l", "n")
	s.paste("o\n")
	s.press("enter", "y")
	if d := cmp.Diff([]string{"by design!", "", "n", "no"}, told); d != "" {
		t.Errorf("told (-want +got):\n%s", d)
	}
	if d := cmp.Diff(answer{2}, s.first.got[len(s.first.got)-1], cmp.AllowUnexported(answer{})); d != "" {
		t.Error(d)
	}
}
