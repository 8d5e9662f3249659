package tracker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestReviewsOfAHub(t *testing.T) {
	s, g, c, number := proposed(t)
	ctx, tip := context.Background(), g.Head("debt/1")
	state, err := c.PostReview(ctx, number, model.Review{State: model.ReviewApproved, Body: "Good.", Commit: tip})
	if err != nil || state != model.ReviewApproved {
		t.Errorf("%q, %v", state, err)
	}
	g.Commit("own", "main", "Mine", map[string]string{"own.go": "x"})
	mine, err := c.CreatePull(ctx, NewPull{Title: "Mine", Body: "x", Head: "own", Base: "main"})
	if err != nil {
		t.Fatal(err)
	}
	for _, asked := range []model.ReviewState{model.ReviewApproved, model.ReviewChanges} {
		state, err = c.PostReview(ctx, mine.Number, model.Review{State: asked, Body: "Mine.", Commit: g.Head("own")})
		if err != nil || state != model.ReviewCommented {
			t.Errorf("one's own: %q, %v", state, err)
		}
	}
	s.Peer("cy").Review(number, model.Review{State: model.ReviewChanges, Body: "No.", Commit: tip})
	s.Peer("bo").Push("debt/1", "More", map[string]string{"c.go": "c"})
	got, err := c.Reviews(ctx, number)
	want := []model.Review{
		{Author: "ana", State: model.ReviewApproved, Body: "Good.", Commit: tip}, {Author: "cy", State: model.ReviewChanges, Body: "No.", Commit: tip},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(model.Review{}, "ID", "At")); err != nil || diff != "" {
		t.Error(err, diff)
	}
	for range 110 {
		s.Peer("cy").Review(number, model.Review{State: model.ReviewCommented, Body: "Again."})
	}
	if got, err = c.Reviews(ctx, number); err != nil || len(got) != 112 {
		t.Errorf("%d reviews, %v", len(got), err)
	}
}

func TestTheEvidenceAboutACommitOfAHub_C44(t *testing.T) {
	s, g, c, _ := proposed(t)
	ctx, tip := context.Background(), g.Head("debt/1")
	e, err := c.Evidence(ctx, tip)
	if diff := cmp.Diff(model.Evidence{SHA: tip}, e); err != nil || diff != "" {
		t.Error(err, diff)
	}
	bo := s.Peer("bo")
	build := bo.Check(model.CheckRun{Name: "build", HeadSHA: tip, Status: "in_progress"})
	bo.EndCheck(build, "success")
	bo.Check(model.CheckRun{Name: "lint", HeadSHA: tip, Status: "queued"})
	for _, state := range []string{"pending", "failure"} {
		if err := c.PostStatus(ctx, model.CommitStatus{Context: "gates/tests", SHA: tip, State: state, Description: "of " + state}); err != nil {
			t.Fatal(err)
		}
	}
	empty := s.Action(model.WorkflowRun{Name: "CI", Event: "pull_request", HeadSHA: tip, Status: "completed", Conclusion: "startup_failure"}, "debt/1")
	full := s.Action(model.WorkflowRun{Name: "Docs", Event: "push", HeadSHA: tip, Status: "completed", Conclusion: "success"}, "debt/1",
		model.CheckRun{Name: "docs", Conclusion: "success"}, model.CheckRun{Name: "links", Conclusion: "skipped"})
	other := s.Action(model.WorkflowRun{Name: "Docs", Event: "pull_request", HeadSHA: tip, Status: "completed", Conclusion: "failure"}, "debt/1",
		model.CheckRun{Name: "docs", Conclusion: "failure"})
	want := model.Evidence{
		SHA: tip,
		Runs: []model.CheckRun{
			{Name: "build", HeadSHA: tip, Status: "completed", Conclusion: "success"}, {Name: "docs", Suite: other, HeadSHA: tip, Status: "completed", Conclusion: "failure"},
			{Name: "docs", Suite: full, HeadSHA: tip, Status: "completed", Conclusion: "success"},
			{Name: "links", Suite: full, HeadSHA: tip, Status: "completed", Conclusion: "skipped"}, {Name: "lint", HeadSHA: tip, Status: "queued"},
		},
		Statuses: []model.CommitStatus{{Context: "gates/tests", SHA: tip, State: "failure", Description: "of failure"}},
		Actions: []model.WorkflowRun{
			{ID: empty, Suite: empty, Name: "CI", Event: "pull_request", HeadSHA: tip, Status: "completed", Conclusion: "startup_failure"},
			{ID: full, Suite: full, Name: "Docs", Event: "push", HeadSHA: tip, Status: "completed", Conclusion: "success", Jobs: 2},
			{ID: other, Suite: other, Name: "Docs", Event: "pull_request", HeadSHA: tip, Status: "completed", Conclusion: "failure", Jobs: 1},
		},
	}
	e, err = c.Evidence(ctx, tip)
	for i, r := range e.Runs {
		if r.Name == "build" || r.Name == "lint" {
			e.Runs[i].Suite = 0 // of no workflow
		}
	}
	diff := cmp.Diff(want, e,
		cmpopts.SortSlices(func(a, b model.CheckRun) bool {
			return a.Name < b.Name || a.Name == b.Name && a.Conclusion < b.Conclusion
		}),
		cmpopts.IgnoreFields(model.CheckRun{}, "App", "URL", "StartedAt", "EndedAt"),
		cmpopts.IgnoreFields(model.CommitStatus{}, "URL", "At"), cmpopts.IgnoreFields(model.WorkflowRun{}, "URL", "At"))
	if err != nil || diff != "" {
		t.Error(err, diff)
	}
	if e, err = c.Evidence(ctx, g.Head("main")); err != nil || len(e.Runs)+len(e.Statuses)+len(e.Actions) != 0 {
		t.Errorf("what was said of one commit is said of another: %+v, %v", e, err)
	}
	_, err = c.Evidence(ctx, head)
	wantFault(t, err, model.FaultNotFound, "read the checks of the commit 2222222")
	wantFault(t, c.PostStatus(ctx, model.CommitStatus{Context: "x", SHA: head, State: "success"}), model.FaultNotFound)
}

func TestManyChecksAreReadToTheLastPage(t *testing.T) {
	s, g, c, _ := proposed(t)
	tip := g.Head("debt/1")
	for i := range 130 {
		s.Peer("bo").Check(model.CheckRun{Name: fmt.Sprint("check ", i), HeadSHA: tip, Status: "queued"})
		s.Peer("bo").Status(model.CommitStatus{Context: fmt.Sprint("status ", i), SHA: tip, State: "pending"})
	}
	e, err := c.Evidence(context.Background(), tip)
	if err != nil || len(e.Runs) != 130 || len(e.Statuses) != 130 {
		t.Errorf("%d runs, %d statuses, %v", len(e.Runs), len(e.Statuses), err)
	}
}

func TestNoFailedRequestOfTheEvidenceIsSilence_C44(t *testing.T) {
	s, g, c, _ := proposed(t)
	tip := g.Head("debt/1")
	s.Action(model.WorkflowRun{Name: "CI", Event: "push", HeadSHA: tip, Status: "queued"}, "debt/1")
	s.Reset()
	if _, err := c.Evidence(context.Background(), tip); err != nil {
		t.Fatal(err)
	}
	n := s.Count()
	for i := 1; i <= n; i++ {
		s.Reset()
		s.Instead(i, hubtest.Status(500, "Server Error"))
		e, err := c.Evidence(context.Background(), tip)
		wantFault(t, err, model.FaultOffline)
		if diff := cmp.Diff(model.Evidence{}, e); diff != "" {
			t.Errorf("after request %d failed: %s", i, diff)
		}
	}
	if n != 4 {
		t.Errorf("%d requests, want four", n)
	}
}

func TestTheRulesOfABranchOfAHub(t *testing.T) {
	s, _, c, _ := proposed(t)
	ctx := context.Background()
	check := func(want model.BranchRules) {
		t.Helper()
		got, err := c.Rules(ctx, "main")
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Error(err, diff)
		}
	}
	check(model.BranchRules{Squash: true})
	s.Rules("main", model.BranchRules{RequiredChecks: []string{"lint", "build"}, Approvals: 1, MergeQueue: true, Squash: true})
	check(model.BranchRules{RequiredChecks: []string{"build", "lint"}, Approvals: 1, MergeQueue: true, Squash: true, PullOnly: true})
	if err := s.SetProtection(ctx, "main", model.BranchRules{RequiredChecks: []string{"test"}, Approvals: 2, Squash: true}); err != nil {
		t.Fatal(err)
	}
	s.SetViewer(hub.Account{Login: "ana", Permission: hub.Admin})
	check(model.BranchRules{RequiredChecks: []string{"build", "lint", "test"}, Approvals: 2, MergeQueue: true, Squash: true, PullOnly: true})
	s.SetViewer(hub.Account{Login: "ana", Permission: hub.Write}) // who is not told of the approvals
	check(model.BranchRules{RequiredChecks: []string{"build", "lint", "test"}, Approvals: 1, MergeQueue: true, Squash: true, PullOnly: true})
	s.Rules("main", model.BranchRules{})
	if got, err := c.Rules(ctx, "main"); err != nil || got.Squash {
		t.Errorf("%+v, %v", got, err)
	}
	s.Rules("main", model.BranchRules{Squash: true})
	_, err := c.Rules(ctx, "release/1")
	wantFault(t, err, model.FaultNotFound, "read the rules of the branch release/1 of acme/shop")
	if _, err := c.CreateBranch(ctx, "release/1", mustHead(t, c)); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Rules(ctx, "release/1"); err != nil || !got.Squash || len(got.RequiredChecks) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, r := range s.Requests() {
		if strings.Contains(r.Path, "release/1") {
			t.Errorf("the branch is two parts of %s", r.Path)
		}
	}
}

func mustHead(t *testing.T, c *Client) string {
	t.Helper()
	sha, ok, err := c.Branch(context.Background(), "main")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	return sha
}
