package tracker

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

func TestAThousandIssuesTakeFourRoundTripsAndThreeWhenUnchanged(t *testing.T) {
	tests := []struct {
		name   string
		issues int
	}{
		{"a thousand", 1000},
		{"nine hundred and fifty", 950},
		{"six pages", 600},
		{"two pages", 101},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, tt.issues)...), hubtest.Delay(100*time.Millisecond))
				dir := t.TempDir()
				read := func(most time.Duration) {
					t.Helper()
					start := time.Now()
					issues, err := newClient(t, s, cacheIn(dir)).Issues(context.Background(), model.Open, nil)
					if err != nil {
						t.Fatal(err)
					}
					if took := time.Since(start); took > most {
						t.Errorf("took %v, want at most %v", took, most)
					}
					if diff := cmp.Diff(upTo(1, tt.issues), numbers(issues)); diff != "" {
						t.Error(diff)
					}
				}
				read(400 * time.Millisecond)
				s.Reset()
				read(300 * time.Millisecond)
				onlyUnchanged(t, s)
			})
		})
	}
}

func onlyUnchanged(t *testing.T, s *hubtest.Server) {
	t.Helper()
	for _, r := range s.Requests() {
		if r.Status != http.StatusNotModified {
			t.Errorf("%s %s was answered by %d, want 304", r.Method, r.Path, r.Status)
		}
	}
}

func TestAtMostSixRequestsAreUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 1500)...), hubtest.Delay(100*time.Millisecond))
		var now, most atomic.Int32
		c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
			n := now.Add(1)
			defer now.Add(-1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
			}
			return s.RoundTrip(r)
		}))
		var all sync.WaitGroup
		all.Go(func() { _, _ = c.Repository(context.Background()) })
		issues, err := c.Issues(context.Background(), model.Open, nil)
		all.Wait()
		if err != nil || len(issues) != 1500 || most.Load() != 6 {
			t.Errorf("err %v, %d issues, %d requests at once; want none, 1500, 6", err, len(issues), most.Load())
		}
	})
}

func TestAKnownListOfOnePageIsOneRequest(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 30)...))
	c := newClient(t, s)
	for range 2 {
		s.Reset()
		if _, err := c.Issues(context.Background(), model.Open, nil); err != nil {
			t.Fatal(err)
		}
	}
	if s.Count() != 1 {
		t.Errorf("%d requests, want 1", s.Count())
	}
	onlyUnchanged(t, s)
}

func TestTheQueueReadAsksForOneLabelAndState(t *testing.T) {
	var paths sync.Map
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		paths.Store(r.URL.String(), true)
		return reply(r, 200, `[]`), nil
	}), func(o *Options) { o.Label = "my debt" })
	if _, err := c.Issues(context.Background(), model.Closed, nil); err != nil {
		t.Fatal(err)
	}
	const want = "https://api.github.com/repos/acme/shop/issues?labels=my+debt&state=closed&sort=created&direction=asc&per_page=100&page=1"
	if _, ok := paths.Load(want); !ok {
		t.Errorf("asked for %v, want %s", &paths, want)
	}
}
