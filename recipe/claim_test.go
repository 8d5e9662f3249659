package recipe

import (
	"context"
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
