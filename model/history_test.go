package model

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// second gives a time of the story that the tests tell.
func second(n int) time.Time { return time.Date(2026, 7, 1, 12, 0, n, 0, time.UTC) }

func labeled(n int, who, label string) Event {
	return Event{Kind: Labeled, Actor: who, At: second(n), Label: label}
}

func unlabeled(n int, who, label string) Event {
	return Event{Kind: Unlabeled, Actor: who, At: second(n), Label: label}
}

func TestGradeHistoryDerivesChangesFromEvents(t *testing.T) {
	sev := func(from, to string, n int, who string) Change { return Change{Severity, from, to, second(n), who} }
	foot := func(from, to string, n int, who string) Change { return Change{Footprint, from, to, second(n), who} }
	tests := []struct {
		name   string
		events []Event
		want   map[Axis][]Change
	}{
		{"nothing happened", nil, map[Axis][]Change{}},
		{"filed", []Event{labeled(0, "ana", "tech-debt"), labeled(0, "ana", "severity:important"), labeled(0, "ana", "footprint:wide")},
			map[Axis][]Change{Severity: {sev("", "important", 0, "ana")}, Footprint: {foot("", "wide", 0, "ana")}}},
		{"a re-grade adds first, then removes: one change of the addition",
			[]Event{labeled(0, "ana", "severity:important"), labeled(100, "ben", "severity:critical"), unlabeled(101, "ben", "severity:important")},
			map[Axis][]Change{Severity: {sev("", "important", 0, "ana"), sev("important", "critical", 100, "ben")}}},
		{"the removal came much later, by someone else (C-12)",
			[]Event{labeled(0, "ana", "severity:important"), labeled(100, "ben", "severity:critical"), unlabeled(9000, "cleo", "severity:important")},
			map[Axis][]Change{Severity: {sev("", "important", 0, "ana"), sev("important", "critical", 100, "ben")}}},
		{"a removal that the addition follows at once is one change too",
			[]Event{labeled(0, "ana", "severity:important"), unlabeled(100, "ben", "severity:important"), labeled(101, "ben", "severity:critical")},
			map[Axis][]Change{Severity: {sev("", "important", 0, "ana"), sev("important", "critical", 101, "ben")}}},
		{"a removal, and much later an addition, are two",
			[]Event{labeled(0, "ana", "severity:important"), unlabeled(100, "ben", "severity:important"), labeled(200, "ben", "severity:critical")},
			map[Axis][]Change{Severity: {
				sev("", "important", 0, "ana"), sev("important", "", 100, "ben"), sev("", "critical", 200, "ben")}}},
		{"a removal and an addition by two people are two",
			[]Event{labeled(0, "ana", "severity:important"), unlabeled(100, "ben", "severity:important"), labeled(101, "ana", "severity:critical")},
			map[Axis][]Change{Severity: {
				sev("", "important", 0, "ana"), sev("important", "", 100, "ben"), sev("", "critical", 101, "ana")}}},
		{"a label taken away alone",
			[]Event{labeled(0, "ana", "footprint:spec"), unlabeled(100, "ben", "footprint:spec")},
			map[Axis][]Change{Footprint: {foot("", "spec", 0, "ana"), foot("spec", "", 100, "ben")}}},
		{"taken away and given back at once changes nothing",
			[]Event{labeled(0, "ana", "footprint:spec"), unlabeled(100, "ben", "footprint:spec"), labeled(101, "ben", "footprint:spec")},
			map[Axis][]Change{Footprint: {foot("", "spec", 0, "ana")}}},
		{"an addition that is taken back",
			[]Event{labeled(0, "ana", "severity:important"), labeled(100, "ben", "severity:critical"), unlabeled(200, "ben", "severity:critical")},
			map[Axis][]Change{Severity: {
				sev("", "important", 0, "ana"), sev("important", "critical", 100, "ben"), sev("critical", "important", 200, "ben")}}},
		{"several axes in one re-grade",
			[]Event{labeled(0, "ana", "severity:important"), labeled(0, "ana", "footprint:wide"),
				labeled(9, "ben", "severity:critical"), labeled(9, "ben", "footprint:narrow"),
				unlabeled(9, "ben", "severity:important"), unlabeled(9, "ben", "footprint:wide")},
			map[Axis][]Change{
				Severity:  {sev("", "important", 0, "ana"), sev("important", "critical", 9, "ben")},
				Footprint: {foot("", "wide", 0, "ana"), foot("wide", "narrow", 9, "ben")}}},
		{"there and back again",
			[]Event{labeled(0, "ana", "severity:important"), labeled(50, "ben", "severity:critical"), unlabeled(50, "ben", "severity:important"),
				labeled(90, "ana", "severity:important"), unlabeled(90, "ana", "severity:critical")},
			map[Axis][]Change{Severity: {
				sev("", "important", 0, "ana"), sev("important", "critical", 50, "ben"), sev("critical", "important", 90, "ana")}}},
		{"two people re-grade at the same moment: the later addition stands",
			[]Event{labeled(0, "ana", "severity:suggestion"), labeled(50, "ben", "severity:critical"), labeled(51, "cleo", "severity:important"),
				unlabeled(52, "ben", "severity:suggestion"), unlabeled(53, "cleo", "severity:critical")},
			map[Axis][]Change{Severity: {
				sev("", "suggestion", 0, "ana"), sev("suggestion", "critical", 50, "ben"), sev("critical", "important", 51, "cleo")}}},
		{"repeated events change nothing",
			[]Event{labeled(0, "ana", "severity:important"), labeled(5, "ben", "severity:important"), labeled(6, "ben", "Severity:IMPORTANT"),
				unlabeled(9, "ben", "severity:important"), unlabeled(9, "ben", "severity:important")},
			map[Axis][]Change{Severity: {sev("", "important", 0, "ana"), sev("important", "", 9, "ben")}}},
		{"former spellings are read as today's",
			[]Event{labeled(0, "ana", "handler:spec"), labeled(50, "ben", "footprint:wide"), unlabeled(51, "ben", "handler:spec")},
			map[Axis][]Change{Footprint: {foot("", "spec", 0, "ana"), foot("spec", "wide", 50, "ben")}}},
		{"a former spelling replaced by today's is no change",
			[]Event{labeled(0, "ana", "handler:spec"), labeled(50, "ben", "footprint:spec"), unlabeled(51, "ben", "handler:spec"),
				unlabeled(90, "ben", "footprint:spec")},
			map[Axis][]Change{Footprint: {foot("", "spec", 0, "ana"), foot("spec", "", 90, "ben")}}},
		{"a label that was there before the first event",
			[]Event{unlabeled(9, "ben", "severity:important")},
			map[Axis][]Change{Severity: {sev("important", "", 9, "ben")}}},
		{"a label that was there before, replaced",
			[]Event{labeled(9, "ben", "severity:critical"), unlabeled(9, "ben", "severity:important")},
			map[Axis][]Change{Severity: {sev("important", "critical", 9, "ben")}}},
		{"other events and labels are none of the history",
			[]Event{labeled(0, "ana", "in-progress"), labeled(1, "ana", "severity:<tier>"), labeled(1, "ana", "severity:"),
				{Kind: Commented, Actor: "ana", At: second(2), Body: "severity:critical"}, {Kind: ClosedBy, At: second(3)},
				{Kind: "renamed", Label: "severity:critical", At: second(4)}},
			map[Axis][]Change{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, GradeHistory(tt.events)); diff != "" {
				t.Errorf("GradeHistory (-want +got):\n%s", diff)
			}
		})
	}
}

// The pages of a timeline may come in any order; events of one second keep theirs.
func TestGradeHistoryOrdersEventsByTime(t *testing.T) {
	events := []Event{
		labeled(0, "ana", "severity:important"), labeled(50, "ben", "severity:critical"), unlabeled(51, "ben", "severity:important"),
		labeled(90, "ana", "severity:suggestion"), unlabeled(91, "ana", "severity:critical"),
	}
	want := GradeHistory(events)
	for range 20 {
		rand.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		if diff := cmp.Diff(want, GradeHistory(events)); diff != "" {
			t.Fatalf("(-in order +shuffled):\n%s", diff)
		}
	}
}

// Each change takes up where the one before it ended, whatever happened.
func TestGradeHistoryIsAChain(t *testing.T) {
	labels := []string{"severity:critical", "severity:important", "severity:suggestion", "severity:investigate", "fold:required", "handler:plan", "footprint:wide"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var events []Event
		for i := range 30 {
			e := labeled(i*r.IntN(9), []string{"ana", "ben"}[r.IntN(2)], labels[r.IntN(len(labels))])
			if r.IntN(2) == 0 {
				e.Kind = Unlabeled
			}
			events = append(events, e)
		}
		for axis, changes := range GradeHistory(events) {
			for i, c := range changes {
				if c.Axis != axis || c.From == c.To {
					t.Fatalf("seed %d: %+v is no change of %s", seed, c, axis)
				}
				if i > 0 && (c.From != changes[i-1].To || c.At.Before(changes[i-1].At)) {
					t.Fatalf("seed %d: %+v follows %+v", seed, c, changes[i-1])
				}
			}
		}
	}
}

func TestChangeSaysItselfOnOneLine(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"important", "critical", "important → critical"}, {"", "critical", "set to critical"}, {"spec", "", "spec taken away"},
	} {
		if got := (Change{From: tt.from, To: tt.to}).Sentence(); got != tt.want {
			t.Errorf("Sentence = %q, want %q", got, tt.want)
		}
	}
}
