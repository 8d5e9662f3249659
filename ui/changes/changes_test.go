package changes_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/changes"
	"gh-debt/ui/kit"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// log is a log that a test holds in its hands.
type log struct {
	entries []recipe.LogEntry
	damaged int
	err     error
	reads   int
}

func (l *log) Read(limit int) ([]recipe.LogEntry, int, error) {
	l.reads++
	return l.entries[:min(len(l.entries), limit)], l.damaged, l.err
}

// story is a log of everything that is kept in one.
func story() []recipe.LogEntry {
	at := func(hours int) time.Time { return screentest.Now().Add(-time.Duration(hours) * time.Hour) }
	body := "a body"
	return []recipe.LogEntry{
		{At: at(1), Group: "g7", Op: recipe.OpUndo, Number: 1402, Title: "Refund path swallows the gateway error", By: "bo", Outcome: "changed", Added: []string{"severity:important"}, Removed: []string{"severity:critical"}, Undoes: "g6"},
		{At: at(2), Group: "g6", Op: recipe.OpRegrade, Number: 1402, Title: "Refund path swallows the gateway error", By: "bo", Outcome: "changed", Added: []string{"severity:critical"}, Removed: []string{"severity:important"}},
		{At: at(2), Group: "g6", Op: recipe.OpRegrade, Number: 96, Title: "Log lines carry no request id", By: "bo", Outcome: "failed", Error: "GitHub did not answer"},
		{At: at(20), Group: "g5", Op: recipe.OpDecline, Number: 1207, Title: "Two spellings of colour", By: "alice", Outcome: "changed", Added: []string{"wontfix"}, Closed: model.NotPlanned},
		{At: at(21), Group: "g4", Op: recipe.OpRepair, Number: 1290, Title: "Cache key ignores locale", By: "alice", Outcome: "changed", NewBody: &body, OldBody: &body},
		{At: at(100), Group: "g3", Op: recipe.OpFile, Number: 1410, Title: "Retry loop never backs off", By: "alice", Outcome: "filed", Key: "v1 class=holistic/unclassified path=app/pay/refund.ts line=201"},
		{At: at(900), Group: "g2", Op: recipe.OpTwin, Number: 1300, Title: "Cache key ignores the locale", By: "alice", Outcome: "changed", Closed: model.Duplicate},
		{At: at(900), Group: "g1", Op: recipe.OpPublish, Number: 1290, Title: "Cache key ignores locale", Outcome: "filed"},
	}
}

type scene struct {
	*screentest.Stage
	m    *changes.Model
	log  *log
	undo *queuetest.Undo
}

func newScene(t *testing.T, o theme.Options, l *log, width, height int) *scene {
	t.Helper()
	s := &scene{Stage: screentest.NewStageWith(t, o), log: l, undo: &queuetest.Undo{}}
	s.m = changes.New(s.Env, changes.Deps{Place: "acme/shop", Log: l, Undo: s.undo}, screen.OpenLog{})
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
		log           *log
		width, height int
		keys          []string
	}{
		{"80x24", screentest.Plain(), &log{entries: story()}, 80, 23, []string{"j"}},
		{"120x40", screentest.Plain(), &log{entries: story()}, 120, 39, nil},
		{"60x15", screentest.Plain(), &log{entries: story(), damaged: 2}, 60, 14, []string{"G"}},
		{"80x24 colour", screentest.Colour(), &log{entries: story()}, 80, 23, []string{"j"}},
		{"120x40 colour", screentest.Colour(), &log{entries: story()}, 120, 39, nil},
		{"60x15 colour", screentest.Colour(), &log{entries: story()}, 60, 14, []string{"G"}},
		{"80x24 no colour", screentest.NoColour(), &log{entries: story(), damaged: 1}, 80, 23, nil},
		{"80x24 ascii", screentest.ASCII(), &log{entries: story()}, 80, 23, nil},
		{"80x24 empty", screentest.Plain(), &log{}, 80, 23, nil},
		{"80x24 not read", screentest.Plain(), &log{err: errors.New("read the log of changes: permission denied")}, 80, 23, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.look, c.log, c.width, c.height)
			s.press(c.keys...)
			screentest.Picture(t, s.m.View(), c.width, c.height)
		})
	}
}

// TestAFailureIsToldOnce, until the log can be read again.
func TestAFailureIsToldOnce(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{err: errors.New("read the log of changes: permission denied")}, 80, 23)
	s.send(screen.Refresh{})
	toasts := screentest.SentOf[screen.Toast](s.Stage)
	if d := cmp.Diff([]screen.Toast{{Level: screen.Failure, Text: "read the log of changes: permission denied"}}, toasts); d != "" {
		t.Error(d)
	}
	s.log.err, s.log.entries = nil, story()
	s.send(screen.Refresh{ByHand: true})
	if !strings.Contains(s.m.View(), "re-graded") {
		t.Errorf("the log is not shown:\n%s", s.m.View())
	}
}

// TestAnOvertakenReadIsDropped.
func TestAnOvertakenReadIsDropped(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{}, 80, 23)
	slow := s.m.Update(screen.Refresh{})() // read, not delivered yet
	s.log.entries = story()
	s.send(screen.Changed{})
	s.send(slow)
	if !strings.Contains(s.m.View(), "#1402") {
		t.Errorf("an older log took the place of a newer one:\n%s", s.m.View())
	}
}

// TestOpen opens the issue of the entry, with what the queue knows of it.
func TestOpen(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{entries: story()}, 80, 23)
	s.send(screen.QueueRead{Queue: model.NewQueue(queuetest.Shop(), model.Facts{})})
	s.press("enter", "G", "enter")
	var got [][2]int
	for _, msg := range screentest.SentOf[screen.OpenIssue](s.Stage) {
		got = append(got, [2]int{msg.Number, msg.Entry.Issue.Number})
	}
	if d := cmp.Diff([][2]int{{1402, 1402}, {1290, 1290}}, got); d != "" {
		t.Error(d)
	}
	// A queue that was read before the log was opened serves as well.
	s = &scene{Stage: screentest.NewStageWith(t, screentest.Plain())}
	s.Env.Known.Note(screen.QueueRead{Queue: model.NewQueue(queuetest.Shop(), model.Facts{})})
	s.m = changes.New(s.Env, changes.Deps{Log: &log{entries: story()}, Undo: &queuetest.Undo{}}, screen.OpenLog{})
	s.Start(s.m, 80, 23)
	s.press("enter")
	if opened := screentest.SentOf[screen.OpenIssue](s.Stage); len(opened) != 1 || opened[0].Entry.Issue.Number != 1402 {
		t.Errorf("opened %+v", opened)
	}
}

// TestUndo asks, takes back once, and the log is read anew.
func TestUndo(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{entries: story()}, 80, 23)
	s.undo.Plan = []recipe.IssueChange{{Number: 1402, Outcome: recipe.Changed, Edit: model.LabelEdit{Add: []string{"severity:important"}}}}
	s.press("u")
	asked := screentest.SentOf[screen.Ask](s.Stage)
	if len(asked) != 1 {
		t.Fatalf("asked %d times", len(asked))
	}
	reads := s.log.reads
	s.send(asked[0].Question.Then(""))
	if d := cmp.Diff([]recipe.UndoInput{{DryRun: true}, {}}, s.undo.Runs); d != "" {
		t.Error(d)
	}
	if s.log.reads == reads {
		t.Error("the log was not read anew")
	}
	if toasts := screentest.SentOf[screen.Toast](s.Stage); len(toasts) != 1 || toasts[0].Text != "taken back: #1402" {
		t.Errorf("toasts: %+v", toasts)
	}
}

// TestANoLeavesTheChange, and it can be asked again.
func TestANoLeavesTheChange(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{entries: story()}, 80, 23)
	s.undo.Plan = []recipe.IssueChange{{Number: 1402, Outcome: recipe.Changed, Reopened: true}}
	s.press("u")
	s.send(screentest.SentOf[screen.Ask](s.Stage)[0].Question.Else)
	s.press("u")
	if got := len(screentest.SentOf[screen.Ask](s.Stage)); got != 2 {
		t.Errorf("asked %d times", got)
	}
	for _, run := range s.undo.Runs {
		if !run.DryRun {
			t.Error("it was taken back without a yes")
		}
	}
}

// TestARefreshKeepsTheCursor on its entry when newer ones come.
func TestARefreshKeepsTheCursor(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{entries: story()[2:]}, 80, 23)
	s.press("j")
	s.log.entries = story()
	s.send(screen.Refresh{})
	if !strings.Contains(line(s.m.View(), "▌"), "#1207") {
		t.Errorf("the cursor moved:\n%s", s.m.View())
	}
}

func line(view, with string) string {
	for _, l := range strings.Split(view, "\n") {
		if strings.Contains(l, with) {
			return l
		}
	}
	return ""
}

// TestSizes: no panic at any size, and after growing again all is as before (C-26).
func TestSizes(t *testing.T) {
	s := newScene(t, screentest.Plain(), &log{entries: story(), damaged: 1}, 80, 12)
	s.press("j", "j", "j")
	screentest.Shrinks(t, s.m, 80, 12)
}

// TestOddTexts: wide characters keep the columns (C-25), and nothing steers the
// terminal.
func TestOddTexts(t *testing.T) {
	entries := story()
	odd := []string{"漢字の題漢字の題漢字の題漢字の題漢字の題漢字の題漢字の題", "👨‍👩‍👧‍👦 family", "\x1b]8;;x\x07 \u202e", "e\u0301 composed → arrow"}
	for i := range entries {
		entries[i].Title, entries[i].By = odd[i%len(odd)], odd[(i+1)%len(odd)]
		entries[i].Error, entries[i].Added = odd[i%len(odd)], []string{odd[(i+2)%len(odd)]}
	}
	for _, width := range []int{60, 80, 120} {
		s := newScene(t, screentest.Plain(), &log{entries: entries}, width, 40)
		view := s.m.View()
		screentest.Inside(t, view, width, 40)
		screentest.Harmless(t, view)
		for _, l := range strings.Split(view, "\n") {
			if got := kit.Width(l); got != width {
				t.Errorf("a line takes %d cells of %d: %s", got, width, l)
			}
		}
	}
}

// TestKeysAreSound: no key has two meanings, each has a help.
func TestKeysAreSound(t *testing.T) {
	screentest.Sound(t, changes.Keys()...)
}
