package tracker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
	"gh-debt/recipe/clock"
	"gh-debt/recipe/hub"
)

// fakeClock goes on only when somebody waits, at once.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	waits []time.Duration
}

func newFakeClock() *fakeClock {
	return &fakeClock{now: time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Wait(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	c.now = c.now.Add(d)
	c.waits = append(c.waits, d)
	return nil
}

func (c *fakeClock) waited() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waits
}

// tripper is a transport made of a function.
type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// reply makes an answer; the headers are name, value, name, value.
func reply(r *http.Request, status int, body string, headers ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json; charset=utf-8"}}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &http.Response{
		StatusCode: status, Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), Header: h,
		Body: io.NopCloser(strings.NewReader(body)), Request: r, ProtoMajor: 1, ProtoMinor: 1,
	}
}

// sent reads what a request carries.
func sent(t *testing.T, r *http.Request) []byte {
	t.Helper()
	if r.Body == nil {
		return nil
	}
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(b))
	return b
}

var shop = repository.Repository{Host: "github.com", Owner: "acme", Name: "shop"}

// newClient makes a client over a transport, with a clock that never lets anybody wait.
func newClient(t testing.TB, rt http.RoundTripper, change ...func(*Options)) *Client {
	t.Helper()
	o := Options{Repo: shop, Transport: rt, Token: "token-of-ana", Clock: newFakeClock(), Random: func() float64 { return 0.5 }}
	for _, c := range change {
		c(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func cacheIn(dir string) func(*Options) { return func(o *Options) { o.CacheDir = dir } }

func withClock(c clock.Clock) func(*Options) { return func(o *Options) { o.Clock = c } }

// debt makes n open issues of the queue, a minute apart, with the numbers from first on.
func debt(first, n int) []hub.SeedIssue {
	issues := make([]hub.SeedIssue, n)
	for i := range issues {
		body := fmt.Sprintf("body of %d", first+i)
		issues[i] = hub.SeedIssue{
			Number: first + i, Title: fmt.Sprintf("finding %d", first+i), State: "open", User: "ana",
			Labels:    []string{"tech-debt", "severity:important"},
			CreatedAt: time.Date(2026, 1, 1, 0, first+i, 0, 0, time.UTC), Body: &body,
		}
	}
	return issues
}

// pulls makes n open pull requests with the queue's label.
func pulls(first, n int) []hub.SeedIssue {
	issues := debt(first, n)
	for i := range issues {
		issues[i].Pull = true
	}
	return issues
}

func numbers(issues []model.Issue) []int {
	n := make([]int, len(issues))
	for i := range issues {
		n[i] = issues[i].Number
	}
	return n
}

// upTo counts from first to last.
func upTo(first, last int) []int {
	var n []int
	for i := first; i <= last; i++ {
		n = append(n, i)
	}
	return n
}

// unused is a transport that nobody may use.
func unused(t testing.TB) tripper {
	return func(r *http.Request) (*http.Response, error) {
		t.Errorf("%s %s was asked", r.Method, r.URL)
		return reply(r, 500, "{}"), nil
	}
}

// wantFault checks the kind of an error and words of its sentence or its hint.
func wantFault(t *testing.T, err error, kind model.FaultKind, words ...string) {
	t.Helper()
	var f *model.Fault
	if !errors.As(err, &f) {
		t.Errorf("the error is %v, want a fault", err)
		return
	}
	if f.Kind != kind {
		t.Errorf("the fault is of kind %d (%v), want %d", f.Kind, f, kind)
	}
	for _, w := range words {
		if !strings.Contains(f.Error()+" | "+f.Hint, w) {
			t.Errorf("%q | %q does not say %q", f.Error(), f.Hint, w)
		}
	}
}
