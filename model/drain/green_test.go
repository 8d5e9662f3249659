package drain

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gh-debt/model"
)

const (
	headSHA  = "1f3c2aa0000000000000000000000000000000aa"
	olderSHA = "0e0e0e00000000000000000000000000000000bb"
)

func checkRun(name, status, conclusion string) model.CheckRun {
	return model.CheckRun{Name: name, App: "github-actions", HeadSHA: headSHA, Status: status, Conclusion: conclusion}
}

func done(name, conclusion string) model.CheckRun { return checkRun(name, "completed", conclusion) }

func runsOf(runs ...model.CheckRun) model.Evidence { return model.Evidence{SHA: headSHA, Runs: runs} }

// states gives the checks of an answer as NAME=STATE, "!" before a required one.
func states(a Answer) []string {
	var out []string
	for _, c := range a.Checks {
		s := c.Name + "=" + string(c.State)
		if c.Required {
			s = "!" + s
		}
		out = append(out, s)
	}
	return out
}

func TestJudgeC44(t *testing.T) {
	required := []string{"build", "lint"}
	workflow := func(status, conclusion string, jobs int) model.Evidence {
		return model.Evidence{SHA: headSHA, Actions: []model.WorkflowRun{
			{ID: 1, Name: "CI", Event: "pull_request", HeadSHA: headSHA, Status: status, Conclusion: conclusion, Jobs: jobs}}}
	}
	older := runsOf(done("build", "success"), done("lint", "success"))
	for i := range older.Runs {
		older.Runs[i].HeadSHA = olderSHA
	}
	for _, c := range []struct {
		name     string
		evidence model.Evidence
		color    Color
		why      string
		states   []string
	}{
		{"nothing at all", model.Evidence{SHA: headSHA}, Missing,
			"required and never ran: build (nothing started it), lint (nothing started it)", []string{"!build=missing-event", "!lint=missing-event"}},
		{"only build", runsOf(done("build", "success")), Missing,
			"required and never ran: lint (nothing started it)", []string{"!build=passed", "!lint=missing-event"}},
		{"both skipped", runsOf(done("build", "skipped"), done("lint", "skipped")), Missing,
			"required and never ran: build (skipped), lint (skipped)", []string{"!build=skipped", "!lint=skipped"}},
		{"one skipped", runsOf(done("build", "success"), done("lint", "skipped")), Missing,
			"required and never ran: lint (skipped)", []string{"!build=passed", "!lint=skipped"}},
		{"a run with no jobs", workflow("completed", "success", 0), Missing,
			"required and never ran: build (nothing started it), lint (nothing started it)",
			[]string{"!build=missing-event", "!lint=missing-event", "workflow CI=skipped"}},
		{"a start-up failure", workflow("completed", "startup_failure", 0), Missing,
			"required and never ran: build (nothing started it), lint (nothing started it); not required and red: workflow CI",
			[]string{"!build=missing-event", "!lint=missing-event", "workflow CI=failed"}},
		{"waiting for approval on a fork", workflow("completed", "action_required", 0), Missing,
			"required and never ran: build (waits for a person), lint (waits for a person)",
			[]string{"!build=by-hand", "!lint=by-hand", "workflow CI=by-hand"}},
		{"waiting for an environment", workflow("waiting", "", 1), Missing,
			"required and never ran: build (waits for a person), lint (waits for a person)",
			[]string{"!build=by-hand", "!lint=by-hand", "workflow CI=by-hand"}},
		{"success on an older head", older, Missing,
			"required and never ran: build (nothing started it), lint (nothing started it)", []string{"!build=missing-event", "!lint=missing-event"}},
		{"still queued", workflow("queued", "", 0), Waiting,
			"required and not ended: build, lint", []string{"!build=still-waiting", "!lint=still-waiting", "workflow CI=still-waiting"}},
		{"one runs", runsOf(done("build", "success"), checkRun("lint", "in_progress", "")), Waiting,
			"required and not ended: lint", []string{"!build=passed", "!lint=running"}},
		{"required and red", runsOf(done("build", "failure"), done("lint", "success")), Red,
			"required and red: build", []string{"!build=failed", "!lint=passed"}},
		{"red comes before waiting", runsOf(done("build", "failure"), checkRun("lint", "queued", "")), Red,
			"required and red: build", []string{"!build=failed", "!lint=still-waiting"}},
		{"cancelled is red", runsOf(done("build", "cancelled"), done("lint", "success")), Red,
			"required and red: build", []string{"!build=failed", "!lint=passed"}},
		{"timed out is red", runsOf(done("build", "timed_out"), done("lint", "success")), Red,
			"required and red: build", []string{"!build=failed", "!lint=passed"}},
		{"a word nobody knows is red", runsOf(done("build", "splendid"), done("lint", "success")), Red,
			"required and red: build", []string{"!build=failed", "!lint=passed"}},
		{"stale never ran", runsOf(done("build", "stale"), done("lint", "success")), Missing,
			"required and never ran: build (nothing started it)", []string{"!build=missing-event", "!lint=passed"}},
		{"not required and red is shown and does not stop", runsOf(done("build", "success"), done("lint", "success"), done("docs", "failure")), Green,
			"all that is required ran and is well: build, lint; not required and red: docs",
			[]string{"!build=passed", "!lint=passed", "docs=failed"}},
		{"not required and running does not stop", runsOf(done("build", "success"), done("lint", "neutral"), checkRun("docs", "queued", "")), Green,
			"all that is required ran and is well: build, lint", []string{"!build=passed", "!lint=passed", "docs=still-waiting"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := Judge(c.evidence, required, StartLimit)
			if a.Color != c.color || a.Why != c.why {
				t.Errorf("Judge = %s, %q, want %s, %q", a.Color, a.Why, c.color, c.why)
			}
			if diff := cmp.Diff(c.states, states(a)); diff != "" {
				t.Error(diff)
			}
			if a.Accepts() != "" {
				t.Errorf("a person may accept %q of it", a.Accepts())
			}
		})
	}
}

func TestJudgeWhereNothingIsRequired(t *testing.T) {
	for _, c := range []struct {
		name     string
		evidence model.Evidence
		waited   time.Duration
		color    Color
		why      string
		accepts  string
	}{
		{"nothing ran", model.Evidence{SHA: headSHA}, StartLimit, Nothing, "nothing is required and nothing ran", AcceptNoChecks},
		{"nothing has started yet", model.Evidence{SHA: headSHA}, time.Second, Waiting, "nothing is required, and nothing has started yet", ""},
		{"skipped alone", runsOf(done("docs", "skipped")), time.Second, Nothing, "nothing is required and nothing ran: docs (skipped)", AcceptNoChecks},
		{"a run with no jobs", model.Evidence{SHA: headSHA, Actions: []model.WorkflowRun{{Name: "CI", Status: "completed", Conclusion: "success"}}}, time.Second,
			Nothing, "nothing is required and nothing ran: workflow CI (skipped)", AcceptNoChecks},
		{"all that ran is well", runsOf(done("build", "success"), done("docs", "skipped")), 0, Green, "nothing is required; all that ran is well: build", ""},
		{"something is red", runsOf(done("build", "success"), done("docs", "failure")), 0, Red, "nothing is required, and this is red: docs", AcceptOptional},
		{"something runs", runsOf(done("build", "success"), checkRun("docs", "in_progress", "")), 0, Waiting, "nothing is required, and this has not ended: docs", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := Judge(c.evidence, nil, c.waited)
			if a.Color != c.color || a.Why != c.why || a.Accepts() != c.accepts {
				t.Errorf("Judge = %s, %q, accepts %q, want %s, %q, %q", a.Color, a.Why, a.Accepts(), c.color, c.why, c.accepts)
			}
		})
	}
}

func TestJudgeWaitsForACheckThatMayStillStart(t *testing.T) {
	a := Judge(model.Evidence{SHA: headSHA}, []string{"build", "build", ""}, StartLimit-time.Second)
	want := Answer{Color: Waiting, Why: "required and not ended: build", Checks: []Check{
		{Name: "build", Required: true, State: CheckWaiting, Detail: "it has not started yet"}}}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
}

func TestJudgeNamesTheCheckThatWasPerhapsMeant(t *testing.T) {
	a := Judge(runsOf(done("buid", "success")), []string{"build"}, StartLimit)
	if got, want := a.Checks[0].Detail, "nothing started it within 2 min; there is one named buid"; got != want {
		t.Errorf("detail %q, want %q", got, want)
	}
}

func TestJudgeReadsStatusesAndRunsAlike(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 1, 1, 0, minute, 0, 0, time.UTC) }
	status := func(context, state string, minute int) model.CommitStatus {
		return model.CommitStatus{Context: context, SHA: headSHA, State: state, At: at(minute)}
	}
	rerun := done("build", "success")
	rerun.StartedAt = at(9)
	failed := done("build", "failure")
	failed.StartedAt = at(1)
	otherApp := failed
	otherApp.App = "circleci"
	bad := model.WorkflowRun{ID: 1, Name: "CI", Event: "push", HeadSHA: headSHA, Status: "completed", Conclusion: "failure", Jobs: 2}
	again := bad
	again.ID, again.Conclusion, again.At = 2, "success", at(5)
	in := func(r model.CheckRun, suite int64) model.CheckRun { r.Suite = suite; return r }
	run := func(id, suite int64, event string) model.WorkflowRun {
		return model.WorkflowRun{ID: id, Suite: suite, Name: "CI", Event: event, HeadSHA: headSHA, Status: "completed", Conclusion: "success", Jobs: 1}
	}
	for _, c := range []struct {
		name     string
		evidence model.Evidence
		color    Color
		states   []string
	}{
		{"of one name in runs for two events the worse", model.Evidence{SHA: headSHA, Runs: []model.CheckRun{in(rerun, 7), in(failed, 8)},
			Actions: []model.WorkflowRun{run(2, 7, "pull_request"), run(1, 8, "push")}}, Red, []string{"!build=failed"}},
		{"of one name in a run and the one that it repeats the newer", model.Evidence{SHA: headSHA, Runs: []model.CheckRun{in(failed, 8), in(rerun, 7)},
			Actions: []model.WorkflowRun{run(2, 7, "push"), run(1, 8, "push")}}, Green, []string{"!build=passed"}},
		{"of one name in a run and one that is not told any more the one that is", model.Evidence{SHA: headSHA, Runs: []model.CheckRun{in(failed, 8), in(rerun, 7)},
			Actions: []model.WorkflowRun{run(2, 7, "push")}}, Green, []string{"!build=passed"}},
		{"a status that is well", model.Evidence{SHA: headSHA, Statuses: []model.CommitStatus{status("build", "success", 1)}}, Green, []string{"!build=passed"}},
		{"a status that is pending", model.Evidence{SHA: headSHA, Statuses: []model.CommitStatus{status("build", "pending", 1)}}, Waiting, []string{"!build=running"}},
		{"a status in error", model.Evidence{SHA: headSHA, Statuses: []model.CommitStatus{status("build", "error", 1)}}, Red, []string{"!build=failed"}},
		{"the newest of a context", model.Evidence{SHA: headSHA, Statuses: []model.CommitStatus{status("build", "success", 3), status("build", "failure", 2)}}, Green, []string{"!build=passed"}},
		{"a status of an older head", model.Evidence{SHA: headSHA, Statuses: []model.CommitStatus{{Context: "build", SHA: olderSHA, State: "success"}}}, Missing, []string{"!build=missing-event"}},
		{"a re-run counts, not what it repeats", runsOf(rerun, failed), Green, []string{"!build=passed"}},
		{"of two apps the worse", runsOf(rerun, otherApp), Red, []string{"!build=failed"}},
		{"of a run and a status the worse", model.Evidence{SHA: headSHA, Runs: []model.CheckRun{rerun}, Statuses: []model.CommitStatus{status("build", "failure", 1)}}, Red, []string{"!build=failed"}},
		{"a workflow that failed and no check run says so", model.Evidence{SHA: headSHA, Runs: []model.CheckRun{rerun}, Actions: []model.WorkflowRun{bad}}, Green,
			[]string{"!build=passed", "workflow CI=failed"}},
		{"the newest run of a workflow", model.Evidence{SHA: headSHA, Runs: []model.CheckRun{rerun}, Actions: []model.WorkflowRun{again, bad}}, Green, []string{"!build=passed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := Judge(c.evidence, []string{"build"}, StartLimit)
			if a.Color != c.color {
				t.Errorf("Judge = %s (%s), want %s", a.Color, a.Why, c.color)
			}
			if diff := cmp.Diff(c.states, states(a)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is written down of a look at the checks is compared with the last one.
func TestJudgeSaysTheSameOfTheSameEvidence(t *testing.T) {
	at := func(name, app, url string, suite int64) model.CheckRun {
		r := done(name, "success")
		r.App, r.URL, r.Suite = app, url, suite
		return r
	}
	run := func(id, suite int64, event, url string) model.WorkflowRun {
		return model.WorkflowRun{ID: id, Suite: suite, Name: "CI", Event: event, HeadSHA: headSHA, Status: "in_progress", URL: url}
	}
	e := model.Evidence{
		SHA: headSHA,
		Runs: []model.CheckRun{
			at("build", "github-actions", "https://x/8", 8), at("build", "github-actions", "https://x/7", 7),
			at("lint", "second", "https://x/second", 0), at("lint", "first", "https://x/first", 0),
		},
		Actions: []model.WorkflowRun{run(2, 7, "push", "https://x/push"), run(1, 8, "pull_request", "https://x/pull")},
	}
	want := []Check{
		{Name: "build", State: CheckPassed, URL: "https://x/7"}, {Name: "lint", State: CheckPassed, URL: "https://x/first"},
		{Name: "workflow CI", State: CheckRunning, URL: "https://x/pull"}, {Name: "workflow CI", State: CheckRunning, URL: "https://x/push"},
	}
	for range 50 {
		if diff := cmp.Diff(want, Judge(e, nil, StartLimit).Checks); diff != "" {
			t.Fatal(diff)
		}
	}
}

// Green needs every required check to have passed on this very commit, and without
// a required one that something passed and nothing failed.
func TestJudgeIsNeverGreenBySilence(t *testing.T) {
	names := []string{"build", "lint", "docs"}
	rapid.Check(t, func(t *rapid.T) {
		e := model.Evidence{SHA: headSHA}
		sha := rapid.SampledFrom([]string{headSHA, olderSHA})
		passed := map[string]bool{}
		for range rapid.IntRange(0, 6).Draw(t, "runs") {
			r := model.CheckRun{
				Name: rapid.SampledFrom(names).Draw(t, "name"), App: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "app"), HeadSHA: sha.Draw(t, "sha"),
				Status:     rapid.SampledFrom([]string{"completed", "completed", "queued", "in_progress", "waiting"}).Draw(t, "status"),
				Conclusion: rapid.SampledFrom([]string{"success", "success", "skipped", "failure", "neutral", "stale", "action_required", "startup_failure", ""}).Draw(t, "conclusion"),
			}
			e.Runs = append(e.Runs, r)
			if r.HeadSHA == headSHA && r.Status == "completed" && (r.Conclusion == "success" || r.Conclusion == "neutral") {
				passed[r.Name] = true
			}
		}
		required := rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(t, "required")
		a := Judge(e, required, time.Duration(rapid.IntRange(0, 1000).Draw(t, "waited"))*time.Second)
		if a.Color != Green {
			return
		}
		for _, name := range required {
			if !passed[name] {
				t.Fatalf("green without %s: %+v", name, e.Runs)
			}
		}
		if len(passed) == 0 {
			t.Fatalf("green and nothing passed: %+v", e.Runs)
		}
	})
}
