package tracker

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// The four reads that the evidence about the commit head is made of.
const (
	askChecks   = "GET commits/" + head + "/check-runs?per_page=100"
	askStatuses = "GET commits/" + head + "/status?per_page=100"
	askRuns     = "GET actions/runs?head_sha=" + head + "&per_page=100"
)

func askJobs(run int) string { return fmt.Sprintf("GET actions/runs/%d/jobs?per_page=1", run) }

func checksJSON(total int, checks ...string) string {
	return fmt.Sprintf(`{"total_count":%d,"check_runs":[%s]}`, total, strings.Join(checks, ","))
}

func statusesJSON(total int, statuses ...string) string {
	return fmt.Sprintf(`{"state":"pending","sha":"%s","statuses":[%s],"total_count":%d}`, head, strings.Join(statuses, ","), total)
}

func runsJSON(total int, runs ...string) string {
	return fmt.Sprintf(`{"total_count":%d,"workflow_runs":[%s]}`, total, strings.Join(runs, ","))
}

func runJSON(id, workflow, attempt int, status, conclusion string) string {
	return fmt.Sprintf(`{"id":%d,"name":"CI","workflow_id":%d,"run_attempt":%d,"event":"push","head_sha":"%s","status":%q,"conclusion":%s,`+
		`"check_suite_id":7%d,"html_url":"https://github.com/acme/shop/actions/runs/%d","created_at":"2026-01-02T03:04:05Z","run_started_at":"2026-01-02T03:04:0%dZ"}`,
		id, workflow, attempt, head, status, conclusion, id, id, 5+attempt)
}

// quiet answers that nothing is known of a commit, where the script says nothing else.
func quiet(s *script) *script {
	for name, answer := range map[string]string{askChecks: checksJSON(0), askStatuses: statusesJSON(0), askRuns: runsJSON(0)} {
		if len(s.answers[name]) == 0 {
			s.on(name, 200, answer)
		}
	}
	return s
}

func TestAllThatIsSaidOfACommitIsRead_C44(t *testing.T) {
	at := func(second int) time.Time { return time.Date(2026, 1, 2, 3, 4, second, 0, time.UTC) }
	s := newScript(t)
	s.on(askChecks, 200, checksJSON(2,
		`{"id":1,"name":"build","head_sha":"`+head+`","status":"completed","conclusion":"success","html_url":"https://x/1","details_url":"https://y/1","check_suite":{"id":70},"app":{"slug":"github-actions"},"started_at":"2026-01-02T03:04:05Z","completed_at":"2026-01-02T03:04:09Z"}`,
	), "Link", linkTo(2))
	s.on(askChecks+"&page=2", 200, checksJSON(2,
		`{"id":2,"name":"lint","head_sha":"`+head+`","status":"queued","conclusion":null,"html_url":null,"details_url":"https://y/2","app":null,"started_at":null,"completed_at":null}`))
	s.on(askStatuses, 200, statusesJSON(1, `{"id":3,"state":"failure","context":"ci/old","description":null,"target_url":"https://z","updated_at":"2026-01-02T03:04:07Z"}`))
	s.on(askRuns, 200, runsJSON(3, runJSON(30, 5, 1, "completed", `"failure"`), runJSON(20, 4, 2, "completed", `"startup_failure"`), runJSON(10, 5, 1, "completed", `"cancelled"`)))
	s.on(askJobs(30), 200, `{"total_count":3,"jobs":[{}]}`).on(askJobs(20), 200, `{"total_count":0,"jobs":[]}`)
	c := newClient(t, s)
	want := model.Evidence{
		SHA: head,
		Runs: []model.CheckRun{
			{Name: "build", App: "github-actions", Suite: 70, HeadSHA: head, Status: "completed", Conclusion: "success", URL: "https://x/1", StartedAt: at(5), EndedAt: at(9)},
			{Name: "lint", HeadSHA: head, Status: "queued", URL: "https://y/2"},
		},
		Statuses: []model.CommitStatus{{Context: "ci/old", SHA: head, State: "failure", URL: "https://z", At: at(7)}},
		Actions: []model.WorkflowRun{
			{ID: 20, Suite: 720, Name: "CI", Event: "push", HeadSHA: head, Status: "completed", Conclusion: "startup_failure", URL: "https://github.com/acme/shop/actions/runs/20", At: at(7)},
			{ID: 30, Suite: 730, Name: "CI", Event: "push", HeadSHA: head, Status: "completed", Conclusion: "failure", Jobs: 3, URL: "https://github.com/acme/shop/actions/runs/30", At: at(6)},
		},
	}
	for range 2 {
		got, err := c.Evidence(context.Background(), head)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Error(err, diff)
		}
	}
	if n := s.count(askJobs(30)); n != 1 {
		t.Errorf("the jobs of an attempt that has ended were asked for %d times", n)
	}
}

func TestTheJobsOfARunThatGoesOnAreAskedAgain(t *testing.T) {
	s := newScript(t)
	s.on(askChecks, 200, checksJSON(0)).on(askStatuses, 200, statusesJSON(0))
	s.on(askRuns, 200, runsJSON(1, runJSON(30, 5, 1, "queued", "null"))).on(askRuns, 200, runsJSON(1, runJSON(30, 5, 1, "in_progress", "null")))
	s.on(askJobs(30), 200, `{"total_count":0,"jobs":[]}`).on(askJobs(30), 200, `{"total_count":2,"jobs":[{}]}`)
	c := newClient(t, s)
	for _, jobs := range []int{0, 2} {
		got, err := c.Evidence(context.Background(), head)
		if err != nil || len(got.Actions) != 1 || got.Actions[0].Jobs != jobs {
			t.Errorf("%+v, %v; want %d jobs", got.Actions, err, jobs)
		}
	}
}

func TestWhatCouldNotBeReadIsNoSilence_C44(t *testing.T) {
	check := `{"id":1,"name":"build","status":"queued"}`
	tests := []struct {
		name  string
		story func(*script)
		kind  model.FaultKind
		says  string
	}{
		{"nothing at all", func(s *script) { quiet(s) }, 0, ""},
		{"the checks fail", func(s *script) { quiet(s.on(askChecks, 500, `{}`)) }, model.FaultOffline, "read the checks of the commit 2222222 of acme/shop"},
		{"the statuses fail", func(s *script) { quiet(s.on(askStatuses, 500, `{}`)) }, model.FaultOffline, ""},
		{"the runs fail", func(s *script) { quiet(s.on(askRuns, 500, `{}`)) }, model.FaultOffline, ""},
		{"Actions may not be read", func(s *script) { quiet(s.whoIs().on(askRuns, 403, `{"message":"Resource not accessible"}`)) }, model.FaultNoPermission, "the right to read the Actions of acme/shop"},
		{"the jobs fail", func(s *script) {
			quiet(s.on(askRuns, 200, runsJSON(1, runJSON(30, 5, 1, "queued", "null")))).on(askJobs(30), 500, `{}`)
		}, model.FaultOffline, ""},
		{"jobs without a count", func(s *script) {
			quiet(s.on(askRuns, 200, runsJSON(1, runJSON(30, 5, 1, "queued", "null")))).on(askJobs(30), 200, `{"jobs":[]}`)
		}, model.FaultAnswer, "without a count"},
		{"fewer checks than are told of", func(s *script) { quiet(s.on(askChecks, 200, checksJSON(2, check))) }, model.FaultUnstable, "fewer entries"},
		{"no list", func(s *script) { quiet(s.on(askChecks, 200, `{"total_count":0}`)) }, model.FaultAnswer, "no check_runs"},
		{"no count", func(s *script) { quiet(s.on(askChecks, 200, `{"check_runs":[]}`)) }, model.FaultAnswer, "total_count"},
		{"null", func(s *script) { quiet(s.on(askChecks, 200, `{"total_count":0,"check_runs":null}`)) }, model.FaultAnswer, "not a list"},
		{"a bare list", func(s *script) { quiet(s.on(askChecks, 200, `[]`)) }, model.FaultAnswer, "not an object"},
		{"cut", func(s *script) { quiet(s.on(askChecks, 200, `{"total_count":1,"check_runs":[`+check)) }, model.FaultAnswer, "cut short"},
		{"a web page", func(s *script) { quiet(s.on(askChecks, 200, `<html>`, "Content-Type", "text/html")) }, model.FaultAnswer, "web page"},
		{"no such commit", func(s *script) { quiet(s.on(askChecks, 422, `{"message":"No commit found for SHA: `+head+`"}`)) }, model.FaultNotFound, "GitHub does not have it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).Evidence(context.Background(), head)
			if tt.kind == 0 {
				if diff := cmp.Diff(model.Evidence{SHA: head}, got); err != nil || diff != "" {
					t.Error(err, diff)
				}
				return
			}
			wantFault(t, err, tt.kind, tt.says)
			if diff := cmp.Diff(model.Evidence{}, got); diff != "" {
				t.Errorf("a part was given beside the fault: %s", diff)
			}
		})
	}
}

func TestAListThatGrewMeanwhileIsReadAgain(t *testing.T) {
	check := func(n int) string { return fmt.Sprintf(`{"id":%d,"name":"c%d","status":"queued"}`, n, n) }
	s := newScript(t).on(askChecks, 200, checksJSON(2, check(1))).on(askChecks, 200, checksJSON(2, check(1), check(2)))
	got, err := newClient(t, quiet(s)).Evidence(context.Background(), head)
	if err != nil || len(got.Runs) != 2 {
		t.Errorf("%+v, %v", got.Runs, err)
	}
}

func TestAStatusIsPosted(t *testing.T) {
	const post = "POST statuses/" + head
	long := strings.Repeat("é", 200)
	tests := []struct {
		name   string
		status model.CommitStatus
		story  func(*script)
		sent   string
		kind   model.FaultKind
	}{
		{"posted", model.CommitStatus{Context: "gates/tests", SHA: head, State: "success", Description: "ran clean", URL: "https://x"},
			func(s *script) { s.on(post, 201, `{"id":1,"state":"success"}`) },
			`{"state":"success","target_url":"https://x","description":"ran clean","context":"gates/tests"}`, 0},
		{"a long description", model.CommitStatus{Context: "gates/lint", SHA: head, State: "failure", Description: long},
			func(s *script) { s.on(post, 201, `{"id":1}`) },
			`{"state":"failure","description":"` + strings.Repeat("é", 139) + `…","context":"gates/lint"}`, 0},
		{"no right", model.CommitStatus{Context: "x", SHA: head, State: "error"},
			func(s *script) { s.whoIs().on(post, 404, `{"message":"Not Found"}`) }, `{"state":"error","context":"x"}`, model.FaultNoPermission},
		{"no such commit", model.CommitStatus{Context: "x", SHA: head, State: "pending"},
			func(s *script) { s.on(post, 422, `{"message":"No commit found for SHA: `+head+`"}`) }, `{"state":"pending","context":"x"}`, model.FaultNotFound},
		{"lost", model.CommitStatus{Context: "x", SHA: head, State: "success"},
			func(s *script) { s.on(post, 502, ``) }, `{"state":"success","context":"x"}`, model.FaultUnknownResult},
		{"no state", model.CommitStatus{Context: "x", SHA: head, State: "green"}, func(*script) {}, "", model.FaultInvalid},
		{"no context", model.CommitStatus{SHA: head, State: "success"}, func(*script) {}, "", model.FaultInvalid},
		{"not UTF-8", model.CommitStatus{Context: "x", SHA: head, State: "success", Description: "\xff"}, func(*script) {}, "", model.FaultInvalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			err := newClient(t, s).PostStatus(context.Background(), tt.status)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "set the status")
			} else if err != nil {
				t.Error(err)
			}
			if n := s.count(post); n > 1 || (n == 1) != (tt.sent != "") || n == 1 && s.body(post) != tt.sent {
				t.Errorf("sent %q, want %q once", s.bodies[post], tt.sent)
			}
		})
	}
}
