package screentest

import (
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/google/go-cmp/cmp"
)

// Plain is a terminal without escape sequences.
func Plain() theme.Options { return theme.Options{Depth: theme.Plain, Dark: true, Unicode: true} }

// Colour has all colours on a dark ground.
func Colour() theme.Options {
	return theme.Options{Depth: theme.TrueColor, Dark: true, Unicode: true}
}

// Light has all colours on a light ground.
func Light() theme.Options { return theme.Options{Depth: theme.TrueColor, Unicode: true} }

// NoColour is what NO_COLOR asks for.
func NoColour() theme.Options { return theme.Options{Depth: theme.Attributes, Unicode: true} }

// ASCII is a terminal in a locale that is not UTF-8.
func ASCII() theme.Options { return theme.Options{Depth: theme.Plain} }

// Golden compares a frame with testdata/<name of the test>.golden; run with
// -update to keep it as the new picture, and look at it.
func Golden(tb testing.TB, frame string) {
	tb.Helper()
	golden.RequireEqualEscape(tb, []byte(frame+"\n"), true)
}

// Inside fails the test when a frame is larger than its room.
func Inside(tb testing.TB, frame string, width, height int) {
	tb.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) > height {
		tb.Errorf("the frame has %d lines in a room of %d:\n%s", len(lines), height, frame)
	}
	for i, line := range lines {
		if got := kit.Width(line); got > width {
			tb.Errorf("line %d takes %d cells of %d: %q", i, got, width, line)
		}
	}
}

// Picture is Inside and Golden.
func Picture(tb testing.TB, frame string, width, height int) {
	tb.Helper()
	Inside(tb, frame, width, height)
	Golden(tb, frame)
}

// Shows fails the test for each of the words that a frame does not hold.
func Shows(tb testing.TB, frame string, words ...string) {
	tb.Helper()
	for _, w := range words {
		if !strings.Contains(frame, w) {
			tb.Errorf("the screen does not show %q:\n%s", w, frame)
		}
	}
}

// Harmless fails the test when something in a plain frame could steer the terminal
// or hide what it says.
func Harmless(tb testing.TB, frame string) {
	tb.Helper()
	if flat := strings.ReplaceAll(frame, "\n", ""); flat != model.Visible(flat) {
		tb.Errorf("let through: %q", flat)
	}
}

// Shrinks draws the screen in rooms that are too small or odd, and fails the test
// when it is not as before in its own room again, or leaves one that it can be
// used in (C-26).
func Shrinks(tb testing.TB, sc screen.Screen, width, height int) {
	tb.Helper()
	before := sc.View()
	for _, size := range []screen.Size{{}, {Width: 1, Height: 1}, {Width: 10, Height: 3}, {Width: 19, Height: 24}, {Width: 200, Height: 2}, {Width: 60, Height: 14}} {
		sc.SetSize(size)
		if frame := sc.View(); size.Width >= 60 && size.Height >= 14 {
			Inside(tb, frame, size.Width, size.Height)
		}
	}
	sc.SetSize(screen.Size{Width: width, Height: height})
	if d := cmp.Diff(before, sc.View()); d != "" {
		tb.Errorf("after growing again:\n%s", d)
	}
}

// Sound fails the test when a key has two meanings in one table, or none that is
// told.
func Sound(tb testing.TB, tables ...screen.Table) {
	tb.Helper()
	for _, table := range tables {
		if got := table.Check(); len(got) > 0 {
			tb.Errorf("%s: %+v", table.Screen, got)
		}
	}
}

// Answer says yes to the question that was asked last, with a text, and gives the
// question.
func (s *Stage) Answer(sc screen.Screen, text string) screen.Question {
	s.tb.Helper()
	asked := SentOf[screen.Ask](s)
	if len(asked) == 0 {
		s.tb.Fatal("nothing was asked")
	}
	q := asked[len(asked)-1].Question
	s.Run(sc, sc.Update(q.Then(text)))
	return q
}
