package ledger_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"gh-debt/model/drain"
	"gh-debt/recipe/ledger"
)

// childVariable makes the test binary a process that does childDoes with the
// ledger at the path that it holds.
const (
	childVariable = "LEDGER_TEST_CHILD"
	childDoes     = "LEDGER_TEST_DOES"
)

func TestMain(m *testing.M) {
	path := os.Getenv(childVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := work(path, os.Getenv(childDoes), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// work is what the child does.
func work(path, does string, in io.Reader, out io.Writer) error {
	ctx := context.Background()
	l, err := ledger.Open(ctx, path, ledger.Options{})
	if err != nil {
		return err
	}
	defer l.Close()
	switch does {
	case "lock":
		unlock, err := l.Lock(ctx, "12", "produce")
		if err != nil {
			return err
		}
		defer unlock()
		if _, err := fmt.Fprintln(out, "locked"); err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, in) // until the test ends, or kills it
		return err
	case "append", "append 20":
		for n := 0; does == "append" || n < 20; n++ {
			u, err := l.Append(ctx, "12", "child", pair()...)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintln(out, u.LastID); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("no such work: %s", does)
}

// pair is two facts that are only ever written together.
func pair() []drain.Fact {
	return []drain.Fact{drain.Failed{Step: "push", Reason: "it was rejected"}, drain.Confirmed{Number: 12, What: "app/pay.go:1", Holds: true}}
}

// child starts the test binary as a process of its own.
func child(t *testing.T, does, path string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+path, childDoes+"="+does)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

func lastID(t *testing.T, lines *bufio.Scanner) int64 {
	t.Helper()
	id, err := strconv.ParseInt(lines.Text(), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// wholePairs checks that what the children wrote stands there pair by pair.
func wholePairs(t *testing.T, l *ledger.Ledger) (events []drain.Event) {
	t.Helper()
	events, err := l.Since(context.Background(), int64(len(claimed(12))))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if want := pair()[i%2].Kind(); e.Fact.Kind() != want || e.By != events[i-i%2].By {
			t.Fatalf("event %d is %s by %s, want %s of one pair", e.ID, e.Fact.Kind(), e.By, want)
		}
	}
	if len(events)%2 != 0 {
		t.Error("the last pair is half")
	}
	return events
}

func TestKillingAProcessLosesNothingThatWasAnsweredAndLeavesNothingHalf(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	for _, kill := range []int{1, 3, 10, 25, 60} {
		cmd, lines := child(t, "append", l.Path())
		var answered int64
		for range kill {
			if !lines.Scan() {
				t.Fatalf("the child ended by itself: %v", cmd.Wait())
			}
			answered = lastID(t, lines)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what it answered before the kill came
			answered = lastID(t, lines)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the child was not killed")
		}
		events := wholePairs(t, open(t, l.Path()))
		if last := events[len(events)-1].ID; last < answered {
			t.Errorf("killed after %d: event %d was answered and %d is the last that is kept", kill, answered, last)
		}
	}
}

func TestProcessesThatFinishTogetherAllKeepTheirFacts(t *testing.T) {
	const each = 20
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	one, lines1 := child(t, "append 20", l.Path())
	two, lines2 := child(t, "append 20", l.Path())
	answered := map[int64]bool{}
	for range each {
		answered[add(t, l, "12", pair()...).LastID] = true
	}
	for cmd, lines := range map[*exec.Cmd]*bufio.Scanner{one: lines1, two: lines2} {
		for lines.Scan() {
			answered[lastID(t, lines)] = true
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if events := wholePairs(t, l); len(answered) != 3*each || len(events) != 3*each*2 {
		t.Errorf("%d pairs were answered and %d events kept, want %d and %d", len(answered), len(events), 3*each, 3*each*2)
	}
}
