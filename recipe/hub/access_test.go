package hub_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// writes are a request of every kind that changes something.
func writes() map[string]struct {
	method, path string
	in           any
} {
	type w = struct {
		method, path string
		in           any
	}
	return map[string]w{
		"file":         {"POST", shop + "/issues", map[string]any{"title": "t", "labels": []string{"tech-debt"}}},
		"label":        {"POST", shop + "/issues/1/labels", map[string]any{"labels": []string{"tech-debt"}}},
		"unlabel":      {"DELETE", shop + "/issues/1/labels/tech-debt", nil},
		"close":        {"PATCH", shop + "/issues/1", map[string]any{"state": "closed"}},
		"edit":         {"PATCH", shop + "/issues/1", map[string]any{"body": "b"}},
		"comment":      {"POST", shop + "/issues/1/comments", map[string]any{"body": "b"}},
		"create label": {"POST", shop + "/labels", map[string]any{"name": "new"}},
		"edit label":   {"PATCH", shop + "/labels/tech-debt", map[string]any{"color": "ffffff"}},
	}
}

func TestEachPermissionAllowsWhatGitHubAllows(t *testing.T) {
	for p, refusals := range map[hub.Permission]map[string]int{
		hub.Read:   {"label": 403, "unlabel": 403, "close": 403, "edit": 403, "create label": 404, "edit label": 404},
		hub.Triage: {"edit": 403, "create label": 404, "edit label": 404},
		hub.Write:  {},
	} {
		for name, w := range writes() {
			t.Run(fmt.Sprintf("%s %s", p, name), func(t *testing.T) {
				s := hubtest.New(t, hubtest.Seed(seeds(1, "tech-debt")...))
				s.SetViewer(hub.Account{Login: "eve", Permission: p})
				e := ask(t, s, w.method, w.path, w.in)
				if want := refusals[name]; want != 0 {
					refused(t, e, want)
				} else if e.status >= 300 {
					t.Errorf("status %d: %s", e.status, e.body)
				}
			})
		}
	}
}

func TestAnAuthorMayEditAndCloseWhatIsTheirs(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1, "tech-debt")...))
	s.SetViewer(hub.Account{Login: "Ana", Permission: hub.Read})
	e := ask(t, s, "PATCH", shop+"/issues/1", map[string]any{"body": "b", "state": "closed", "labels": []string{}})
	var got listedIssue
	e.into(t, &got)
	if e.status != 200 || got.State != "closed" || len(got.Labels) != 1 {
		t.Errorf("status %d, %+v: want closed, the labels kept in silence", e.status, got)
	}
}

func TestLabelsOfOneWhoMayNotLabelAreDroppedInSilence(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1, "tech-debt")...))
	s.SetPermission(hub.Read)
	e := ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t", "labels": []string{"tech-debt"}})
	var made listedIssue
	e.into(t, &made)
	if e.status != 201 || len(made.Labels) != 0 {
		t.Errorf("status %d, labels %v, want 201 without labels", e.status, made.Labels)
	}
	got := refused(t, ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t", "labels": []string{"new"}}), 403)
	if got.Message != "You do not have permission to create labels on this repository." || got.Errors[0].Code != "unauthorized" {
		t.Errorf("refusal %+v", got)
	}
	if n := numbers(t, ask(t, s, "GET", shop+"/issues", nil)); len(n) != 2 {
		t.Errorf("issues %v: a refused filing stored something", n)
	}
}

func TestATokenThatMayOnlyReadIsTold(t *testing.T) {
	for name, w := range writes() {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(seeds(1, "tech-debt")...))
			s.SetViewer(hub.Account{Login: "ana", Permission: hub.Admin, Restricted: true})
			got := refused(t, ask(t, s, w.method, w.path, w.in), 403)
			if got.Message != "Resource not accessible by personal access token" {
				t.Errorf("message %q", got.Message)
			}
		})
	}
}

// C-33
func TestAClassicTokenNeedsTheScopeToWrite(t *testing.T) {
	for name, c := range map[string]struct {
		scopes  []string
		private bool
		read    int
		write   int
	}{
		"repo":                     {[]string{"repo", "read:org"}, false, 200, 201},
		"public_repo":              {[]string{"public_repo"}, false, 200, 201},
		"public_repo on a private": {[]string{"public_repo"}, true, 404, 404},
		"repo on a private":        {[]string{"repo"}, true, 200, 201},
		"no scope to write":        {[]string{"read:org"}, false, 200, 404},
		"none at all":              {[]string{}, false, 200, 404},
	} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(seeds(1)...))
			s.Set(func(r *hub.Repository) { r.Private = c.private })
			s.SetViewer(hub.Account{Login: "ana", Permission: hub.Admin, Scopes: c.scopes})
			if e := ask(t, s, "GET", shop+"/issues", nil); e.status != c.read {
				t.Errorf("reading: status %d, want %d", e.status, c.read)
			}
			e := ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t"})
			if e.status != c.write {
				t.Errorf("writing: status %d, want %d", e.status, c.write)
			}
			if got, want := e.header.Get("X-OAuth-Scopes"), strings.Join(c.scopes, ", "); got != want || e.header.Get("X-Accepted-OAuth-Scopes") != "repo" {
				t.Errorf("scopes %q of %q, want %q of repo", got, e.header.Get("X-Accepted-OAuth-Scopes"), want)
			}
		})
	}
}

func TestARepositorySaysWhyItRefuses(t *testing.T) {
	archived := func(s *hubtest.Server) { s.Set(func(r *hub.Repository) { r.Archived = true }) }
	off := func(s *hubtest.Server) { s.Set(func(r *hub.Repository) { r.IssuesOff = true }) }
	for name, c := range map[string]struct {
		set                   func(s *hubtest.Server)
		method, path, message string
		status                int
	}{
		"archived, write":    {archived, "POST", "/issues", "Repository was archived so is read-only.", 403},
		"archived, label":    {archived, "POST", "/issues/1/labels", "Repository was archived so is read-only.", 403},
		"archived, read":     {archived, "GET", "/issues", "", 200},
		"issues off, list":   {off, "GET", "/issues", "Issues has been disabled in this repository.", 410},
		"issues off, one":    {off, "GET", "/issues/1", "Issues has been disabled in this repository.", 410},
		"issues off, write":  {off, "POST", "/issues", "Issues has been disabled in this repository.", 410},
		"issues off, labels": {off, "GET", "/labels", "", 200},
		"issues off, repo":   {off, "GET", "", "", 200},
		"no such number":     {func(*hubtest.Server) {}, "GET", "/issues/99", "Not Found", 404},
		"no number":          {func(*hubtest.Server) {}, "GET", "/issues/x", "Not Found", 404},
	} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(seeds(1)...))
			c.set(s)
			var in any
			if c.method == "POST" {
				in = map[string]any{"title": "t", "labels": []string{"x"}}
			}
			e := ask(t, s, c.method, shop+c.path, in)
			if c.status == 200 {
				if e.status != 200 {
					t.Errorf("status %d: %s", e.status, e.body)
				}
				return
			}
			if got := refused(t, e, c.status); got.Message != c.message {
				t.Errorf("message %q, want %q", got.Message, c.message)
			}
		})
	}
}

func TestARenamedRepositorySendsOn(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1, "tech-debt")...))
	s.Set(func(r *hub.Repository) { r.Owner, r.Name = "acme-inc", "store" })
	for _, c := range []struct {
		method, path, to string
		in               any
		status           int
	}{
		{"GET", "/issues?state=all", "https://api.github.com/repositories/780000001/issues?state=all", nil, 301},
		{"GET", "", "https://api.github.com/repositories/780000001", nil, 301},
		{"POST", "/issues/1/labels", "https://api.github.com/repositories/780000001/issues/1/labels", map[string]any{"labels": []string{"x"}}, 307},
		{"DELETE", "/issues/1/labels/tech%2Ddebt", "https://api.github.com/repositories/780000001/issues/1/labels/tech%2Ddebt", nil, 307},
	} {
		e := ask(t, s, c.method, shop+c.path, c.in)
		got := refused(t, e, c.status)
		if got.Message != "Moved Permanently" || e.header.Get("Location") != c.to {
			t.Errorf("%s %s: %q to %s, want %s", c.method, c.path, got.Message, e.header.Get("Location"), c.to)
		}
		if e := ask(t, s, c.method, c.to, c.in); e.status >= 300 {
			t.Errorf("%s %s: status %d", c.method, c.to, e.status)
		}
	}
	var repo struct {
		FullName string `json:"full_name"`
	}
	ask(t, s, "GET", "/repos/Acme-Inc/STORE", nil).into(t, &repo)
	if repo.FullName != "acme-inc/store" {
		t.Errorf("full name %s", repo.FullName)
	}
	refused(t, ask(t, s, "GET", "/repos/acme/other", nil), 404)
}

func TestWhoMayNotSeeAPrivateRepositoryFindsNothing(t *testing.T) {
	s := hubtest.New(t, hubtest.Private(), hubtest.Seed(seeds(1)...))
	s.SetAccount("stranger", hub.Account{Login: "eve"})
	for _, path := range []string{shop, shop + "/issues", shop + "/labels"} {
		if got := refused(t, ask(t, s, "GET", path, nil, "Authorization", "token stranger"), 404); got.Message != "Not Found" {
			t.Errorf("message %q", got.Message)
		}
	}
	if e := ask(t, s, "GET", shop, nil); e.status != 200 {
		t.Errorf("status %d", e.status)
	}
}

func TestATokenIsNeededAndMustBeValid(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	s.SetAccount("revoked", hub.Account{})
	if got := refused(t, ask(t, s, "GET", shop, nil, "Authorization", "bearer revoked"), 401); got.Message != "Bad credentials" {
		t.Errorf("message %q", got.Message)
	}
	for _, c := range []struct{ method, path string }{{"GET", "/user"}, {"POST", shop + "/issues"}, {"POST", "/graphql"}} {
		refused(t, ask(t, s, c.method, c.path, map[string]string{"title": "t", "query": "{viewer{login}}"}, "Authorization", ""), 401)
	}
	if e := ask(t, s, "GET", shop+"/issues", nil, "Authorization", ""); e.status != 200 {
		t.Errorf("a public repository without a token: status %d", e.status)
	}
}

func TestSingleSignOnIsAskedForWithItsAddress(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(1)...))
	s.SetViewer(hub.Account{Login: "ana", Permission: hub.Admin, SSO: "https://github.com/orgs/acme/sso?authorization_request=A1"})
	e := ask(t, s, "GET", shop+"/issues", nil)
	refused(t, e, 403)
	if got, want := e.header.Get("X-GitHub-SSO"), "required; url=https://github.com/orgs/acme/sso?authorization_request=A1"; got != want {
		t.Errorf("X-GitHub-SSO %q, want %q", got, want)
	}
}

func TestAnEnterpriseHostHasItsOwnPaths(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(3, "tech-debt")...))
	const base = "https://ghe.example.test/api/v3"
	e := ask(t, s, "GET", base+shop+"/issues?per_page=2", nil)
	var got []struct {
		URL     string
		HTMLURL string `json:"html_url"`
	}
	e.into(t, &got)
	if got[0].URL != base+shop+"/issues/3" || got[0].HTMLURL != "https://ghe.example.test/acme/shop/issues/3" {
		t.Errorf("addresses %+v", got[0])
	}
	want := "<" + base + shop + `/issues?page=2&per_page=2>; rel="next", <` + base + shop + `/issues?page=2&per_page=2>; rel="last"`
	if diff := cmp.Diff(want, e.header.Get("Link")); diff != "" {
		t.Error(diff)
	}
	if e := ask(t, s, "POST", "https://ghe.example.test/api/graphql", map[string]string{"query": "{viewer{login}}"}); e.body != `{"data":{"viewer":{"login":"ana"}}}` {
		t.Errorf("%d %s", e.status, e.body)
	}
}

func TestTheRateLimitIsCountedShownAndEnforced(t *testing.T) {
	now := time.Unix(1_790_000_000, 0)
	s := hubtest.New(t, hubtest.RateLimit(2), hubtest.Clock(func() time.Time { return now }), hubtest.Seed(seeds(1)...))
	ask(t, s, "GET", shop, nil)
	e := ask(t, s, "GET", shop, nil)
	got := map[string]string{}
	for _, h := range []string{"Limit", "Remaining", "Used", "Reset", "Resource"} {
		got[h] = e.header.Get("X-RateLimit-" + h)
	}
	if diff := cmp.Diff(map[string]string{"Limit": "2", "Remaining": "0", "Used": "2", "Reset": "1790003600", "Resource": "core"}, got); diff != "" {
		t.Error(diff)
	}
	over := ask(t, s, "GET", shop, nil)
	if got := refused(t, over, 403); got.Message != "API rate limit exceeded for user ana." || over.header.Get("X-RateLimit-Remaining") != "0" {
		t.Errorf("%q with %s left", got.Message, over.header.Get("X-RateLimit-Remaining"))
	}
	if e := ask(t, s, "GET", "/rate_limit", nil); e.status != 200 {
		t.Errorf("/rate_limit: status %d", e.status)
	}
	now = now.Add(time.Hour)
	if e := ask(t, s, "GET", shop, nil); e.status != 200 {
		t.Errorf("an hour later: status %d", e.status)
	}
	free := hubtest.New(t, hubtest.RateLimit(0))
	if e := ask(t, free, "GET", "/rate_limit", nil); e.status != 404 || e.header.Get("X-RateLimit-Limit") != "" {
		t.Errorf("without limits: status %d", e.status)
	}
}
