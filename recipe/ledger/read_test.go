package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model/drain"
	"gh-debt/recipe/ledger"
)

// mixed is a ledger of an active unit, an ended one, a delivered one, and one
// that was given up and chosen anew.
func mixed(t testing.TB) *ledger.Ledger {
	t.Helper()
	l := fresh(t)
	add(t, l, "20", claimed(20)...)
	add(t, l, "20", givenUp(20)...)
	add(t, l, "12-14", claimed(14, 12)...)
	add(t, l, "3", story(3)...)
	add(t, l, "7", claimed(7)...)
	add(t, l, "7", givenUp(7)...)
	add(t, l, "20", claimed(20)...)
	return l
}

func TestActiveAreThoseThatBeganAndDidNotEnd(t *testing.T) {
	l := mixed(t)
	for name, c := range map[string]struct {
		list func(context.Context) ([]drain.Unit, error)
		want []string
	}{
		"active":     {l.Active, []string{"12-14", "20"}},
		"ended":      {func(ctx context.Context) ([]drain.Unit, error) { return l.Ended(ctx, 10) }, []string{"7", "3"}},
		"ended last": {func(ctx context.Context) ([]drain.Unit, error) { return l.Ended(ctx, 1) }, []string{"7"}},
		"all":        {l.All, []string{"12-14", "3", "7", "20"}},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 { // what has ended is kept after the first time
				units, err := c.list(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, ids(units)); diff != "" {
					t.Error(diff)
				}
				for _, u := range units {
					want, _, err := l.Unit(context.Background(), u.ID)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, u); diff != "" {
						t.Error(diff)
					}
				}
			}
		})
	}
}

func TestAUnitThatEndedIsSeenAnewWhenAnotherProcessChoosesIt(t *testing.T) {
	l := mixed(t)
	if _, err := l.All(context.Background()); err != nil {
		t.Fatal(err)
	}
	other := open(t, l.Path())
	for round, facts := range [][]drain.Fact{claimed(7), givenUp(7), {chosen(7)}} {
		want := add(t, other, "7", facts...)
		units, err := l.All(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := units[slices.IndexFunc(units, func(u drain.Unit) bool { return u.ID == "7" })]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("round %d:\n%s", round, diff)
		}
	}
}

func TestAnEmptyLedgerHasNoUnits(t *testing.T) {
	l := fresh(t)
	for name, list := range map[string]func(context.Context) ([]drain.Unit, error){"active": l.Active, "all": l.All} {
		if units, err := list(context.Background()); err != nil || len(units) != 0 {
			t.Errorf("%s: %v, %v", name, units, err)
		}
	}
	if unit, ok, err := l.Find(context.Background(), 12); ok || err != nil {
		t.Errorf("found %q (%v)", unit, err)
	}
	_, _, err := l.Unit(context.Background(), "12")
	var absent *ledger.AbsentError
	if !errors.As(err, &absent) || err.Error() != "the ledger knows no unit 12" {
		t.Errorf("error %v, want an AbsentError", err)
	}
	if _, err := l.Lives(context.Background(), "12"); !errors.As(err, &absent) {
		t.Errorf("error %v, want an AbsentError", err)
	}
}

func TestAUnitThatIsChosenAnewBeginsAnotherLife(t *testing.T) {
	l := mixed(t)
	u, events, err := l.Unit(context.Background(), "20")
	if err != nil {
		t.Fatal(err)
	}
	if u.Stage != drain.StageClaimed || u.Ended != nil || len(events) != len(claimed(20)) {
		t.Errorf("stage %s with %d events, want claimed with %d", u.Stage, len(events), len(claimed(20)))
	}
	lives, err := l.Lives(context.Background(), "20")
	if err != nil {
		t.Fatal(err)
	}
	former := len(claimed(20)) + len(givenUp(20))
	if len(lives) != 2 || len(lives[0]) != former || len(lives[1]) != len(claimed(20)) {
		t.Fatalf("%d lives, want two of %d and %d events", len(lives), former, len(claimed(20)))
	}
	if diff := cmp.Diff(events, lives[1]); diff != "" {
		t.Error(diff)
	}
}

func TestFindGivesTheUnitThatAnIssueBelongsToActiveOnesFirst(t *testing.T) {
	l := mixed(t)
	add(t, l, "3-20", chosen(3, 20)) // chosen and not claimed yet
	add(t, l, "7-30", chosen(7, 30), drain.Left{Number: 7, Why: drain.Lost, Reason: "another session won"})
	add(t, l, "31-32", chosen(31, 32), drain.Left{Number: 31, Why: drain.Lost, Reason: "another session won"})
	add(t, l, "31", chosen(31))
	add(t, l, "31-33", chosen(31, 33), drain.Left{Number: 31, Why: drain.Dropped, Reason: "not now"})
	for number, want := range map[int]string{
		12: "12-14", 14: "12-14",
		3:  "3-20",  // and not the delivered one
		20: "3-20",  // the one chosen last, of two active ones
		7:  "7-30",  // it left, but that one is still active
		31: "31",    // it is a member there, and left those chosen before and after
		33: "31-33", // the number as a whole
		1:  "", 2: "", 4: "", 120: "", 0: "", -20: "",
	} {
		unit, ok, err := l.Find(context.Background(), number)
		if err != nil || unit != want || ok != (want != "") {
			t.Errorf("#%d is found in %q (%v, %v), want %q", number, unit, ok, err, want)
		}
	}
}

func TestSinceGivesWhatCameAfter(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	add(t, l, "3", claimed(3)...)
	all, err := l.Since(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		after, err := l.Since(context.Background(), all[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[i+1:], after, cmp.Transformer("empty", func(e []drain.Event) []drain.Event {
			return slices.Concat([]drain.Event{{}}, e)
		})); diff != "" {
			t.Errorf("after %d:\n%s", all[i].ID, diff)
		}
	}
}

func TestAFactOfALaterVersionChangesNothingAndIsKept(t *testing.T) {
	l := fresh(t)
	before := add(t, l, "12", claimed(12)...)
	if err := l.Exec(context.Background(), `INSERT INTO event (at, unit, kind, data, by) VALUES (0, '12', 'blessed', '{"how":["much"]}', 'bo')`); err != nil {
		t.Fatal(err)
	}
	after, events, err := l.Unit(context.Background(), "12")
	if err != nil {
		t.Fatal(err)
	}
	last := events[len(events)-1]
	if diff := cmp.Diff(drain.Fact(drain.Unread{As: "blessed", Data: []byte(`{"how":["much"]}`)}), last.Fact); diff != "" {
		t.Error(diff)
	}
	if after.Stage != before.Stage || !slices.Equal(after.Claims, before.Claims) {
		t.Errorf("stage %s with the claims %v, want %s with %v", after.Stage, after.Claims, before.Stage, before.Claims)
	}
	add(t, l, "12", givenUp(12)...)
}

func TestAnEventThatWasDamagedByHandIsNamed(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	if err := l.Exec(context.Background(), `UPDATE event SET data = '{"number":' WHERE id = 2`); err != nil {
		t.Fatal(err)
	}
	_, _, err := l.Unit(context.Background(), "12")
	var bad *ledger.EventError
	if !errors.As(err, &bad) || bad.ID != 2 || bad.Kind != drain.KindClaiming {
		t.Fatalf("error %v, want an EventError of event 2", err)
	}
	want := fmt.Sprintf("event 2 (claiming of unit 12) in the ledger file %s cannot be understood: ", l.Path())
	if !strings.HasPrefix(err.Error(), want) {
		t.Errorf("said %q, want %q…", err, want)
	}
	if _, err := l.Append(context.Background(), "12", "ana", drain.Failed{Step: "push", Reason: "rejected"}); !errors.As(err, &bad) {
		t.Errorf("a fact was written upon what cannot be understood (%v)", err)
	}
	add(t, l, "3", claimed(3)...) // others go on
}

func TestWhatIsActiveIsFoundByBeginningsAndEndsAlone(t *testing.T) {
	plan, err := fresh(t).Plan(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"SCAN event USING COVERING INDEX event_life", "USE TEMP B-TREE FOR ORDER BY"}, plan); diff != "" {
		t.Error(diff)
	}
	// The index and the queries spell these kinds out.
	kinds := append([]drain.Kind{drain.KindChosen}, drain.EndKinds()...)
	if diff := cmp.Diff([]drain.Kind{"chosen", "delivered", "ended"}, kinds); diff != "" {
		t.Error(diff)
	}
}
