package tracker

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// noLast takes the last page out of the Link headers, as GitHub does for some lists.
func noLast(next http.RoundTripper) tripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		var kept []string
		for _, part := range strings.Split(resp.Header.Get("Link"), ", ") {
			if strings.Contains(part, `rel="next"`) {
				kept = append(kept, strings.Replace(part, "page=", "cursor=abc&page=", 1))
			}
		}
		resp.Header.Set("Link", strings.Join(kept, ", "))
		return resp, nil
	}
}

func TestAServerThatDoesNotSayHowManyPagesIsWalked(t *testing.T) {
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(debt(1, 300)...))
	dir := t.TempDir()
	read := func(want int) {
		t.Helper()
		issues, err := newClient(t, noLast(s), cacheIn(dir)).Issues(context.Background(), model.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(upTo(1, want), numbers(issues)); diff != "" {
			t.Error(diff)
		}
	}
	read(300)
	s.Reset()
	read(300)
	if s.Count() != 3 {
		t.Errorf("%d requests for what is known, want 3", s.Count())
	}
	if n := s.Peer("bo").Create("another", "b", "tech-debt"); n != 301 {
		t.Fatalf("created #%d", n)
	}
	read(301)
	s.Peer("bo").Close(301, "completed")
	read(300)
}

func TestANextPageOnAnotherServerIsRefused(t *testing.T) {
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		return reply(r, 200, `[{"number":1}]`, "Link", `<https://evil.test/issues?page=2>; rel="next"`), nil
	}))
	_, err := c.Issues(context.Background(), model.Open, nil)
	wantFault(t, err, model.FaultAnswer, "another server")
}
