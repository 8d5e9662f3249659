package drain

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// machine drives one unit through facts that are drawn at random, half of them such
// as the next step would write, and keeps its own books: simple ones, which know
// nothing of the rules.
type machine struct {
	u      Unit
	events []Event
	labels map[int]bool // issues that may carry our claim
	ready  map[string]bool
	seen   []Fact // of this life
}

func heads() []string { return []string{base, headA, headB, headC} }

// write tries a fact, and when it is allowed, writes it down.
func (m *machine) write(t *rapid.T, f Fact) bool {
	before := m.u
	if Allowed(m.u, f) != nil {
		return false
	}
	m.book(f)
	e := Event{ID: int64(len(m.events) + 1), Unit: m.u.ID, Fact: f}
	m.events = append(m.events, e)
	m.u = m.u.After(e)
	m.check(t, before, f)
	return true
}

// book keeps the books.
func (m *machine) book(f Fact) {
	switch f := f.(type) {
	case Chosen:
		m.seen, m.ready = nil, map[string]bool{}
	case Claiming:
		m.labels[f.Number] = true
	case Claimed:
		m.labels[f.Number] = true
	case Left:
		delete(m.labels, f.Number)
	case Unclaimed:
		delete(m.labels, f.Number)
	}
	m.seen = append(m.seen, f)
	for _, h := range heads() {
		if m.approved(h) && m.green(h) {
			m.ready[h] = true
		}
	}
}

// approved says, from all that was written, whether the last word on a head is an
// approval that counts.
func (m *machine) approved(head string) bool {
	pass, independent, accepted := false, false, false
	for _, f := range m.seen {
		switch f := f.(type) {
		case Reviewed:
			if f.Verdict.HeadSHA == head {
				pass, independent = f.Verdict.Verdict == Pass, f.Independent
			}
		case Accepted:
			accepted = accepted || f == Accepted{What: AcceptOwnReview, Head: head}
		}
	}
	return pass && (independent || accepted)
}

// green says likewise whether the last word on its checks lets it be merged: green
// does, and what a person accepted of silence, or of red that nothing requires.
func (m *machine) green(head string) bool {
	var last Answer
	silence, optional := false, false
	for _, f := range m.seen {
		switch f := f.(type) {
		case Checked:
			if f.Head == head {
				last = f.Answer
			}
		case Accepted:
			silence = silence || f.Head == head && f.What != AcceptOwnReview
			optional = optional || f == Accepted{What: AcceptOptional, Head: head}
		}
	}
	unrequired := len(last.Checks) == 1 && !last.Checks[0].Required // of those that are drawn
	return last.Color == Green || last.Color == Nothing && silence || last.Color == Red && unrequired && optional
}

// check holds every invariant after a fact.
func (m *machine) check(t *rapid.T, before Unit, f Fact) {
	members := []int{12, 15}
	switch f := f.(type) {
	case Merging:
		if !m.approved(f.Head) {
			t.Fatalf("the merge of %s was asked for without an approval", f.Head)
		}
	case Delivered:
		if !m.ready[m.u.Merged.Head] {
			t.Fatalf("delivered, and %s was never approved and green", m.u.Merged.Head)
		}
		for _, n := range f.Closed {
			if !slices.Contains(members, n) || m.left(n) {
				t.Fatalf("delivered with #%d closed, which is outside", n)
			}
		}
	}
	if m.u.Stage == StageDelivered || m.u.Stage == StageEnded {
		if len(m.labels) > 0 {
			t.Fatalf("%s with claims left on %v", m.u.Stage, m.labels)
		}
	}
	step, why := Next(m.u)
	if m.u.Active() == (step == StepNone) {
		t.Fatalf("active is %v and the next step %q", m.u.Active(), step)
	}
	if why == "" || m.u.Active() && WaitsFor(m.u) == "" {
		t.Fatalf("no words for %q at %q", step, m.u.Stage)
	}
	if m.u.Active() && !slices.Contains(Order(), m.u.Stage) {
		t.Fatalf("an active unit at %q", m.u.Stage)
	}
	if _, stopped := Diagnose(m.u.Rounds, m.u.Decided, false); stopped != m.u.brakeDue() {
		t.Fatalf("the brake is due: %v, its diagnosis says %v", m.u.brakeDue(), stopped)
	}
	m.checkReady(t)
	m.checkTwice(t, f)
	if after := before.After(Event{Fact: Failed{Step: "x", Reason: "y"}}); before.Active() && after.Stage != before.Stage && before.Working == nil {
		t.Fatalf("a failure moved the unit from %s to %s", before.Stage, after.Stage)
	}
}

func (m *machine) left(n int) bool {
	return slices.ContainsFunc(m.seen, func(f Fact) bool { l, ok := f.(Left); return ok && l.Number == n })
}

// checkReady compares the ready head with the books.
func (m *machine) checkReady(t *rapid.T) {
	head, ok := m.u.ReadyHead()
	if ok && (!m.approved(head) || !m.green(head) || head != m.u.Pushed || head != m.u.Head) {
		t.Fatalf("%s is ready against the books", head)
	}
}

// checkTwice writes the same fact down a second time: either that is refused, or it
// leaves the unit at the same stage with the same next step, unless it is a round,
// an answer or a failure, of which there may be many.
func (m *machine) checkTwice(t *rapid.T, f Fact) {
	if Allowed(m.u, f) != nil {
		return
	}
	twice := m.u.After(Event{Fact: f})
	one, _ := Next(m.u)
	two, _ := Next(twice)
	if one != two || m.u.Stage != twice.Stage {
		t.Fatalf("%s told twice: %s and %s, then %s and %s", f.Kind(), m.u.Stage, one, twice.Stage, two)
	}
}

// free gives everything back, from wherever the unit is, and says how it ended.
func (m *machine) free(t *rapid.T) {
	if !m.u.Active() {
		return
	}
	if !m.u.Settled && m.u.Ending == nil && !m.write(t, Ending{End: HandedBack, Reason: "r"}) {
		t.Fatalf("a unit %s cannot be released", m.u.Stage)
	}
	for _, n := range []int{12, 15} {
		if m.labels[n] && !m.write(t, Unclaimed{n}) {
			t.Fatalf("the claim of #%d cannot be given back at %s", n, m.u.Stage)
		}
	}
	end := Fact(Delivered{Closed: m.u.Numbers()})
	if !m.u.Settled {
		end = Ended{End: m.u.Ending.End, Reason: "r"}
	}
	if !m.write(t, end) {
		t.Fatalf("%v", Allowed(m.u, end))
	}
}

func TestNoOrderOfFactsBreaksAUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{u: Unit{ID: "12-15"}, labels: map[int]bool{}, ready: map[string]bool{}}
		for range rapid.IntRange(1, 90).Draw(t, "length") {
			if rapid.IntRange(0, 3).Draw(t, "guided") > 0 {
				m.write(t, guided(t, m.u))
			} else {
				m.write(t, anyFact(t))
			}
		}
		if diff := cmp.Diff(Fold(m.u.ID, m.events), m.u); diff != "" {
			t.Fatalf("folded anew (-fold +step by step):\n%s", diff)
		}
		m.free(t)
	})
}

// TestGuidedStoriesEnd sees to it that the random stories above reach every stage.
func TestGuidedStoriesEnd(t *testing.T) {
	reached := map[Stage]int{}
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{u: Unit{ID: "12-15"}, labels: map[int]bool{}, ready: map[string]bool{}}
		for range 120 {
			m.write(t, guided(t, m.u))
			reached[m.u.Stage]++
		}
		m.free(t)
	})
	for _, s := range append(Order(), StageDelivered, StageEnded) {
		if reached[s] == 0 {
			t.Errorf("no story reached %s", s)
		}
	}
}
