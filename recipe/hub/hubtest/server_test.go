package hubtest_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

const issues = "https://api.github.com/repos/acme/shop/issues"

// send sends one request; the body is JSON or nothing.
func send(s http.RoundTripper, method, url, body string) (status int, answer string, err error) {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "token t0")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.RoundTrip(r)
	if err != nil {
		return 0, "", err
	}
	raw, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(raw), err
}

func count(t *testing.T, s *hubtest.Server) int {
	t.Helper()
	var list []struct{}
	s.Peer("counter").Do("GET", "/issues?per_page=100", nil, &list)
	return len(list)
}

func TestAFaultCanBePutAtAnyRequest(t *testing.T) {
	const file = `{"title":"t"}`
	for name, c := range map[string]struct {
		set    func(s *hubtest.Server)
		status int // 0: an error
		stored int
	}{
		"nothing":                      {func(*hubtest.Server) {}, 201, 1},
		"the connection breaks before": {func(s *hubtest.Server) { s.FailBefore(2) }, 0, 0},
		"the answer is lost":           {func(s *hubtest.Server) { s.DropAfter(2) }, 0, 1},
		"a status after":               {func(s *hubtest.Server) { s.Replace(2, hubtest.Status(502, "Bad Gateway")) }, 502, 1},
		"a status instead":             {func(s *hubtest.Server) { s.Instead(2, hubtest.Status(502, "Bad Gateway")) }, 502, 0},
		"a page of HTML":               {func(s *hubtest.Server) { s.Instead(2, hubtest.HTML(200)) }, 200, 0},
		"half the answer":              {func(s *hubtest.Server) { s.Replace(2, hubtest.Cut) }, 201, 1},
		"a secondary limit":            {func(s *hubtest.Server) { s.Instead(2, hubtest.SecondaryLimit(403, 60)) }, 403, 0},
		"a primary limit":              {func(s *hubtest.Server) { s.Instead(2, hubtest.PrimaryLimit(1790000000)) }, 403, 0},
		"a peer before":                {func(s *hubtest.Server) { s.PeerBefore(2, func() { s.Peer("bo").Create("p", "") }) }, 201, 2},
		"a peer after":                 {func(s *hubtest.Server) { s.PeerAfter(2, func() { s.Peer("bo").Create("p", "") }) }, 201, 2},
		"another request":              {func(s *hubtest.Server) { s.FailBefore(3) }, 201, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := hubtest.New(t)
			c.set(s)
			if _, _, err := send(s, "GET", issues, ""); err != nil {
				t.Fatal(err)
			}
			status, answer, err := send(s, "POST", issues, file)
			if status != c.status || (err != nil) != (c.status == 0) {
				t.Errorf("status %d, %v; want %d", status, err, c.status)
			}
			if err != nil && !errors.Is(err, hubtest.ErrDropped) {
				t.Errorf("error %v, want ErrDropped", err)
			}
			if name == "half the answer" && json.Valid([]byte(answer)) {
				t.Errorf("the answer is whole: %s", answer)
			}
			if got := count(t, s); got != c.stored {
				t.Errorf("%d issues are stored, want %d", got, c.stored)
			}
		})
	}
}

func TestTheRequestsAreKeptInTheirOrder(t *testing.T) {
	s := hubtest.New(t)
	s.DropAfter(2)
	s.Peer("bo").Create("a peer's requests are not kept", "")
	for _, r := range []struct{ method, url, body string }{
		{"GET", issues + "?per_page=1", ""}, {"POST", issues, `{"title":"t"}`}, {"GET", issues + "/9", ""},
	} {
		if _, _, err := send(s, r.method, r.url, r.body); err != nil && !errors.Is(err, hubtest.ErrDropped) {
			t.Fatal(err)
		}
	}
	want := []hubtest.Request{
		{N: 1, Method: "GET", Path: "/repos/acme/shop/issues?per_page=1", Status: 200},
		{N: 2, Method: "POST", Path: "/repos/acme/shop/issues", Body: `{"title":"t"}`, Err: hubtest.ErrDropped},
		{N: 3, Method: "GET", Path: "/repos/acme/shop/issues/9", Status: 404},
	}
	if diff := cmp.Diff(want, s.Requests(), cmp.Comparer(errors.Is)); diff != "" {
		t.Error(diff)
	}
	s.Reset()
	if s.Count() != 0 || len(s.Requests()) != 0 {
		t.Errorf("%d requests after Reset", s.Count())
	}
}

// complaints is a test that keeps what it is told instead of failing.
type complaints struct {
	testing.TB
	said []string
}

func (c *complaints) Errorf(format string, args ...any) { c.said = append(c.said, format) }
func (c *complaints) Helper()                           {}

func TestWhatGitHubDoesNotDescribeFailsTheTest(t *testing.T) {
	if hubtest.Schema(t) == nil {
		return // said by Schema
	}
	for name, c := range map[string]struct {
		method, url, body string
		complain          bool
	}{
		"a good request":           {"GET", issues + "?state=all", "", false},
		"an unknown parameter":     {"GET", issues + "?label=tech-debt", "", true},
		"a bad refused request":    {"GET", issues + "?state=shut", "", false},
		"a member of another type": {"POST", issues, `{"title":"t","body":7}`, false}, // refused by the hub
		"labels that are a text":   {"POST", issues, `{"title":"t","assignees":"ana"}`, true},
		"a good document":          {"POST", "https://api.github.com/graphql", `{"query":"{viewer{login}}"}`, false},
		"a field that is not":      {"POST", "https://api.github.com/graphql", `{"query":"{viewer{shoeSize}}"}`, true},
		"a variable of a type": {"POST", "https://api.github.com/graphql",
			`{"query":"query($n:Int!){repository(owner:\"acme\",name:\"shop\"){issue(number:$n){id}}}","variables":{"n":"one"}}`, true},
		"by the repository's id": {"GET", "https://api.github.com/repositories/780000001/issues", "", false},
		"on an enterprise host":  {"GET", "https://ghe.example.test/api/v3/repos/acme/shop/issues", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			told := &complaints{TB: t}
			s := hubtest.New(told)
			if _, _, err := send(s, c.method, c.url, c.body); err != nil {
				t.Fatal(err)
			}
			if (len(told.said) > 0) != c.complain {
				t.Errorf("complaints %q, want some: %v", told.said, c.complain)
			}
		})
	}
}

func TestAnAnswerThatGitHubWouldNotGiveFailsTheTest(t *testing.T) {
	if hubtest.Schema(t) == nil {
		return // said by Schema
	}
	told := &complaints{TB: t}
	reason := "archived_by_policy"
	s := hubtest.New(told, hubtest.Seed(hub.SeedIssue{Number: 1, Title: "t", State: "closed", StateReason: &reason, User: "ana"}))
	if _, _, err := send(s, "GET", issues+"/1", ""); err != nil {
		t.Fatal(err)
	}
	if len(told.said) != 1 {
		t.Errorf("complaints %q, want one", told.said)
	}
}

func TestTheDescriptionIsLookedForBesideTheModule(t *testing.T) {
	dir, err := hubtest.SpecFolder("", t.TempDir())
	if err != nil || dir != "" {
		t.Errorf("found %q (%v) where there is nothing", dir, err)
	}
	if _, err := hubtest.SpecFolder("/no/such/folder", t.TempDir()); err == nil {
		t.Error("a folder that is named and not there is no error")
	}
}
