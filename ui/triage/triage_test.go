package triage_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestOneKeyAnswers: the digit of the answer, or enter on the chosen one.
func TestOneKeyAnswers(t *testing.T) {
	for _, keys := range [][]string{{"2"}, {"j", "enter"}} {
		t.Run(fmt.Sprint(keys), func(t *testing.T) {
			s := newScene(t, screentest.Plain(), loose(), 80, 40)
			s.must(t, "#1402, its difficulty", "left")
			before := s.m.View()
			s.press(keys...)
			if len(s.deeds.regrades) != 1 {
				t.Fatalf("%d changes were made", len(s.deeds.regrades))
			}
			got := s.deeds.regrades[0]
			if d := cmp.Diff(map[model.Axis]string{model.Difficulty: "medium"}, got.Changes); d != "" {
				t.Error(d)
			}
			if before == s.m.View() {
				t.Error("the next one is not asked")
			}
			s.must(t, "1 answered")
			if toasts := screentest.SentOf[screen.Toast](s.Stage); len(toasts) != 1 || toasts[0].Text != "re-graded: #1402" {
				t.Errorf("toasts: %+v", toasts)
			}
		})
	}
}

// TestAFailureStays at the loose end and names the issue (C-29).
func TestAFailureStays(t *testing.T) {
	for name, set := range map[string]func(*deeds){
		"refused": func(d *deeds) { d.refuse = true },
		"failed":  func(d *deeds) { d.err = errors.New("GitHub did not answer") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, screentest.Plain(), loose(), 80, 40)
			set(s.deeds)
			before := s.m.View()
			s.press("1")
			if d := cmp.Diff(before, s.m.View()); d != "" {
				t.Error(d)
			}
			toasts := screentest.SentOf[screen.Toast](s.Stage)
			if len(toasts) != 1 || toasts[0].Level != screen.Failure || !strings.HasPrefix(toasts[0].Text, "#1402 could not be re-graded: ") {
				t.Errorf("toasts: %+v", toasts)
			}
			s.deeds.refuse, s.deeds.err = false, nil
			s.press("1")
			s.must(t, "1 answered")
		})
	}
}

// TestOnePressOneRequest: while an answer is being written no key gives another
// (C-29).
func TestOnePressOneRequest(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	table := s.m.Table()
	b, _ := table.Find(screentest.Keys("1")[0])
	slow := b.Do() // pressed, not answered yet
	s.press("1", "2", "enter", "s", "p")
	if len(s.deeds.regrades) != 0 {
		t.Error("a second change began")
	}
	s.Run(s.m, slow)
	if len(s.deeds.regrades) != 1 {
		t.Errorf("%d changes were made", len(s.deeds.regrades))
	}
	s.must(t, "1 answered")
}

// TestSkipBackAndTakingItUpAgain: one key skips, one goes back, and what was
// skipped is remembered when the screen is left.
func TestSkipBackAndTakingItUpAgain(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 23)
	first := s.m.View()
	s.press("s")
	second := s.m.View()
	s.must(t, "1 skipped")
	s.press("p")
	s.must(t, "skipped before", "#1402")
	s.press("s")
	if d := cmp.Diff(second, s.m.View()); d != "" {
		t.Error(d)
	}
	s.press("s")
	third := s.m.View()
	s.begin(80, 23)
	if d := cmp.Diff(third, s.m.View()); d != "" {
		t.Errorf("it was not taken up where it was left:\n%s", d)
	}
	for range 10 {
		s.press("s")
	}
	s.must(t, "What is left was skipped")
	s.press("S")
	if got := s.m.View(); strings.Split(got, "\n")[3] != strings.Split(first, "\n")[3] {
		t.Errorf("the first one is not asked again:\n%s", got)
	}
}

// TestTexts are asked for, checked, and given with the change.
func TestTexts(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.goTo(t, "Does any route reach the branch?")
	s.press("2", "ctrl+s")
	if len(s.deeds.regrades) > 0 {
		t.Fatal("it was re-graded without the answer")
	}
	s.must(t, "✗ ")
	s.press("Every route does.", "enter", "A trace of a week shows it.")
	s.Paste(s.m, "q\nd\n")
	s.press("ctrl+s")
	if len(s.deeds.regrades) != 1 {
		t.Fatalf("%d changes were made:\n%s", len(s.deeds.regrades), s.m.View())
	}
	if d := cmp.Diff("Every route does.\nA trace of a week shows it.q\nd", s.deeds.regrades[0].Answer); d != "" {
		t.Error(d)
	}
}

// TestATextIsKept when the fields are left, and when the screen is.
func TestATextIsKept(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.goTo(t, "Does any route reach the branch?")
	s.press("1")
	if q, asks := s.m.Leave(); asks {
		t.Errorf("leaving asks %q although nothing was typed", q.Title)
	}
	s.press("half a sent", "esc")
	s.mustNot(t, "half a sent")
	if q, asks := s.m.Leave(); !asks || !strings.Contains(q.Lines[0], "#1377") {
		t.Errorf("leaving asks %v %+v", asks, q)
	}
	s.begin(80, 40)
	s.must(t, "Does any route reach the branch?")
	s.press("1")
	s.must(t, "half a sent")
}

// TestTheKeyOfAHandFiledIssue: the place that the body cites, or one that is
// typed, with its code beside it.
func TestTheKeyOfAHandFiledIssue(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.goTo(t, "#96, its key")
	s.press("1")
	s.press("p")
	s.must(t, "answered: there")
	s.press("2")
	s.press("tab", "backspace", "12", "enter")
	s.Elapse(s.m)
	s.must(t, "▸  12 │")
	s.press("enter")
	var got []model.Key
	for _, in := range s.deeds.repairs {
		if in.Number != 96 || in.Seen != s.issues[3].Body {
			t.Errorf("the wrong issue, or a body that was not seen: %+v", in)
		}
		got = append(got, in.Key)
	}
	want := []model.Key{
		{Class: model.Unclassified, Path: "app/log/write.ts", Line: 5},
		{Class: model.Unclassified, Path: "app/log/write.ts", Line: 12},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestRenamingALabel asks the queue to be read anew, and tells the way out where
// the token may not.
func TestRenamingALabel(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.goTo(t, "Are the labels renamed?")
	s.deeds.mayNot = true
	s.press("1")
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	want := screen.Toast{Level: screen.Failure, Text: "the token may not rename labels", Next: "gh label edit handler:prompt --name footprint:narrow"}
	if d := cmp.Diff(want, toasts[len(toasts)-1]); d != "" {
		t.Error(d)
	}
	s.must(t, "Are the labels renamed?")
	s.deeds.mayNot = false
	s.press("1")
	if s.deeds.syncs != 2 || len(screentest.SentOf[screen.Refresh](s.Stage)) != 2 {
		t.Errorf("synced %d times", s.deeds.syncs)
	}
	s.must(t, "1 answered")
}

// TestTheQueueChanges meanwhile: what somebody else settled is gone, the place
// stays.
func TestTheQueueChanges(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 23)
	s.goTo(t, "#1311")
	here := strings.Split(s.m.View(), "\n")[2]
	issues := loose()
	issues[4].Labels = []string{"tech-debt", "severity:critical", "footprint:narrow", "difficulty:easy"}
	issues[4].Body = queuetest.Issue(1377, 3, "", "app/auth/gate.ts", 9).Body
	issues = append(issues, queuetest.Issue(1500, 1, "A new one", "app/new.ts", 1, "severity:critical", "footprint:narrow"))
	s.send(screen.QueueRead{Queue: model.NewQueue(issues, model.Facts{})})
	if d := cmp.Diff(here, strings.Split(s.m.View(), "\n")[2]); d != "" {
		t.Error(d)
	}
	seen := ""
	for range 10 {
		s.press("s")
		seen += s.m.View()
	}
	if strings.Contains(seen, "#1377") || !strings.Contains(seen, "#1500") {
		t.Error("the way does not follow the queue")
	}
	// The one on the screen is settled by somebody else: the next one is asked.
	s.begin(80, 23)
	s.press("S")
	s.goTo(t, "#1402")
	issues[0].Labels = append(issues[0].Labels, "difficulty:easy")
	s.send(screen.QueueRead{Queue: model.NewQueue(issues, model.Facts{})})
	s.mustNot(t, "#1402")
}

// TestAnOvertakenListIsDropped.
func TestAnOvertakenListIsDropped(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 23)
	slow := s.m.Update(screen.QueueRead{Queue: model.NewQueue(loose()[:1], model.Facts{})})()
	s.send(screen.QueueRead{Queue: model.NewQueue(loose(), model.Facts{})})
	before := s.m.View()
	s.send(slow)
	if d := cmp.Diff(before, s.m.View()); d != "" {
		t.Error(d)
	}
}

// TestNoLooseEnds says so.
func TestNoLooseEnds(t *testing.T) {
	s := newScene(t, screentest.Plain(), nil, 80, 23)
	s.must(t, "No loose ends")
	s.press("1", "enter", "s", "p", "S", "j", "k", "i", "o", "y", "r")
	if len(s.deeds.regrades)+len(s.deeds.repairs) > 0 {
		t.Error("something was changed")
	}
}

// TestSizes: no panic at any size, with and without fields, and after growing
// again all is as before (C-26).
func TestSizes(t *testing.T) {
	for _, typed := range []bool{false, true} {
		s := newScene(t, screentest.Plain(), loose(), 80, 23)
		s.goTo(t, "Where does it lie")
		if typed {
			s.press("2", "tab")
		}
		screentest.Shrinks(t, s.m, 80, 23)
	}
}

// TestOddTexts: wide characters stay in their room (C-25), and nothing steers
// the terminal.
func TestOddTexts(t *testing.T) {
	bad := "漢字の題 👨‍👩‍👧‍👦 🇩🇪 e\u0301 → \x1b]8;;x\x07 \u202e "
	issues := loose()
	for i := range issues {
		issues[i].Title = strings.Repeat(bad, 5)
		issues[i].Labels = append(issues[i].Labels, "handler:"+bad)
	}
	for _, width := range []int{60, 80, 120} {
		s := newScene(t, screentest.Plain(), issues, width, 30)
		for range 12 {
			view := s.m.View()
			screentest.Inside(t, view, width, 30)
			screentest.Harmless(t, view)
			s.press("s")
		}
	}
}
