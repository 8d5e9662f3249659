package filing_test

import (
	"fmt"
	"strings"
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/filing"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

func TestKeysAreSound(t *testing.T) {
	for _, table := range filing.Keys() {
		if got := table.Check(); len(got) > 0 {
			t.Errorf("%s: %v", table.Screen, got)
		}
	}
}

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	none := screentest.NoColour()
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		start         recipe.FindingInput
		keys          []string
	}{
		{"80x24 empty", screentest.Plain(), 80, 23, recipe.FindingInput{}, nil},
		{"120x40 empty", screentest.Plain(), 120, 39, recipe.FindingInput{}, nil},
		{"60x15 empty", screentest.Plain(), 60, 14, recipe.FindingInput{}, nil},
		{"80x24 path", screentest.Plain(), 80, 23, recipe.FindingInput{}, []string{"pay"}},
		{"80x24 line", screentest.Plain(), 80, 23, recipe.FindingInput{}, []string{"refu", "tab", "118"}},
		{"120x40 whole", screentest.Plain(), 120, 39, whole(), nil},
		{"80x24 whole", screentest.Plain(), 80, 23, whole(), nil},
		{"60x15 whole", screentest.Plain(), 60, 14, whole(), nil},
		{"120x40 whole colour", screentest.Colour(), 120, 39, whole(), []string{"up", "up", "up"}},
		{"80x24 whole colour", screentest.Colour(), 80, 23, whole(), []string{"up", "up", "up", "up"}},
		{"60x15 whole colour", screentest.Colour(), 60, 14, whole(), []string{"up", "up", "up", "up"}},
		{"120x40 whole no colour", none, 120, 39, whole(), []string{"up", "up", "up"}},
		{"80x24 whole no colour", none, 80, 23, whole(), []string{"up", "up"}},
		{"60x15 whole no colour", none, 60, 14, whole(), []string{"up", "up"}},
		{"80x24 ascii", screentest.ASCII(), 80, 23, whole(), nil},
		{"120x40 investigate", screentest.Plain(), 120, 39, whole(), []string{"up", "up", "up", "up", "right", "right"}},
		{"60x15 checks", screentest.Plain(), 60, 14, whole(), []string{"ctrl+t"}},
		{"120x40 review", screentest.Plain(), 120, 39, whole(), []string{"ctrl+s"}},
		{"80x24 review", screentest.Plain(), 80, 23, whole(), []string{"ctrl+s"}},
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			s := newScene(t, c.look, c.start)
			s.Start(s.m, c.width, c.height)
			s.rest()
			s.press(c.keys...)
			s.rest()
			frame := s.m.View()
			screentest.Picture(t, frame, c.width, c.height)
		})
	}
}

// The steps are shown as they run.
func TestStepsAreShown(t *testing.T) {
	for _, size := range []screen.Size{{Width: 120, Height: 39}, {Width: 60, Height: 14}} {
		t.Run(fmt.Sprintf("%dx%d", size.Width, size.Height), func(t *testing.T) {
			s := begin(t, whole(), size.Width, size.Height)
			w := &watched{Model: s.m}
			s.Press(w, "ctrl+s", "enter")
			frame := ""
			for _, f := range w.frames {
				if frame == "" && strings.Contains(f, "… count the open investigations") {
					frame = f
				}
			}
			screentest.Picture(t, frame, size.Width, size.Height)
		})
	}
}

// No size panics, and what was typed is there when the window grows again (C-26).
func TestSizes(t *testing.T) {
	for _, keys := range [][]string{nil, {"ctrl+t"}, {"ctrl+s"}, {"shift+tab"}} {
		s := begin(t, whole(), 120, 39)
		s.press(keys...)
		before := s.m.View()
		for _, size := range []screen.Size{{}, {Width: 1, Height: 1}, {Width: 10, Height: 3}, {Width: 19, Height: 24}, {Width: 200, Height: 2}, {Width: 60, Height: 5}, {Width: 61, Height: 11}, {Width: 100, Height: 6}} {
			s.m.SetSize(size)
			screentest.Inside(t, s.m.View(), max(size.Width, 1), max(size.Height, 1))
		}
		s.m.SetSize(screen.Size{Width: 120, Height: 39})
		if d := cmp.Diff(before, s.m.View()); d != "" {
			t.Errorf("after %v the frame is another one:\n%s", keys, d)
		}
	}
}

// A click opens the field under it, and takes the value under it.
func TestMouse(t *testing.T) {
	s := begin(t, whole(), 120, 39)
	click := func(words string) {
		t.Helper()
		for y, line := range strings.Split(s.m.View(), "\n") {
			if at := strings.Index(line, words); at >= 0 {
				s.send(tea.MouseMsg{X: len([]rune(line[:at])) + 1, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
				return
			}
		}
		t.Fatalf("there is no %q", words)
	}
	click("( ) critical")
	s.must(t, "(•) critical")
	click("Fix")
	s.press("!")
	s.must(t, "let the caller retry.!")
	click(": 118")
	s.press("backspace")
	s.must(t, "app/pay/refund.ts : 11")
	click("Review and file")
	s.rest()
	s.press("ctrl+s")
	s.must(t, "What will be filed")
}
