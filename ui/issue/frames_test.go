package issue_test

import (
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/ui/queue/queuetest"
	"gh-debt/ui/screen/screentest"
	"gh-debt/ui/theme"
)

// TestFrames are the pictures of the screen; each was looked at.
func TestFrames(t *testing.T) {
	cases := []struct {
		name          string
		look          theme.Options
		width, height int
		keys          []string
	}{
		{"80x24", screentest.Plain(), 80, 23, nil},
		{"80x24 end", screentest.Plain(), 80, 23, []string{"G"}},
		{"120x40", screentest.Plain(), 120, 39, []string{"tab"}},
		{"60x15", screentest.Plain(), 60, 14, nil},
		{"80x24 colour", screentest.Colour(), 80, 23, nil},
		{"120x40 colour", screentest.Colour(), 120, 39, []string{"tab"}},
		{"60x15 colour", screentest.Colour(), 60, 14, []string{"ctrl+d"}},
		{"120x40 light", screentest.Light(), 120, 39, nil},
		{"80x24 no colour", screentest.NoColour(), 80, 23, []string{"ctrl+d"}},
		{"80x24 ascii", screentest.ASCII(), 80, 23, []string{"G"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			issues := queuetest.Shop()
			issues[0].Body = strings.Replace(issues[0].Body, "\n", "\n"+model.NewOrigin("debt/1121-refunds", "0", "", "").Comment()+"\n", 1)
			issues[0].Body += "\n- the `empty` catch\n- **nobody** is told\n\n```ts\n} catch { } // swallowed\n```\n"
			s := newScene(t, c.look, 1402, issues)
			s.Start(s.m, c.width, c.height)
			s.press(c.keys...)
			screentest.Picture(t, s.m.View(), c.width, c.height)
		})
	}
}
