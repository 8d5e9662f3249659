package triage_test

import (
	"testing"

	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"
)

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	color := theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true}
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		skip          string // to this question
		keys          []string
	}{
		{"80x24", plain(), 80, 23, "", []string{"j"}},
		{"120x40", plain(), 120, 39, "How severe", nil},
		{"60x15", plain(), 60, 14, "", []string{"j"}},
		{"80x24 colour", color, 80, 23, "How severe", nil},
		{"120x40 colour", color, 120, 39, "Does any route", nil},
		{"60x15 colour", color, 60, 14, "", nil},
		{"80x24 no colour", theme.Options{Depth: theme.Attributes, Unicode: true}, 80, 23, "Are the labels", nil},
		{"80x24 ascii", theme.Options{Depth: theme.Plain}, 80, 23, "Are the labels", nil},
		{"80x24 key", plain(), 80, 23, "Where does it lie", nil},
		{"80x24 key typed", plain(), 80, 23, "Where does it lie", []string{"2", "tab", "x", "ctrl+s"}},
		{"80x24 answer", plain(), 80, 23, "Does any route", []string{"1", "Every route does, said the trace."}},
		{"80x24 end", plain(), 80, 23, "", []string{"s", "s", "s", "s", "s", "s", "s", "s"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.look, loose(), c.width, c.height)
			if c.skip != "" {
				s.goTo(t, c.skip)
			}
			s.press(c.keys...)
			screentest.Inside(t, s.m.View(), c.width, c.height)
			screentest.Golden(t, s.m.View())
		})
	}
}
