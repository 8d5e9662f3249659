package queue_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		keys          []string
	}{
		{"80x24", screentest.Plain(), 80, 23, []string{"j"}},
		{"120x40", screentest.Plain(), 120, 39, nil},
		{"60x15", screentest.Plain(), 60, 14, []string{"j", "j"}},
		{"80x24 colour", screentest.Colour(), 80, 23, []string{"j"}},
		{"120x40 colour", screentest.Colour(), 120, 39, nil},
		{"60x15 colour", screentest.Colour(), 60, 14, []string{"j", "j"}},
		{"120x40 light", screentest.Light(), 120, 39, nil},
		{"80x24 no colour", screentest.NoColour(), 80, 23, []string{"space"}},
		{"80x24 ascii", screentest.ASCII(), 80, 23, []string{"space"}},
		{"80x24 filter", screentest.Plain(), 80, 23, []string{"/", "is:claimed cache"}},
		{"80x24 filter kept", screentest.Plain(), 80, 23, []string{"/", "refund", "enter"}},
		{"100x30 closed", screentest.Plain(), 100, 29, []string{"2"}},
		{"100x30 declined", screentest.Plain(), 100, 29, []string{"3"}},
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			s := newScene(t, c.look, queuetest.Shop())
			s.Start(s.m, c.width, c.height)
			s.press(c.keys...)
			s.Elapse(s.m)
			frame := s.m.View()
			screentest.Picture(t, frame, c.width, c.height)
		})
	}
}

// TestEmptyStates: each says what is the matter and what can be done.
func TestEmptyStates(t *testing.T) {
	empty := newScene(t, screentest.Plain(), nil)
	empty.Start(empty.m, 80, 23)
	empty.must(t, "No open debt.", "f files a finding", "0 open")
	unread := newScene(t, screentest.Plain(), nil)
	unread.queue.NoKnown, unread.queue.Err = true, errors.New("cut JSON")
	unread.Start(unread.m, 80, 23)
	unread.must(t, "The issues could not be read.", "R tries again", "not read since 12:00")
	filtered := shop(t, 80, 23)
	filtered.press("/", "zzzz")
	filtered.must(t, "Nothing matches.", "esc drops the filter")
	filtered.press("esc")
	filtered.must(t, "#1402")
}

// TestWideTitlesKeepTheColumns: whatever the title holds, the age begins in the
// same cell on each row (C-25).
func TestWideTitlesKeepTheColumns(t *testing.T) {
	titles := []string{
		"支払いの再試行がロックを外してしまう問題について書く",
		"👨‍👩‍👧‍👦 a family in a title that is long enough to be cut somewhere",
		"🇩🇪🇫🇷 two flags in a title that is long enough to be cut somewhere",
		"décomposé, a title that is long enough to be cut somewhere soon",
		"an arrow → and a heart ❤️ in a title that is long enough to be cut",
		"evil \x1b[31m escape and \u202e override in a long title to be cut here",
	}
	for _, width := range []int{60, 80, 100} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			var issues []model.Issue
			for i, title := range titles {
				is := queuetest.Issue(1000+i, 21, title, "app/a.go", i+1, "severity:important", "in-progress", "debt:spec-pending", "fold:required", "difficulty:hard")
				issues = append(issues, is)
			}
			s := newScene(t, screentest.Plain(), issues)
			s.Start(s.m, width, 30)
			view := s.m.View()
			if strings.ContainsAny(view, "\x1b\u202e") {
				t.Errorf("a control character reaches the terminal: %q", view)
			}
			screentest.Inside(t, view, width, 30)
			want := -1
			for _, line := range strings.Split(view, "\n") {
				cell, ok := cellOf(line, "3 w ")
				if !ok || !strings.Contains(line, "#10") {
					continue
				}
				if want < 0 {
					want = cell
				}
				if cell != want {
					t.Errorf("the age begins in cell %d, want %d: %q", cell, want, line)
				}
			}
		})
	}
}

// TestResizeStorm: any size, any order, no panic, and the cursor stays (C-26).
func TestResizeStorm(t *testing.T) {
	s := newScene(t, screentest.Plain(), queuetest.Many(300))
	s.Start(s.m, 120, 39)
	s.press("pgdown", "j", "/", "lock")
	chosen := selected(s)
	for _, size := range []screen.Size{{Width: 60, Height: 14}, {Width: 61, Height: 13}, {Width: 200, Height: 14}, {Width: 99, Height: 60}, {Width: 100, Height: 60}, {Width: 300, Height: 90}, {Width: 60, Height: 14}, {Width: 120, Height: 39}} {
		s.m.SetSize(size)
		screentest.Inside(t, s.m.View(), size.Width, size.Height)
	}
	if got := selected(s); got != chosen {
		t.Errorf("after the storm the cursor is on %s, want %s", got, chosen)
	}
	s.must(t, "/ lock")
}

// TestNoColourLosesNothing: with any depth of colour the words and signs are the
// same, and a locale that is not UTF-8 gets plain ASCII.
func TestNoColourLosesNothing(t *testing.T) {
	frame := func(o theme.Options) string {
		s := newScene(t, o, queuetest.Shop())
		s.Start(s.m, 120, 39)
		s.press("space", "/", "refund", "enter")
		s.Elapse(s.m)
		return s.m.View()
	}
	want := frame(screentest.Plain())
	for _, depth := range []theme.Depth{theme.Attributes, theme.Color16, theme.Color256, theme.TrueColor} {
		if d := cmp.Diff(want, ansi.Strip(frame(theme.Options{Depth: depth, Dark: true, Unicode: true}))); d != "" {
			t.Errorf("depth %d: %s", depth, d)
		}
	}
	for _, r := range kit.ASCII(frame(screentest.ASCII())) {
		if r > 126 {
			t.Errorf("a plain terminal is sent %q", r)
		}
	}
}

// TestAPreviewThatCameWithTheWindowShowsTheCode: while there was no pane nothing
// was looked at.
func TestAPreviewThatCameWithTheWindowShowsTheCode(t *testing.T) {
	s := shop(t, 80, 24)
	s.m.SetSize(screen.Size{Width: 120, Height: 40})
	s.send(screen.Resized{})
	s.Elapse(s.m) // the cursor rests
	s.must(t, "▸  40 │", "History")
}
