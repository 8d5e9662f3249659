package recipe

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub/hubtest"
)

// labelEvents are the label events of an issue, in order.
func labelEvents(t *testing.T, r TimelineReader, n int) []string {
	t.Helper()
	events, err := r.Timeline(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range events {
		if e.Label != "" {
			out = append(out, string(e.Kind)+" "+e.Label)
		}
	}
	return out
}

func TestAClaimIsTakenOnceAndGivenBack(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(7, keyed("a.go", 1, ""))))
	d, _ := reading(t, s, nil)
	c, ctx := newClaims(d), context.Background()
	if _, took, err := c.Claim(ctx, 7); err != nil || !took {
		t.Fatal(took, err)
	}
	if _, took, err := c.Claim(ctx, 7); err != nil || took {
		t.Errorf("claimed twice: %v, %v", took, err)
	}
	if by, err := c.Holder(ctx, 7); err != nil || by != "ana" {
		t.Errorf("held by %q, %v", by, err)
	}
	for range 2 {
		if err := c.Release(ctx, 7); err != nil {
			t.Fatal(err)
		}
	}
	if issueOf(t, d.Tracker, 7).HasLabel("in-progress") {
		t.Error("the claim is still there")
	}
}

func TestAClosedIssueIsNotClaimed(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(shut(seed(7, keyed("a.go", 1, "")), "completed")))
	d, _ := reading(t, s, nil)
	if _, took, err := newClaims(d).Claim(context.Background(), 7); err != nil || took {
		t.Errorf("took %v, %v", took, err)
	}
}

// TestParkingNeverLeavesAnIssueFree: spec-pending is there before in-progress goes,
// also where the claim has a former spelling.
func TestParkingNeverLeavesAnIssueFree(t *testing.T) {
	issue := seed(7, keyed("a.go", 1, ""))
	issue.Labels = append(issue.Labels, "debt:in-progress")
	s := hubtest.New(t, hubtest.Seed(issue))
	d, _ := reading(t, s, nil)
	c := newClaims(d)
	for range 2 {
		if err := c.Park(context.Background(), 7); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"labeled tech-debt", "labeled severity:important", "labeled debt:in-progress", "labeled debt:spec-pending", "unlabeled debt:in-progress"}
	if diff := cmp.Diff(want, labelEvents(t, d.Tracker, 7)); diff != "" {
		t.Error(diff)
	}
}

// TestEveryClaimReleaseAndParkTouchesTheMarker, and what changes nothing does not.
func TestEveryClaimReleaseAndParkTouchesTheMarker(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seed(7, keyed("a.go", 1, ""))))
	d, _ := reading(t, s, nil)
	c, ctx := newClaims(d), context.Background()
	c.Marker = Marker{Root: t.TempDir(), Now: d.Now}
	take := func() error { _, _, err := c.Claim(ctx, 7); return err }
	for _, step := range []struct {
		name    string
		run     func() error
		touches bool
	}{
		{"a claim", take, true},
		{"one that is there already", take, false},
		{"a release", func() error { return c.Release(ctx, 7) }, true},
		{"a release of nothing", func() error { return c.Release(ctx, 7) }, false},
		{"a park", func() error { return c.Park(ctx, 7) }, true},
		{"a claim of what is parked", take, false},
	} {
		if err := os.RemoveAll(filepath.Join(c.Marker.Root, ".gaia")); err != nil {
			t.Fatal(err)
		}
		if err := step.run(); err != nil {
			t.Fatal(err)
		}
		if _, there, err := c.Marker.at(); err != nil || there != step.touches {
			t.Errorf("%s: touched %t, %v", step.name, there, err)
		}
	}
}

// TestWhatCannotBeParkedStaysClaimed: GitHub carries out the second half of an edit
// though the first one failed, as when the label was deleted at that moment.
func TestWhatCannotBeParkedStaysClaimed(t *testing.T) {
	issue := seed(7, keyed("a.go", 1, ""))
	issue.Labels = append(issue.Labels, "in-progress")
	s := hubtest.New(t, hubtest.Seed(issue), hubtest.Unchecked())
	d, _ := reading(t, s, nil)
	bo := s.Peer("bo")
	s.Before(func(_ int, r *http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/graphql") {
			bo.Do("DELETE", "/labels/debt:spec-pending", nil, nil)
		}
		return nil
	})
	if err := newClaims(d).Park(context.Background(), 7); err == nil {
		t.Fatal("it was parked")
	}
	s.Reset()
	if !issueOf(t, d.Tracker, 7).HasLabel("in-progress") {
		t.Error("it is neither claimed nor parked")
	}
}
