package clusters_test

import (
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/clusters"
	"gh-debt/ui/kit"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

type scene struct {
	*screentest.Stage
	m    *clusters.Model
	undo *queuetest.Undo
}

// classed is an issue of a class, beside the unclassified ones of the shop.
func classed(number, days int, title, class, path string, labels ...string) model.Issue {
	is := queuetest.Issue(number, days, title, path, 1, labels...)
	is.Body = model.Key{Class: class, Path: path, Line: 1}.Comment()
	return is
}

// batches is the shop with a batch of each signal.
func batches() []model.Issue {
	return append(queuetest.Shop(),
		classed(1419, 9, "Percent coupons are rounded line by line", "money/rounding", "app/cart/coupon.ts", "severity:suggestion"),
		classed(1356, 36, "Sums of a cart are off by a cent", "money/rounding", "app/cart/totals.ts", "severity:important"),
		classed(1430, 5, "Gate keeps the old key", "keys/kept", "app/gate/a.ts", "severity:important"),
		classed(1431, 4, "Gate tells the key", "keys/kept", "app/gate/b.ts"),
		classed(1432, 3, "Gate forgets the key", "keys/lost", "app/gate/b.ts", "severity:critical"))
}

func newScene(t *testing.T, o theme.Options, issues []model.Issue, width, height int) *scene {
	t.Helper()
	s := &scene{Stage: screentest.NewStageWith(t, o), undo: &queuetest.Undo{}}
	s.m = clusters.New(s.Env, clusters.Deps{Place: "acme/shop", Undo: s.undo}, screen.OpenClusters{Queue: model.NewQueue(issues, model.Facts{})})
	s.Start(s.m, width, height)
	return s
}

func (s *scene) press(keys ...string) { s.Press(s.m, keys...) }
func (s *scene) send(msg tea.Msg)     { s.Run(s.m, s.m.Update(msg)) }

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	cases := []struct {
		name          string
		look          theme.Options
		issues        []model.Issue
		width, height int
		keys          []string
	}{
		{"80x24", screentest.Plain(), batches(), 80, 23, []string{"*", "n"}},
		{"120x40", screentest.Plain(), batches(), 120, 39, nil},
		{"60x15", screentest.Plain(), batches(), 60, 14, []string{"G"}},
		{"80x24 colour", screentest.Colour(), batches(), 80, 23, []string{"*", "n"}},
		{"120x40 colour", screentest.Colour(), batches(), 120, 39, nil},
		{"60x15 colour", screentest.Colour(), batches(), 60, 14, []string{"G"}},
		{"80x24 no colour", screentest.NoColour(), batches(), 80, 23, nil},
		{"80x24 ascii", screentest.ASCII(), batches(), 80, 23, []string{"space"}},
		{"80x24 none", screentest.Plain(), batches()[:1], 80, 23, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.look, c.issues, c.width, c.height)
			s.press(c.keys...)
			screentest.Picture(t, s.m.View(), c.width, c.height)
		})
	}
}

// numbers are the issues that a re-grade was asked for.
func (s *scene) numbers() []int {
	var out []int
	for _, msg := range screentest.SentOf[screen.OpenRegrade](s.Stage) {
		for _, is := range msg.Issues {
			out = append(out, is.Number)
		}
	}
	return out
}

// TestRegrade: the issue under the cursor, the marked ones, a whole batch.
func TestRegrade(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want []int
	}{
		{"one", []string{"r"}, []int{1402}},
		{"a batch", []string{"*", "r"}, []int{1402, 1410}},
		{"a batch marked and unmarked", []string{"*", "*", "r"}, []int{1402}},
		{"the next batch", []string{"n", "*", "r"}, []int{1432, 1430, 1431}},
		{"the one before", []string{"G", "p", "r"}, []int{1432}},
		{"two of two batches", []string{"space", "n", "space", "r"}, []int{1402, 1432}},
		{"the marks dropped", []string{"*", "esc", "r"}, []int{1402}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, screentest.Plain(), batches(), 80, 23)
			s.press(c.keys...)
			if d := cmp.Diff(c.want, s.numbers()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestEnterAndClicksOpenAMember with what is known of it.
func TestEnterAndClicksOpenAMember(t *testing.T) {
	s := newScene(t, screentest.Plain(), batches(), 80, 23)
	s.press("n", "j", "enter")
	for y, line := range strings.Split(s.m.View(), "\n") {
		if strings.Contains(line, "#1410") {
			click := tea.MouseMsg{X: 9, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
			s.send(click)
			s.send(click)
		}
	}
	var got []int
	for _, msg := range screentest.SentOf[screen.OpenIssue](s.Stage) {
		if msg.Entry.Issue.Number != msg.Number {
			t.Errorf("#%d was opened without what is known of it", msg.Number)
		}
		got = append(got, msg.Number)
	}
	if d := cmp.Diff([]int{1430, 1410}, got); d != "" {
		t.Error(d)
	}
}

// TestARefreshKeepsTheCursorAndTheMarks, but for what is in no batch any more.
func TestARefreshKeepsTheCursorAndTheMarks(t *testing.T) {
	s := newScene(t, screentest.Plain(), batches(), 80, 23)
	s.press("n", "*", "j")
	var left []model.Issue
	for _, is := range batches() {
		if is.Number != 1432 && is.Number != 1356 { // of two batches, one has only one member left
			left = append(left, is)
		}
	}
	s.send(screen.QueueRead{Queue: model.NewQueue(left, model.Facts{})})
	view := s.m.View()
	if !strings.Contains(view, "●▌#1430") || strings.Contains(view, "#1419") || strings.Contains(view, "#1432") {
		t.Errorf("after the refresh:\n%s", view)
	}
	s.press("r")
	if d := cmp.Diff([]int{1430, 1431}, s.numbers()); d != "" {
		t.Error(d)
	}
}

// TestWhileOneIsBeingChanged: its row says so and no second change begins (C-29).
func TestWhileOneIsBeingChanged(t *testing.T) {
	s := newScene(t, screentest.Plain(), batches(), 80, 23)
	s.send(screen.Pending{Change: 7, Numbers: []int{1402}, Doing: "declining"})
	if !strings.Contains(s.m.View(), "declining…") {
		t.Errorf("the row does not say so:\n%s", s.m.View())
	}
	s.press("r", "*", "r")
	if got := s.numbers(); got != nil {
		t.Errorf("a change of %v began", got)
	}
	s.send(screen.Unchanged{Change: 7, Numbers: []int{1402}})
	s.press("r")
	if d := cmp.Diff([]int{1402, 1410}, s.numbers()); d != "" {
		t.Error(d)
	}
}

// TestUndoAsksFirst.
func TestUndoAsksFirst(t *testing.T) {
	s := newScene(t, screentest.Plain(), batches(), 80, 23)
	s.undo.Plan = []recipe.IssueChange{{Number: 1402, Outcome: recipe.Changed, Reopened: true}}
	s.press("u")
	if asked := screentest.SentOf[screen.Ask](s.Stage); len(asked) != 1 || len(s.undo.Runs) != 1 || !s.undo.Runs[0].DryRun {
		t.Errorf("asked %+v, ran %+v", asked, s.undo.Runs)
	}
}

// TestSizes: no panic at any size, and after growing again all is as before (C-26).
func TestSizes(t *testing.T) {
	s := newScene(t, screentest.Plain(), batches(), 80, 12)
	s.press("n", "n", "j")
	screentest.Shrinks(t, s.m, 80, 12)
}

// TestWideCharacters: what stands behind a title begins in the same cell on every
// row (C-25).
func TestWideCharacters(t *testing.T) {
	issues := batches()
	odd := []string{"漢字の題", "👨‍👩‍👧‍👦 family", "🇩🇪 flag", "e\u0301 composed", "→ arrow", "plain", "漢字の題漢字の題漢字の題漢字の題漢字の題漢字の題漢字の題"}
	for i := range issues {
		issues[i].Title = odd[i%len(odd)]
	}
	for _, width := range []int{60, 80, 120} {
		s := newScene(t, screentest.Plain(), issues, width, 40)
		screentest.Inside(t, s.m.View(), width, 40)
		at := -1
		for _, line := range strings.Split(s.m.View(), "\n") {
			before, _, ok := strings.Cut(line, "▎")
			if !ok {
				continue
			}
			if at < 0 {
				at = kit.Width(before)
			}
			if got := kit.Width(before); got != at {
				t.Errorf("at %d: the severity begins in cell %d and in %d: %s", width, at, got, line)
			}
		}
	}
}

// TestKeysAreSound: no key has two meanings, each has a help.
func TestKeysAreSound(t *testing.T) {
	screentest.Sound(t, append(clusters.Keys(), newScene(t, screentest.Plain(), batches(), 80, 23).m.Table())...)
}
