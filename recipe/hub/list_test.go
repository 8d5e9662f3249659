package hub_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

const shop = "/repos/acme/shop"

// seeds are open issues numbered from 1, one a minute, by ana.
func seeds(n int, labels ...string) []hub.SeedIssue {
	start := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	list := make([]hub.SeedIssue, 0, n)
	for i := 1; i <= n; i++ {
		list = append(list, hub.SeedIssue{Number: i, Title: fmt.Sprintf("issue %d", i), State: "open",
			Labels: labels, CreatedAt: start.Add(time.Duration(i) * time.Minute), User: "ana"})
	}
	return list
}

type listedIssue struct {
	Number      int
	PullRequest *struct{ URL string } `json:"pull_request"`
	Body        *string
	State       string
	StateReason *string `json:"state_reason"`
	Labels      []struct{ Name string }
	UpdatedAt   string                  `json:"updated_at"`
	ClosedAt    *string                 `json:"closed_at"`
	ClosedBy    *struct{ Login string } `json:"closed_by"`
}

func numbers(t *testing.T, e exchange) []int {
	t.Helper()
	if e.status != 200 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	var list []listedIssue
	e.into(t, &list)
	got := []int{}
	for _, i := range list {
		got = append(got, i.Number)
	}
	return got
}

func TestAPageHoldsThirtyUnlessAskedAndAHundredAtMost(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(250)...))
	for query, want := range map[string]int{
		"": 30, "?per_page=7": 7, "?per_page=100": 100, "?per_page=1000": 100, "?per_page=100&page=3": 50, "?per_page=100&page=4": 0,
	} {
		if got := len(numbers(t, ask(t, s, "GET", shop+"/issues"+query, nil))); got != want {
			t.Errorf("%q: %d issues, want %d", query, got, want)
		}
	}
}

func TestTheLinkHeaderIsWrittenAsGitHubWritesIt(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(seeds(5)...))
	link := func(rel string, page int) string {
		return fmt.Sprintf(`<https://api.github.com/repos/acme/shop/issues?direction=asc&page=%d&per_page=2>; rel=%q`, page, rel)
	}
	for name, c := range map[string]struct{ query, want string }{
		"first":     {"per_page=2&direction=asc", link("next", 2) + ", " + link("last", 3)},
		"middle":    {"per_page=2&direction=asc&page=2", link("prev", 1) + ", " + link("next", 3) + ", " + link("last", 3) + ", " + link("first", 1)},
		"last":      {"per_page=2&direction=asc&page=3", link("prev", 2) + ", " + link("first", 1)},
		"all on it": {"per_page=5", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ask(t, s, "GET", shop+"/issues?"+c.query, nil).header.Get("Link")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheListIsFilteredAndOrderedAsAsked(t *testing.T) {
	list := seeds(5, "tech-debt")
	list[1].Labels = []string{"Tech-Debt", "severity:critical"}
	list[2].Labels = nil
	list[3].State, list[3].StateReason = "closed", ptr("completed")
	list[4].User = "bo"
	list[4].Comments = []hub.SeedComment{{User: "bo", CreatedAt: list[4].CreatedAt.Add(time.Hour), Body: "hm"}}
	s := hubtest.New(t, hubtest.Seed(list...))
	for query, want := range map[string][]int{
		"":                                       {5, 3, 2, 1},
		"?direction=asc":                         {1, 2, 3, 5},
		"?state=closed":                          {4},
		"?state=all&sort=created&direction=asc":  {1, 2, 3, 4, 5},
		"?labels=TECH-debt":                      {5, 2, 1},
		"?labels=tech-debt,SEVERITY:critical":    {2},
		"?labels=no-such-label":                  {},
		"?creator=BO":                            {5},
		"?sort=comments":                         {5, 3, 2, 1},
		"?sort=updated&direction=asc":            {1, 2, 3, 5},
		"?since=2026-09-01T08:03:00Z":            {5, 3},
		"?assignee=none":                         {5, 3, 2, 1},
		"?assignee=ana":                          {},
		"?milestone=*":                           {},
		"?labels=tech-debt&per_page=1&page=3":    {1},
		"?labels=tech-debt&state=all&page=99999": {},
	} {
		if diff := cmp.Diff(want, numbers(t, ask(t, s, "GET", shop+"/issues"+query, nil))); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	for _, query := range []string{"?state=shut", "?sort=name", "?direction=up", "?since=yesterday"} {
		if e := ask(t, s, "GET", shop+"/issues"+query, nil); e.status != 422 {
			t.Errorf("%q: status %d, want 422", query, e.status)
		}
	}
}

// C-09
func TestPullRequestsStandAmongTheIssues(t *testing.T) {
	list := seeds(3, "tech-debt")
	list[0].Pull, list[2].Pull = true, true
	list[2].State = "closed"
	s := hubtest.New(t, hubtest.Seed(list...))
	var got []listedIssue
	ask(t, s, "GET", shop+"/issues?state=all&direction=asc", nil).into(t, &got)
	var pulls []bool
	for _, i := range got {
		pulls = append(pulls, i.PullRequest != nil)
	}
	if diff := cmp.Diff([]bool{true, false, true}, pulls); diff != "" {
		t.Error(diff)
	}
	if want := "https://api.github.com/repos/acme/shop/pulls/1"; got[0].PullRequest.URL != want {
		t.Errorf("pull request at %s, want %s", got[0].PullRequest.URL, want)
	}
}

// C-22
func TestABodyMayBeNull(t *testing.T) {
	list := seeds(2)
	list[1].Body = ptr("")
	s := hubtest.New(t, hubtest.Seed(list...))
	var got []listedIssue
	ask(t, s, "GET", shop+"/issues?direction=asc", nil).into(t, &got)
	if got[0].Body != nil {
		t.Errorf("body %q, want null", *got[0].Body)
	}
	if e := ask(t, s, "POST", shop+"/issues", map[string]any{"title": "t", "body": ""}); e.status != 201 {
		t.Fatalf("status %d: %s", e.status, e.body)
	} else {
		var made listedIssue
		e.into(t, &made)
		if made.Body != nil {
			t.Errorf("an empty body is answered as %q, want null", *made.Body)
		}
	}
}

func ptr[T any](v T) *T { return &v }
