package queue_test

import (
	"errors"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/queue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// keeping is the small queue with its reasons kept on disk.
func keeping(t *testing.T, store recipe.Jottings) *scene {
	t.Helper()
	s := newScene(t, screentest.Plain(), queuetest.Shop())
	s.m = queue.New(s.Env, queue.Deps{
		Place: "acme/shop", Rules: model.DefaultRules(), Queue: s.queue, Decline: s.decline, Undo: s.undo, Jots: store,
	})
	s.Start(s.m, 80, 23)
	return s
}

// kept are the reasons on disk, by the first issue they are for.
func kept(t *testing.T, store recipe.Jottings) map[int]string {
	t.Helper()
	all, damaged, err := store.List()
	if err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	out := map[int]string{}
	for _, one := range all {
		out[one.Numbers[0]] = one.Texts["reason"]
	}
	return out
}

// TestTheReasonIsKept whichever way the decline ends without having gone
// through, and stands in the dialog again.
func TestTheReasonIsKept(t *testing.T) {
	cases := []struct {
		name string
		end  func(*scene, screen.Question)
	}{
		{"a crash once it is written down", func(s *scene, _ screen.Question) { s.Elapse(s.m) }},
		{"ctrl+c", func(s *scene, _ screen.Question) { s.send(screen.Closing{}) }},
		{"no", func(s *scene, q screen.Question) { s.send(q.Else) }},
		{"another question", func(s *scene, _ screen.Question) { s.press("j", "d") }},
		{"a failure", func(s *scene, q screen.Question) {
			s.decline.Err = errors.New("no connection")
			s.send(q.Then("by design"))
		}},
		{"a failure half way", func(s *scene, q screen.Question) {
			s.decline.Fail = map[int]error{1388: errors.New("it is locked")}
			s.send(q.Then("by design"))
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			store := recipe.Jottings{Dir: t.TempDir()}
			s := keeping(t, store)
			s.press("d")
			q := s.asked(t)
			if q.Text != "" {
				t.Errorf("the reason is %q from the start", q.Text)
			}
			s.Run(s.m, q.Typed("by design"))
			c.end(s, q)
			if d := cmp.Diff(map[int]string{1388: "by design"}, kept(t, store)); d != "" {
				t.Fatal(d)
			}
			s = keeping(t, store)
			s.press("d")
			if q = s.asked(t); q.Text != "by design" {
				t.Errorf("the reason is %q", q.Text)
			}
			s.send(q.Then(q.Text))
			s.Elapse(s.m)
			s.send(screen.Closing{})
			if d := cmp.Diff(map[int]string{}, kept(t, store)); d != "" {
				t.Errorf("it went through: %s", d)
			}
		})
	}
}

// TestTheReasonOfManyIsKeptForTheRest: for those on which it did not go through.
func TestTheReasonOfManyIsKeptForTheRest(t *testing.T) {
	store := recipe.Jottings{Dir: t.TempDir()}
	s := keeping(t, store)
	s.press("space", "space", "d")
	q := s.asked(t)
	s.Run(s.m, q.Typed("both are one"))
	s.send(q.Then("both are one"))
	s.decline.Fail = map[int]error{1402: errors.New("it is locked")}
	s.send(s.asked(t).Then(""))
	if d := cmp.Diff(map[int]string{1402: "both are one"}, kept(t, store)); d != "" {
		t.Error(d)
	}
}
