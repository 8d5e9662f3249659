package regrade_test

import (
	"errors"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/regrade"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// Enter applies; on the next frame the history holds the new entry, and the
// queue was told before and after.
func TestApply(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.press("up")
	s.must(t, "+ severity:critical", "− severity:important")
	s.press("enter")
	want := []recipe.RegradeInput{{
		Numbers: []int{1402}, Changes: map[model.Axis]string{model.Severity: "critical"},
		Seen: map[int]model.Grades{1402: {Severity: "important", Footprint: "narrow", Difficulty: "easy"}},
	}}
	ignore := cmp.FilterPath(func(p cmp.Path) bool { return strings.HasSuffix(p.String(), "Progress") }, cmp.Ignore())
	if d := cmp.Diff(want, s.grader.runs, ignore); d != "" {
		t.Errorf("the runs (-want +got):\n%s", d)
	}
	s.must(t, "now critical", "○ important → critical 0 s ago by ana", "Nothing: each grade is as it was.")
	if got := screentest.SentOf[screen.Pending](s.Stage); len(got) != 1 || got[0].Numbers[0] != 1402 {
		t.Errorf("pending: %v", got)
	}
	got := screentest.SentOf[screen.Changed](s.Stage)
	if len(got) != 1 || got[0].Change != screentest.SentOf[screen.Pending](s.Stage)[0].Change {
		t.Fatalf("changed: %v", got)
	}
	labels := []string{"tech-debt", "footprint:narrow", "difficulty:easy", "severity:critical"}
	if d := cmp.Diff(labels, got[0].Issues[0].Labels); d != "" {
		t.Errorf("the labels (-want +got):\n%s", d)
	}
	if toasts := screentest.SentOf[screen.Toast](s.Stage); len(toasts) != 1 || toasts[0].Text != "re-graded #1402: severity critical" {
		t.Errorf("the toasts are %v", toasts)
	}
}

// A change that fails is taken back in the queue, stays as it was chosen here,
// and names the issue (C-29).
func TestFailureIsTakenBack(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.grader.err = &model.Fault{Kind: model.FaultNoPermission, Op: "change issues of acme/shop", Detail: "ana may not label", Hint: "gh auth switch"}
	s.press("up", "enter")
	pending := screentest.SentOf[screen.Pending](s.Stage)
	undone := screentest.SentOf[screen.Unchanged](s.Stage)
	if len(pending) != 1 || len(undone) != 1 || undone[0].Change != pending[0].Change {
		t.Errorf("pending %v, taken back %v", pending, undone)
	}
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if len(toasts) != 1 || toasts[0].Level != screen.Failure || !strings.HasPrefix(toasts[0].Text, "#1402 could not be re-graded") || toasts[0].Next != "gh auth switch" {
		t.Errorf("the toasts are %v", toasts)
	}
	s.must(t, "now important", "(•) critical", "+ severity:critical")
	s.grader.err = nil
	s.press("enter")
	if len(s.grader.runs) != 2 {
		t.Errorf("it ran %d times", len(s.grader.runs))
	}
}

// Half a change says what finishes it (C-12).
func TestHalfAChange(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.grader.answer = map[int]recipe.IssueChange{1402: {Number: 1402, Outcome: recipe.Failed, Err: errors.New("the connection was cut"), Remedy: "gh debt regrade 1402 severity=critical"}}
	s.press("up", "enter")
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if len(toasts) != 1 || toasts[0].Next != "to finish it: gh debt regrade 1402 severity=critical" {
		t.Errorf("the toasts are %v", toasts)
	}
	if got := screentest.SentOf[screen.Changed](s.Stage); len(got) != 1 || len(got[0].Issues) != 0 || len(got[0].Numbers) != 1 {
		t.Errorf("the queue is to read it again: %v", got)
	}
}

// What a peer has changed since it was seen is said and shown, not overwritten
// (C-13).
func TestPeersChangeIsSaid(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.grader.answer = map[int]recipe.IssueChange{1402: {
		Number: 1402, Outcome: recipe.Refused, Before: model.Grades{Severity: "suggestion", Footprint: "narrow", Difficulty: "easy"},
		Remarks: []recipe.Remark{{Code: recipe.CodeChangedSince, Message: "severity of #1402 was important and is suggestion now"}},
	}}
	s.press("up", "enter")
	s.must(t, "now suggestion", "(•) critical", "! Severity was important and was changed elsewhere: it is suggestion now", "− severity:suggestion")
	s.grader.answer = nil
	s.press("enter")
	if got := s.grader.runs[1].Seen[1402].Severity; got != "suggestion" {
		t.Errorf("the second run has seen %q", got)
	}
}

// A refresh shows a peer's change; a list that is older than what is known does
// not.
func TestRefreshShowsPeersChange(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.press("right", "down")
	other := refund()
	other.Labels = []string{"tech-debt", "severity:critical", "footprint:spec", "difficulty:easy"}
	other.UpdatedAt = daysAgo(9)
	s.send(screen.QueueRead{Queue: model.NewQueue([]model.Issue{other}, model.Facts{})})
	s.must(t, "now important")
	other.UpdatedAt = daysAgo(0)
	s.send(screen.QueueRead{Queue: model.NewQueue([]model.Issue{other}, model.Facts{})})
	s.must(t, "now critical", "(•) critical", "! Reach was narrow and was changed elsewhere: it is spec now", "(•) wide")
}

// Leaving an investigation asks for the answer first; entering one for the
// question and what would settle it.
func TestInvestigation(t *testing.T) {
	s := begin(t, plain(), 120, 39, reachable())
	s.press("up", "up")
	s.must(t, "+ severity:important", "− severity:investigate", "+ answer, in the failure mode", "− research block")
	s.press("enter")
	if len(s.grader.runs) != 0 {
		t.Fatal("it was applied without the answer")
	}
	if _, has := s.m.Leave(); has {
		t.Error("leaving asks although nothing is written")
	}
	s.press("It is reached by the retry.")
	if _, has := s.m.Leave(); !has {
		t.Error("leaving does not ask about the answer")
	}
	s.press("ctrl+s")
	if len(s.grader.runs) != 1 || s.grader.runs[0].Answer != "It is reached by the retry." {
		t.Fatalf("the runs are %v", s.grader.runs)
	}

	s = begin(t, plain(), 120, 39, refund())
	s.press("down", "down", "enter", "Is it?", "enter", "enter")
	if len(s.grader.runs) != 0 {
		t.Fatal("it was applied without what would settle it")
	}
	s.press("A test.", "enter")
	want := model.Research{Question: "Is it?", SettledBy: "A test."}
	if len(s.grader.runs) != 1 || s.grader.runs[0].Research != want {
		t.Errorf("the runs are %v", s.grader.runs)
	}
}

// Several issues are changed after one confirmation that lists every edit;
// successes and failures are told apart.
func TestMany(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund(), lock())
	s.press("right", "down", "down", "enter")
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) != 1 || len(s.grader.runs) != 1 || !s.grader.runs[0].DryRun {
		t.Fatalf("asked %v after %v", asked, s.grader.runs)
	}
	want := []string{"#1402  + footprint:wide · − footprint:narrow", "#1388  + footprint:wide"}
	if d := cmp.Diff(want, asked[0].Question.Lines); d != "" {
		t.Errorf("the edits (-want +got):\n%s", d)
	}
	s.grader.answer = map[int]recipe.IssueChange{1388: {Number: 1388, Outcome: recipe.Failed, Err: errors.New("it is locked")}}
	s.send(asked[0].Question.Then(""))
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if len(toasts) != 2 || toasts[0].Text != "#1388 could not be re-graded: it is locked" || toasts[1].Text != "re-graded #1402: footprint wide" {
		t.Errorf("the toasts are %v", toasts)
	}
}

// Without the right to change anything nothing is asked.
func TestManyWithoutRights(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund(), lock())
	s.grader.err = &model.Fault{Kind: model.FaultNoPermission, Op: "change issues of acme/shop", Detail: "ana may not label"}
	s.press("right", "down", "down", "enter")
	if len(screentest.SentOf[screen.Ask](s.Stage)) != 0 {
		t.Error("it was asked")
	}
	if toasts := screentest.SentOf[screen.Toast](s.Stage); len(toasts) != 1 || !strings.HasPrefix(toasts[0].Text, "#1402 and #1388 could not be re-graded") {
		t.Errorf("the toasts are %v", toasts)
	}
}

// One press, one request (C-29).
func TestDoublePress(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.press("up")
	b, _ := s.m.Table().Find(tea.KeyMsg{Type: tea.KeyEnter})
	first := b.Do()
	s.press("enter", "enter", "down", "ctrl+s")
	s.Run(s.m, first)
	if len(s.grader.runs) != 1 {
		t.Errorf("it ran %d times", len(s.grader.runs))
	}
}

// A history that was overtaken is dropped; one that cannot be read is said.
func TestHistory(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.must(t, "History of severity", "○ suggestion → important 2 d ago by chidi", "○ set to suggestion")
	late := s.m.Init()
	old := late()
	s.grader.past = append(s.grader.past, recipe.AxisChange{From: "important", To: "critical", At: daysAgo(1), Actor: "ana"})
	s.send(screen.Refresh{ByHand: true})
	s.send(old)
	s.must(t, "important → critical")
	s = begin(t, plain(), 120, 39, refund())
	s.history.err = errors.New("no connection")
	s.send(screen.Refresh{ByHand: true})
	s.must(t, "set to suggestion") // the last one that could be read
	s.press("right")
	s.must(t, "History of reach", "No change of it is known.")
	s.press("left", "left")
	s.must(t, "History of fold", "It never had a value.")
}

// A paste goes into an open field once, and nowhere else (C-28).
func TestPaste(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	s.Paste(s.m, "j\nq\nd\n")
	s.must(t, "Nothing: each grade is as it was.")
	s.press("down", "down", "enter")
	s.Paste(s.m, "Is it\nso?\x1b\n")
	s.press("tab")
	s.Paste(s.m, "y\tes\n")
	s.press("ctrl+s")
	want := model.Research{Question: "Is it so?", SettledBy: "y es"}
	if len(s.grader.runs) != 1 || s.grader.runs[0].Research != want {
		t.Errorf("the runs are %v", s.grader.runs)
	}
}

// No size panics, and what was chosen is there when the window grows again (C-26).
func TestSizes(t *testing.T) {
	for _, issues := range [][]model.Issue{{refund()}, {reachable()}, {refund(), reachable(), lock()}} {
		s := begin(t, plain(), 120, 39, issues...)
		s.press("up", "enter")
		before := s.m.View()
		for _, size := range []screen.Size{{}, {Width: 1, Height: 1}, {Width: 10, Height: 3}, {Width: 19, Height: 24}, {Width: 200, Height: 2}, {Width: 60, Height: 5}, {Width: 61, Height: 11}, {Width: 100, Height: 6}} {
			s.m.SetSize(size)
			screentest.Inside(t, s.m.View(), max(size.Width, 1), max(size.Height, 1))
		}
		s.m.SetSize(screen.Size{Width: 120, Height: 39})
		if d := cmp.Diff(before, s.m.View()); d != "" {
			t.Errorf("the frame is another one:\n%s", d)
		}
	}
}

// undoer takes back the re-grade of #1402.
type undoer struct{ runs []recipe.UndoInput }

// What is taken back from here is seen here.
func TestUndo(t *testing.T) {
	s := begin(t, plain(), 120, 39, refund())
	undo := &undoer{}
	s.m = regrade.New(s.Env, regrade.Deps{Place: "acme/shop", Rules: model.DefaultRules(), Regrade: s.grader, History: s.history, Undo: undo}, screen.OpenRegrade{Issues: []model.Issue{refund()}})
	s.Start(s.m, 120, 39)
	s.press("u", "u")
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) != 1 || len(undo.runs) != 1 || !undo.runs[0].DryRun {
		t.Fatalf("asked %v after %v", asked, undo.runs)
	}
	s.send(asked[0].Question.Then(""))
	s.must(t, "now suggestion")
}

// A click takes the value under it.
func TestMouse(t *testing.T) {
	for _, size := range []screen.Size{{Width: 120, Height: 39}, {Width: 60, Height: 14}} {
		s := begin(t, plain(), size.Width, size.Height, refund())
		for y, line := range strings.Split(s.m.View(), "\n") {
			if at := strings.Index(line, "( ) spec"); at >= 0 {
				s.send(tea.MouseMsg{X: len([]rune(line[:at])) + 1, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
				break
			}
		}
		s.must(t, "+ footprint:spec")
	}
}
