package hub_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub/hubtest"
)

func TestTheDelayOfARequestEndsWithItsContext(t *testing.T) {
	s := hubtest.New(t, hubtest.Delay(time.Hour))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", "https://api.github.com"+shop+"/issues", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.RoundTrip(r); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that the time is over", err)
	}
	if _, err := s.RoundTrip(r); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a request that began too late: %v", err)
	}
}

func TestManyMayWriteToOneIssueAtOnce(t *testing.T) {
	const many = 12
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	var wait sync.WaitGroup
	for i := range many {
		wait.Go(func() {
			ask(t, s, "POST", shop+"/issues/1/labels", map[string]any{"labels": []string{fmt.Sprintf("l%d", i)}})
			ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t"})
			ask(t, s, "GET", shop+"/issues?per_page=100", nil)
		})
	}
	wait.Wait()
	if got := len(names(t, ask(t, s, "GET", shop+"/issues/1/labels?per_page=100", nil))); got != many {
		t.Errorf("%d labels, want %d", got, many)
	}
	seen := map[int]bool{}
	for _, n := range numbers(t, ask(t, s, "GET", shop+"/issues?per_page=100", nil)) {
		seen[n] = true
	}
	if len(seen) != many+1 || !seen[many+1] {
		t.Errorf("numbers %v, want 1 to %d", seen, many+1)
	}
}

func TestTheHubServesARealConnectionToo(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(2)...))
	server := httptest.NewServer(s.Hub)
	defer server.Close()
	resp, err := http.Get(server.URL + "/api/v3" + shop + "/issues?per_page=1")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	next := "<" + server.URL + "/api/v3" + shop + `/issues?page=2&per_page=1>; rel="next"`
	if got, _, _ := strings.Cut(resp.Header.Get("Link"), ","); got != next {
		t.Errorf("Link begins %s, want %s", got, next)
	}
	if diff := cmp.Diff([]int{2}, numbers(t, exchange{resp.StatusCode, resp.Header, string(body)})); diff != "" {
		t.Error(diff)
	}
}
