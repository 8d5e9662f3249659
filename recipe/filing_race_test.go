package recipe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// peerBody is how a peer files the finding: with the same key and other words.
func peerBody(line int) string { return keyed(source, line, "") }

func TestFilingEndsWithOneIssueWhenAPeerFilesTheSame_C03(t *testing.T) {
	c := shopClone(t)
	in := finding(118)
	total := len(requestsOf(t, c, in))
	labels := []string{"tech-debt", "severity:important", "footprint:narrow"}
	for n := 1; n <= total; n++ {
		for _, when := range []string{"before", "after"} {
			t.Run(fmt.Sprintf("%s request %d", when, n), func(t *testing.T) {
				t.Parallel()
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

// lateTwin reports whether no list was surely read after the n-th request; the
// one next to it may have run beside it.
func lateTwin(s *hubtest.Server, n int) bool {
	return !slices.ContainsFunc(s.Requests(), func(r hubtest.Request) bool {
		return r.N > n+1 && strings.Contains(r.Path, "state=open")
	})
}

// gate is a second program's way to the same hub, which can be stopped before a
// request until it may go on.
type gate struct {
	inner   http.RoundTripper
	at      int64 // the request that waits; 0: none
	n       atomic.Int64
	reached chan struct{}
	resume  chan struct{}
}

func (g *gate) RoundTrip(r *http.Request) (*http.Response, error) {
	if g.n.Add(1) == g.at {
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
				t.Parallel()
				s := hubtest.New(t, hubtest.Labels(labels...), hubtest.Unchecked())
				g := &gate{inner: s.Hub.Transport(), at: int64(m), reached: make(chan struct{}), resume: make(chan struct{})}
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
	total := len(requestsOf(t, c, in))
	for n := 1; n <= total; n++ {
		for _, peer := range []bool{false, true} {
			t.Run(fmt.Sprintf("request %d, peer %v", n, peer), func(t *testing.T) {
				t.Parallel()
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
	created := 1 + slices.IndexFunc(requestsOf(t, c, in), func(r hubtest.Request) bool {
		return r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/issues")
	})
	for n := created + 1; n <= created+14; n++ {
		t.Run(fmt.Sprintf("before request %d", n), func(t *testing.T) {
			t.Parallel()
			s := hubtest.New(t)
			f := filer(t, s, c)
			bo := s.Peer("bo")
			twin := 0
			s.PeerBefore(created, func() { twin = bo.Create("Peer", peerBody(118), "tech-debt", "severity:important") })
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
