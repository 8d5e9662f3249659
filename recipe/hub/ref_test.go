package hub_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// withGit is a server over a fake repository of commits.
func withGit(t testing.TB, options ...hubtest.Option) (*hubtest.Server, *hubtest.FakeGit) {
	t.Helper()
	g := hubtest.NewGit()
	return hubtest.New(t, append([]hubtest.Option{hubtest.WithGit(g)}, options...)...), g
}

type ref struct {
	Ref    string
	Object struct{ SHA string }
}

func newRef(name, sha string) map[string]string { return map[string]string{"ref": name, "sha": sha} }

func TestABranchIsCreatedOnceAndReadByItsName(t *testing.T) {
	s, g := withGit(t)
	e := ask(t, s, "POST", shop+"/git/refs", newRef("refs/heads/debt/12-a", g.Head("main")))
	if e.status != 201 || e.header.Get("Location") != "https://api.github.com/repos/acme/shop/git/refs/heads/debt/12-a" {
		t.Errorf("status %d, Location %s: %s", e.status, e.header.Get("Location"), e.body)
	}
	var got ref
	ask(t, s, "GET", shop+"/git/ref/heads/debt/12-a", nil).into(t, &got)
	want := ref{Ref: "refs/heads/debt/12-a"}
	want.Object.SHA = g.Head("main")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	again := refused(t, ask(t, s, "POST", shop+"/git/refs", newRef("refs/heads/debt/12-a", g.Head("main"))), 422)
	if again.Message != "Reference already exists" {
		t.Errorf("a second time: %s", again.Message)
	}
	refused(t, ask(t, s, "GET", shop+"/git/ref/heads/debt/12", nil), 404)
}

func TestOfTwoThatRaceForABranchOneWins(t *testing.T) {
	s, g := withGit(t)
	const racers = 8
	status := make([]int, racers)
	var all sync.WaitGroup
	for i := range racers {
		all.Go(func() {
			status[i] = ask(t, s, "POST", shop+"/git/refs", newRef("refs/heads/debt/1", g.Head("main"))).status
		})
	}
	all.Wait()
	won := 0
	for _, got := range status {
		if got == 201 {
			won++
		} else if got != 422 {
			t.Errorf("status %d", got)
		}
	}
	if won != 1 {
		t.Errorf("%d won: %v", won, status)
	}
}

func TestRefsThatGitHubRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		method, path string
		in           any
		status       int
		message      string
	}{
		"no such commit": {"POST", "/git/refs", newRef("refs/heads/a", strings.Repeat("0", 40)), 422, "Object does not exist"},
		"half a commit": {"POST", "/git/refs", newRef("refs/heads/a", "abc"), 422,
			"The sha parameter must be exactly 40 characters and contain only [0-9a-f]."},
		"no refs/ before it": {"POST", "/git/refs", newRef("a", ""), 422,
			"Reference name must start with 'refs/' and contain at least one more '/'."},
		"a name that git refuses":  {"POST", "/git/refs", newRef("refs/heads/a..b", ""), 422, "'refs/heads/a..b' is not a valid ref name."},
		"a name in a branch's way": {"POST", "/git/refs", newRef("refs/heads/main/1", ""), 422, "REF"},
		"nothing given":            {"POST", "/git/refs", map[string]string{}, 422, "Invalid request.\n\n\"ref\", \"sha\" weren't supplied."},
		"deleting what is gone":    {"DELETE", "/git/refs/heads/gone", nil, 422, "Reference does not exist"},
		"deleting the default":     {"DELETE", "/git/refs/heads/main", nil, 422, "Cannot delete the default branch"},
		"moving what is gone":      {"PATCH", "/git/refs/heads/gone", newRef("", ""), 422, "Reference does not exist"},
		"a branch that is not":     {"GET", "/branches/gone", nil, 404, "Branch not found"},
		"a tag":                    {"GET", "/git/ref/tags/v1", nil, 404, "Not Found"},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t)
			if c.message == "REF" {
				c.in = newRef("refs/heads/main/1", g.Head("main"))
				c.message = "Reference update failed: 'refs/heads/main' exists; cannot create 'refs/heads/main/1'"
			}
			got := refused(t, ask(t, s, c.method, shop+c.path, c.in), c.status)
			if diff := cmp.Diff(c.message, got.Message); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestABranchMovesForwardAndWithForceAnywhere(t *testing.T) {
	s, g := withGit(t)
	first := g.Head("main")
	second := g.Commit("main", "", "More", map[string]string{"a.go": "a"})
	for _, c := range []struct {
		sha    string
		force  bool
		status int
	}{{first, false, 422}, {first, true, 200}, {second, false, 200}} {
		e := ask(t, s, "PATCH", shop+"/git/refs/heads/main", map[string]any{"sha": c.sha, "force": c.force})
		if e.status != c.status {
			t.Errorf("to %s with force %v: status %d, want %d: %s", c.sha, c.force, e.status, c.status, e.body)
		}
	}
}

func TestADeletedBranchIsGone(t *testing.T) {
	s, g := withGit(t)
	g.Commit("debt/1", "main", "Fix", map[string]string{"a.go": "a"})
	if e := ask(t, s, "DELETE", shop+"/git/refs/heads/debt/1", nil); e.status != 204 {
		t.Errorf("status %d: %s", e.status, e.body)
	}
	if g.Head("debt/1") != "" {
		t.Error("the branch is still there")
	}
}

func TestBranchesAreListedByNameAndPage(t *testing.T) {
	s, g := withGit(t)
	for _, name := range []string{"debt/2-b", "debt/1-a", "other"} {
		g.Commit(name, "main", "Fix", map[string]string{"a.go": name})
	}
	list := func(path string) []string {
		var got []struct{ Name, Ref string }
		ask(t, s, "GET", shop+path, nil).into(t, &got)
		all := []string{}
		for _, b := range got {
			all = append(all, b.Name+b.Ref)
		}
		return all
	}
	for path, want := range map[string][]string{
		"/branches":                        {"debt/1-a", "debt/2-b", "main", "other"},
		"/branches?per_page=3&page=2":      {"other"},
		"/git/matching-refs/heads/debt/":   {"refs/heads/debt/1-a", "refs/heads/debt/2-b"},
		"/git/matching-refs/heads/debt/1-": {"refs/heads/debt/1-a"},
		"/git/matching-refs/heads/none":    {},
	} {
		if diff := cmp.Diff(want, list(path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

func TestABranchIsReadWithItsCommit(t *testing.T) {
	s, g := withGit(t)
	sha := g.Commit("debt/1", "main", "Fix the total\n\nIt was off by one.", map[string]string{"a.go": "a"})
	var got struct {
		Name      string
		Protected bool
		Commit    struct {
			SHA    string
			Commit struct{ Message string }
		}
	}
	e := ask(t, s, "GET", shop+"/branches/debt/1", nil)
	e.into(t, &got)
	if got.Name != "debt/1" || got.Protected || got.Commit.SHA != sha || got.Commit.Commit.Message != "Fix the total\n\nIt was off by one." {
		t.Errorf("got %s", e.body)
	}
	if again := ask(t, s, "GET", shop+"/branches/debt/1", nil, "If-None-Match", e.header.Get("ETag")); again.status != 304 {
		t.Errorf("unchanged, status %d", again.status)
	}
}

func TestWithoutCommitsOrRightsThereAreNoBranches(t *testing.T) {
	empty := hubtest.New(t)
	if got := refused(t, ask(t, empty, "GET", shop+"/git/ref/heads/main", nil), 409); got.Message != "Git Repository is empty." {
		t.Errorf("without commits: %s", got.Message)
	}
	s, g := withGit(t)
	s.SetPermission(hub.Triage)
	refused(t, ask(t, s, "POST", shop+"/git/refs", newRef("refs/heads/a", g.Head("main"))), 404)
	if g.Head("a") != "" {
		t.Error("who may not push has made a branch")
	}
}
