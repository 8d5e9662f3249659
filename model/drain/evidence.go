package drain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gh-debt/model"
)

// source is who reports a check, and under which name.
type source struct {
	app, name string
	suite     int64 // of a run of Actions that counts, else 0
}

func (s source) compare(o source) int {
	return cmp.Or(strings.Compare(s.app, o.app), strings.Compare(s.name, o.name), cmp.Compare(s.suite, o.suite))
}

// reported gives the checks that were reported for the commit, one a name. Of
// several of one app the newest counts, but of those that different workflows, or
// one for different events, report under one name the worst, as of several apps, or
// of a check run and a status of one name. Of those that stand alike it is the same
// one each time, so that a second look at the same evidence says the same.
func reported(e model.Evidence) map[string]Check {
	live := map[int64]bool{}
	for _, r := range newestRuns(e) {
		live[r.Suite] = r.Suite != 0
	}
	spoken := map[source]bool{} // what a run of Actions that counts reports
	for _, r := range e.Runs {
		if live[r.Suite] {
			spoken[source{app: r.App, name: r.Name}] = true
		}
	}
	newest := make(map[source]model.CheckRun)
	for _, r := range e.Runs {
		at := source{app: r.App, name: r.Name}
		if r.HeadSHA != "" && r.HeadSHA != e.SHA || spoken[at] && !live[r.Suite] {
			continue
		}
		if live[r.Suite] {
			at.suite = r.Suite
		}
		if have, ok := newest[at]; !ok || !r.StartedAt.Before(have.StartedAt) {
			newest[at] = r
		}
	}
	out := make(map[string]Check)
	put := func(c Check) {
		if have, ok := out[c.Name]; !ok || worse(c.State, have.State) {
			out[c.Name] = c
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(newest), source.compare) {
		r := newest[at]
		state, detail := stateOf(r.Status, r.Conclusion)
		put(Check{Name: r.Name, State: state, Detail: detail, URL: r.URL})
	}
	for _, s := range newestStatuses(e) {
		put(Check{Name: s.Context, State: statusState(s.State), Detail: model.Visible(s.Description), URL: s.URL})
	}
	return out
}

func newestStatuses(e model.Evidence) []model.CommitStatus {
	var out []model.CommitStatus
	for _, s := range e.Statuses {
		if s.SHA != "" && s.SHA != e.SHA {
			continue
		}
		at := slices.IndexFunc(out, func(o model.CommitStatus) bool { return o.Context == s.Context })
		switch {
		case at < 0:
			out = append(out, s)
		case out[at].At.Before(s.At):
			out[at] = s
		}
	}
	return out
}

// worse reports whether a state stands more in the way of green than another.
func worse(a, b CheckState) bool {
	order := []CheckState{CheckFailed, CheckByHand, CheckWaiting, CheckRunning, CheckNoEvent, CheckSkipped, CheckPassed}
	return slices.Index(order, a) < slices.Index(order, b)
}

func statusState(state string) CheckState {
	switch strings.ToLower(state) {
	case "success":
		return CheckPassed
	case "pending":
		return CheckRunning
	}
	return CheckFailed
}

// stateOf reads status and conclusion of a check run or an Actions run. A word
// that is not known counts as failed, since it is not known to be well.
func stateOf(status, conclusion string) (CheckState, string) {
	switch strings.ToLower(status) {
	case "completed":
	case "in_progress":
		return CheckRunning, ""
	case "waiting", "action_required":
		return CheckByHand, "it waits for somebody to approve it"
	default: // queued, requested, pending
		return CheckWaiting, "it is " + model.Visible(status)
	}
	switch c := strings.ToLower(conclusion); c {
	case "success":
		return CheckPassed, ""
	case "neutral":
		return CheckPassed, "neutral"
	case "skipped":
		return CheckSkipped, "it was skipped"
	case "action_required":
		return CheckByHand, "it waits for somebody to approve it"
	case "stale":
		return CheckNoEvent, "GitHub gave up waiting for it"
	case "startup_failure":
		return CheckFailed, "it could not start"
	case "":
		return CheckFailed, "it ended without a conclusion"
	default:
		return CheckFailed, strings.ReplaceAll(model.Visible(c), "_", " ")
	}
}

// workflows is what the Actions runs of a commit say of checks that are not there.
type workflows struct {
	waiting string  // a run that has not ended, and may still report
	byHand  string  // a run that waits for a person
	dead    string  // a run that ended without a job
	rows    []Check // the runs that say what no check run says
}

// runsSay reads the Actions runs of the commit, the newest of each workflow and
// event.
func runsSay(e model.Evidence) workflows {
	var w workflows
	for _, r := range newestRuns(e) {
		state, detail := stateOf(r.Status, r.Conclusion)
		name := "workflow " + r.Name
		c := Check{Name: name, State: state, Detail: detail, URL: r.URL}
		switch state {
		case CheckRunning, CheckWaiting:
			w.waiting = name
		case CheckByHand:
			w.byHand = name
		default:
			switch {
			case r.Jobs == 0:
				w.dead = name
				c = jobless(c)
			case state == CheckFailed && !anyFailed(e):
			default:
				continue // its jobs are check runs and say it
			}
		}
		w.rows = append(w.rows, c)
	}
	return w
}

// jobless is the row of a run that ended and had no job: nothing ran, whatever it
// says of itself.
func jobless(c Check) Check {
	if c.State == CheckPassed || c.State == CheckSkipped {
		c.State = CheckSkipped
	} else {
		c.State = CheckFailed
	}
	c.Detail = strings.TrimPrefix(c.Detail+": no job ran", ": ")
	return c
}

func anyFailed(e model.Evidence) bool {
	return slices.ContainsFunc(e.Runs, func(r model.CheckRun) bool {
		state, _ := stateOf(r.Status, r.Conclusion)
		return state == CheckFailed && (r.HeadSHA == "" || r.HeadSHA == e.SHA)
	})
}

func newestRuns(e model.Evidence) []model.WorkflowRun {
	var out []model.WorkflowRun
	for _, r := range e.Actions {
		if r.HeadSHA != "" && r.HeadSHA != e.SHA {
			continue
		}
		at := slices.IndexFunc(out, func(o model.WorkflowRun) bool { return o.Name == r.Name && o.Event == r.Event })
		switch {
		case at < 0:
			out = append(out, r)
		case out[at].At.Before(r.At) || out[at].At.Equal(r.At) && out[at].ID < r.ID:
			out[at] = r
		}
	}
	slices.SortFunc(out, func(a, b model.WorkflowRun) int { return strings.Compare(a.Name+"\x00"+a.Event, b.Name+"\x00"+b.Event) })
	return out
}

// absent says what became of a required check that nothing reports.
func absent(name string, w workflows, seen map[string]Check, waited time.Duration) Check {
	c := Check{Name: name}
	switch {
	case w.waiting != "":
		c.State, c.Detail = CheckWaiting, w.waiting+" has not ended and may still report it"
	case w.byHand != "":
		c.State, c.Detail = CheckByHand, w.byHand+" waits for somebody to approve it"
	case w.dead != "":
		c.State, c.Detail = CheckNoEvent, w.dead+" ended without a job"
	case waited < StartLimit:
		c.State, c.Detail = CheckWaiting, "it has not started yet"
	default:
		c.State, c.Detail = CheckNoEvent, fmt.Sprintf("nothing started it within %d min", int(StartLimit/time.Minute))
	}
	var others []string
	for n := range seen {
		others = append(others, n)
	}
	slices.Sort(others)
	if near, ok := model.Nearest(name, others); ok {
		c.Detail += "; there is one named " + near
	}
	c.Detail = model.Visible(c.Detail)
	return c
}
