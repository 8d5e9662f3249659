package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui"
	"gh-debt/ui/queue"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

// TestTooSmallSaysHowLargeItMustBe at every size below, without a panic, and what
// was there is there again after growing (C-26).
func TestTooSmallSaysHowLargeItMustBe(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {10, 3}, {19, 24}, {200, 2}, {59, 15}, {60, 14}} {
		for _, open := range []string{"", "dialog", "help", "toast"} {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], open), func(t *testing.T) {
				s := newStage(t, nil)
				switch open {
				case "dialog":
					s.send(screen.Ask{Question: screen.Question{Title: "Sure?", Field: "Reason"}})
					s.press("because")
				case "help":
					s.press("?", "decl")
				case "toast":
					s.send(screen.Toast{Level: screen.Failure, Text: "no", Next: "try"})
				}
				before := s.app.View()
				s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				frame := s.app.View()
				screentest.Inside(t, frame, max(size[0], 0), max(size[1], 1))
				if size[0] >= 19 && size[1] >= 10 && !strings.Contains(strings.Join(strings.Fields(frame), " "), "needs 60×15") {
					t.Errorf("it does not say how large it must be: %q", frame)
				}
				s.press("d", "y", "enter", "esc", "?")
				s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
				if d := cmp.Diff(before, s.app.View()); d != "" {
					t.Errorf("after growing again: %s", d)
				}
			})
		}
	}
}

// TestAppFrames are the pictures of the whole app; each was looked at.
func TestAppFrames(t *testing.T) {
	look := func(d theme.Depth) *theme.Theme { return theme.New(theme.Options{Depth: d, Dark: true, Unicode: true}) }
	cases := []struct {
		name          string
		depth         theme.Depth
		width, height int
		do            func(*stage)
	}{
		{"80x24", theme.Plain, 80, 24, func(*stage) {}},
		{"60x15", theme.Plain, 60, 15, func(*stage) {}},
		{"120x40", theme.TrueColor, 120, 40, func(*stage) {}},
		{"80x24_help", theme.Plain, 80, 24, func(s *stage) { s.press("?") }},
		{"60x15_help_colour", theme.TrueColor, 60, 15, func(s *stage) { s.press("?", "mark") }},
		{"80x24_question", theme.Plain, 80, 24, func(s *stage) { s.press("d", "by design") }},
		{"120x40_question_colour", theme.TrueColor, 120, 40, func(s *stage) { s.press("d", "by design", "enter", "right") }},
		{"60x15_question", theme.Plain, 60, 15, func(s *stage) { s.press("*", "d", "no", "enter") }},
		{"80x24_failure", theme.Plain, 80, 24, func(s *stage) {
			s.send(screen.Toast{Level: screen.Failure, Text: "could not label #1402 of acme/shop: the token of GITHUB_TOKEN (account bob) may not write issues there", Next: "unset GITHUB_TOKEN, or ask for the triage role"})
		}},
		{"60x15_note", theme.Plain, 60, 15, func(s *stage) {
			s.send(screen.Toast{Level: screen.Success, Text: "declined: #1402", Next: "u takes it back"})
		}},
		{"50x10_too_small", theme.Plain, 50, 10, func(*stage) {}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			reader := &queuetest.Queue{Issues: queuetest.Shop()}
			s := newStage(t, func(o *ui.Options) {
				o.Theme = look(c.depth)
				o.Screens.Queue = func(e screen.Env) screen.Screen {
					return queue.New(e, queue.Deps{Place: "acme/shop", Rules: model.DefaultRules(), Queue: reader, Decline: &queuetest.Decline{}, Undo: &queuetest.Undo{}, Code: queuetest.Code{}, History: queuetest.History{}})
				}
			})
			s.send(tea.WindowSizeMsg{Width: c.width, Height: c.height})
			s.elapse()
			c.do(s)
			frame := s.app.View()
			screentest.Inside(t, frame, c.width, c.height)
			screentest.Golden(t, frame)
		})
	}
}
