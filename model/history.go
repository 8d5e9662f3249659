package model

import (
	"slices"
	"strings"
	"time"
)

// Change is one change of an axis: an empty From or To means that the issue had,
// or has, no value there.
type Change struct {
	Axis  Axis
	From  string
	To    string
	At    time.Time
	Actor string
}

// Sentence says the change on one line: "important → critical".
func (c Change) Sentence() string {
	switch {
	case c.From == "":
		return "set to " + c.To
	case c.To == "":
		return c.From + " taken away"
	}
	return c.From + " → " + c.To
}

// sameRegrade is how far apart a removal and the addition that follows it may lie
// to be one re-grade. Programs that send both at once leave them in either order.
const sameRegrade = 10 * time.Second

// GradeHistory derives what happened to each axis from an issue's events, oldest
// first. The value of an axis is the one that was added last and still stands, so
// that the addition of one label and the removal of another, in this order, are one
// change with the addition's time and actor, however far apart; a removal that the
// same actor's addition follows within seconds is one change too. Former spellings
// are read as today's; labels of no axis, and repeated events, change nothing.
// An axis without a change is not in the map.
func GradeHistory(events []Event) map[Axis][]Change {
	ordered := slices.Clone(events)
	slices.SortStableFunc(ordered, func(a, b Event) int { return a.At.Compare(b.At) })
	tracks := map[Axis]*track{}
	for _, e := range ordered {
		if e.Kind != Labeled && e.Kind != Unlabeled {
			continue
		}
		axis, value, ok := AxisOf(e.Label)
		if !ok {
			continue
		}
		t := tracks[axis]
		if t == nil {
			t = &track{axis: axis}
			tracks[axis] = t
		}
		if e.Kind == Labeled {
			t.add(e, value)
		} else {
			t.remove(e, value)
		}
	}
	history := make(map[Axis][]Change, len(tracks))
	for axis, t := range tracks {
		if len(t.changes) > 0 {
			history[axis] = t.changes
		}
	}
	return history
}

// held is a label that stands on the issue.
type held struct{ label, value string }

// track follows one axis through the events.
type track struct {
	axis    Axis
	stands  []held // in the order in which they were added
	changes []Change
}

func (t *track) value() string {
	if len(t.stands) == 0 {
		return ""
	}
	return t.stands[len(t.stands)-1].value
}

func (t *track) find(label string) int {
	return slices.IndexFunc(t.stands, func(h held) bool { return strings.EqualFold(h.label, label) })
}

func (t *track) add(e Event, value string) {
	if t.find(e.Label) >= 0 {
		return
	}
	before := t.value()
	t.stands = append(t.stands, held{e.Label, value})
	if n := len(t.changes); before == "" && n > 0 {
		last := t.changes[n-1]
		if last.To == "" && last.Actor == e.Actor && e.At.Sub(last.At) <= sameRegrade {
			before, t.changes = last.From, t.changes[:n-1]
		}
	}
	t.record(before, value, e)
}

func (t *track) remove(e Event, value string) {
	before := t.value()
	if i := t.find(e.Label); i >= 0 {
		t.stands = slices.Delete(t.stands, i, i+1)
		t.record(before, t.value(), e)
		return
	}
	// The label was there before the first event that is known.
	if n := len(t.changes); n == 0 && len(t.stands) == 0 {
		t.record(value, "", e)
	} else if n == 1 && t.changes[0].From == "" && t.changes[0].To != value {
		t.changes[0].From = value
	}
}

// record notes a change unless the value stays.
func (t *track) record(from, to string, e Event) {
	if from != to {
		t.changes = append(t.changes, Change{Axis: t.axis, From: from, To: to, At: e.At, Actor: e.Actor})
	}
}
