package recipe

import (
	"context"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// TestAKeyWithoutAHeadStartsOnTheRepositorysDefaultBranch: as GitHub tells it,
// where it is known without asking for it; the clone alone takes main (section
// 3, tier 4).
func TestAKeyWithoutAHeadStartsOnTheRepositorysDefaultBranch_C01(t *testing.T) {
	c := newClone(t)
	c.write(source, lines(1, 40))
	c.commit("Begin")
	c.git("checkout", "--quiet", "-b", "trunk")
	c.git("checkout", "--quiet", "main")
	c.write(source, lines(101, 105)+lines(1, 40))
	c.commit("Insert five on main")
	c.git("checkout", "--quiet", "trunk")
	issue := seed(7, keyed(source, 10, ""))
	c.at = issue.CreatedAt.AddDate(0, 0, 1)
	c.write(source, lines(201, 203)+lines(1, 40))
	c.commit("Insert three on trunk")

	s := hubtest.New(t, hubtest.Seed(issue))
	s.Set(func(r *hub.Repository) { r.DefaultBranch = "trunk" })
	co := c.open()
	f := filer(t, s, co)
	res, err := f.Run(context.Background(), finding(13))
	if err != nil || res.Outcome != OutcomeMatched || res.Number != 7 || res.Source != model.SourceMoved {
		t.Errorf("filing: %+v, %v", res, err)
	}
	d, _ := reading(t, s, co)
	for _, asked := range []bool{true, false} {
		read := readQueue(t, d, QueueInput{Repository: asked})
		line := 13
		if !asked {
			line = 8
		}
		if m := read.Queue.Entries[0].Moved; m == nil || m.Line != line {
			t.Errorf("with the repository read %v: moved to %+v, want line %d", asked, m, line)
		}
		again := readQueue(t, d, QueueInput{Last: &read})
		if m := again.Queue.Entries[0].Moved; m == nil || m.Line != line {
			t.Errorf("after a read with the repository %v: moved to %+v, want line %d", asked, m, line)
		}
	}
}

func TestTheEmbeddedTrackerKnowsNoDefaultBranch(t *testing.T) {
	for host, want := range map[string]string{"github.com": "trunk", "local": ""} {
		if got := defaultBranch(model.Repository{Host: host, DefaultBranch: "trunk"}); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}
