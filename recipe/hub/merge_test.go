package hub_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// mergeOf asks for a squash of a pull request; more are members and values.
func mergeOf(t testing.TB, s *hubtest.Server, number int, more ...string) exchange {
	t.Helper()
	in := map[string]string{"merge_method": "squash"}
	for i := 0; i+1 < len(more); i += 2 {
		in[more[i]] = more[i+1]
	}
	return ask(t, s, "PUT", fmt.Sprintf("%s/pulls/%d/merge", shop, number), in)
}

func TestAMergeSquashesTheHeadOntoItsBase(t *testing.T) {
	s, g := withGit(t, hubtest.Seed(seeds(2)...))
	n := openPull(t, s, g, "debt/1", "Closes #1", "a.go")
	var got struct {
		SHA    string
		Merged bool
	}
	mergeOf(t, s, n, "sha", g.Head("debt/1"), "commit_title", "Fix the total (#3)", "commit_message", "It was off.").into(t, &got)
	if !got.Merged || got.SHA != g.Head("main") {
		t.Errorf("got %+v, main is at %s", got, g.Head("main"))
	}
	if content, ok := g.File("main", "a.go"); !ok || content != "debt/1" {
		t.Errorf("main has %q", content)
	}
	list, err := g.Messages(t.Context(), "", got.SHA)
	if err != nil || list[len(list)-1].Message != "Fix the total (#3)\n\nIt was off." {
		t.Errorf("the commit says %+v (%v)", list, err)
	}
	p := readPull(t, s, n)
	if p.State != "closed" || !p.Merged || *p.MergeCommit != got.SHA || p.Commits != 1 {
		t.Errorf("afterwards %+v", p)
	}
	if e := ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d/merge", shop, n), nil); e.status != 204 {
		t.Errorf("merged? status %d", e.status)
	}
	if diff := cmp.Diff([]string{"merged by ana", "closed by ana"}, history(t, s, n)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"closed by ana: completed"}, history(t, s, 1)); diff != "" {
		t.Error(diff)
	}
	if got := stateOf(t, s, 2); got != "open" {
		t.Errorf("another issue is %s", got)
	}
	if got := refused(t, mergeOf(t, s, n), 405); got.Message != "Pull Request is not mergeable" {
		t.Errorf("a second time: %s", got.Message)
	}
}

// C-41, C-42
func TestWhatAMergeCloses(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		commit string   // of the branch, gathered into the squash when it is nil
		text   []string // given with the merge
		base   string
		closed []int
	}{
		"one keyword a line":             {body: "Closes #1\nCloses #2", text: []string{"commit_message", ""}, closed: []int{1, 2}},
		"a list closes its first":        {body: "Closes #1, #2 and #3", text: []string{"commit_message", ""}, closed: []int{1}},
		"negated":                        {body: "It does not close #1", text: []string{"commit_message", ""}, closed: []int{1}},
		"quoted":                         {body: "> fixes #1", text: []string{"commit_message", ""}, closed: []int{1}},
		"in code":                        {body: "```\nresolves #1\n```", text: []string{"commit_message", ""}, closed: []int{1}},
		"a colon":                        {body: "Resolved: #1", text: []string{"commit_message", ""}, closed: []int{1}},
		"with the repository":            {body: "closed ACME/shop#1", text: []string{"commit_message", ""}, closed: []int{1}},
		"an address":                     {body: "fix https://github.com/acme/shop/issues/1", text: []string{"commit_message", ""}, closed: []int{1}},
		"another repository":             {body: "closes acme/other#1", text: []string{"commit_message", ""}},
		"no such issue":                  {body: "closes #77", text: []string{"commit_message", ""}},
		"the squash's own message":       {text: []string{"commit_message", "Fixes #2"}, closed: []int{2}},
		"the squash's own title":         {text: []string{"commit_title", "Fix #2 properly", "commit_message", ""}, closed: []int{2}},
		"a commit that is gathered":      {commit: "Tidy\n\nThis does not close #3", closed: []int{3}},
		"a commit that is not gathered":  {commit: "Tidy\n\nThis does not close #3", text: []string{"commit_title", "Tidy", "commit_message", ""}},
		"a base that is not the default": {body: "Closes #1", base: "release"},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t, hubtest.Seed(seeds(3)...))
			g.Commit("release", "main", "Begin the release", map[string]string{"r": "r"})
			if c.base == "" {
				c.base = "main"
			}
			if c.commit == "" {
				c.commit = "Tidy"
			}
			g.Commit("debt/1", c.base, "Tidy up first", map[string]string{"b.go": "b"})
			g.Commit("debt/1", "", c.commit, map[string]string{"a.go": "a"})
			var p pulled
			ask(t, s, "POST", shop+"/pulls", map[string]any{"title": "Fix it", "head": "debt/1", "base": c.base, "body": c.body}).into(t, &p)
			if e := mergeOf(t, s, p.Number, c.text...); e.status != 200 {
				t.Fatalf("status %d: %s", e.status, e.body)
			}
			var closed []int
			for n := 1; n <= 3; n++ {
				if stateOf(t, s, n) == "closed completed" {
					closed = append(closed, n)
				}
			}
			if diff := cmp.Diff(c.closed, closed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMergesThatGitHubRefuses(t *testing.T) {
	checks := func(names ...string) model.BranchRules { return model.BranchRules{Squash: true, RequiredChecks: names} }
	for name, c := range map[string]struct {
		rules  model.BranchRules
		do     func(t *testing.T, s *hubtest.Server, g *hubtest.FakeGit)
		more   []string
		status int
		says   string
	}{
		"another head": {model.BranchRules{Squash: true}, nil, []string{"sha", strings.Repeat("a", 40)}, 409,
			"Head branch was modified. Review and try the merge again."},
		"a merge commit": {model.BranchRules{Squash: true}, nil, []string{"merge_method", "merge"}, 405,
			"Merge commits are not allowed on this repository."},
		"no squashing": {model.BranchRules{}, nil, nil, 405, "Squash merges are not allowed on this repository."},
		"a conflict": {model.BranchRules{Squash: true}, func(_ *testing.T, _ *hubtest.Server, g *hubtest.FakeGit) {
			g.Commit("main", "", "x", map[string]string{"debt/1.go": "x"})
		}, nil, 405, "Pull Request is not mergeable"},
		"the base moves meanwhile": {model.BranchRules{Squash: true}, func(_ *testing.T, _ *hubtest.Server, g *hubtest.FakeGit) {
			g.BeforeSquash(func() { g.Commit("main", "", "x", map[string]string{"x": "x"}) })
		}, nil, 405, "Base branch was modified. Review and try the merge again."},
		"the base cannot be written": {model.BranchRules{Squash: true}, func(_ *testing.T, _ *hubtest.Server, g *hubtest.FakeGit) {
			g.Block(true)
		}, nil, 405, "The branch main is checked out where the change cannot be written."},
		"closed": {model.BranchRules{Squash: true}, func(t *testing.T, s *hubtest.Server, _ *hubtest.FakeGit) {
			ask(t, s, "PATCH", shop+"/pulls/1", map[string]string{"state": "closed"})
		}, nil, 405, "Pull Request is not mergeable"},
		"a check that never ran": {checks("build"), nil, nil, 405,
			"Repository rule violations found\n\nRequired status check \"build\" is expected.\n\n"},
		"a red check": {checks("build"), func(t *testing.T, s *hubtest.Server, g *hubtest.FakeGit) {
			s.Peer("bo").Check(model.CheckRun{Name: "build", HeadSHA: g.Head("debt/1"), Conclusion: "failure"})
		}, nil, 405, "Repository rule violations found\n\nRequired status check \"build\" is failing.\n\n"},
		"a check of an older head": {checks("build"), func(t *testing.T, s *hubtest.Server, g *hubtest.FakeGit) {
			s.Peer("bo").Status(model.CommitStatus{Context: "build", SHA: g.Head("debt/1"), State: "success"})
			g.Commit("debt/1", "", "More", map[string]string{"b": "b"})
		}, nil, 405, "Repository rule violations found\n\nRequired status check \"build\" is expected.\n\n"},
		"no approval": {model.BranchRules{Squash: true, Approvals: 1}, nil, nil, 405,
			"Repository rule violations found\n\nAt least 1 approving review is required by reviewers with write access.\n\n"},
		"changes asked for": {model.BranchRules{Squash: true, Approvals: 1}, func(t *testing.T, s *hubtest.Server, g *hubtest.FakeGit) {
			s.Peer("bo").Review(1, model.Review{State: model.ReviewChanges, Body: "no"})
			s.Peer("cy").Review(1, model.Review{State: model.ReviewApproved})
		}, nil, 405, "Repository rule violations found\n\nChanges have been requested.\n\n"},
		"a merge queue": {model.BranchRules{Squash: true, MergeQueue: true}, nil, nil, 405,
			"Repository rule violations found\n\nChanges must be made through the merge queue\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t)
			n := openPull(t, s, g, "debt/1", "")
			if err := s.SetRules(t.Context(), "main", c.rules); err != nil {
				t.Fatal(err)
			}
			if c.do != nil {
				c.do(t, s, g)
			}
			before := g.Head("main")
			got := refused(t, mergeOf(t, s, n, c.more...), c.status)
			if diff := cmp.Diff(c.says, got.Message); diff != "" {
				t.Error(diff)
			}
			if name != "the base moves meanwhile" && g.Head("main") != before {
				t.Error("main has moved")
			}
		})
	}
}

func TestAMergeNeedsThePermissionToPush(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	s.SetPermission(hub.Triage)
	refused(t, mergeOf(t, s, n), 403)
}

func TestAMergeWhoseProcessWasKilledIsSettledByTheNext(t *testing.T) {
	for name, c := range map[string]struct {
		committed bool // git had made the commit when the process was killed
		merged    bool
	}{"before git's commit": {false, false}, "after git's commit": {true, true}} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t, hubtest.Seed(seeds(1)...))
			n := openPull(t, s, g, "debt/1", "Closes #1")
			base, head := g.Head("main"), g.Head("debt/1")
			withSQL(t, s.Path(), fmt.Sprintf(`INSERT INTO merge_intent (issue_id, base_sha, head_sha, title, message, actor)
				SELECT id, '%s', '%s', 'Fix it (#2)', 'Because.', author FROM issue WHERE number = %d`, base, head, n))
			if c.committed {
				if _, _, err := g.Squash(t.Context(), model.Squash{Base: "main", Head: head, Title: "Fix it (#2)", Message: "Because."}); err != nil {
					t.Fatal(err)
				}
				g.Commit("main", "", "A peer goes on", map[string]string{"x": "x"})
			}
			if got := readPull(t, s, n); got.Merged != c.merged {
				t.Errorf("merged %v, want %v", got.Merged, c.merged)
			}
			if got := stateOf(t, s, 1); (got == "closed completed") != c.merged {
				t.Errorf("the issue is %s", got)
			}
			if e := mergeOf(t, s, n); (e.status == 200) == c.merged {
				t.Errorf("merging it then: status %d: %s", e.status, e.body)
			}
		})
	}
}
