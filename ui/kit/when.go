package kit

import (
	"fmt"
	"time"
)

type unit struct {
	below time.Duration // the unit is used under this span
	size  time.Duration
	short string
	long  string
}

const (
	day  = 24 * time.Hour
	week = 7 * day
	year = 365 * day
)

// units are the units of people's words, the smallest first.
func units() []unit {
	return []unit{
		{time.Minute, time.Second, "s", "second"},
		{time.Hour, time.Minute, "min", "minute"},
		{day, time.Hour, "h", "hour"},
		{2 * week, day, "d", "day"},
		{9 * week, week, "w", "week"},
		{year, 30 * day, "mo", "month"},
		{1 << 62, year, "y", "year"},
	}
}

// Short is a span in a few cells: "3 w". A span below zero counts as none.
func Short(d time.Duration) string {
	n, u := split(d)
	return fmt.Sprintf("%d %s", n, u.short)
}

// Long is a span in words: "3 weeks".
func Long(d time.Duration) string {
	n, u := split(d)
	if n == 1 {
		return "1 " + u.long
	}
	return fmt.Sprintf("%d %ss", n, u.long)
}

// justNow is the span under which nobody counts.
const justNow = 10 * time.Second

// Age is how long something has been, in words: "just now", "3 weeks".
func Age(d time.Duration) string {
	if d < justNow {
		return "just now"
	}
	return Long(d)
}

// Ago is a span before now, in words: "just now", "3 weeks ago".
func Ago(d time.Duration) string {
	if d < justNow {
		return "just now"
	}
	return Long(d) + " ago"
}

// Exact is a moment for whoever needs it to the minute, in the zone of now.
func Exact(at, now time.Time) string {
	return at.In(now.Location()).Format("2006-01-02 15:04 MST")
}

func split(d time.Duration) (int, unit) {
	d = max(d, 0)
	all := units()
	for _, u := range all {
		if d < u.below {
			return int(d / u.size), u
		}
	}
	return int(d / year), all[len(all)-1]
}
