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

func TestTheNewestStatusOfEachContextCounts(t *testing.T) {
	for name, c := range map[string]struct {
		posted []string // CONTEXT STATE
		state  string
		newest []string
	}{
		"silence":            {nil, "pending", []string{}},
		"one that is green":  {[]string{"build success"}, "success", []string{"build success"}},
		"one that waits":     {[]string{"build success", "lint pending"}, "pending", []string{"lint pending", "build success"}},
		"one that is red":    {[]string{"build pending", "lint error"}, "failure", []string{"lint error", "build pending"}},
		"red and then green": {[]string{"build failure", "build success"}, "success", []string{"build success"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := withGit(t)
			for _, p := range c.posted {
				name, state, _ := strings.Cut(p, " ")
				e := ask(t, s, "POST", shop+"/statuses/"+g.Head("main"), map[string]string{"context": name, "state": state, "description": "d"})
				if e.status != 201 {
					t.Fatalf("status %d: %s", e.status, e.body)
				}
			}
			var got struct {
				State      string
				TotalCount int `json:"total_count"`
				Statuses   []struct{ Context, State string }
			}
			ask(t, s, "GET", shop+"/commits/"+g.Head("main")+"/status", nil).into(t, &got)
			newest := []string{}
			for _, one := range got.Statuses {
				newest = append(newest, one.Context+" "+one.State)
			}
			if diff := cmp.Diff(c.newest, newest); diff != "" || got.State != c.state || got.TotalCount != len(c.newest) {
				t.Errorf("%s, %d: %s", got.State, got.TotalCount, diff)
			}
			var all []struct{ Creator struct{ Login string } }
			ask(t, s, "GET", shop+"/commits/heads/main/statuses", nil).into(t, &all)
			if len(all) != len(c.posted) {
				t.Errorf("%d statuses in all, want %d", len(all), len(c.posted))
			}
		})
	}
}

func TestStatusesAndChecksThatGitHubRefuses(t *testing.T) {
	s, g := withGit(t)
	head := g.Head("main")
	for name, c := range map[string]struct {
		path string
		in   map[string]string
	}{
		"no such commit":           {"/statuses/" + strings.Repeat("1", 40), map[string]string{"state": "success"}},
		"no such state":            {"/statuses/" + head, map[string]string{"state": "green"}},
		"a long description":       {"/statuses/" + head, map[string]string{"state": "success", "description": strings.Repeat("x", 141)}},
		"a check of no commit":     {"/check-runs", map[string]string{"name": "build", "head_sha": strings.Repeat("1", 40)}},
		"a check without a name":   {"/check-runs", map[string]string{"head_sha": head}},
		"no such conclusion":       {"/check-runs", map[string]string{"name": "build", "head_sha": head, "conclusion": "green"}},
		"completed with no result": {"/check-runs", map[string]string{"name": "build", "head_sha": head, "status": "completed"}},
	} {
		if e := ask(t, s, "POST", shop+c.path, c.in); e.status != 422 {
			t.Errorf("%s: status %d: %s", name, e.status, e.body)
		}
	}
	refused(t, ask(t, s, "GET", shop+"/commits/"+strings.Repeat("1", 40)+"/check-runs", nil), 422)
	refused(t, ask(t, s, "GET", shop+"/commits/gone/status", nil), 422)
	s.SetPermission(hub.Triage)
	refused(t, ask(t, s, "POST", shop+"/statuses/"+head, map[string]string{"state": "success"}), 404)
}

type checkRuns struct {
	TotalCount int `json:"total_count"`
	CheckRuns  []struct {
		ID         int64
		Name       string
		Status     string
		Conclusion *string
		App        struct{ Slug string }
	} `json:"check_runs"`
}

func readChecks(t testing.TB, s *hubtest.Server, ref, query string) (list []string) {
	t.Helper()
	var got checkRuns
	ask(t, s, "GET", shop+"/commits/"+ref+"/check-runs"+query, nil).into(t, &got)
	for _, c := range got.CheckRuns {
		line := c.App.Slug + " " + c.Name + " " + c.Status
		if c.Conclusion != nil {
			line += " " + *c.Conclusion
		}
		list = append(list, line)
	}
	return list
}

func TestTheNewestCheckRunOfEachNameIsTold(t *testing.T) {
	s, g := withGit(t)
	g.Commit("debt/1", "main", "Fix", map[string]string{"a": "a"})
	head := g.Head("debt/1")
	var made struct{ ID int64 }
	ask(t, s, "POST", shop+"/check-runs", map[string]string{"name": "build", "head_sha": head, "status": "in_progress"}).into(t, &made)
	s.Peer("ana").Check(model.CheckRun{Name: "lint", HeadSHA: head, Conclusion: "neutral"})
	if diff := cmp.Diff([]string{"ana lint completed neutral", "ana build in_progress"}, readChecks(t, s, "debt/1", "")); diff != "" {
		t.Error(diff)
	}
	e := ask(t, s, "PATCH", fmt.Sprintf("%s/check-runs/%d", shop, made.ID), map[string]string{"conclusion": "failure"})
	if e.status != 200 {
		t.Errorf("status %d: %s", e.status, e.body)
	}
	s.Peer("ana").Check(model.CheckRun{Name: "build", HeadSHA: head, Conclusion: "success"})
	for query, want := range map[string][]string{
		"":                              {"ana build completed success", "ana lint completed neutral"},
		"?check_name=lint":              {"ana lint completed neutral"},
		"?status=queued":                nil,
		"?filter=all&check_name=build":  {"ana build completed success", "ana build completed failure"},
		"?filter=all&per_page=1&page=3": {"ana build completed failure"},
	} {
		if diff := cmp.Diff(want, readChecks(t, s, head, query)); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	refused(t, ask(t, s, "PATCH", shop+"/check-runs/1", map[string]string{"conclusion": "failure"}), 404)
}

// C-44
func TestActionsRunsAreToldWithAndWithoutJobs(t *testing.T) {
	s, g := withGit(t)
	head := g.Head("main")
	s.Action(model.WorkflowRun{Name: "ci", Event: "push", HeadSHA: head, Status: "completed", Conclusion: "startup_failure"}, "main")
	id := s.Action(model.WorkflowRun{Name: "ci", Event: "pull_request", HeadSHA: head, Status: "in_progress"}, "main",
		model.CheckRun{Name: "build", Status: "in_progress"}, model.CheckRun{Name: "lint", Conclusion: "skipped"})
	read := func(query string) (list []string) {
		var got struct {
			Runs []struct {
				ID            int64
				Event, Status string
				Conclusion    *string
			} `json:"workflow_runs"`
		}
		ask(t, s, "GET", shop+"/actions/runs"+query, nil).into(t, &got)
		for _, r := range got.Runs {
			var jobs struct {
				Count int `json:"total_count"`
			}
			ask(t, s, "GET", fmt.Sprintf("%s/actions/runs/%d/jobs", shop, r.ID), nil).into(t, &jobs)
			line := fmt.Sprintf("%s %s, %d jobs", r.Event, r.Status, jobs.Count)
			if r.Conclusion != nil {
				line += ", " + *r.Conclusion
			}
			list = append(list, line)
		}
		return list
	}
	for query, want := range map[string][]string{
		"?head_sha=" + head:                           {"pull_request in_progress, 2 jobs", "push completed, 0 jobs, startup_failure"},
		"?head_sha=" + g.Head("main") + "&event=push": {"push completed, 0 jobs, startup_failure"},
		"?status=completed":                           {"push completed, 0 jobs, startup_failure"},
		"?branch=other":                               nil,
		"?head_sha=1234":                              nil,
	} {
		if diff := cmp.Diff(want, read(query)); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	want := []string{"github-actions lint completed skipped", "github-actions build in_progress"}
	if diff := cmp.Diff(want, readChecks(t, s, head, "")); diff != "" {
		t.Errorf("the jobs are check runs: %s", diff)
	}
	if err := s.EndAction(t.Context(), id, "success"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"pull_request completed, 2 jobs, success"}, read("?status=success")); diff != "" {
		t.Error(diff)
	}
	refused(t, ask(t, s, "GET", shop+"/actions/runs/1/jobs", nil), 404)
}
