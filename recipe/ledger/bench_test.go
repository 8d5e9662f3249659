package ledger_test

import (
	"context"
	"testing"

	"gh-debt/model/drain"
	"gh-debt/recipe/ledger"
)

// thousand is a ledger of 1,000 units that have ended and 4 that are active,
// of some 30 events each.
func thousand(b *testing.B) *ledger.Ledger {
	b.Helper()
	l := fresh(b)
	stories := map[string][]drain.Fact{}
	for n := range 1000 {
		stories[drain.UnitID([]int{10 + 2*n, 11 + 2*n})] = story(10+2*n, 11+2*n)
	}
	for n := range 4 {
		facts := story(5000+2*n, 5001+2*n)
		stories[drain.UnitID([]int{5000 + 2*n, 5001 + 2*n})] = facts[:len(facts)-3]
	}
	if err := l.Fill(context.Background(), noon(), stories); err != nil {
		b.Fatal(err)
	}
	return l
}

func BenchmarkActive(b *testing.B) {
	l := thousand(b)
	b.ReportAllocs()
	for b.Loop() {
		if units, err := l.Active(context.Background()); err != nil || len(units) != 4 {
			b.Fatal(len(units), err)
		}
	}
}

func BenchmarkOpenAndActive(b *testing.B) {
	path := thousand(b).Path()
	for b.Loop() {
		l, err := ledger.Open(context.Background(), path, ledger.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if units, err := l.Active(context.Background()); err != nil || len(units) != 4 {
			b.Fatal(len(units), err)
		}
		l.Close()
	}
}

func BenchmarkAppend(b *testing.B) {
	l := thousand(b)
	fact := drain.Failed{Step: "merge", Reason: "the time is up"}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n++; n%100 == 0 { // a life does not have thousands of events
			b.StopTimer()
			if err := l.Exec(context.Background(), `DELETE FROM event WHERE unit = '5000-5001' AND kind = 'failed'`); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		if _, err := l.Append(context.Background(), "5000-5001", "ana", fact); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUnit(b *testing.B) {
	l := thousand(b)
	for b.Loop() {
		if _, _, err := l.Unit(context.Background(), "5000-5001"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	l := thousand(b)
	for name, number := range map[string]int{"active": 5003, "ended": 1011, "unknown": 9} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, ok, err := l.Find(context.Background(), number); err != nil || ok != (number != 9) {
					b.Fatal(ok, err)
				}
			}
		})
	}
}

func BenchmarkEndedTheFirstTime(b *testing.B) {
	path := thousand(b).Path()
	for b.Loop() {
		l, err := ledger.Open(context.Background(), path, ledger.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if units, err := l.Ended(context.Background(), 20); err != nil || len(units) != 20 {
			b.Fatal(len(units), err)
		}
		l.Close()
	}
}

func BenchmarkAllTheFirstTime(b *testing.B) {
	path := thousand(b).Path()
	for b.Loop() {
		l, err := ledger.Open(context.Background(), path, ledger.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if units, err := l.All(context.Background()); err != nil || len(units) != 1004 {
			b.Fatal(len(units), err)
		}
		l.Close()
	}
}

func BenchmarkAll(b *testing.B) {
	l := thousand(b)
	if _, err := l.All(context.Background()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if units, err := l.All(context.Background()); err != nil || len(units) != 1004 {
			b.Fatal(len(units), err)
		}
	}
}

func BenchmarkLock(b *testing.B) {
	l := fresh(b)
	for b.Loop() {
		unlock, err := l.Lock(context.Background(), "12", "review")
		if err != nil {
			b.Fatal(err)
		}
		unlock()
	}
}
