package tracker

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// heard keeps the waits that a client tells of.
type heard struct {
	mu    sync.Mutex
	waits []Wait
}

func (h *heard) listen(o *Options) {
	o.OnWait = func(w Wait) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.waits = append(h.waits, w)
	}
}

// story gives its answers one after the other, and then the last one for ever.
func story(answers ...tripper) tripper {
	n := 0
	var mu sync.Mutex
	return func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		answer := answers[min(n, len(answers)-1)]
		n++
		return answer(r)
	}
}

const tooQuickly = `{"message":"Validation Failed","errors":[{"resource":"Issue","code":"custom","field":"base","message":"was submitted too quickly"}]}`

func TestLimitsAreWaitedForAndSaid_C35(t *testing.T) {
	start := newFakeClock().now
	in := func(d time.Duration) string { return strconv.FormatInt(start.Add(d).Unix(), 10) }
	made := always(201, `{"number":1}`)
	tests := []struct {
		name  string
		rt    tripper
		waits []time.Duration
		why   string
	}{
		{"Retry-After in seconds", story(always(403, `{"message":"You have exceeded a secondary rate limit"}`, "Retry-After", "60"), made),
			[]time.Duration{time.Minute}, "GitHub asks to wait"},
		{"Retry-After as a date", story(always(429, `{}`, "Retry-After", start.Add(90*time.Second).Format(http.TimeFormat)), made),
			[]time.Duration{90 * time.Second}, "GitHub asks to wait"},
		{"submitted too quickly, without a time", story(always(403, tooQuickly), always(422, tooQuickly), always(429, `{}`), made),
			[]time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute}, "too many changes"},
		{"primary limit", story(always(403, `{"message":"API rate limit exceeded"}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", in(10*time.Minute)), made),
			[]time.Duration{10*time.Minute + time.Second}, "rate limit is used up"},
		{"primary limit of a server whose clock is ahead", story(always(429, `{}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", in(time.Hour+time.Minute),
			"Date", start.Add(time.Hour).Format(http.TimeFormat)), made), []time.Duration{time.Minute + time.Second}, "rate limit is used up"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			clock, ear := newFakeClock(), &heard{}
			c := newClient(t, tt.rt, withClock(clock), ear.listen)
			if _, err := c.CreateIssue(context.Background(), NewIssue{Title: "t"}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.waits, clock.waited()); diff != "" {
				t.Error(diff)
			}
			if len(ear.waits) != len(tt.waits) {
				t.Fatalf("told of %d waits, want %d", len(ear.waits), len(tt.waits))
			}
			if w := ear.waits[0]; !w.Until.Equal(start.Add(tt.waits[0])) || !strings.Contains(w.Why, tt.why) {
				t.Errorf("told %v %q", w.Until, w.Why)
			}
		})
	}
}

func TestALimitThatLastsTooLongIsAFaultWithItsEnd_C35(t *testing.T) {
	start := newFakeClock().now
	tests := []struct {
		name  string
		rt    tripper
		until time.Time
	}{
		{"an hour", always(403, `{}`, "Retry-After", "3600"), start.Add(time.Hour)},
		{"backing off for ever", always(403, tooQuickly), start.Add((1 + 2 + 4 + 8 + 16) * time.Minute)},
		{"a minute for ever", always(429, `{}`, "Retry-After", "60"), start.Add(16 * time.Minute)},
		{"no time for ever", always(429, `{}`, "Retry-After", "0"), start.Add(15*time.Minute + time.Second)},
		{"primary", always(403, `{}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", strconv.FormatInt(start.Add(50*time.Minute).Unix(), 10)), start.Add(50*time.Minute + time.Second)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t, tt.rt)
			for name, do := range writes() {
				if name != "create" {
					continue
				}
				err := do(context.Background(), c)
				wantFault(t, err, model.FaultRateLimited, "try again after")
				f := err.(*model.Fault)
				if !f.Until.Equal(tt.until) {
					t.Errorf("until %v, want %v", f.Until, tt.until)
				}
			}
		})
	}
}

func TestSixPagesThatAreRefusedAtOnceAreOneStrike(t *testing.T) {
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 700)...))
	clock, ear := newFakeClock(), &heard{}
	together := make(chan struct{})
	var n atomic.Int32
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		switch n := n.Add(1); {
		case n < 3 || n > 8:
			return s.RoundTrip(r)
		case n == 8:
			close(together)
		}
		<-together
		return hubtest.SecondaryLimit(403, 0)(r, nil), nil
	}), withClock(clock), ear.listen)
	issues, err := c.Issues(context.Background(), model.Open, nil)
	if err != nil || len(issues) != 700 {
		t.Fatalf("%d issues, %v", len(issues), err)
	}
	if len(ear.waits) != 1 || !ear.waits[0].Until.Equal(newFakeClock().now.Add(time.Minute)) {
		t.Errorf("told of %v, want one wait of a minute", ear.waits)
	}
}

func TestAWaitEndsWithItsContext_C35(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		n++
		return reply(r, 403, tooQuickly), nil
	}), func(o *Options) { o.OnWait = func(Wait) { cancel() } })
	_, err := c.CreateIssue(ctx, NewIssue{Title: "t"})
	wantFault(t, err, model.FaultOffline, "it was cancelled")
	if n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestCreationsArePaced_C35(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
	clock := newFakeClock()
	c := newClient(t, s, withClock(clock), func(o *Options) { o.Pace = time.Second })
	for range 3 {
		if _, err := c.CreateIssue(context.Background(), NewIssue{Title: "t", Body: "b"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Comment(context.Background(), 1, "x"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(context.Background(), 1, model.Completed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]time.Duration{time.Second, time.Second, time.Second}, clock.waited()); diff != "" {
		t.Error(diff)
	}
}

func TestAGraphQLLimitIsWaitedForToo(t *testing.T) {
	s := labelled(t, []string{"tech-debt"}, []string{"a"})
	refusals := story(
		always(200, `{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}`, "X-RateLimit-Remaining", "0",
			"X-RateLimit-Reset", strconv.FormatInt(newFakeClock().now.Add(time.Minute).Unix(), 10)),
		always(403, `{"message":"You have exceeded a secondary rate limit"}`),
		s.RoundTrip,
	)
	clock := newFakeClock()
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/graphql" {
			return refusals(r)
		}
		return s.RoundTrip(r)
	}), withClock(clock))
	if err := c.EditLabels(context.Background(), 7, model.LabelEdit{Add: []string{"a"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]time.Duration{61 * time.Second, time.Minute}, clock.waited()); diff != "" {
		t.Error(diff)
	}
}

func TestABudgetThatIsUsedUpKeepsTheNextRequestBack(t *testing.T) {
	start := newFakeClock().now
	clock := newFakeClock()
	c := newClient(t, story(
		always(200, `[]`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", strconv.FormatInt(start.Add(2*time.Minute).Unix(), 10)),
		always(200, `[]`),
	), withClock(clock))
	for range 2 {
		if _, err := c.Labels(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]time.Duration{2*time.Minute + time.Second}, clock.waited()); diff != "" {
		t.Error(diff)
	}
}
