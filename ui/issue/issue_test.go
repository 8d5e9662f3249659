package issue_test

import (
	"errors"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/issue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestWhatIsKnownIsDrawnAtOnce: before the answer the entry is there, after it
// all of it.
func TestWhatIsKnownIsDrawnAtOnce(t *testing.T) {
	s := newScene(t, screentest.Plain(), 1402, queuetest.Shop())
	s.m.SetSize(screen.Size{Width: 80, Height: 60})
	s.must(t, "Refund path swallows", "critical", "app/pay/refund.ts:118", "A timeout reaches the empty catch")
	if strings.Contains(s.m.View(), "History") {
		t.Error("a history is shown before it was read")
	}
	s.Run(s.m, s.m.Init())
	s.must(t, "History", "important → critical", "2 comments", "bo", "someone who is gone", "Batch", "#1410")
}

// TestOfANumberAlone: an issue that is not in the queue is read by its number.
func TestOfANumberAlone(t *testing.T) {
	s := newScene(t, screentest.Plain(), 9999, queuetest.Shop())
	s.m.SetSize(screen.Size{Width: 80, Height: 23})
	s.must(t, "Reading #9999")
	s.Run(s.m, s.m.Init())
	s.must(t, "#9999 could not be read")
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if len(toasts) != 1 || toasts[0].Level != screen.Failure || !strings.Contains(toasts[0].Text, "#9999") {
		t.Errorf("toasts: %+v", toasts)
	}
	s.press("r", "d", "o", "y")
	if got := len(screentest.SentOf[screen.Ask](s.Stage)) + len(screentest.SentOf[screen.OpenRegrade](s.Stage)); got > 0 {
		t.Error("an issue that is not known was acted on")
	}
}

// TestMachinesLinesAreFacts: the key and the origin are told in words, not shown
// as comments.
func TestMachinesLinesAreFacts(t *testing.T) {
	s := shop(t, 80, 60)
	s.must(t, "Origin    found while draining #1121, file not touched", "Class     holistic/unclassified")
	if strings.Contains(s.m.View(), "gaia") {
		t.Errorf("a comment is shown raw:\n%s", s.m.View())
	}
}

// TestAnOvertakenAnswerIsDropped: of two reads only the last counts, and one of
// an issue that was left changes nothing.
func TestAnOvertakenAnswerIsDropped(t *testing.T) {
	s := shop(t, 80, 60)
	slow := s.m.Init() // asked, not answered yet
	s.press("n")
	shown := s.m.View()
	s.Run(s.m, slow)
	if d := cmp.Diff(shown, s.m.View()); d != "" {
		t.Errorf("an answer about another issue is shown:\n%s", d)
	}
}

// TestNextAndPrevious walks the queue in its order.
func TestNextAndPrevious(t *testing.T) {
	s := shop(t, 80, 40)
	s.must(t, "2 of 7")
	s.press("n")
	s.must(t, "Cache key ignores locale", "3 of 7")
	s.press("p", "p")
	s.must(t, "Lock file is removed", "1 of 7")
	before := s.m.View()
	s.press("p")
	if d := cmp.Diff(before, s.m.View()); d != "" {
		t.Error(d)
	}
	// It leaves the queue: the next one is the one that took its place.
	q := model.NewQueue(queuetest.Shop()[:1], model.Facts{})
	s.send(screen.QueueRead{Queue: q})
	s.must(t, "no longer in the queue")
	s.press("n")
	s.must(t, "Refund path swallows", "1 of 1")
}

// TestRefreshKeepsThePlace: a refresh does not scroll, and asks once.
func TestRefreshKeepsThePlace(t *testing.T) {
	s := shop(t, 80, 15)
	s.press("ctrl+d", "j")
	before := s.m.View()
	asked := len(s.reader.inputs)
	s.send(screen.Refresh{})
	if got := len(s.reader.inputs) - asked; got != 1 {
		t.Errorf("a refresh asked %d times", got)
	}
	if d := cmp.Diff(before, s.m.View()); d != "" {
		t.Error(d)
	}
}

// TestDecline asks for the reason, writes once, and shows what came of it (C-29).
func TestDecline(t *testing.T) {
	s := shop(t, 80, 40)
	s.press("d")
	if len(s.decline.Runs) > 0 {
		t.Fatal("it was declined without an answer")
	}
	s.yes(t, "not worth it")
	want := []recipe.DeclineInput{{Numbers: []int{1402}, Reason: "not worth it"}}
	if d := cmp.Diff(want, s.decline.Runs); d != "" {
		t.Error(d)
	}
	changed := screentest.SentOf[screen.Changed](s.Stage)
	if len(changed) != 1 || len(changed[0].Issues) != 1 || changed[0].Issues[0].State != model.Closed {
		t.Errorf("changed: %+v", changed)
	}
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if d := cmp.Diff([]screen.Toast{{Level: screen.Success, Text: "declined: #1402", Next: "u takes it back"}}, toasts); d != "" {
		t.Error(d)
	}
}

// TestWhileItIsBeingChanged: no second change begins, and the screen says why
// (C-29).
func TestWhileItIsBeingChanged(t *testing.T) {
	s := shop(t, 80, 40)
	s.send(screen.Pending{Change: 77, Numbers: []int{1402}, Doing: "being re-graded"})
	s.must(t, "being re-graded…")
	s.press("r", "d")
	if got := len(screentest.SentOf[screen.Ask](s.Stage)) + len(screentest.SentOf[screen.OpenRegrade](s.Stage)); got > 0 {
		t.Error("a second change began")
	}
	s.press("n", "p") // it is still so when one comes back
	s.must(t, "being re-graded…")
	s.send(screen.Unchanged{Change: 77, Numbers: []int{1402}})
	if strings.Contains(s.m.View(), "being re-graded") {
		t.Error("a change that did not go through is still shown")
	}
}

// TestAFailedDeclineNamesTheIssue and stays (C-29).
func TestAFailedDeclineNamesTheIssue(t *testing.T) {
	s := shop(t, 80, 40)
	s.decline.Fail = map[int]error{1402: errors.New("GitHub says no")}
	s.press("d")
	s.yes(t, "no")
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if d := cmp.Diff([]screen.Toast{{Level: screen.Failure, Text: "#1402 could not be declined: GitHub says no"}}, toasts); d != "" {
		t.Error(d)
	}
	s.must(t, "open · 3 weeks")
}

// TestUndo asks before it takes anything back, and takes it back once.
func TestUndo(t *testing.T) {
	s := shop(t, 80, 40)
	s.undo.Plan = []recipe.IssueChange{{Number: 1402, Outcome: recipe.Changed, Edit: model.LabelEdit{Add: []string{"severity:important"}}}}
	s.press("u", "u")
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) != 1 {
		t.Fatalf("asked %d times", len(asked))
	}
	if d := cmp.Diff([]string{"#1402  + severity:important"}, asked[0].Question.Lines); d != "" {
		t.Error(d)
	}
	s.yes(t, "")
	s.yes(t, "") // the answer is delivered once; a second one is overtaken
	if d := cmp.Diff([]recipe.UndoInput{{DryRun: true}, {}}, s.undo.Runs); d != "" {
		t.Error(d)
	}
}

// TestBatchMates are chosen with tab and opened with enter, or with a click.
func TestBatchMates(t *testing.T) {
	for _, width := range []int{80, 120} {
		s := shop(t, width, 23)
		s.press("enter")
		if got := screentest.SentOf[screen.OpenIssue](s.Stage); len(got) > 0 {
			t.Errorf("opened without a choice: %+v", got)
		}
		s.press("tab")
		s.must(t, "▌#1410 Retry loop")
		s.press("enter")
		got := screentest.SentOf[screen.OpenIssue](s.Stage)
		if len(got) != 1 || got[0].Number != 1410 || got[0].Entry.Issue.Title != "Retry loop never backs off" {
			t.Errorf("opened: %+v", got)
		}
		for y, line := range strings.Split(s.m.View(), "\n") {
			if strings.Contains(line, "#1410 Retry") {
				s.send(tea.MouseMsg{X: width - 20, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			}
		}
		if got := screentest.SentOf[screen.OpenIssue](s.Stage); len(got) != 2 {
			t.Errorf("at %d cells a click opened %d", width, len(got)-1)
		}
	}
}

// TestSizes: no size makes the screen panic or leave its room, and after growing
// again the place is as before (C-26).
func TestSizes(t *testing.T) {
	s := shop(t, 80, 15)
	s.press("ctrl+d")
	screentest.Shrinks(t, s.m, 80, 15)
	for _, size := range []screen.Size{{}, {Width: 1, Height: 1}, {Width: 10, Height: 3}, {Width: 19, Height: 24}, {Width: 200, Height: 2}} {
		s := shop(t, size.Width, size.Height)
		s.press("j", "ctrl+d", "G", "g", "tab", "shift+tab", "n", "p", "J")
		s.send(tea.MouseMsg{X: 0, Y: 2, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		_ = s.m.View()
	}
}

// TestWideCharacters: the frame stays in its room whatever the title and the
// body are made of (C-25).
func TestWideCharacters(t *testing.T) {
	odd := "漢字 👨‍👩‍👧‍👦 🇩🇪 e\u0301 → ﷽ "
	issues := queuetest.Shop()
	for i := range issues {
		issues[i].Title = strings.Repeat(odd, 8)
		issues[i].Body += "\n" + strings.Repeat(odd, 30) + "\n\n| " + odd + " | b |\n|---|---|\n| c | " + odd + " |\n"
	}
	for _, width := range []int{60, 80, 120} {
		s := newScene(t, screentest.Plain(), 1402, issues)
		s.Start(s.m, width, 200)
		screentest.Inside(t, s.m.View(), width, 200)
	}
}

// TestNothingHostileReachesTheTerminal: titles, bodies, authors, labels.
func TestNothingHostileReachesTheTerminal(t *testing.T) {
	bad := "\x1b]8;;http://evil.test\x07x\u202e&#27;]0;t&#7;"
	issues := queuetest.Shop()
	issues[0].Title, issues[0].Author = bad, bad
	issues[0].Labels = append(issues[0].Labels, bad)
	s := newScene(t, screentest.Plain(), 1402, issues)
	s.reader.body = bad + "\n\n" + bad
	s.Start(s.m, 120, 60)
	if view := strings.ReplaceAll(s.m.View(), "\n", ""); view != model.Visible(view) {
		t.Errorf("let through: %q", view)
	}
}

// TestAPasteDoesNothing: there is no field (C-28).
func TestAPasteDoesNothing(t *testing.T) {
	s := shop(t, 80, 23)
	before := s.m.View()
	s.Paste(s.m, "q\nd\ty\n")
	if d := cmp.Diff(before, s.m.View()); d != "" || len(screentest.SentOf[screen.Ask](s.Stage)) > 0 {
		t.Error("a paste pressed a key")
	}
}

// TestKeysAreSound: no key has two meanings, each has a help.
func TestKeysAreSound(t *testing.T) {
	screentest.Sound(t, issue.Keys()...)
}

// TestAHugeBatch shows its first members and says how many there are.
func TestAHugeBatch(t *testing.T) {
	issues := make([]model.Issue, 2000)
	for i := range issues {
		issues[i] = queuetest.Issue(i+1, i, "One of many", "app/one.go", i+1, "severity:important")
	}
	s := newScene(t, screentest.Plain(), 7, issues)
	s.Start(s.m, 80, 100)
	s.must(t, "and 1949 more")
	s.press("shift+tab")
	s.must(t, "▌")
}

// TestTheChosenMateIsInTheFooter: what enter opens is named as soon as it is chosen.
func TestTheChosenMateIsInTheFooter(t *testing.T) {
	s := shop(t, 80, 23)
	footer := func() string {
		for _, b := range s.m.Table().Bindings {
			if b.Action == "open" && b.Footer {
				return b.Help
			}
		}
		return ""
	}
	if got := footer(); got != "" {
		t.Errorf("nothing is chosen, and the footer names %q", got)
	}
	s.press("tab")
	if got := footer(); got != "open #1410" {
		t.Errorf("the footer names %q", got)
	}
}
