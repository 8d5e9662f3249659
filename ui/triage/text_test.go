package triage_test

import (
	"errors"
	"strings"
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/triage"

	"github.com/google/go-cmp/cmp"
)

// keeping begins a screen whose texts are kept on disk.
func keeping(t *testing.T, store recipe.Jottings) *scene {
	t.Helper()
	s := newScene(t, screentest.Plain(), loose(), 80, 40)
	s.deps.Jots = store
	s.begin(80, 40)
	return s
}

// crash leaves nothing but the disk, and begins anew.
func (s *scene) crash() {
	s.Waiting = nil
	s.memory = triage.NewMemory()
	s.begin(80, 40)
}

// kept are the texts that are on disk.
func kept(t *testing.T, store recipe.Jottings) []map[string]string {
	t.Helper()
	all, damaged, err := store.List()
	if err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	var out []map[string]string
	for _, one := range all {
		out = append(out, one.Texts)
	}
	return out
}

// TestTextsSurviveEveryExit: each kind of text is on disk whichever way the app
// ends, stands in its field again, and is cleared for good.
func TestTextsSurviveEveryExit(t *testing.T) {
	exits := []struct {
		name string
		exit func(*scene)
	}{
		{"a crash once it is written down", func(s *scene) { s.Elapse(s.m) }},
		{"ctrl+c", func(s *scene) { s.send(screen.Closing{}) }},
		{"ctrl+c at another loose end", func(s *scene) { s.press("esc", "s"); s.send(screen.Closing{}) }},
		{"leaving", func(s *scene) { q, _ := s.m.Leave(); s.send(q.Then("")) }},
		{"a failure", func(s *scene) { s.deeds.err = errors.New("no connection"); s.press("ctrl+s") }},
		{"a refusal", func(s *scene) { s.deeds.refuse = true; s.press("ctrl+s") }},
	}
	texts := []struct {
		name, at string
		keys     []string
		want     map[string]string
	}{
		{"answer", "Does any route reach the branch?", []string{"2", "Every route does."}, map[string]string{"answer": "Every route does."}},
		{"question", "#1311, its severity", []string{"4", "Does it?", "tab", "A test."}, map[string]string{"question": "Does it?", "settled by": "A test."}},
		{"key", "#96, its key", []string{"2", "tab", "backspace", "12", "tab", "/x"},
			map[string]string{"class": "holistic/unclassified/x", "path": "app/log/write.ts", "line": "12"}},
	}
	for _, e := range exits {
		for _, c := range texts {
			t.Run(e.name+", "+c.name, func(t *testing.T) {
				store := recipe.Jottings{Dir: t.TempDir()}
				s := keeping(t, store)
				s.goTo(t, c.at)
				s.press(c.keys...)
				e.exit(s)
				if diff := cmp.Diff([]map[string]string{c.want}, kept(t, store)); diff != "" {
					t.Fatalf("on disk (-want +got):\n%s", diff)
				}
				s.crash()
				s.goTo(t, c.at)
				s.press(c.keys[0])
				s.must(t, kit.TakenUp)
				for _, text := range c.want {
					s.must(t, text)
				}
				if q, asks := s.m.Leave(); asks {
					t.Errorf("leaving asks %q about what is on disk", q.Title)
				}
				s.press("ctrl+l")
				s.mustNot(t, kit.TakenUp)
				s.Elapse(s.m)
				if got := kept(t, store); got != nil {
					t.Errorf("still kept: %v", got)
				}
			})
		}
	}
}

// TestATextThatWasGivenIsGone, and no late saving brings it back.
func TestATextThatWasGivenIsGone(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	s := keeping(t, store)
	s.goTo(t, "Does any route reach the branch?")
	s.press("2", "Every route does.", "ctrl+s")
	s.Elapse(s.m)
	s.send(screen.Closing{})
	if got := kept(t, store); got != nil || len(s.deeds.regrades) != 1 {
		t.Errorf("kept after %d changes: %v", len(s.deeds.regrades), got)
	}
}

// TestWhatWasOnlyFilledInIsNotKept: what the form knows by itself is no text of
// the person's.
func TestWhatWasOnlyFilledInIsNotKept(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	s := keeping(t, store)
	s.goTo(t, "#96, its key")
	s.press("2", "x", "backspace")
	s.Elapse(s.m)
	if got := kept(t, store); got != nil {
		t.Errorf("kept: %v", got)
	}
	s.press("x")
	if q, asks := s.m.Leave(); !asks || !strings.HasSuffix(q.Lines[0], "It is kept, and stands here again next time.") {
		t.Errorf("leaving asks %+v", q)
	}
}
