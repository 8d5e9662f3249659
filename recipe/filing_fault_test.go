package recipe

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub/hubtest"
)

// fault makes something happen to the n-th request of a story.
type fault func(s *hubtest.Server, n int)

// faultsOfReads are those that a read does not simply survive by being repeated.
func faultsOfReads() map[string]fault {
	return map[string]fault{
		"is answered 500 instead": func(s *hubtest.Server, n int) { s.Instead(n, hubtest.Status(500, "Server Error")) },
		"is forbidden":            func(s *hubtest.Server, n int) { s.Instead(n, hubtest.Status(403, "Forbidden")) },
		"is the last that arrives": func(s *hubtest.Server, n int) {
			s.Before(func(at int, _ *http.Request) error {
				if at > n {
					return hubtest.ErrDropped
				}
				return nil
			})
		},
	}
}

// faultsOfWrites are all that can happen to a write.
func faultsOfWrites() map[string]fault {
	all := faultsOfReads()
	maps.Copy(all, map[string]fault{
		"is lost on the way":       func(s *hubtest.Server, n int) { s.FailBefore(n) },
		"loses its answer":         func(s *hubtest.Server, n int) { s.DropAfter(n) },
		"is done and answered 500": func(s *hubtest.Server, n int) { s.Replace(n, hubtest.Status(500, "Server Error")) },
		"is answered by a proxy":   func(s *hubtest.Server, n int) { s.Replace(n, hubtest.HTML(200)) },
		"is cut short":             func(s *hubtest.Server, n int) { s.Replace(n, hubtest.Cut) },
	})
	return all
}

// eachFault runs a story for every request of a story without a fault and
// everything that can happen to it. A short run (the race detector's) leaves it out:
// it is long, and one program is at work at a time.
func eachFault(t *testing.T, requests []hubtest.Request, story func(t *testing.T, n int, f fault)) {
	t.Helper()
	if testing.Short() {
		t.Skip("it fails every request, one at a time: run without -short")
	}
	for _, r := range requests {
		all := faultsOfReads()
		if r.Method != http.MethodGet {
			all = faultsOfWrites()
		}
		for name, f := range all {
			t.Run(fmt.Sprintf("request %d %s", r.N, name), func(t *testing.T) {
				t.Parallel()
				story(t, r.N, f)
			})
		}
	}
}

// creations counts the requests that created an issue.
func creations(s *hubtest.Server) int {
	n := 0
	for _, r := range s.Requests() {
		if r.Method == "POST" && strings.HasSuffix(r.Path, "/issues") {
			n++
		}
	}
	return n
}

// promises checks what holds at the end of a filing, whatever happened, and then
// files the same once more without a fault.
func promises(t *testing.T, s *hubtest.Server, f File, in FileInput, res FileResult, err error) {
	t.Helper()
	if n := creations(s); n > 1 {
		t.Errorf("%d creations in one run", n)
	}
	open := openWithKey(t, s, source, in.Line)
	settled := err == nil && res.Outcome != OutcomeRefused
	switch {
	case settled && (len(open) != 1 || open[0] != res.Number):
		t.Errorf("outcome %s of #%d, but open with the key are %v", res.Outcome, res.Number, open)
	case !settled && len(draftsOf(t, f)) != 1:
		t.Errorf("outcome %q, error %v, and %d drafts: the text is lost", res.Outcome, err, len(draftsOf(t, f)))
	case settled && len(draftsOf(t, f)) != 0:
		t.Errorf("a draft is left of a finding that is %s", res.Outcome)
	}
	if faultKind(err) == model.FaultUnknownResult && res.Outcome == "" && !res.Keepable && f.HasLocal {
		t.Error("unknown and not keepable")
	}
	s.Reset()
	again, err := f.Run(context.Background(), in)
	if err != nil {
		t.Fatalf("once more, without a fault: %v", err)
	}
	open = openWithKey(t, s, source, in.Line)
	if len(open) != 1 || open[0] != again.Number {
		t.Errorf("once more: %s #%d, but open with the key are %v", again.Outcome, again.Number, open)
	}
	if len(draftsOf(t, f)) != 0 {
		t.Error("once more: a draft is left")
	}
}

// requestsOf gives the requests of a filing without a fault.
func requestsOf(t *testing.T, c *checkout.Checkout, in FileInput) []hubtest.Request {
	t.Helper()
	s := hubtest.New(t)
	if _, err := filer(t, s, c).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return s.Requests()
}

func TestFilingHoldsItsPromisesWhateverFails_C03_C35(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	eachFault(t, requestsOf(t, c, in), func(t *testing.T, n int, fault fault) {
		s := hubtest.New(t, hubtest.Unchecked())
		f := filer(t, s, c)
		fault(s, n)
		res, err := f.Run(context.Background(), in)
		promises(t, s, f, in, res, err)
	})
}
