package issue_test

import (
	"errors"
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/issue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
)

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
		{"a failure", func(s *scene, q screen.Question) {
			s.decline.Err = errors.New("no connection")
			s.send(q.Then("by design"))
		}},
		{"a failure half way", func(s *scene, q screen.Question) {
			s.decline.Fail = map[int]error{1402: errors.New("it is locked")}
			s.send(q.Then("by design"))
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			store := recipe.Jottings{Dir: t.TempDir()}
			ask := func() (*scene, screen.Question) {
				s := newScene(t, screentest.Plain(), 1402, queuetest.Shop())
				s.m = issue.New(s.Env, issue.Deps{Place: "acme/shop", Issue: s.reader, Queue: s.queue, Decline: s.decline, Undo: s.undo, Jots: store}, screen.OpenIssue{Number: 1402})
				s.Start(s.m, 80, 40)
				s.press("d")
				asked := screentest.SentOf[screen.Ask](s.Stage)
				if len(asked) != 1 {
					t.Fatalf("asked %v", asked)
				}
				return s, asked[0].Question
			}
			s, q := ask()
			s.Run(s.m, q.Typed("by design"))
			c.end(s, q)
			if s, q = ask(); q.Text != "by design" {
				t.Fatalf("the reason is %q", q.Text)
			}
			s.send(q.Then(q.Text))
			s.Elapse(s.m)
			if _, q = ask(); q.Text != "" {
				t.Errorf("it went through and is kept: %q", q.Text)
			}
		})
	}
}
