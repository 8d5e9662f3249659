package triage_test

import (
	"testing"

	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"
)

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		skip          string // to this question
		keys          []string
	}{
		{"80x24", screentest.Plain(), 80, 23, "", []string{"j"}},
		{"120x40", screentest.Plain(), 120, 39, "How severe", nil},
		{"60x15", screentest.Plain(), 60, 14, "", []string{"j"}},
		{"80x24 colour", screentest.Colour(), 80, 23, "How severe", nil},
		{"120x40 colour", screentest.Colour(), 120, 39, "Does any route", nil},
		{"60x15 colour", screentest.Colour(), 60, 14, "", nil},
		{"80x24 no colour", screentest.NoColour(), 80, 23, "Are the labels", nil},
		{"80x24 ascii", screentest.ASCII(), 80, 23, "Are the labels", nil},
		{"80x24 key", screentest.Plain(), 80, 23, "Where does it lie", nil},
		{"80x24 key typed", screentest.Plain(), 80, 23, "Where does it lie", []string{"2", "tab", "x", "ctrl+s"}},
		{"80x24 answer", screentest.Plain(), 80, 23, "Does any route", []string{"1", "Every route does, said the trace."}},
		{"80x24 end", screentest.Plain(), 80, 23, "", []string{"s", "s", "s", "s", "s", "s", "s", "s"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.look, loose(), c.width, c.height)
			if c.skip != "" {
				s.goTo(t, c.skip)
			}
			s.press(c.keys...)
			screentest.Picture(t, s.m.View(), c.width, c.height)
		})
	}
}
