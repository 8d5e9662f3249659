package triage_test

import (
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestWhatTheAppKnows: a queue that came in since triage was asked for is gone
// through, and an issue that is being changed already, since before or from
// elsewhere, is not changed twice (C-29).
func TestWhatTheAppKnows(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.Env.Known.Note(screen.QueueRead{Queue: model.NewQueue(loose(), model.Facts{})})
	s.Env.Known.Note(screen.Pending{Change: 77, Numbers: []int{1402}, Doing: "being declined"})
	s.issues = []model.Issue{queuetest.Issue(9, 1, "Of an older queue", "app/old.go", 1)}
	s.begin(80, 40)
	s.must(t, "#1402", "Refund path swallows")
	s.press("1", "enter", "r")
	s.send(screen.Unchanged{Change: 77, Numbers: []int{1402}})
	s.send(screen.Pending{Change: 78, Numbers: []int{1402}, Doing: "being re-graded"})
	s.press("1", "r")
	if len(s.deeds.regrades) > 0 || len(screentest.SentOf[screen.OpenRegrade](s.Stage)) > 0 {
		t.Error("a second change of #1402 began")
	}
	b, _ := s.m.Table().Find(screentest.Keys("1")[0])
	if why := b.Disabled(); why != "#1402 is still being re-graded" {
		t.Errorf("the key is disabled because %q", why)
	}
	s.send(screen.Changed{Change: 78})
	s.press("1")
	if len(s.deeds.regrades) != 1 {
		t.Errorf("after it has ended %d answers were given", len(s.deeds.regrades))
	}
}

// TestTheHelpNamesTheAnswersThereAre, and a number without one is bound and not listed.
func TestTheHelpNamesTheAnswersThereAre(t *testing.T) {
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.must(t, "#1402, its difficulty")
	var listed, unlisted []string
	for _, b := range s.m.Table().Bindings {
		switch {
		case !strings.HasPrefix(b.Help, "answer "):
		case b.Unlisted:
			unlisted = append(unlisted, b.Disabled())
		default:
			listed = append(listed, b.Help)
		}
	}
	if d := cmp.Diff([]string{"answer 1: easy", "answer 2: medium", "answer 3: hard"}, listed); d != "" {
		t.Error(d)
	}
	if len(unlisted) != 6 || unlisted[0] != "there is no answer 4" {
		t.Errorf("left out are %q", unlisted)
	}
}
