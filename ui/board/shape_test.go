package board_test

import (
	"slices"
	"strings"
	"testing"

	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"

	"github.com/google/go-cmp/cmp"
)

// TestAMessageMovesNothing: while one stands below, the board has less room, and its
// cards and stories are what they were.
func TestAMessageMovesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		width, height int
		keys          []string
		same          int // lines from the top
	}{
		"columns that just fit":        {120, 22, nil, 13},
		"columns whose cards just fit": {120, 24, nil, 15},
		"many columns, cards just fit": {240, 26, nil, 17},
		"a story":                      {120, 33, []string{"enter"}, 24},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, screentest.Plain(), shop()).open(c.width, c.height, screen.OpenBoard{})
			s.press(c.keys...)
			before := strings.Split(s.m.View(), "\n")
			s.m.SetSize(screen.Size{Width: c.width, Height: c.height - 3, Toasts: 3})
			during := strings.Split(s.m.View(), "\n")
			s.m.SetSize(screen.Size{Width: c.width, Height: c.height})
			after := strings.Split(s.m.View(), "\n")
			if d := cmp.Diff(before[:c.same], during[:c.same]); d != "" {
				t.Errorf("while it stands: %s", d)
			}
			if !slices.Equal(before, after) {
				t.Errorf("afterwards: %s", cmp.Diff(before, after))
			}
		})
	}
}
