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

// TestTheStateNamesWhoFiledIt: how an issue was closed is said as the queue says
// it, and the author is not taken for who closed it.
func TestTheStateNamesWhoFiledIt(t *testing.T) {
	filed := func(days int) model.Issue {
		return queuetest.Issue(1402, days, "Refund path swallows the gateway error", "app/pay/refund.ts", 118, "severity:critical")
	}
	cases := []struct {
		issue model.Issue
		want  string
	}{
		{filed(21), "open · 3 weeks · alice"},
		{filed(0), "open · just now · alice"},
		{queuetest.Closed(filed(21), 2, model.NotPlanned), "declined 2 days ago · filed by alice"},
		{queuetest.Closed(filed(21), 0, model.Completed), "closed as completed just now · filed by alice"},
		{queuetest.Closed(filed(21), 9, model.NoReason), "closed 9 days ago · filed by alice"},
	}
	for _, c := range cases {
		s := newScene(t, screentest.Plain(), 1402, []model.Issue{c.issue})
		s.Start(s.m, 120, 39)
		screentest.Shows(t, s.m.View(), c.want)
	}
}
