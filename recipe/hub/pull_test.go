package hub_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub/hubtest"
)

// pulled is a pull request as GitHub shows it.
type pulled struct {
	Number         int
	State, Title   string
	Body           *string
	Draft, Merged  bool
	Mergeable      *bool
	MergeableState string  `json:"mergeable_state"`
	MergeCommit    *string `json:"merge_commit_sha"`
	Commits        int
	ChangedFiles   int `json:"changed_files"`
	Head, Base     struct{ Ref, SHA, Label string }
	AutoMerge      *struct{} `json:"auto_merge"`
}

func readPull(t testing.TB, s *hubtest.Server, number int) pulled {
	t.Helper()
	e := ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d", shop, number), nil)
	if e.status != 200 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	var p pulled
	e.into(t, &p)
	return p
}

// openPull puts a commit on a branch and opens a pull request of it.
func openPull(t testing.TB, s *hubtest.Server, g *hubtest.FakeGit, branch, body string, files ...string) int {
	t.Helper()
	content := map[string]string{}
	for _, f := range append(files, branch+".go") {
		content[f] = branch
	}
	g.Commit(branch, "main", "Fix "+branch, content)
	e := ask(t, s, "POST", shop+"/pulls", map[string]any{"title": "Fix it", "head": branch, "base": "main", "body": body})
	if e.status != 201 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	var p pulled
	e.into(t, &p)
	return p.Number
}

func TestAPullRequestTakesTheNextIssueNumberAndIsListedAsOne(t *testing.T) {
	s, g := withGit(t, hubtest.Seed(seeds(3, "tech-debt")...))
	if got := openPull(t, s, g, "debt/2-b", "Closes #2"); got != 4 {
		t.Errorf("number %d, want 4", got)
	}
	var listed []listedIssue
	ask(t, s, "GET", shop+"/issues?state=all", nil).into(t, &listed)
	if listed[0].Number != 4 || listed[0].PullRequest == nil || listed[0].PullRequest.URL != "https://api.github.com/repos/acme/shop/pulls/4" {
		t.Errorf("the list of issues begins with %+v", listed[0])
	}
	got := readPull(t, s, 4)
	want := pulled{Number: 4, State: "open", Title: "Fix it", Body: ptr("Closes #2"), Mergeable: ptr(true), MergeableState: "clean",
		Commits: 1, ChangedFiles: 1}
	want.Head.Ref, want.Head.SHA, want.Head.Label = "debt/2-b", g.Head("debt/2-b"), "acme:debt/2-b"
	want.Base.Ref, want.Base.SHA, want.Base.Label = "main", g.Head("main"), "acme:main"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if e := ask(t, s, "POST", shop+"/issues/4/comments", map[string]string{"body": "hm"}); e.status != 201 {
		t.Errorf("a comment: status %d", e.status)
	}
	if e := ask(t, s, "POST", shop+"/issues/4/labels", map[string][]string{"labels": {"tech-debt"}}); e.status != 200 {
		t.Errorf("a label: status %d", e.status)
	}
}

func TestPullRequestsThatGitHubRefuses(t *testing.T) {
	type in map[string]any
	for name, c := range map[string]struct {
		in    in
		field string
		code  string
		says  string
	}{
		"no title":      {in{"head": "debt/1", "base": "main"}, "title", "missing_field", ""},
		"no such head":  {in{"title": "t", "head": "gone", "base": "main"}, "head", "invalid", ""},
		"a fork's head": {in{"title": "t", "head": "eve:debt/1", "base": "main"}, "head", "invalid", ""},
		"no such base":  {in{"title": "t", "head": "debt/1", "base": "gone"}, "base", "invalid", ""},
		"no commits":    {in{"title": "t", "head": "empty", "base": "main"}, "", "custom", "No commits between main and empty"},
		"there already": {in{"title": "t", "head": "acme:taken", "base": "main"}, "", "custom", "A pull request already exists for acme:taken."},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t)
			g.Commit("debt/1", "main", "Fix", map[string]string{"a.go": "a"})
			ask(t, s, "POST", shop+"/git/refs", newRef("refs/heads/empty", g.Head("main")))
			openPull(t, s, g, "taken", "")
			got := refused(t, ask(t, s, "POST", shop+"/pulls", c.in), 422)
			if e := got.Errors[0]; e.Resource != "PullRequest" || e.Field != c.field || e.Code != c.code || e.Message != c.says {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestPullRequestsAreFoundByHeadBaseAndState(t *testing.T) {
	s, g := withGit(t)
	first := openPull(t, s, g, "debt/1", "")
	second := openPull(t, s, g, "debt/2", "")
	ask(t, s, "PATCH", fmt.Sprintf("%s/pulls/%d", shop, first), map[string]string{"state": "closed"})
	for query, want := range map[string][]int{
		"":                                     {second},
		"?state=all":                           {second, first},
		"?state=all&direction=asc":             {first, second},
		"?state=closed":                        {first},
		"?state=all&head=acme:debt/1":          {first},
		"?state=all&head=eve:debt/1":           {},
		"?head=debt/1":                         {second}, // without an owner GitHub ignores it
		"?base=other":                          {},
		"?state=all&per_page=1&page=2":         {first},
		"?state=all&sort=updated":              {first, second},
		"?state=all&sort=popularity&base=main": {second, first},
	} {
		if diff := cmp.Diff(want, numbers(t, ask(t, s, "GET", shop+"/pulls"+query, nil))); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	e := ask(t, s, "GET", shop+"/pulls", nil)
	if again := ask(t, s, "GET", shop+"/pulls", nil, "If-None-Match", e.header.Get("ETag")); again.status != 304 {
		t.Errorf("unchanged, status %d", again.status)
	}
}

func TestAPushIsSeenInThePullRequest(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	sha := g.Commit("debt/1", "", "More\n\nIn two lines.", map[string]string{"b/c d.go": "b"})
	got := readPull(t, s, n)
	if got.Head.SHA != sha || got.Commits != 2 || got.ChangedFiles != 2 {
		t.Errorf("got %+v", got)
	}
	var commits []struct {
		SHA    string
		Commit struct{ Message string }
	}
	ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d/commits", shop, n), nil).into(t, &commits)
	if len(commits) != 2 || commits[1].SHA != sha || commits[1].Commit.Message != "More\n\nIn two lines." {
		t.Errorf("commits %+v", commits)
	}
	var files []struct{ Filename string }
	ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d/files", shop, n), nil).into(t, &files)
	if diff := cmp.Diff([]struct{ Filename string }{{"b/c d.go"}, {"debt/1.go"}}, files); diff != "" {
		t.Error(diff)
	}
}

func TestABranchDecidesOverItsPullRequest(t *testing.T) {
	for name, c := range map[string]struct {
		do            func(g *hubtest.FakeGit)
		state         string
		merged, clean bool
	}{
		"deleted":                {func(g *hubtest.FakeGit) { g.DeleteBranch(t.Context(), "debt/1") }, "closed", false, false},
		"its base deleted":       {func(g *hubtest.FakeGit) { g.DeleteBranch(t.Context(), "main") }, "closed", false, false},
		"set back to the base":   {func(g *hubtest.FakeGit) { g.Reset("debt/1", g.Head("main")) }, "closed", false, false},
		"pushed onto its base":   {func(g *hubtest.FakeGit) { g.Reset("main", g.Head("debt/1")) }, "closed", true, false},
		"the base goes on":       {func(g *hubtest.FakeGit) { g.Commit("main", "", "x", map[string]string{"x": "x"}) }, "open", false, true},
		"the base takes its way": {func(g *hubtest.FakeGit) { g.Commit("main", "", "x", map[string]string{"debt/1.go": "x"}) }, "open", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t, hubtest.Seed(seeds(1)...))
			n := openPull(t, s, g, "debt/1", "Closes #1")
			head := g.Head("debt/1")
			c.do(g)
			got := readPull(t, s, n)
			if got.State != c.state || got.Merged != c.merged || (got.Mergeable != nil && *got.Mergeable) != c.clean || got.Head.SHA != head && !c.merged && name != "set back to the base" {
				t.Errorf("got %+v", got)
			}
			if state := stateOf(t, s, 1); (state == "closed completed") != c.merged {
				t.Errorf("the issue is %s", state)
			}
		})
	}
}

// stateOf is an issue's state with its reason.
func stateOf(t testing.TB, s *hubtest.Server, number int) string {
	t.Helper()
	var i listedIssue
	ask(t, s, "GET", fmt.Sprintf("%s/issues/%d", shop, number), nil).into(t, &i)
	if i.StateReason != nil {
		return i.State + " " + *i.StateReason
	}
	return i.State
}

func TestAPullRequestIsEditedClosedAndReopened(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "old")
	at := fmt.Sprintf("%s/pulls/%d", shop, n)
	g.Commit("other", "main", "x", map[string]string{"x": "x"})
	var got pulled
	ask(t, s, "PATCH", at, map[string]string{"title": "New", "body": "new", "base": "other"}).into(t, &got)
	if got.Title != "New" || *got.Body != "new" || got.Base.Ref != "other" || got.Base.SHA != g.Head("other") {
		t.Errorf("edited: %+v", got)
	}
	for _, state := range []string{"closed", "open"} {
		if e := ask(t, s, "PATCH", at, map[string]string{"state": state}); e.status != 200 {
			t.Errorf("%s: status %d: %s", state, e.status, e.body)
		}
		if got := readPull(t, s, n); got.State != state {
			t.Errorf("%s, want %s", got.State, state)
		}
	}
	want := []string{"renamed by ana: Fix it → New", "closed by ana", "reopened by ana"}
	if diff := cmp.Diff(want, slices.DeleteFunc(history(t, s, n), func(e string) bool { return e == "base_ref_changed by ana" })); diff != "" {
		t.Error(diff)
	}
	ask(t, s, "PATCH", at, map[string]string{"state": "closed"})
	if _, err := g.DeleteBranch(t.Context(), "debt/1"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{at, fmt.Sprintf("%s/issues/%d", shop, n)} {
		got := refused(t, ask(t, s, "PATCH", path, map[string]string{"state": "open"}), 422)
		if got.Errors[0].Message != "state cannot be changed. The debt/1 branch has been deleted." {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

func TestASeededPullRequestHasNoBranchToMerge(t *testing.T) {
	list := seeds(1)
	list[0].Pull = true
	s, _ := withGit(t, hubtest.Seed(list...))
	if got := readPull(t, s, 1); got.Mergeable != nil || got.Head.Ref != "" {
		t.Errorf("got %+v", got)
	}
	refused(t, ask(t, s, "PUT", shop+"/pulls/1/merge", map[string]string{"merge_method": "squash"}), 405)
	refused(t, ask(t, s, "GET", shop+"/pulls/2", nil), 404)
	refused(t, ask(t, s, "GET", shop+"/pulls/1/merge", nil), 404)
}
