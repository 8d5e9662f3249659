package board_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestTheCursorStaysOnItsUnit when a refresh shows it in another stage, and when
// others come and go.
func TestTheCursorStaysOnItsUnit(t *testing.T) {
	for _, width := range []int{80, 120, 240} {
		l := shop()
		s := newScene(t, screentest.Plain(), l).open(width, 39, screen.OpenBoard{At: 1419})
		l.write("1419", 0, proposed(firstHead, 90)...)
		l.write("7", 0, claimed("fixer", "debt/7", member(7, "New", "n.go", "critical"))...)
		s.send(screen.Refresh{})
		screentest.Shows(t, s.m.View(), "▌#1419", "#7")
		s.SetSize(60, 14)
		screentest.Shows(t, s.m.View(), "▌#1419")
		s.SetSize(200, 50)
		screentest.Shows(t, s.m.View(), "▌#1419")
	}
}

// SetSize is a window of another size.
func (s *scene) SetSize(width, height int) { s.m.SetSize(screen.Size{Width: width, Height: height}) }

// TestARefreshIsCheap: it asks for the units in flight alone, until one of them has
// ended.
func TestARefreshIsCheap(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{At: 1356})
	s.send(screen.Refresh{})
	if l.all != 1 || l.reads != 1 {
		t.Errorf("all units were read %d times, those in flight %d times", l.all, l.reads)
	}
	l.write("1356", 0, rule.Left{Number: 1356, Why: rule.Dropped}, rule.Unclaimed{Number: 1356}, rule.Ended{End: rule.HandedBack, Reason: "released by bo"})
	s.send(screen.Refresh{})
	if l.all != 2 || l.reads != 2 {
		t.Errorf("after an end all units were read %d times, those in flight %d times", l.all, l.reads)
	}
	screentest.Shows(t, s.m.View(), "▌handed-back:", "Done            3")
	s.send(screen.Refresh{ByHand: true})
	if l.all != 3 {
		t.Error("by hand not all units were read")
	}
}

// TestTheLedgerIsWatchedWhileSomethingRuns, here or, as it says itself, elsewhere.
func TestTheLedgerIsWatchedWhileSomethingRuns(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{})
	if len(s.Waiting) != 0 {
		t.Errorf("it is watched though nothing runs: %+v", s.Waiting)
	}
	l.write("1290", 0, rule.Began{Work: rule.Produce, Worker: rule.Me, Head: baseHead})
	s.send(screen.Refresh{})
	if len(s.Waiting) != 1 || s.Waiting[0].After != 3*time.Second {
		t.Fatalf("waiting: %+v", s.Waiting)
	}
	reads := l.reads
	s.Elapse(s.m)
	if l.reads != reads+1 || len(s.Waiting) != 1 {
		t.Errorf("%d reads, waiting %+v", l.reads-reads, s.Waiting)
	}
	s.send(screen.Refresh{})
	s.Elapse(s.m)
	if len(s.Waiting) != 1 {
		t.Errorf("there are two watches: %+v", s.Waiting)
	}
}

// TestAStepThatIsTakenIsWatched from its beginning on.
func TestAStepThatIsTakenIsWatched(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{At: 1290})
	s.press("home")
	s.screen.run = func(context.Context, drain.ScreenInput) (drain.Result, error) {
		l.write("1356", 0, rule.Screened{Members: []int{1356}})
		s.Elapse(s.m)
		screentest.Shows(t, s.m.View(), "screened", "being screened")
		return drain.Result{Wrote: []string{"passed"}}, nil
	}
	s.press("n")
	if len(s.screen.inputs) != 1 {
		t.Error("nothing was taken")
	}
}

// TestALedgerThatCannotBeRead is said once; what was known stays on the screen.
func TestALedgerThatCannotBeRead(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{})
	l.err = errors.New("the ledger is newer than this program")
	s.send(screen.Refresh{})
	s.send(screen.Refresh{})
	if got := s.toasts(); len(got) != 1 || got[0].Text != l.err.Error() {
		t.Errorf("toasts: %+v", got)
	}
	screentest.Shows(t, s.m.View(), "the ledger could not be read", "#1402 #1410")
	l.err = &model.Fault{Kind: model.FaultDamaged, Op: "use the ledger", Detail: "it is damaged and was set aside", Hint: "run the command again to begin a fresh one"}
	s = newScene(t, screentest.Plain(), l).open(80, 23, screen.OpenBoard{})
	screentest.Shows(t, s.m.View(), "The ledger could not be read.", "it is damaged and was set aside", "run the command again to begin a fresh one", "R tries again")
}

// TestAnOvertakenAnswerIsDropped.
func TestAnOvertakenAnswerIsDropped(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{})
	slow := s.m.Update(screen.Refresh{})()
	l.write("7", 0, claimed("fixer", "debt/7", member(7, "New", "n.go", "critical"))...)
	s.send(screen.Refresh{})
	s.send(slow)
	screentest.Shows(t, s.m.View(), "#7 ")
}

// TestTheStoryGoesOn: a new event is at its end, and whoever reads further up stays
// there.
func TestTheStoryGoesOn(t *testing.T) {
	l := shop()
	s := newScene(t, screentest.Plain(), l).open(60, 14, screen.OpenBoard{At: 1402})
	s.press("enter")
	screentest.Shows(t, s.m.View(), "round 1: NEEDS_CHANGES")
	l.write("1402-1410", 0, rule.Began{Work: rule.Fix, Worker: "fixer", Head: firstHead})
	s.send(screen.Refresh{})
	screentest.Shows(t, s.m.View(), "the fix began")
	s.press("home")
	before := s.m.View()
	l.write("1402-1410", 0, rule.Failed{Step: "fix", Worker: "fixer", Reason: "nothing was committed"})
	s.send(screen.Refresh{})
	if after := s.m.View(); !strings.Contains(after, "chosen: #1402") || strings.Contains(after, "nothing was committed on") {
		t.Errorf("it moved:\n%s\n%s", before, after)
	}
	s.press("esc")
	screentest.Shows(t, s.m.View(), "▌#1402 #1410")
}

// TestNothingIsAskedOverAnotherScreen: the question waits on the board.
func TestNothingIsAskedOverAnotherScreen(t *testing.T) {
	s := at(t, 1356)
	s.screen.run = func(context.Context, drain.ScreenInput) (drain.Result, error) {
		s.press("#")
		return drain.Result{Questions: []drain.Question{{ID: "q", Title: "does it hold?"}}}, nil
	}
	s.press("n")
	if got := screentest.SentOf[screen.OpenIssue](s.Stage); len(got) != 1 || got[0].Number != 1356 {
		t.Errorf("opened %+v", got)
	}
	if got := screentest.SentOf[screen.Ask](s.Stage); len(got) != 0 {
		t.Errorf("asked %+v", got)
	}
	s.send(screen.Shown{})
	screentest.Shows(t, s.m.View(), "asks: does it")
}

// TestClicks choose a unit in its column and open its story.
func TestClicks(t *testing.T) {
	for _, width := range []int{80, 120} {
		s := newScene(t, screentest.Plain(), shop()).open(width, 39, screen.OpenBoard{})
		y, x := 0, 0
		for i, line := range strings.Split(s.m.View(), "\n") {
			if before, _, ok := strings.Cut(line, "#1388"); ok && y == 0 {
				y, x = i, len([]rune(before))+2
			}
		}
		click := tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
		s.send(click)
		screentest.Shows(t, s.m.View(), "▌#1388")
		s.send(click)
		screentest.Shows(t, s.m.View(), "Unit 1388", "opened pull request #78")
		s.press("esc")
		s.send(tea.MouseMsg{X: width - 1, Y: 20, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		s.send(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonWheelDown})
	}
}

// TestColumns are walked through, the empty ones left out.
func TestColumns(t *testing.T) {
	for _, width := range []int{80, 120} {
		s := newScene(t, screentest.Plain(), shop()).open(width, 39, screen.OpenBoard{})
		var seen []string
		for _, key := range []string{"l", "l", "l", "l", "l", "h", "h", "j", "k"} {
			s.press(key)
			for line := range strings.SplitSeq(s.m.View(), "\n") {
				if _, after, ok := strings.Cut(line, "▌#"); ok {
					seen = append(seen, after[:4])
				}
			}
		}
		want := []string{"1419", "1402", "1388", "1432", "1432", "1388", "1402"}
		if d := cmp.Diff(want, seen[:7]); d != "" {
			t.Errorf("at %d:\n%s", width, d)
		}
	}
}

// TestTheWheelScrollsWhatIsUnderIt: the timeline or the output; and a click chooses
// an offer, a second one takes it.
func TestTheWheelScrollsWhatIsUnderIt(t *testing.T) {
	s := at(t, 1402)
	s.choose.choice = offers()
	s.produce.run = func(_ context.Context, in drain.ProduceInput) (drain.Result, error) {
		for i := range 90 {
			in.Output("line " + string(rune('A'+i%26)) + strings.Repeat("!", i))
		}
		return drain.Result{Wrote: []string{"done"}}, nil
	}
	s.press("n", "f")
	screentest.Shows(t, s.m.View(), "done")
	s.send(tea.MouseMsg{X: 100, Y: 20, Button: tea.MouseButtonWheelUp})
	if strings.Contains(s.m.View(), "│ done") {
		t.Error("the output did not scroll")
	}
	s.send(tea.MouseMsg{X: 100, Y: 20, Button: tea.MouseButtonWheelDown})
	screentest.Shows(t, s.m.View(), "done")
	s.press("esc", "a")
	y := 0
	for i, line := range strings.Split(s.m.View(), "\n") {
		if strings.Contains(line, "the next one") {
			y = i
		}
	}
	click := tea.MouseMsg{X: 9, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
	s.send(click)
	screentest.Shows(t, s.m.View(), "▌#1388")
	s.send(click)
	screentest.Shows(t, s.m.View(), "Who does the work on #1388?")
}

// TestALongReasonIsShownWhole for the unit under the cursor, with what comes next.
func TestALongReasonIsShownWhole(t *testing.T) {
	l := &ledger{}
	gap := member(1297, "Gap in the log", "app/log.ts", "important")
	l.write("1297", time.Minute, join(claimed("fixer", "debt/1297-gap", gap), isolated("/code/shop-worktrees/1297", gap), []rule.Fact{
		rule.Began{Work: rule.Produce, Worker: "fixer", Head: baseHead},
		rule.Failed{Step: "produce", Worker: "fixer", Reason: "nothing was committed, and app/a/rather/long/path/of/a/file.ts was left changed: commit what belongs to it"},
	})...)
	s := newScene(t, screentest.Plain(), l).open(120, 39, screen.OpenBoard{})
	screentest.Shows(t, s.m.View(), "commit what belongs", "to it · next: the change")
}
