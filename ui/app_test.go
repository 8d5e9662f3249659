package ui_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gh-debt/ui"
	"gh-debt/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestDialogHasNoPreselected: Enter alone never confirms, yes takes a step, and
// the owner gets the message that it chose.
func TestDialogHasNoPreselected(t *testing.T) {
	type chosen struct{ text string }
	type refused struct{}
	ask := screen.Ask{Question: screen.Question{
		Title: "Decline #1?", Lines: []string{"#1  one"}, Yes: "Decline",
		Then: func(text string) tea.Msg { return chosen{text} }, Else: refused{},
	}}
	withField := ask
	withField.Question.Field = "Reason"
	cases := []struct {
		name string
		ask  screen.Ask
		keys []string
		want tea.Msg
	}{
		{"enter is no", ask, []string{"enter"}, refused{}},
		{"esc is no", ask, []string{"esc"}, refused{}},
		{"n is no", ask, []string{"n"}, refused{}},
		{"y is yes", ask, []string{"y"}, chosen{}},
		{"to the other answer", ask, []string{"right", "enter"}, chosen{}},
		{"there and back", ask, []string{"tab", "tab", "enter"}, refused{}},
		{"the text first, then no", withField, []string{"by design", "enter", "enter"}, refused{}},
		{"the text and yes", withField, []string{"by design", "enter", "right", "enter"}, chosen{"by design"}},
		{"y is text in the field", withField, []string{"yyy", "enter", "y"}, chosen{"yyy"}},
		{"no yes without the text", withField, []string{"enter", "y", "esc"}, refused{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, nil)
			s.send(c.ask)
			s.press(c.keys...)
			var got []tea.Msg
			for _, msg := range s.first.got {
				switch msg.(type) {
				case chosen, refused:
					got = append(got, msg)
				}
			}
			if d := cmp.Diff([]tea.Msg{c.want}, got, cmp.AllowUnexported(chosen{})); d != "" {
				t.Error(d)
			}
			if len(s.first.did) > 0 {
				t.Errorf("a key of the dialog reached the screen: %v", s.first.did)
			}
		})
	}
}

// TestToasts: errors stay until dismissed, notes fade, the latest note counts.
func TestToasts(t *testing.T) {
	s := newStage(t, nil)
	s.send(screen.Toast{Text: "one"})
	s.send(screen.Toast{Level: screen.Success, Text: "two", Next: "u takes it back"})
	if s.has("one") || !s.has("✓ two") || !s.has("u takes it back") {
		t.Errorf("the latest note is not what is seen:\n%s", s.app.View())
	}
	s.later = s.later[:1]
	s.elapse() // the first note's time is up: it was overtaken
	if !s.has("two") {
		t.Error("a note faded when another's time was up")
	}
	s.send(screen.Toast{Text: "three"})
	s.elapse()
	if s.has("three") {
		t.Error("a note does not fade")
	}
	s.send(screen.Toast{Level: screen.Failure, Text: "could not label #12: \x1b[31mdenied", Next: "run: gh auth login"})
	s.send(screen.Toast{Level: screen.Failure, Text: "could not close #13"})
	s.elapse()
	if !s.has("✗ could not close #13") || !s.has("x dismiss, 1 more") {
		t.Errorf("the latest failure is not what is seen:\n%s", s.app.View())
	}
	if s.first.size.Height != 22 {
		t.Errorf("the screen has %d lines beside one toast line and the footer", s.first.size.Height)
	}
	s.press("x")
	if !s.has("could not label #12: ^[[31mdenied") || !s.has("run: gh auth login") {
		t.Errorf("the failure before is not seen after the latest was dismissed:\n%s", s.app.View())
	}
	s.press("x")
	if s.has("✗") || s.first.size.Height != 23 {
		t.Errorf("a dismissed failure is still there:\n%s", s.app.View())
	}
}

// TestScreensStack: open, back, and a read that ends with its screen while a
// write does not.
func TestScreensStack(t *testing.T) {
	s := newStage(t, nil)
	s.send(screen.OpenIssue{Number: 12})
	if !s.has("probe second") {
		t.Fatalf("the second screen is not seen:\n%s", s.app.View())
	}
	s.send(answer{7})
	for _, p := range []*probe{s.first, s.second} {
		if p.got[len(p.got)-1] != (answer{7}) {
			t.Errorf("%s did not get an answer: %+v", p.name, p.got)
		}
	}
	s.press("esc")
	if !s.has("probe first") {
		t.Error("esc does not go back")
	}
	if s.second.env.Reading.Err() == nil || s.second.env.Writing.Err() != nil || s.first.env.Reading.Err() != nil {
		t.Error("leaving a screen must end its reads and nothing else")
	}
	if _, ok := s.first.got[len(s.first.got)-1].(screen.Shown); !ok {
		t.Errorf("the first screen was not told that it is seen again: %+v", s.first.got)
	}
	s.press("esc")
	if !s.has("this is the first screen") {
		t.Errorf("esc on the first screen says nothing:\n%s", s.app.View())
	}
}

// TestAnotherWindowIsToldAfterItsSize: who sees the message draws in the new room.
func TestAnotherWindowIsToldAfterItsSize(t *testing.T) {
	s := newStage(t, nil)
	s.first.got = nil
	s.first.sees = func(tea.Msg) { s.first.did = append(s.first.did, fmt.Sprint(s.first.size.Width)) }
	s.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	if d := cmp.Diff([]tea.Msg{screen.Resized{}}, s.first.got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"120"}, s.first.did); d != "" {
		t.Errorf("its size by then: %s", d)
	}
}

// TestStartOpensAScreen on top of the queue, and one that the app lacks is said.
func TestStartOpensAScreen(t *testing.T) {
	s := newStage(t, func(o *ui.Options) { o.Start = screen.OpenIssue{Number: 3} })
	if !s.has("probe second") {
		t.Errorf("the app does not begin with the screen asked for:\n%s", s.app.View())
	}
	s.send(screen.OpenClusters{})
	if !s.has("there is no such screen") {
		t.Errorf("a missing screen:\n%s", s.app.View())
	}
	s.send(screen.OpenBoard{})
	if !s.has("draining needs a clone") {
		t.Errorf("a board that there cannot be:\n%s", s.app.View())
	}
}

// TestLeavingWithUnsavedTextAsks, by esc and by q, and ctrl+c saves and goes.
func TestLeavingWithUnsavedTextAsks(t *testing.T) {
	s := newStage(t, nil)
	s.send(screen.OpenIssue{})
	s.second.asks = "Leave without filing?"
	s.press("esc")
	if !s.has("Leave without filing?") {
		t.Fatalf("esc does not ask:\n%s", s.app.View())
	}
	s.press("n")
	if !s.has("probe second") {
		t.Error("no leaves")
	}
	s.press("esc", "y")
	if !s.has("probe first") {
		t.Error("yes does not leave")
	}
	s.send(screen.OpenIssue{})
	s.press("q", "n")
	if s.quit {
		t.Error("it quit after a no")
	}
	s.press("q", "y")
	if !s.quit {
		t.Error("it did not quit after a yes")
	}
	c := newStage(t, nil)
	c.first.saves = true
	c.first.asks = "Leave?"
	c.press("ctrl+c")
	if !c.first.saved || !c.quit {
		t.Errorf("ctrl+c: saved %v, quit %v", c.first.saved, c.quit)
	}
}

// TestRefreshInterval: the screens are asked again and again, but not while a
// question is open; 0 is never.
func TestRefreshInterval(t *testing.T) {
	s := newStage(t, func(o *ui.Options) { o.Refresh = time.Minute })
	if len(s.later) != 1 || s.later[0].After != time.Minute {
		t.Fatalf("waiting: %+v", s.later)
	}
	refreshes := func() (n int) {
		for _, msg := range s.first.got {
			if _, ok := msg.(screen.Refresh); ok {
				n++
			}
		}
		return n
	}
	s.elapse()
	s.elapse()
	if refreshes() != 2 {
		t.Errorf("%d refreshes after two intervals", refreshes())
	}
	s.send(screen.Ask{Question: screen.Question{Title: "Sure?"}})
	s.elapse()
	if refreshes() != 2 || len(s.later) != 1 {
		t.Errorf("with a question open: %d refreshes, %d waiting", refreshes(), len(s.later))
	}
	s.press("n", "R")
	if refreshes() != 3 {
		t.Errorf("R: %d refreshes", refreshes())
	}
	if never := newStage(t, nil); len(never.later) != 0 {
		t.Errorf("an interval of 0 waits for %+v", never.later)
	}
}

// TestBrowseAndCopy go through the root and say what happened.
func TestBrowseAndCopy(t *testing.T) {
	s := newStage(t, nil)
	s.send(screen.OpenURL{URL: "https://github.com/acme/shop/issues/1"})
	s.send(screen.CopyText{Text: "https://x", What: "the address of #1"})
	if d := cmp.Diff([][]string{{"https://github.com/acme/shop/issues/1"}, {"https://x"}}, [][]string{s.browsed, s.copied}); d != "" {
		t.Error(d)
	}
	if !s.has("copied the address of #1") {
		t.Errorf("nothing is said of it:\n%s", s.app.View())
	}
	s.send(screen.CopyText{Text: "https://x/1\nhttps://x/2", What: "the addresses of #1 and #2"})
	if got := s.copied[1]; got != "https://x/1\nhttps://x/2" || !s.has("https://x/1, ") || s.has("^J") {
		t.Errorf("copied %q, and said:\n%s", got, s.app.View())
	}
	local := newStage(t, func(o *ui.Options) { o.Browse = nil })
	local.send(screen.OpenURL{URL: "http://github.localhost/local/shop/issues/1"})
	if !local.has("there is no page to open") || local.has("github.localhost") {
		t.Errorf("of a tracker without pages:\n%s", local.app.View())
	}
	b := newStage(t, func(o *ui.Options) {
		o.Browse = func(context.Context, string) error { return errors.New("no browser here") }
	})
	b.send(screen.OpenURL{URL: "https://x/1"})
	if !b.has("no browser could be opened: no browser here") || !b.has("the address is https://x/1") {
		t.Errorf("a browser that fails:\n%s", b.app.View())
	}
}

// TestMouseCanBeSwitchedOff.
func TestMouseCanBeSwitchedOff(t *testing.T) {
	s := newStage(t, func(o *ui.Options) { o.Mouse = true })
	s.press("M")
	if !s.has("the mouse is off") {
		t.Errorf("M:\n%s", s.app.View())
	}
	s.press("M")
	if !s.has("the mouse is on") {
		t.Errorf("M again:\n%s", s.app.View())
	}
}
