package hub_test

import (
	"testing"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestAnUnchangedAnswerIs304AndCostsNoRateLimit(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(3, "tech-debt")...))
	for _, path := range []string{
		shop, "/user", shop + "/issues", shop + "/issues/1", shop + "/issues/1/labels", shop + "/issues/1/timeline",
		shop + "/issues/1/events", shop + "/issues/1/comments", shop + "/labels",
	} {
		first := ask(t, s, "GET", path, nil)
		etag := first.header.Get("ETag")
		if etag == "" {
			t.Errorf("%s has no ETag", path)
			continue
		}
		left := first.header.Get("X-RateLimit-Remaining")
		for _, held := range []string{etag, `"other", ` + etag, etag[len("W/"):], "*"} {
			again := ask(t, s, "GET", path, nil, "If-None-Match", held)
			if again.status != 304 || again.body != "" {
				t.Errorf("%s with %s: status %d, %d bytes, want 304 and none", path, held, again.status, len(again.body))
			}
			if got := again.header.Get("X-RateLimit-Remaining"); got != left {
				t.Errorf("%s: %s requests left after a 304, want %s", path, got, left)
			}
		}
		if again := ask(t, s, "GET", path, nil, "If-None-Match", `W/"stale"`); again.status != 200 {
			t.Errorf("%s with a stale ETag: status %d, want 200", path, again.status)
		}
	}
}

func TestWhateverChangesAnAnswerChangesItsETag(t *testing.T) {
	one, page := shop+"/issues/2", shop+"/issues?per_page=2&direction=asc"
	changes := map[string]struct {
		act   func(s *hubtest.Server)
		paths []string
	}{
		"a label added":   {func(s *hubtest.Server) { s.Peer("bo").Label(2, "new") }, []string{one, page, one + "/timeline", one + "/labels", shop + "/labels"}},
		"a label removed": {func(s *hubtest.Server) { s.Peer("bo").Unlabel(2, "tech-debt") }, []string{one, page, one + "/events"}},
		"a label's colour": {func(s *hubtest.Server) {
			s.Peer("bo").Do("PATCH", "/labels/tech-debt", map[string]string{"color": "123456"}, nil)
		}, []string{one, page, shop + "/labels"}},
		"a label deleted": {func(s *hubtest.Server) { s.Peer("bo").Do("DELETE", "/labels/tech-debt", nil, nil) }, []string{one, page, shop + "/labels"}},
		"a comment":       {func(s *hubtest.Server) { s.Peer("bo").Comment(2, "hm") }, []string{one, page, one + "/comments", one + "/timeline"}},
		"a body":          {func(s *hubtest.Server) { s.Peer("bo").EditBody(2, "new") }, []string{one, page}},
		"closed":          {func(s *hubtest.Server) { s.Peer("bo").Close(2, "completed") }, []string{one, page, one + "/timeline"}},
		"renamed":         {func(s *hubtest.Server) { s.Set(func(r *hub.Repository) { r.Name = "Shop" }) }, []string{one, page, shop, shop + "/labels"}},
	}
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(seeds(3, "tech-debt")...))
			before := map[string]string{}
			for _, p := range c.paths {
				before[p] = ask(t, s, "GET", p, nil).header.Get("ETag")
			}
			third := ask(t, s, "GET", shop+"/issues/3", nil).header.Get("ETag")
			c.act(s)
			for p, etag := range before {
				if e := ask(t, s, "GET", p, nil, "If-None-Match", etag); e.status != 200 {
					t.Errorf("%s: status %d, want 200", p, e.status)
				}
			}
			if name == "a comment" {
				if e := ask(t, s, "GET", shop+"/issues/3", nil, "If-None-Match", third); e.status != 304 {
					t.Errorf("an issue that nobody touched: status %d, want 304", e.status)
				}
			}
		})
	}
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	etag := ask(t, s, "GET", shop+"/issues", nil).header.Get("ETag")
	if e := ask(t, s, "GET", shop+"/issues", nil, "If-None-Match", etag, "Authorization", "token t1"); e.status != 200 {
		t.Errorf("the ETag of another token: status %d, want 200", e.status)
	}
}

func TestOldPagesStayEqualWhenIssuesAreAdded(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(4)...))
	path := shop + "/issues?per_page=2&sort=created&direction=asc&page=2"
	etag := ask(t, s, "GET", path, nil).header.Get("ETag")
	s.Peer("bo").Create("a fifth", "")
	e := ask(t, s, "GET", path, nil, "If-None-Match", etag)
	if e.status != 304 || e.header.Get("Link") != "" {
		t.Errorf("status %d, Link %q, want 304 without a Link", e.status, e.header.Get("Link"))
	}
}
