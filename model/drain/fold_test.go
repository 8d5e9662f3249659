package drain

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

func eventsOf(facts []Fact) []Event {
	events := make([]Event, len(facts))
	for i, f := range facts {
		events[i] = Event{ID: int64(i + 1), At: noon().Add(minutes(i)), Unit: "12-15", By: "ana", Fact: f}
	}
	return events
}

func TestUnitID(t *testing.T) {
	tests := map[string]struct {
		numbers []int
		want    string
	}{
		"one":                    {[]int{7}, "7"},
		"ascending by value":     {[]int{100, 20, 3}, "3-20-100"},
		"a number twice is once": {[]int{3, 3}, "3"},
		"none":                   {nil, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := UnitID(test.numbers); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestFoldAfterEveryCrash cuts a whole story after each of its facts: what is left
// is a unit that goes on, and the same as if it had been folded step by step.
func TestFoldAfterEveryCrash(t *testing.T) {
	story := plus(plus(proposedStory(), checked(headA, Red), wanted(1, headA)), fixed(headA, headB)...)
	story = plus(story, Began{Work: ReviewIt, Worker: "judge", Head: headB}, passed(2, headB), checked(headB, Green),
		Merging{headB, MergePlain}, Merged{Head: headB, SHA: headC}, Unclaimed{12}, Unclaimed{15}, Delivered{Closed: []int{12, 15}})
	events := eventsOf(story)
	step := Unit{ID: "12-15"}
	for i, e := range events {
		if err := Allowed(step, e.Fact); err != nil {
			t.Fatal(err)
		}
		step = step.After(e)
		cut := Fold("12-15", events[:i+1])
		if diff := cmp.Diff(step, cut); diff != "" {
			t.Fatalf("after %s (-step by step +folded):\n%s", e.Fact.Kind(), diff)
		}
		if next, _ := Next(cut); (next == StepNone) != (i == len(events)-1) {
			t.Errorf("after %s the next step is %q", e.Fact.Kind(), next)
		}
	}
}

func TestFoldTakesThePresentLifeOnly(t *testing.T) {
	first := plus(claimedStory(), Left{Number: 12, Why: Stale}, Ending{End: HandedBack}, Unclaimed{15}, Ended{End: HandedBack})
	u := Fold("12-15", eventsOf(plus(first, twoMembers(), Claiming{12})))
	if len(u.Left) != 0 || u.Branch.Branch != "" || u.Ended != nil || u.Stage != StageChosen || u.Events != 2 || u.LastID != int64(len(first)+2) {
		t.Errorf("the former life is in the present one: %+v", u)
	}
	if !u.Started.Equal(noon().Add(minutes(len(first)))) {
		t.Errorf("started at %v", u.Started)
	}
}

func TestFoldPassesOverWhatItCannotUse(t *testing.T) {
	if u := Fold("7", nil); u.Active() || u.Stage != "" || u.ID != "7" {
		t.Errorf("no events make %+v", u)
	}
	if u := Fold("7", eventsOf([]Fact{Claimed{7}, Unread{As: "teleported"}})); u.Active() || u.Claims != nil || u.LastID != 2 {
		t.Errorf("events before any choice make %+v", u)
	}
	known := tell(t, claimedStory()...)
	unread := known.After(Event{ID: 50, At: noon().Add(minutes(90)), Fact: Unread{As: "teleported"}})
	known.Events, known.LastID = unread.Events, 50
	if diff := cmp.Diff(known, unread); diff != "" {
		t.Errorf("a fact of a later version changed the unit:\n%s", diff)
	}
}

// TestAfterLeavesTheUnitAsItWas: units share their slices, so two futures of one
// unit must not write over one another.
func TestAfterLeavesTheUnitAsItWas(t *testing.T) {
	u := tell(t, plus(proposedStory(), own(1, headA))...)
	before := Fold(u.ID, eventsOf(plus(proposedStory(), own(1, headA))))
	one := u.After(Event{Fact: passed(2, headA)})
	two := u.After(Event{Fact: wanted(2, headA)})
	u.After(Event{Fact: Left{Number: 15, Why: Dropped}})
	if one.Rounds[1].Verdict.Verdict != Pass || two.Rounds[1].Verdict.Verdict != NeedsChanges {
		t.Error("two futures share a round")
	}
	if diff := cmp.Diff(before, u); diff != "" {
		t.Errorf("the unit changed (-before +after):\n%s", diff)
	}
}

func TestHeads(t *testing.T) {
	type heads struct {
		Approved    string
		Independent bool
		Green       string
		Ready       string
		Fix         string
		Lacks       []string
	}
	moved := plus(readyStory(), Gated{Head: headB}, Pushed{headB})
	tests := map[string]struct {
		story []Fact
		want  heads
	}{
		"proposed":                  {proposedStory(), heads{}},
		"ready":                     {readyStory(), heads{Approved: headA, Independent: true, Green: headA, Ready: headA}},
		"moved after the approval":  {moved, heads{}},
		"and approved again":        {plus(moved, passed(2, headB)), heads{Approved: headB, Independent: true}},
		"own review":                {plus(proposedStory(), own(1, headA), checked(headA, Green)), heads{Approved: headA, Green: headA, Lacks: []string{AcceptOwnReview}}},
		"own review of silence":     {plus(proposedStory(), own(1, headA), checked(headA, Nothing)), heads{Approved: headA, Lacks: []string{AcceptOwnReview, AcceptNoChecks}}},
		"optional red":              {plus(proposedStory(), passed(1, headA), optionalRed(headA)), heads{Approved: headA, Independent: true, Lacks: []string{AcceptOptional}}},
		"optional red, to be fixed": {plus(proposedStory(), passed(1, headA), nothingRequiredRed(headA)), heads{Approved: headA, Independent: true, Fix: headA, Lacks: []string{AcceptOptional}}},
		"optional red, accepted": {plus(proposedStory(), passed(1, headA), nothingRequiredRed(headA), Accepted{What: AcceptOptional, Head: headA}),
			heads{Approved: headA, Independent: true, Green: headA, Ready: headA}},
		"required red":               {plus(proposedStory(), passed(1, headA), checked(headA, Red)), heads{Approved: headA, Independent: true, Fix: headA}},
		"changes asked for":          {plus(proposedStory(), wanted(1, headA), checked(headA, Green)), heads{Green: headA, Fix: headA}},
		"a commit that is not there": {plus(readyStory(), Gated{Head: headB}), heads{Approved: headA, Independent: true, Green: headA}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			u := tell(t, test.story...)
			var got heads
			got.Approved, got.Independent, _ = u.ApprovedHead()
			got.Green, _ = u.GreenHead()
			got.Ready, _ = u.ReadyHead()
			got.Fix, got.Lacks = u.FixHead, u.Unaccepted()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestImplementer(t *testing.T) {
	u := tell(t, isolatedStory()...)
	if u.Implementer() != "fixer" {
		t.Errorf("before any work it is %q", u.Implementer())
	}
	u = tell(t, plus(isolatedStory(), Began{Work: Produce, Worker: Me, Head: base})...)
	if u.Implementer() != Me {
		t.Errorf("a person took it in hand, not %q", u.Implementer())
	}
	u = tell(t, plus(isolatedStory(), Began{Work: Produce, Worker: Me, Head: base}, Worked{Work: Produce, Worker: Me, Head: headA, Commits: 1})...)
	if u.Implementer() != Me || u.implemented("fixer") || !u.implemented(Me) {
		t.Errorf("a person did the work, not %q", u.Implementer())
	}
}

func BenchmarkFold(b *testing.B) {
	story := plus(plus(brakedStory(), diagnosed(), Decided{3, ChoiceClass}), fixed(headC, headA)...)
	events := eventsOf(plus(story, passed(4, headA), checked(headA, Green), Merging{headA, MergePlain}))
	for b.Loop() {
		for range 1000 {
			if u := Fold("12-15", events); u.Stage != StageMerging {
				b.Fatal(u.Stage)
			}
		}
	}
	b.ReportMetric(float64(len(events)), "events/unit")
}
