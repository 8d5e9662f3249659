package ledger_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model/drain"
	"gh-debt/recipe/ledger"
)

func TestWhatIsWrittenIsReadAgainAndTheUnitFollowsFromIt(t *testing.T) {
	l := fresh(t)
	facts := story(14, 12)
	var want []drain.Event
	for i, f := range facts {
		u := add(t, l, "12-14", f)
		want = append(want, drain.Event{ID: int64(i + 1), At: noon(), Unit: "12-14", By: "ana", Fact: f})
		kept, events, err := l.Unit(context.Background(), "12-14")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, events); diff != "" {
			t.Fatalf("after %s:\n%s", f.Kind(), diff)
		}
		if diff := cmp.Diff(kept, u); diff != "" {
			t.Fatalf("what Append gave after %s is not what is kept:\n%s", f.Kind(), diff)
		}
	}
	u, _, err := open(t, l.Path()).Unit(context.Background(), "12-14")
	if err != nil || u.Stage != drain.StageDelivered {
		t.Errorf("stage %s in another process (%v), want delivered", u.Stage, err)
	}
}

func TestAWholeStoryMayBeWrittenAtOnce(t *testing.T) {
	one, all := fresh(t), fresh(t)
	var want drain.Unit
	for _, f := range story(12, 14) {
		want = add(t, one, "12-14", f)
	}
	if diff := cmp.Diff(want, add(t, all, "12-14", story(12, 14)...)); diff != "" {
		t.Error(diff)
	}
}

func TestAFactThatIsNotAllowedWritesNothing(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	before, events, err := l.Unit(context.Background(), "12")
	if err != nil {
		t.Fatal(err)
	}
	for name, facts := range map[string][]drain.Fact{
		"alone":                {drain.Merged{Head: "one", SHA: "two"}},
		"after one that is":    {drain.Confirmed{Number: 12, What: "a.go:1", Holds: true}, drain.Claimed{Number: 13}},
		"an end with a claim":  {drain.Ended{End: drain.HandedBack, Reason: "enough"}},
		"no fact":              {nil},
		"a second life":        {chosen(12)},
		"before what it needs": {drain.Screened{Members: []int{12}}, drain.Began{Work: drain.Produce, Worker: "fixer", Head: "base"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := l.Append(context.Background(), "12", "ana", facts...)
			var order *drain.OrderError
			if !errors.As(err, &order) {
				t.Errorf("error %v, want an OrderError", err)
			}
			after, kept, err := l.Unit(context.Background(), "12")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(events, kept); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAUnitIsNamedAfterItsMembers(t *testing.T) {
	l := fresh(t)
	for name, c := range map[string]struct {
		unit string
		fact drain.Fact
		want string
	}{
		"in another order": {"14-12", chosen(14, 12), `the unit of these issues is 12-14, not "14-12"`},
		"one too few":      {"12", chosen(12, 14), `the unit of these issues is 12-14, not "12"`},
		"no numbers":       {"refund", chosen(12), `"refund" names no unit: a unit is named by its issues' numbers joined by -`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := l.Append(context.Background(), c.unit, "ana", c.fact)
			var bad *ledger.NameError
			if !errors.As(err, &bad) || err.Error() != c.want {
				t.Errorf("error %v, want a NameError: %s", err, c.want)
			}
		})
	}
	if events, err := l.Since(context.Background(), 0); err != nil || len(events) != 0 {
		t.Errorf("%d events were written (%v)", len(events), err)
	}
}

func TestTwoThatFinishTogetherBothKeepTheirFacts(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	const each = 25
	var wait sync.WaitGroup
	for _, who := range []string{"reviewer", "ci"} {
		mine := open(t, l.Path())
		wait.Go(func() {
			for range each {
				if _, err := mine.Append(context.Background(), "12", who, drain.Failed{Step: "push", Reason: "it was rejected"},
					drain.Confirmed{Number: 12, What: "app/pay.go:1", Holds: true}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	_, events, err := l.Unit(context.Background(), "12")
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for i, e := range events {
		if e.ID != int64(i+1) {
			t.Fatalf("event %d stands at place %d", e.ID, i+1)
		}
		if e.Fact.Kind() == drain.KindFailed && events[i+1].By != e.By {
			t.Errorf("the facts of one transaction were parted at event %d", e.ID)
		}
		by[e.By]++
	}
	if diff := cmp.Diff(map[string]int{"ana": len(claimed(12)), "reviewer": 2 * each, "ci": 2 * each}, by); diff != "" {
		t.Error(diff)
	}
}

func TestOfTwoThatWriteTheSameRoundOneIsRefused(t *testing.T) {
	l := fresh(t)
	facts := story(12)
	at := 0
	for facts[at].Kind() != drain.KindReviewed {
		at++
	}
	add(t, l, "12", facts[:at]...)
	round := facts[at]
	errs := make(chan error, 8)
	var wait sync.WaitGroup
	for range cap(errs) {
		mine := open(t, l.Path())
		wait.Go(func() {
			_, err := mine.Append(context.Background(), "12", "reader", round)
			errs <- err
		})
	}
	wait.Wait()
	close(errs)
	written := 0
	for err := range errs {
		var order *drain.OrderError
		if err == nil {
			written++
		} else if !errors.As(err, &order) {
			t.Error(err)
		}
	}
	u, _, err := l.Unit(context.Background(), "12")
	if err != nil || written != 1 || len(u.Rounds) != 1 {
		t.Errorf("%d wrote the round and %d rounds are kept (%v), want one", written, len(u.Rounds), err)
	}
}

func TestAClockThatJumpsChangesNoOrder(t *testing.T) {
	times := []time.Time{noon(), noon().Add(-48 * time.Hour), noon().Add(time.Hour), time.Unix(0, 0)}
	i := 0
	l, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "ledger.db"), ledger.Options{Now: func() time.Time {
		i++
		return times[i-1]
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, f := range claimed(12)[:4] {
		add(t, l, "12", f)
	}
	_, events, err := l.Unit(context.Background(), "12")
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Fact.Kind() != claimed(12)[i].Kind() || !e.At.Equal(times[i]) {
			t.Errorf("event %d is %s at %v, want %s at %v", i, e.Fact.Kind(), e.At, claimed(12)[i].Kind(), times[i])
		}
	}
}

func TestAFullDiskLosesNothingThatWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	l, err := ledger.OpenSmall(context.Background(), path, 12)
	if err != nil {
		t.Fatal(err)
	}
	u := add(t, l, "12", claimed(12)...)
	var full error
	for full == nil {
		var next drain.Unit
		if next, full = l.Append(context.Background(), "12", "ana", drain.Failed{Step: "push", Reason: strings.Repeat("rejected ", 300)}); full == nil {
			u = next
		}
	}
	var storage *ledger.StorageError
	if !errors.As(full, &storage) {
		t.Fatalf("error %v, want a StorageError", full)
	}
	if want := "nothing was written to the ledger file " + path + ", since the disk is full"; full.Error() != want {
		t.Errorf("said %q, want %q", full, want)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	kept, _, err := again.Unit(context.Background(), "12")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(u, kept); diff != "" {
		t.Error(diff)
	}
	add(t, again, "12", givenUp(12)...)
}
