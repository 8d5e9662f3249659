package ui_test

import (
	"strings"
	"testing"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// clickOn clicks on the first cell of words in the frame.
func (s *stage) clickOn(t *testing.T, words string) {
	t.Helper()
	for y, line := range strings.Split(s.app.View(), "\n") {
		if before, _, ok := strings.Cut(line, words); ok {
			s.send(tea.MouseMsg{X: kit.Width(before), Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			return
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", words, s.app.View())
}

// TestClicks: the footer's keys, the dialog's answers, the rows of the help, and
// a screen's own cells.
func TestClicks(t *testing.T) {
	s := newStage(t, nil)
	s.clickOn(t, "d decline")
	if d := cmp.Diff([]string{"decline"}, s.first.did); d != "" {
		t.Errorf("the footer: %s", d)
	}
	s.clickOn(t, "? all keys")
	s.clickOn(t, "enter    ")
	s.clickOn(t, "enter    ")
	if d := cmp.Diff([]string{"decline", "open"}, s.first.did); d != "" {
		t.Errorf("the help: %s", d)
	}
	question := screen.Ask{Question: screen.Question{Title: "Sure?", Lines: []string{"one thing"}, Yes: "Do it", No: "Leave it", Then: func(string) tea.Msg { return answer{1} }}}
	s.send(question)
	s.clickOn(t, "one thing")
	if !s.has("Sure?") {
		t.Error("a click beside the answers closed the question")
	}
	s.clickOn(t, "Leave it")
	s.send(question)
	s.clickOn(t, "Do it")
	answers := 0
	for _, msg := range s.first.got {
		if msg == (answer{1}) {
			answers++
		}
	}
	if answers != 1 {
		t.Errorf("a click on no and one on yes gave %d answers", answers)
	}
	s.clickOn(t, "probe first")
	if _, ok := s.first.got[len(s.first.got)-1].(tea.MouseMsg); !ok {
		t.Error("the screen does not get its clicks")
	}
}
