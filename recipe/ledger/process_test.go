package ledger_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

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
	}
	return fmt.Errorf("no such work: %s", does)
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
