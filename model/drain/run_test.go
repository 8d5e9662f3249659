package drain

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unit folds a story under another number and path, chosen so many minutes late.
func unit(t testing.TB, number int, path string, late int, story []Fact) Unit {
	t.Helper()
	u := Unit{ID: fmt.Sprint(number)}
	for i, f := range story {
		switch g := f.(type) {
		case Chosen:
			g.Members = []Member{{Number: number, Path: path}}
			f = g
		case Claiming:
			f = Claiming{number}
		case Claimed:
			f = Claimed{number}
		case Confirmed:
			g.Number = number
			f = g
		case Screened:
			f = Screened{Members: []int{number}}
		case Worked:
			g.Files = nil
			f = g
		}
		if err := Allowed(u, f); err != nil {
			t.Fatal(err)
		}
		u = u.After(Event{ID: int64(i), At: noon().Add(minutes(late + i)), Fact: f})
	}
	return u
}

func TestRunnable(t *testing.T) {
	chosen := []Fact{twoMembers()}
	begun := plus(isolatedStory(), Began{Work: Produce, Worker: "fixer", Head: base})
	held := plus(mergingStory(), Blocked{Head: headA, Why: BlockedEjected, Reason: "r"})
	full := func(path func(i int) string) []Unit {
		var units []Unit
		for i := range 4 {
			units = append(units, unit(t, i+1, path(i), i, isolatedStory()))
		}
		return units
	}
	apart := func(i int) string { return fmt.Sprintf("p%d", i) }
	inFlight := full(apart)
	const room = "4 units are in flight: one of them must end first"
	tests := map[string]struct {
		units []Unit
		want  []string
	}{
		"nobody": {nil, nil},
		"an ended one has no turn": {
			[]Unit{unit(t, 1, "a", 0, []Fact{twoMembers(), Ended{End: Lost}})}, nil},
		"the furthest goes first": {
			[]Unit{unit(t, 1, "a", 0, chosen), unit(t, 2, "b", 1, proposedStory()), unit(t, 3, "c", 2, screenedStory())},
			[]string{"2 review", "3 isolate", "1 claim"}},
		"one that asks comes after those that go on": {
			[]Unit{unit(t, 1, "a", 0, held), unit(t, 2, "b", 1, isolatedStory())},
			[]string{"2 produce", "1 merge asks: the merge did not happen: r"}},
		"a fifth gets no workspace and takes no claim, and may be screened": {
			append(inFlight, unit(t, 5, "e", 9, screenedStory()), unit(t, 6, "f", 10, chosen), unit(t, 7, "g", 11, claimedStory())),
			[]string{"1 produce", "2 produce", "3 produce", "4 produce", "7 screen", "5 isolate waits: " + room, "6 claim waits: " + room}},
		"room for one is for the one that holds a claim": {
			append(full(apart)[:3], unit(t, 6, "f", 0, chosen), unit(t, 5, "e", 9, screenedStory())),
			[]string{"1 produce", "2 produce", "3 produce", "5 isolate", "6 claim waits: 4 units are in flight: one of them must end first"}},
		"one path: the later waits until the earlier is proposed": {
			[]Unit{unit(t, 2, "a", 5, isolatedStory()), unit(t, 1, "a", 0, isolatedStory())},
			[]string{"1 produce", "2 produce waits-for 1 on a waits: waits for 1, which touches a too and is not proposed yet"}},
		"one path: the one with work goes before, though chosen later": {
			[]Unit{unit(t, 1, "a", 0, isolatedStory()), unit(t, 2, "a", 5, begun)},
			[]string{"2 produce", "1 produce waits-for 2 on a waits: waits for 2, which touches a too and is not proposed yet"}},
		"one path: both at work already, neither waits": {
			[]Unit{unit(t, 1, "a", 0, begun), unit(t, 2, "a", 5, producedStory())},
			[]string{"1 produce", "2 gates"}},
		"one path: the later stacks on the earlier once that is proposed": {
			[]Unit{unit(t, 1, "a", 0, proposedStory()), unit(t, 2, "a", 30, isolatedStory())},
			[]string{"1 review", "2 produce stacks-on 1 on a"}},
		"one path: what stacks merges after": {
			[]Unit{unit(t, 1, "a", 0, proposedStory()), unit(t, 2, "a", 30, readyStory())},
			[]string{"1 review", "2 merge stacks-on 1 on a waits: stacks on 1, which touches a too and merges first"}},
		"one path: a merge that is asked for is watched": {
			[]Unit{unit(t, 1, "a", 0, proposedStory()), unit(t, 2, "a", 30, mergingStory())},
			[]string{"2 merge", "1 review"}},
		"one path: one that waits for a person holds up no merge": {
			[]Unit{unit(t, 1, "a", 0, held), unit(t, 2, "a", 30, readyStory())},
			[]string{"2 merge stacks-on 1 on a", "1 merge asks: the merge did not happen: r"}},
		"one path: not before both have a workspace": {
			[]Unit{unit(t, 1, "a", 0, screenedStory()), unit(t, 2, "a", 5, isolatedStory())},
			[]string{"2 produce", "1 isolate"}},
		"units without a path touch nothing": {
			[]Unit{unit(t, 1, "", 0, isolatedStory()), unit(t, 2, "", 5, isolatedStory())},
			[]string{"1 produce", "2 produce"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, turn := range Runnable(test.units) {
				got = append(got, turnWords(turn))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if n := InFlight(inFlight); n != 4 {
		t.Errorf("%d in flight, want 4", n)
	}
}

func turnWords(t Turn) string {
	s := t.Unit + " " + string(t.Step)
	if t.On != "" {
		s += fmt.Sprintf(" %s %s on %s", t.Relation, t.On, t.Path)
	}
	if t.Waits != "" {
		s += " waits: " + t.Waits
	}
	if t.Asks != "" {
		s += " asks: " + t.Asks
	}
	return s
}

func TestTouches(t *testing.T) {
	u := tell(t, plus(producedStory(), Left{Number: 12, Why: Dropped})...)
	u.Done[0].Files = []string{"b.go", "a/x.go"}
	if diff := cmp.Diff([]string{"a/x.go", "b.go"}, u.Touches()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func BenchmarkRunnable(b *testing.B) {
	var units []Unit
	for i := range 200 {
		units = append(units, unit(b, i+1, fmt.Sprintf("p%d", i%50), i, readyStory()))
	}
	b.ResetTimer()
	for b.Loop() {
		if len(Runnable(units)) != 200 {
			b.Fatal("a unit has no turn")
		}
	}
}
