package recipe

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// counting is a clone with a hub.
type counting struct {
	*clone
	s     *hubtest.Server
	clock *hands
	count Count
}

func newCounting(t *testing.T) counting {
	t.Helper()
	c := newClone(t)
	c.commit("Begin")
	s := hubtest.New(t, hubtest.Seed(
		seed(1, keyed("b.go", 4, "")),
		seed(2, keyed("a.go", 4, "")),
		seed(3, keyed("a.go", 9, ""), "in-progress"),
		seed(4, keyed("parked.go", 9, ""), "debt:spec-pending"),
		seed(5, keyed("asked.go", 9, ""), "severity:investigate"),
		seed(6, "by hand"),
		shut(seed(7, keyed("closed.go", 9, "")), "completed"),
	))
	d, clock := reading(t, s, c.open())
	return counting{c, s, clock, newCount(d)}
}

func (c counting) run(refresh bool) CountResult {
	c.t.Helper()
	res, err := c.count.Run(context.Background(), CountInput{Refresh: refresh})
	if err != nil {
		c.t.Fatalf("count: %v", err)
	}
	return res
}

func (c counting) file(name string) string { return filepath.Join(c.dir, ".gaia/local/debt", name) }

func (c counting) text() string {
	c.t.Helper()
	text, err := os.ReadFile(c.file("count.json"))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

func (c counting) marked() bool {
	_, err := os.Stat(c.file("refresh-requested"))
	return err == nil
}

const counted = `{"schema":1,"openCount":4,"computedAt":1790856000,"coveredPaths":["a.go","asked.go","b.go","parked.go"]}` + "\n"

func TestCountLeavesOutClaimedAndParkedAndNoPath(t *testing.T) {
	c := newCounting(t)
	res := c.run(true)
	if c.text() != counted {
		t.Errorf("count.json = %swant %s", c.text(), counted)
	}
	want := &model.Count{Schema: 1, OpenCount: 4, ComputedAt: noon().Unix(), CoveredPaths: []string{"a.go", "asked.go", "b.go", "parked.go"}}
	if diff := cmp.Diff(want, res.Count); diff != "" || !res.Refreshed || res.Due {
		t.Errorf("%+v (-want +got):\n%s", res, diff)
	}
}

func TestCountNeverTouchesTheNetworkWithoutRefresh(t *testing.T) {
	c := newCounting(t)
	res := c.run(false)
	if res.Count != nil || !res.Due || c.s.Count() != 0 {
		t.Errorf("%+v after %d requests", res, c.s.Count())
	}
	if _, err := os.Stat(filepath.Join(c.dir, ".gaia")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("looking made a directory: %v", err)
	}
}

func TestCountIsComputedAnewWhenItIsDue(t *testing.T) {
	tests := map[string]struct {
		later  time.Duration // since the count
		marker time.Duration // since the count; 0 is none
		asked  bool          // whether the tracker is
		kept   bool          // whether the marker stays
	}{
		"fresh":                            {later: time.Hour},
		"six hours old":                    {later: 6 * time.Hour},
		"older":                            {later: 6*time.Hour + time.Second, asked: true},
		"a marker":                         {later: 10 * time.Minute, marker: 5 * time.Minute, asked: true},
		"a marker of 119 s, which is kept": {later: 10 * time.Minute, marker: 10*time.Minute - 119*time.Second, asked: true, kept: true},
		"a marker of 120 s":                {later: 10 * time.Minute, marker: 8 * time.Minute, asked: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := newCounting(t)
			c.run(true)
			began := noon()
			if tt.marker > 0 {
				c.clock.now = began.Add(tt.marker)
				if err := c.count.Marker.Touch(); err != nil {
					t.Fatal(err)
				}
			}
			c.clock.now = began.Add(tt.later)
			before := c.s.Count()
			res := c.run(true)
			if asked := c.s.Count() > before; asked != tt.asked || res.Refreshed != tt.asked {
				t.Errorf("asked = %v, refreshed = %v, want %v", asked, res.Refreshed, tt.asked)
			}
			if c.marked() != tt.kept {
				t.Errorf("marker there = %v, want %v", c.marked(), tt.kept)
			}
		})
	}
}

func TestCountKeepsAMarkerThatWasTouchedMeanwhile(t *testing.T) {
	c := newCounting(t)
	if err := c.count.Marker.Touch(); err != nil {
		t.Fatal(err)
	}
	c.clock.now = noon().Add(time.Hour)
	c.s.PeerBefore(1, func() {
		if err := c.count.Marker.Touch(); err != nil {
			t.Error(err)
		}
	})
	c.run(true)
	if !c.marked() {
		t.Error("the marker of a change made during the recount is gone")
	}
}

func TestCountKeepsThePreviousFileWhenAReadFails(t *testing.T) {
	c := newCounting(t)
	c.run(true)
	c.clock.now = noon().Add(7 * time.Hour)
	if err := c.count.Marker.Touch(); err != nil {
		t.Fatal(err)
	}
	c.s.SetViewer(hub.Account{})
	_, err := c.count.Run(context.Background(), CountInput{Refresh: true})
	if f, ok := errors.AsType[*model.Fault](err); !ok || f.Kind != model.FaultNotSignedIn {
		t.Errorf("error %v, want not signed in", err)
	}
	if c.text() != counted || !c.marked() {
		t.Errorf("count.json = %smarker there = %v", c.text(), c.marked())
	}
}

func TestCountOfALinkedWorktreeLiesInTheMainCheckout_C34(t *testing.T) {
	c := newCounting(t)
	linked := filepath.Join(t.TempDir(), "linked")
	c.git("worktree", "add", "--quiet", linked, "-b", "other")
	co, err := checkout.Open(context.Background(), linked, checkout.NewGit(gittest.Env()))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := reading(t, c.s, co)
	if _, err := newCount(d).Run(context.Background(), CountInput{Refresh: true}); err != nil {
		t.Fatal(err)
	}
	if c.text() != counted {
		t.Errorf("count.json = %s", c.text())
	}
}

func TestCountSetsADamagedFileAside(t *testing.T) {
	c := newCounting(t)
	c.write(".gaia/local/debt/count.json", `{"schema":1,"openC`)
	if res := c.run(false); res.Count != nil || !res.Due || len(res.Notes) != 1 {
		t.Errorf("%+v", res)
	}
	res := c.run(true)
	kept, err := os.ReadFile(c.file("count.json.damaged-1790856000"))
	if err != nil || string(kept) != `{"schema":1,"openC` {
		t.Errorf("kept %q, %v", kept, err)
	}
	if len(res.Notes) != 1 || res.Notes[0] != c.file("count.json")+" was damaged and is kept as count.json.damaged-1790856000" {
		t.Errorf("notes = %q", res.Notes)
	}
}

func TestCountAndMarkerAreNotLedOutOfTheCheckout(t *testing.T) {
	c := newCounting(t)
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(c.dir, ".gaia")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.count.Run(context.Background(), CountInput{Refresh: true}); err == nil {
		t.Error("the count was written")
	}
	if err := c.count.Marker.Touch(); err == nil {
		t.Error("the marker was touched")
	}
	entries, err := os.ReadDir(outside)
	if err != nil || len(entries) > 0 {
		t.Errorf("outside there is %v, %v", entries, err)
	}
}

func TestCountWithoutACloneSaysSo(t *testing.T) {
	d, _ := reading(t, hubtest.New(t), nil)
	_, err := newCount(d).Run(context.Background(), CountInput{Refresh: true})
	if u, ok := errors.AsType[*UsageError](err); !ok || u.Hint == "" {
		t.Errorf("error %v, want a usage error with the way out", err)
	}
	if err := newMarker(d).Touch(); err != nil {
		t.Errorf("touching the marker failed: %v", err)
	}
}
