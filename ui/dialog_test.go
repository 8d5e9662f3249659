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

// TestTheFooterOfADialogNamesBothAnswers: No is preselected, and the key for a yes
// is not to be guessed.
func TestTheFooterOfADialogNamesBothAnswers(t *testing.T) {
	s := newStage(t, nil)
	s.send(tea.WindowSizeMsg{Width: 60, Height: 15})
	s.send(screen.Ask{Question: screen.Question{Title: "Re-grade 2 issues?"}})
	if !s.has("n no  y yes") {
		t.Errorf("the footer does not name both:\n%s", s.app.View())
	}
}

// TestADialogGrowsWithWhatItQuotes: code keeps its shape as far as there is room,
// and what the app says itself does not make the dialog wider. An issue's edits keep
// to one line likewise.
func TestADialogGrowsWithWhatItQuotes(t *testing.T) {
	code := "   24  f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)"
	edits := "#1290  + severity:critical · + footprint:wide · − severity:important · − footprint:narrow"
	prose := "Nothing stands behind these claims any more: no branch, no open pull request."
	cases := []struct {
		name          string
		width         int
		lines, quoted []string
		want          []string
	}{
		{"code on a wide terminal", 120, []string{"Does it hold?"}, []string{code}, []string{code}},
		{"code on a narrow one", 80, nil, []string{code}, []string{"24  f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY,", "0o644)"}},
		{"an issue's edits on a wide one", 120, []string{edits}, nil, []string{edits}},
		{"prose on a wide one", 120, []string{prose}, nil, []string{"Nothing stands behind these claims any more: no branch, no", "open pull request."}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, nil)
			s.send(tea.WindowSizeMsg{Width: c.width, Height: 30})
			s.send(screen.Ask{Question: screen.Question{Title: "#1", Lines: c.lines, Quoted: c.quoted}})
			for _, line := range c.want {
				if !s.has(line + " ") {
					t.Errorf("%q is not on a line of its own:\n%s", line, s.app.View())
				}
			}
		})
	}
}
