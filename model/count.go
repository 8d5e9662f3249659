package model

import (
	"slices"
	"time"
)

// The times of section 6.
const (
	countLasts  = 6 * time.Hour     // how old a count may become
	markerRests = 120 * time.Second // how long GitHub's lists may lag behind a change
)

// Count is the value of count.json (section 6).
type Count struct {
	Schema       int      `json:"schema"`
	OpenCount    int      `json:"openCount"`    // without claimed and parked issues
	ComputedAt   int64    `json:"computedAt"`   // Unix seconds
	CoveredPaths []string `json:"coveredPaths"` // of every open key; sorted, unique, never null
}

// NewCount counts the open issues. The list must be complete.
func NewCount(open []Issue, now time.Time) Count {
	c := Count{Schema: 1, ComputedAt: now.Unix(), CoveredPaths: []string{}}
	for _, is := range open {
		if is.State == Closed {
			continue
		}
		if s := standingOf(is.Labels); !s.claimed && !s.pending && !s.active {
			c.OpenCount++
		}
		if key, ok := FindKey(is.Body); ok {
			c.CoveredPaths = append(c.CoveredPaths, key.Path)
		}
	}
	slices.Sort(c.CoveredPaths)
	c.CoveredPaths = slices.Compact(c.CoveredPaths)
	return c
}

// CountDue reports whether the count must be computed anew: the marker is there (its
// time is not zero), there is no count, or it is older than 6 hours. A count from
// the future, or of another schema, is none.
func CountDue(last *Count, marker, now time.Time) bool {
	if last == nil || last.Schema != 1 || !marker.IsZero() {
		return true
	}
	age := now.Sub(time.Unix(last.ComputedAt, 0))
	return age > countLasts || age < -time.Minute
}

// KeepMarker reports whether a marker of the given time outlives a recount that
// began at now: one younger than 120 s does, since GitHub's lists lag behind.
func KeepMarker(marker, now time.Time) bool {
	return !marker.IsZero() && now.Sub(marker) < markerRests
}
