package tracker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// wireRun is what is read of a run of Actions.
type wireRun struct {
	ID         int64     `json:"id"`
	Name       string    `json:"name"`
	SuiteID    int64     `json:"check_suite_id"`
	WorkflowID int64     `json:"workflow_id"`
	Attempt    int       `json:"run_attempt"`
	Event      string    `json:"event"`
	HeadSHA    string    `json:"head_sha"`
	Status     string    `json:"status"`
	Conclusion string    `json:"conclusion"`
	HTMLURL    string    `json:"html_url"`
	CreatedAt  time.Time `json:"created_at"`
	StartedAt  time.Time `json:"run_started_at"`
}

func (w *wireRun) model(jobs int) model.WorkflowRun {
	at := w.StartedAt // of the newest attempt
	if at.IsZero() {
		at = w.CreatedAt
	}
	return model.WorkflowRun{
		ID: w.ID, Suite: w.SuiteID, Name: w.Name, Event: w.Event, HeadSHA: w.HeadSHA, Status: w.Status, Conclusion: w.Conclusion,
		Jobs: jobs, URL: w.HTMLURL, At: at,
	}
}

// workflowRuns reads the newest run of each workflow and event, by id, with the
// number of its jobs.
func (c *Client) workflowRuns(ctx context.Context, r request) ([]model.WorkflowRun, error) {
	all, err := readCounted(ctx, c, r, "workflow_runs", "total_count", func(w *wireRun) wireRun { return *w })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	all = newestRuns(all)
	runs := make([]model.WorkflowRun, len(all))
	g, gctx := errgroup.WithContext(ctx)
	for i := range all {
		g.Go(func() error {
			jobs, err := c.jobs(gctx, r.op, &all[i])
			runs[i] = all[i].model(jobs)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return runs, nil
}

// newestRuns leaves out the runs that a later one of the same workflow and event
// took the place of.
func newestRuns(runs []wireRun) []wireRun {
	type kind struct {
		workflow    int64
		name, event string
	}
	slices.SortFunc(runs, func(a, b wireRun) int { return cmp.Compare(b.ID, a.ID) })
	seen := map[kind]bool{}
	runs = slices.DeleteFunc(runs, func(w wireRun) bool {
		k := kind{w.WorkflowID, w.Name, w.Event}
		again := seen[k]
		seen[k] = true
		return again
	})
	slices.Reverse(runs)
	return runs
}

// jobCounts are the numbers of jobs of attempts that have ended: they do not change.
type jobCounts struct {
	mu    sync.Mutex
	known map[[2]int64]int // by run and attempt
}

// mostJobCounts bounds what is kept.
const mostJobCounts = 4096

func (j *jobCounts) get(w *wireRun) (int, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	n, ok := j.known[[2]int64{w.ID, int64(w.Attempt)}]
	return n, ok
}

func (j *jobCounts) put(w *wireRun, n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.known == nil || len(j.known) >= mostJobCounts {
		j.known = map[[2]int64]int{}
	}
	j.known[[2]int64{w.ID, int64(w.Attempt)}] = n
}

// jobs asks how many jobs a run has.
func (c *Client) jobs(ctx context.Context, op string, w *wireRun) (int, error) {
	if n, ok := c.counts.get(w); ok {
		return n, nil
	}
	var answer struct {
		Total *int `json:"total_count"`
	}
	r := request{op: op, rest: fmt.Sprintf("actions/runs/%d/jobs?per_page=1", w.ID)}
	_, err := c.read(ctx, r, func(body io.Reader) error {
		answer.Total = nil
		if err := json.NewDecoder(body).Decode(&answer); err != nil {
			return err
		}
		if answer.Total == nil {
			return &answerError{err: errors.New("a list of jobs without a count"), whole: true}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if w.Status == "completed" && w.Attempt > 0 {
		c.counts.put(w, *answer.Total)
	}
	return *answer.Total, nil
}
