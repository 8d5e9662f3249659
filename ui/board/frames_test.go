package board_test

import (
	"testing"

	"gh-debt/ui/board"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"
)

// TestFrames are the pictures of the board; each was looked at.
func TestFrames(t *testing.T) {
	cases := []struct {
		name          string
		look          theme.Options
		ledger        *ledger
		width, height int
		keys          []string
	}{
		{"120x40", screentest.Plain(), shop(), 120, 39, []string{"l", "l"}},
		{"120x40 colour", screentest.Colour(), shop(), 120, 39, []string{"l", "l"}},
		{"120x40 no colour", screentest.NoColour(), shop(), 120, 39, nil},
		{"120x24", screentest.Plain(), shop(), 120, 23, nil},
		{"240x40", screentest.Plain(), shop(), 240, 39, nil},
		{"80x24", screentest.Plain(), shop(), 80, 23, []string{"j"}},
		{"80x24 colour", screentest.Colour(), shop(), 80, 23, []string{"j"}},
		{"80x24 no colour", screentest.NoColour(), shop(), 80, 23, nil},
		{"80x24 ascii", screentest.ASCII(), shop(), 80, 23, nil},
		{"80x40", screentest.Plain(), shop(), 80, 39, nil},
		{"60x15", screentest.Plain(), shop(), 60, 14, []string{"G"}},
		{"60x15 colour", screentest.Colour(), shop(), 60, 14, []string{"G"}},
		{"80x24 none", screentest.Plain(), &ledger{}, 80, 23, nil},
		{"120x40 story", screentest.Plain(), shop(), 120, 39, []string{"G", "enter"}},
		{"80x24 story", screentest.Plain(), shop(), 80, 23, []string{"j", "j", "j", "enter"}},
		{"60x15 story", screentest.Plain(), shop(), 60, 14, []string{"enter"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, c.look, c.ledger).open(c.width, c.height, screen.OpenBoard{})
			s.press(c.keys...)
			screentest.Picture(t, s.m.View(), c.width, c.height)
		})
	}
}

// TestKeysAreSound: no key has two meanings, each has a help.
func TestKeysAreSound(t *testing.T) {
	s := newScene(t, screentest.Plain(), shop()).open(120, 39, screen.OpenBoard{})
	tables := append(board.Keys(), s.m.Table())
	s.press("enter")
	screentest.Sound(t, append(tables, s.m.Table())...)
}

// TestSizes: no panic at any size, and after growing again all is as before (C-26).
func TestSizes(t *testing.T) {
	for _, keys := range [][]string{{"j"}, {"enter"}} {
		for _, width := range []int{80, 120} {
			s := newScene(t, screentest.Plain(), shop()).open(width, 16, screen.OpenBoard{})
			s.press(keys...)
			screentest.Shrinks(t, s.m, width, 16)
		}
	}
}
