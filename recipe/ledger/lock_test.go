package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/ledger"
)

func noon() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

// open opens a ledger whose clock stands, and which is closed with the test.
func open(t testing.TB, path string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(context.Background(), path, ledger.Options{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func fresh(t testing.TB) *ledger.Ledger {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "gh-debt", "ledger.db"))
}

func TestOneProcessAtATimeWorksOnAUnit(t *testing.T) {
	l := fresh(t)
	other := open(t, l.Path())
	unlock, err := l.Lock(context.Background(), "12-14", "review")
	if err != nil {
		t.Fatal(err)
	}
	_, err = other.Lock(context.Background(), "12-14", "fix")
	var busy *ledger.BusyError
	if !errors.As(err, &busy) {
		t.Fatalf("error %v, want a BusyError", err)
	}
	if diff := cmp.Diff(&ledger.BusyError{Unit: "12-14", Step: "review", PID: os.Getpid(), Since: noon()}, busy); diff != "" {
		t.Error(diff)
	}
	want := fmt.Sprintf("process %d is working on unit 12-14 (review, since %s)", os.Getpid(), noon().Local().Format(time.DateTime))
	if err.Error() != want {
		t.Errorf("said %q, want %q", err, want)
	}
	elsewhere, err := other.Lock(context.Background(), "12", "fix")
	if err != nil {
		t.Errorf("another unit: %v", err)
	} else {
		elsewhere()
	}
	unlock()
	unlock() // does nothing more
	again, err := other.Lock(context.Background(), "12-14", "fix")
	if err != nil {
		t.Fatalf("after it was let go: %v", err)
	}
	unlock() // nor takes it from the next one
	if _, err = l.Lock(context.Background(), "12-14", "merge"); !errors.As(err, &busy) || busy.Step != "fix" {
		t.Errorf("error %v, want a BusyError of the fix", err)
	}
	again()
}

func TestALockThatIsLetGoLeavesNothingBehind(t *testing.T) {
	l := fresh(t)
	unlock, err := l.Lock(context.Background(), "12", "review")
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	left, err := filepath.Glob(filepath.Join(filepath.Dir(l.Path()), "locks", "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func TestNoTwoEverHaveTheLock(t *testing.T) {
	l := fresh(t)
	var inside, had atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for had.Load() < 200 {
				unlock, err := l.Lock(context.Background(), "12", "produce")
				var busy *ledger.BusyError
				if errors.As(err, &busy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d have the lock at once", n)
				}
				had.Add(1)
				inside.Add(-1)
				unlock()
			}
		})
	}
	wait.Wait()
}

func TestAKilledProcessLeavesNoLock(t *testing.T) {
	l := fresh(t)
	cmd, lines := child(t, "lock", l.Path())
	if !lines.Scan() {
		t.Fatalf("the child ended by itself: %v", cmd.Wait())
	}
	_, err := l.Lock(context.Background(), "12", "review")
	var busy *ledger.BusyError
	if !errors.As(err, &busy) || busy.PID != cmd.Process.Pid || busy.Step != "produce" {
		t.Errorf("error %v, want a BusyError of process %d", err, cmd.Process.Pid)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the child was not killed")
	}
	unlock, err := l.Lock(context.Background(), "12", "review")
	if err != nil {
		t.Fatalf("after the process was killed: %v", err)
	}
	defer unlock()
	if _, err := l.Lock(context.Background(), "12", "fix"); !errors.As(err, &busy) || busy.PID != os.Getpid() || busy.Step != "review" {
		t.Errorf("error %v, want a BusyError of this process", err)
	}
}

func TestAHolderThatIsNotKnownIsNotMadeUp(t *testing.T) {
	for name, record := range map[string]string{
		"damaged":            `{"pid":`,
		"of a process ended": fmt.Sprintf(`{"pid":%d,"step":"fix","since":"2026-11-30T11:00:00Z"}`, 1<<30),
		"missing":            "",
	} {
		t.Run(name, func(t *testing.T) {
			l := fresh(t)
			unlock, err := l.Lock(context.Background(), "12", "review")
			if err != nil {
				t.Fatal(err)
			}
			defer unlock()
			path := filepath.Join(filepath.Dir(l.Path()), "locks", "12.json")
			if err := os.WriteFile(path, []byte(record), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = l.Lock(context.Background(), "12", "fix")
			if want := "another process is working on unit 12"; err == nil || err.Error() != want {
				t.Errorf("error %v, want %q", err, want)
			}
		})
	}
}

func TestALockIsOnlyOfAUnit(t *testing.T) {
	l := fresh(t)
	for _, unit := range []string{"", "-", "12-", "-12", "12--14", "../12", "a", "12 ", "１２"} {
		_, err := l.Lock(context.Background(), unit, "review")
		var name *ledger.NameError
		if !errors.As(err, &name) {
			t.Errorf("%q: error %v, want a NameError", unit, err)
		}
	}
	long := strings.Repeat("1234567-", 60)
	for _, unit := range []string{long + "8", long + "9"} { // longer than a file's name may be, and not one lock
		unlock, err := l.Lock(context.Background(), unit, "review")
		if err != nil {
			t.Fatal(err)
		}
		defer unlock()
	}
}

func TestALockInADirectoryThatCannotBeMadeIsOneClearError(t *testing.T) {
	l := fresh(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(l.Path()), "locks"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Lock(context.Background(), "12", "review"); err == nil {
		t.Error("locked")
	}
}

func TestABusyUnitIsToldByWhoAndABusyCloneByWhat(t *testing.T) {
	since := noon()
	at := since.Local().Format(time.DateTime)
	for want, e := range map[string]ledger.BusyError{
		"process 7 is working on unit 12-14 (produce, since " + at + ")":   {Unit: "12-14", Step: "produce", PID: 7, Since: since},
		"another process is working on unit 12-14":                         {Unit: "12-14"},
		"process 7 is making a workspace in this clone (since " + at + ")": {Unit: ledger.Clone, Step: "isolate", PID: 7, Since: since},
		"another process is making a workspace in this clone":              {Unit: ledger.Clone},
	} {
		if e.Error() != want {
			t.Errorf("%q, want %q", e.Error(), want)
		}
	}
}
