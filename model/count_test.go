package model

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestNewCountLeavesOutClaimedAndParkedIssuesButCoversTheirPaths(t *testing.T) {
	now := time.Unix(1_800_000_000, 999)
	got := NewCount([]Issue{
		filed(1, 0, at("x", "b.go", 1), "severity:critical"),
		filed(2, 0, at("x", "a.go", 1), "severity:investigate"),
		filed(3, 0, at("x", "a.go", 2), "in-progress"),
		filed(4, 0, at("x", "claimed.go", 1), "debt:in-progress"),
		filed(5, 0, at("x", "pending.go", 1), "debt:spec-pending"),
		filed(6, 0, at("x", "Active file.go", 1), "debt:spec-active"),
		{Number: 7, State: Open, Body: "c.go:1"},
		closedAs(filed(8, 0, at("x", "closed.go", 1)), Completed),
	}, now)
	const want = `{"schema":1,"openCount":3,"computedAt":1800000000,"coveredPaths":["Active file.go","a.go","b.go","claimed.go","pending.go"]}`
	if diff := cmp.Diff(want, jsonOf(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(`{"schema":1,"openCount":0,"computedAt":1800000000,"coveredPaths":[]}`, jsonOf(t, NewCount(nil, now))); diff != "" {
		t.Errorf("of no issues (-want +got):\n%s", diff)
	}
}

func TestCountIsDueBySection6(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	of := func(age time.Duration) *Count { return &Count{Schema: 1, ComputedAt: now.Add(-age).Unix()} }
	tests := []struct {
		name   string
		last   *Count
		marker time.Time
		want   bool
	}{
		{"fresh", of(time.Minute), time.Time{}, false},
		{"missing", nil, time.Time{}, true},
		{"the marker is there", of(time.Minute), now.Add(-time.Second), true},
		{"an old marker too", of(time.Minute), now.Add(-48 * time.Hour), true},
		{"six hours old", of(6 * time.Hour), time.Time{}, false},
		{"older than six hours", of(6*time.Hour + time.Second), time.Time{}, true},
		{"from the future", of(-time.Hour), time.Time{}, true},
		{"a clock that is a little behind", of(-5 * time.Second), time.Time{}, false},
		{"another schema", &Count{Schema: 2, ComputedAt: now.Unix()}, time.Time{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CountDue(tt.last, tt.marker, now); got != tt.want {
				t.Errorf("CountDue = %v", got)
			}
		})
	}
}

func TestAYoungMarkerOutlivesTheRecount(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for _, tt := range []struct {
		marker time.Time
		want   bool
	}{
		{time.Time{}, false}, {now, true}, {now.Add(-119 * time.Second), true}, {now.Add(-120 * time.Second), false},
		{now.Add(-time.Hour), false}, {now.Add(time.Second), true},
	} {
		if got := KeepMarker(tt.marker, now); got != tt.want {
			t.Errorf("KeepMarker(%v before now) = %v", now.Sub(tt.marker), got)
		}
	}
}
