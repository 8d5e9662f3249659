package recipe

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub/hubtest"
)

// faults are what can happen to the n-th request of a story: those that are
// named, or all.
func faults(names ...string) map[string]func(s *hubtest.Server, n int) {
	all := map[string]func(s *hubtest.Server, n int){
		"is lost on the way":       func(s *hubtest.Server, n int) { s.FailBefore(n) },
		"loses its answer":         func(s *hubtest.Server, n int) { s.DropAfter(n) },
		"is answered 500 instead":  func(s *hubtest.Server, n int) { s.Instead(n, hubtest.Status(500, "Server Error")) },
		"is done and answered 500": func(s *hubtest.Server, n int) { s.Replace(n, hubtest.Status(500, "Server Error")) },
		"is forbidden":             func(s *hubtest.Server, n int) { s.Instead(n, hubtest.Status(403, "Forbidden")) },
		"is answered by a proxy":   func(s *hubtest.Server, n int) { s.Replace(n, hubtest.HTML(200)) },
		"is cut short":             func(s *hubtest.Server, n int) { s.Replace(n, hubtest.Cut) },
		"is the last that arrives": func(s *hubtest.Server, n int) {
			s.Before(func(at int, _ *http.Request) error {
				if at > n {
					return hubtest.ErrDropped
				}
				return nil
			})
		},
	}
	if len(names) > 0 {
		maps.DeleteFunc(all, func(name string, _ func(*hubtest.Server, int)) bool { return !slices.Contains(names, name) })
	}
	return all
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

// requestsOf counts the requests of a filing without a fault.
func requestsOf(t *testing.T, c *checkout.Checkout, in FileInput) int {
	t.Helper()
	s := hubtest.New(t)
	if _, err := filer(t, s, c).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return s.Count()
}

func TestFilingHoldsItsPromisesWhateverFails_C03_C35(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	total := requestsOf(t, c, in)
	if total < 8 {
		t.Fatalf("the story has %d requests only", total)
	}
	for n := 1; n <= total; n++ {
		for name, fault := range faults() {
			t.Run(fmt.Sprintf("request %d %s", n, name), func(t *testing.T) {
				s := hubtest.New(t, hubtest.Unchecked())
				f := filer(t, s, c)
				fault(s, n)
				res, err := f.Run(context.Background(), in)
				promises(t, s, f, in, res, err)
			})
		}
	}
}

// peerBody is how a peer files the finding: with the same key and other words.
func peerBody(line int) string { return keyed(source, line, "") }

func TestFilingEndsWithOneIssueWhenAPeerFilesTheSame_C03(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	total := requestsOf(t, c, in)
	labels := []string{"tech-debt", "severity:important", "footprint:narrow"}
	for n := 1; n <= total; n++ {
		for _, when := range []string{"before", "after"} {
			t.Run(fmt.Sprintf("%s request %d", when, n), func(t *testing.T) {
				s := hubtest.New(t)
				f := filer(t, s, c)
				file := func() { s.Peer("bo").Create("Peer", peerBody(118), labels...) }
				if when == "before" {
					s.PeerBefore(n, file)
				} else {
					s.PeerAfter(n, file)
				}
				res, err := f.Run(context.Background(), in)
				if err != nil {
					t.Fatal(err)
				}
				// A peer who files after our last look sees our issue, as a filing of
				// ours would; this one does not look and is closed by the next run.
				if n == total && when == "after" || len(openWithKey(t, s, source, 118)) > 1 && lateTwin(s, n) {
					return
				}
				promises(t, s, f, in, res, err)
			})
		}
	}
}

// lateTwin reports whether no list was read after the n-th request.
func lateTwin(s *hubtest.Server, n int) bool {
	return !slices.ContainsFunc(s.Requests(), func(r hubtest.Request) bool {
		return r.N > n && strings.Contains(r.Path, "/issues?")
	})
}

// gate is a second program's way to the same hub, which can be stopped before a
// request until it may go on.
type gate struct {
	inner   http.RoundTripper
	at      int // the request that waits; 0: none
	n       int
	reached chan struct{}
	resume  chan struct{}
}

func (g *gate) RoundTrip(r *http.Request) (*http.Response, error) {
	g.n++
	if g.n == g.at {
		close(g.reached)
		<-g.resume
	}
	return g.inner.RoundTrip(r)
}

// TestTwoProgramsThatFileTheSameEndWithOneIssue_C03 lets two programs file the
// same finding: the first stops before its n-th request, the second runs up to
// its m-th, the first runs to its end, then the second does.
func TestTwoProgramsThatFileTheSameEndWithOneIssue_C03(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	var labels []model.Label
	for _, v := range model.Vocabulary(model.DefaultRules()) {
		labels = append(labels, v.Label)
	}
	probe := hubtest.New(t, hubtest.Labels(labels...), hubtest.Unchecked())
	if _, err := filer(t, probe, c).Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	// Before their second look the two only read, so that stopping earlier is the
	// same as starting later.
	total := probe.Count()
	for n := total - 6; n <= total; n++ {
		for m := total - 6; m <= total; m++ {
			t.Run(fmt.Sprintf("%d and %d", n, m), func(t *testing.T) {
				s := hubtest.New(t, hubtest.Labels(labels...), hubtest.Unchecked())
				g := &gate{inner: s.Hub.Transport(), at: m, reached: make(chan struct{}), resume: make(chan struct{})}
				first, second := filer(t, s, c), filer(t, g, c)
				var other FileResult
				var otherErr error
				ended := make(chan struct{})
				s.PeerBefore(n, func() {
					go func() {
						defer close(ended)
						other, otherErr = second.Run(context.Background(), in)
					}()
					select {
					case <-g.reached:
					case <-ended:
					}
				})
				res, err := first.Run(context.Background(), in)
				close(g.resume)
				<-ended
				if err != nil || otherErr != nil {
					t.Fatal(err, otherErr)
				}
				open := openWithKey(t, s, source, 118)
				if len(open) != 1 || res.Number != open[0] || other.Number != open[0] {
					t.Errorf("open %v; the first says %s #%d, the second %s #%d", open, res.Outcome, res.Number, other.Outcome, other.Number)
				}
				if res.Outcome == OutcomeFiled && other.Outcome == OutcomeFiled {
					t.Error("both say that they filed it")
				}
			})
		}
	}
}

func TestFilingIsBroughtToAnEndWhenItIsInterrupted(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	total := requestsOf(t, c, in)
	for n := 1; n <= total; n++ {
		for _, peer := range []bool{false, true} {
			t.Run(fmt.Sprintf("request %d, peer %v", n, peer), func(t *testing.T) {
				s := hubtest.New(t)
				f := filer(t, s, c)
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				s.PeerBefore(n, cancel)
				if peer {
					s.PeerAfter(max(1, n-1), func() { s.Peer("bo").Create("Peer", peerBody(118), "tech-debt", "severity:important") })
				}
				res, err := f.Run(ctx, in)
				if peer && lateTwin(s, n-1) {
					return
				}
				promises(t, s, f, in, res, err)
			})
		}
	}
}

func TestAnIssueThatAPeerResolvesWhileWeYieldToItIsNotLost(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	for n := 12; n <= 24; n++ {
		t.Run(fmt.Sprintf("before request %d", n), func(t *testing.T) {
			s := hubtest.New(t)
			f := filer(t, s, c)
			bo := s.Peer("bo")
			twin := 0
			s.PeerBefore(11, func() { twin = bo.Create("Peer", peerBody(118), "tech-debt", "severity:important") })
			s.PeerBefore(n, func() { bo.Close(twin, "completed") })
			res, err := f.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			open := openWithKey(t, s, source, 118)
			if s.Count() < n {
				return // it was over before
			}
			if len(open) == 1 && (res.Outcome != OutcomeFiled || res.Number != open[0]) || len(open) != 1 && res.Outcome == OutcomeFiled {
				t.Errorf("%s #%d %s, open %v", res.Outcome, res.Number, res.State, open)
			}
			if len(open) == 0 && n < s.Count() {
				t.Errorf("the finding is lost: %s #%d, closed before request %d of %d", res.Outcome, res.Number, n, s.Count())
			}
		})
	}
}
