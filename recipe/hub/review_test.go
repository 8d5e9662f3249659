package hub_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func reviewOf(t testing.TB, s *hubtest.Server, number int, in map[string]string) exchange {
	t.Helper()
	return ask(t, s, "POST", fmt.Sprintf("%s/pulls/%d/reviews", shop, number), in)
}

func TestNobodyApprovesWhatIsHisOwn(t *testing.T) {
	for name, c := range map[string]struct {
		in   map[string]string
		says string
	}{
		"approving":        {map[string]string{"event": "APPROVE"}, "Can not approve your own pull request"},
		"asking changes":   {map[string]string{"event": "REQUEST_CHANGES", "body": "no"}, "Can not request changes on your own pull request"},
		"saying nothing":   {map[string]string{"event": "COMMENT"}, "Review body can't be blank"},
		"another's commit": {map[string]string{"event": "COMMENT", "body": "hm", "commit_id": "1234"}, "The commit_id is not part of the pull request"},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t)
			n := openPull(t, s, g, "debt/1", "")
			e := reviewOf(t, s, n, c.in)
			var got struct{ Errors []string }
			e.into(t, &got)
			if e.status != 422 || len(got.Errors) != 1 || got.Errors[0] != c.says {
				t.Errorf("status %d: %s", e.status, e.body)
			}
			if e := ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d/reviews", shop, n), nil); e.body != "[]" {
				t.Errorf("stored: %s", e.body)
			}
		})
	}
}

func TestReviewsAreKeptWithTheHeadTheyWereGivenFor(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	first := g.Head("debt/1")
	if e := reviewOf(t, s, n, map[string]string{"event": "COMMENT", "body": "mine"}); e.status != 200 {
		t.Fatalf("status %d: %s", e.status, e.body)
	}
	s.SetPermission(hub.Read) // whoever may read may review
	s.SetViewer(hub.Account{Login: "bo", Permission: hub.Read})
	reviewOf(t, s, n, map[string]string{"event": "REQUEST_CHANGES", "body": "no"})
	reviewOf(t, s, n, map[string]string{"body": "not sent yet"})
	second := g.Commit("debt/1", "", "More", map[string]string{"b": "b"})
	reviewOf(t, s, n, map[string]string{"event": "APPROVE"})
	reviewOf(t, s, n, map[string]string{"event": "COMMENT", "body": "older", "commit_id": first})
	type review struct {
		User     struct{ Login string }
		State    string
		Body     string
		CommitID string `json:"commit_id"`
	}
	read := func() []review {
		var got []review
		ask(t, s, "GET", fmt.Sprintf("%s/pulls/%d/reviews", shop, n), nil).into(t, &got)
		return got
	}
	by := func(login string) struct{ Login string } { return struct{ Login string }{login} }
	want := []review{
		{by("ana"), "COMMENTED", "mine", first}, {by("bo"), "CHANGES_REQUESTED", "no", first}, {by("bo"), "PENDING", "not sent yet", first},
		{by("bo"), "APPROVED", "", second}, {by("bo"), "COMMENTED", "older", first},
	}
	if diff := cmp.Diff(want, read()); diff != "" {
		t.Error(diff)
	}
	s.SetViewer(hub.Account{Login: "ana", Permission: hub.Admin})
	if got := read(); len(got) != 4 {
		t.Errorf("another's pending review is shown: %+v", got)
	}
}

func TestAnApprovalMeetsTheRulesAlsoOfAnOlderHead(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	s.Rules("main", model.BranchRules{Squash: true, Approvals: 1})
	if got := readPull(t, s, n).MergeableState; got != "blocked" {
		t.Errorf("without an approval %s", got)
	}
	s.Peer("bo").Review(n, model.Review{State: model.ReviewApproved})
	g.Commit("debt/1", "", "More", map[string]string{"b": "b"})
	s.Peer("bo").Review(n, model.Review{State: model.ReviewCommented, Body: "and another thing"})
	if got := readPull(t, s, n).MergeableState; got != "clean" {
		t.Errorf("with an approval %s", got)
	}
	if e := mergeOf(t, s, n); e.status != 200 {
		t.Errorf("status %d: %s", e.status, e.body)
	}
}

func TestTheRulesOfABranchAreTold(t *testing.T) {
	type rule struct {
		Type       string
		Parameters json.RawMessage
	}
	for name, c := range map[string]struct {
		rules model.BranchRules
		want  []string
	}{
		"nothing but squashing": {model.BranchRules{Squash: true}, []string{}},
		"all": {model.BranchRules{Squash: true, RequiredChecks: []string{"build", "lint"}, Approvals: 2, MergeQueue: true, PullOnly: true},
			[]string{"pull_request", "required_status_checks", "merge_queue"}},
		"no squashing": {model.BranchRules{}, []string{"pull_request"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := withGit(t)
			s.Rules("release/1", c.rules)
			var got []rule
			ask(t, s, "GET", shop+"/rules/branches/release/1", nil).into(t, &got)
			kinds := []string{}
			for _, r := range got {
				kinds = append(kinds, r.Type)
			}
			if diff := cmp.Diff(c.want, kinds); diff != "" {
				t.Error(diff)
			}
			if e := ask(t, s, "GET", shop+"/rules/branches/main", nil); e.body != "[]" {
				t.Errorf("main has %s", e.body)
			}
		})
	}
}

func TestClassicProtectionIsToldWithTheBranch(t *testing.T) {
	s, g := withGit(t)
	n := openPull(t, s, g, "debt/1", "")
	refused(t, ask(t, s, "GET", shop+"/branches/main/protection", nil), 404)
	rules := model.BranchRules{Squash: true, RequiredChecks: []string{"build"}, Approvals: 1, PullOnly: true}
	if err := s.SetProtection(t.Context(), "main", rules); err != nil {
		t.Fatal(err)
	}
	var b struct {
		Protected  bool
		Protection struct {
			Required struct{ Contexts []string } `json:"required_status_checks"`
		}
	}
	ask(t, s, "GET", shop+"/branches/main", nil).into(t, &b)
	if !b.Protected || len(b.Protection.Required.Contexts) != 1 {
		t.Errorf("main: %+v", b)
	}
	if e := ask(t, s, "GET", shop+"/branches/main/protection", nil); e.status != 200 {
		t.Errorf("status %d: %s", e.status, e.body)
	}
	if got := readPull(t, s, n).MergeableState; got != "blocked" {
		t.Errorf("the pull request is %s", got)
	}
	refused(t, ask(t, s, "PATCH", shop+"/git/refs/heads/main", map[string]any{"sha": g.Head("debt/1")}), 422)
	s.SetPermission(hub.Write)
	refused(t, ask(t, s, "GET", shop+"/branches/main/protection", nil), 404)
}
