package regrade_test

import (
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
)

// TestOfVeryManyThereAreTheFirstEdits, and how many more there are; all are in the
// change, and a newer state of any of them is taken.
func TestOfVeryManyThereAreTheFirstEdits(t *testing.T) {
	issues := make([]model.Issue, 300)
	for i := range issues {
		issues[i] = issue(i+1, "One of many", "tech-debt", "severity:important")
	}
	s := begin(t, plain(), 120, 39, issues...)
	s.must(t, "Re-grade 300 issues", "now important", "Nothing: each grade is as it was.")
	s.press("j")
	s.must(t, "#1 + severity:critical − severity:important", "#30 ")
	for range 40 {
		s.send(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	}
	s.must(t, "#50 ", "and 250 more; the question lists all")
	if strings.Contains(s.m.View(), "#51 ") {
		t.Errorf("more than the first are drawn:\n%s", s.m.View())
	}
	last := issues[299]
	last.Labels, last.UpdatedAt = []string{"tech-debt", "severity:critical"}, screentest.Now()
	s.send(screen.QueueRead{Queue: model.NewQueue([]model.Issue{last}, model.Facts{})})
	s.must(t, "mixed")
	s.press("enter")
	if n := len(s.grader.runs[0].Numbers); n != 300 {
		t.Errorf("the change is of %d issues, not of all", n)
	}
}

// TestEditsStandBeforeWhatIsSoAlready: of the issues that need no edit the pane
// says how many they are, so that the edits are seen.
func TestEditsStandBeforeWhatIsSoAlready(t *testing.T) {
	var issues []model.Issue
	for n := range 60 {
		issues = append(issues, issue(n+1, "A lock", "severity:critical"))
	}
	issues = append(issues, refund())
	s := begin(t, plain(), 120, 30, issues...)
	s.press("down")
	s.must(t, "#1402 + severity:critical − severity:important 60 issues already so")
}

// TestThePanesStayFromValueToValue: the texts about two values differ in length, and
// the edits below them stand where they stood.
func TestThePanesStayFromValueToValue(t *testing.T) {
	s := begin(t, plain(), 80, 23, refund())
	edge := func() int {
		for i, line := range strings.Split(s.m.View(), "\n") {
			if strings.Contains(line, "What will happen") {
				return i
			}
		}
		return -1
	}
	want := edge()
	for range 3 {
		s.press("down")
		if got := edge(); got != want {
			t.Errorf("the edits moved from line %d to %d:\n%s", want, got, s.m.View())
		}
	}
}
