package hub

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"gh-debt/model"
)

// runRow is one run of an Actions workflow.
type runRow struct {
	id         int64
	name       string
	event      string
	sha        string
	branch     *string
	status     string
	conclusion *string
	createdAt  int64
}

// runView is GitHub's workflow-run.
type runView struct {
	ID             int64           `json:"id"`
	Name           string          `json:"name"`
	NodeID         string          `json:"node_id"`
	HeadBranch     *string         `json:"head_branch"`
	HeadSHA        string          `json:"head_sha"`
	Path           string          `json:"path"`
	DisplayTitle   string          `json:"display_title"`
	RunNumber      int64           `json:"run_number"`
	RunAttempt     int             `json:"run_attempt"`
	Event          string          `json:"event"`
	Status         string          `json:"status"`
	Conclusion     *string         `json:"conclusion"`
	WorkflowID     int64           `json:"workflow_id"`
	CheckSuiteID   int64           `json:"check_suite_id"`
	URL            string          `json:"url"`
	HTMLURL        string          `json:"html_url"`
	PullRequests   []struct{}      `json:"pull_requests"`
	CreatedAt      string          `json:"created_at"`
	UpdatedAt      string          `json:"updated_at"`
	RunStartedAt   string          `json:"run_started_at"`
	JobsURL        string          `json:"jobs_url"`
	LogsURL        string          `json:"logs_url"`
	CheckSuiteURL  string          `json:"check_suite_url"`
	ArtifactsURL   string          `json:"artifacts_url"`
	CancelURL      string          `json:"cancel_url"`
	RerunURL       string          `json:"rerun_url"`
	WorkflowURL    string          `json:"workflow_url"`
	HeadCommit     null            `json:"head_commit"`
	Repository     *repositoryView `json:"repository"`
	HeadRepository *repositoryView `json:"head_repository"`
}

func (p places) runView(r runRow, of *repositoryView) runView {
	id := runBase + r.id
	at := p.repo + "/actions/runs/" + strconv.FormatInt(id, 10)
	return runView{ID: id, Name: r.name, NodeID: nodeID(runNode, id), HeadBranch: r.branch, HeadSHA: r.sha,
		Path: ".github/workflows/" + url.PathEscape(r.name) + ".yml", DisplayTitle: r.name, RunNumber: r.id, RunAttempt: 1,
		Event: r.event, Status: r.status, Conclusion: r.conclusion, WorkflowID: id, CheckSuiteID: id, URL: at,
		HTMLURL: p.page + "/actions/runs/" + strconv.FormatInt(id, 10), PullRequests: []struct{}{}, CreatedAt: stamp(r.createdAt),
		UpdatedAt: stamp(r.createdAt), RunStartedAt: stamp(r.createdAt), JobsURL: at + "/jobs", LogsURL: at + "/logs",
		CheckSuiteURL: p.repo + "/check-suites/" + strconv.FormatInt(id, 10), ArtifactsURL: at + "/artifacts", CancelURL: at + "/cancel",
		RerunURL: at + "/rerun", WorkflowURL: p.repo + "/actions/workflows/" + strconv.FormatInt(id, 10), Repository: of, HeadRepository: of}
}

// jobView is GitHub's job.
type jobView struct {
	ID              int64    `json:"id"`
	RunID           int64    `json:"run_id"`
	RunURL          string   `json:"run_url"`
	NodeID          string   `json:"node_id"`
	HeadSHA         string   `json:"head_sha"`
	URL             string   `json:"url"`
	HTMLURL         string   `json:"html_url"`
	Status          string   `json:"status"`
	Conclusion      *string  `json:"conclusion"`
	CreatedAt       string   `json:"created_at"`
	StartedAt       string   `json:"started_at"`
	CompletedAt     *string  `json:"completed_at"`
	Name            string   `json:"name"`
	CheckRunURL     string   `json:"check_run_url"`
	Labels          []string `json:"labels"`
	RunnerID        null     `json:"runner_id"`
	RunnerName      null     `json:"runner_name"`
	RunnerGroupID   null     `json:"runner_group_id"`
	RunnerGroupName null     `json:"runner_group_name"`
	WorkflowName    string   `json:"workflow_name"`
	HeadBranch      *string  `json:"head_branch"`
}

func (p places) jobView(run runRow, c checkRow) jobView {
	check := p.checkView(c)
	at := p.repo + "/actions/runs/" + strconv.FormatInt(runBase+run.id, 10)
	started := stamp(c.createdAt)
	if check.StartedAt != nil {
		started = *check.StartedAt
	}
	return jobView{ID: check.ID, RunID: runBase + run.id, RunURL: at, NodeID: check.NodeID, HeadSHA: c.sha,
		URL: p.repo + "/actions/jobs/" + strconv.FormatInt(check.ID, 10), HTMLURL: check.HTMLURL, Status: c.status,
		Conclusion: c.conclusion, CreatedAt: stamp(c.createdAt), StartedAt: started, CompletedAt: check.CompletedAt, Name: c.name,
		CheckRunURL: check.URL, Labels: []string{"ubuntu-latest"}, WorkflowName: run.name, HeadBranch: run.branch}
}

// runsWhere gives the Actions runs that meet a condition, the newest first.
func (r *reader) runsWhere(ctx context.Context, condition string, args ...any) ([]runRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT id, name, event, sha, branch, status, conclusion, created_at FROM workflow_run
		WHERE `+condition+` ORDER BY id DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the workflow runs: %w", err)
	}
	defer rows.Close()
	var list []runRow
	for rows.Next() {
		var v runRow
		if err := rows.Scan(&v.id, &v.name, &v.event, &v.sha, &v.branch, &v.status, &v.conclusion, &v.createdAt); err != nil {
			return nil, fmt.Errorf("read the workflow runs: %w", err)
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// listRuns serves GET …/actions/runs, by head_sha, branch, event and status,
// which takes a conclusion too.
func listRuns(ctx context.Context, c *call) (answer, error) {
	q := c.r.URL.Query()
	where, args := []string{"1"}, []any{}
	for _, filter := range []struct{ name, condition string }{
		{"head_sha", "sha = ?"}, {"branch", "branch = ?"}, {"event", "event = ?"}, {"status", "? IN (status, conclusion)"},
	} {
		if v := q.Get(filter.name); v != "" {
			where, args = append(where, filter.condition), append(args, v)
		}
	}
	w := windowOf(q)
	total, views := 0, []runView{}
	err := c.hub.reading(ctx, func(r *reader) error {
		list, err := r.runsWhere(ctx, strings.Join(where, " AND "), args...)
		if err != nil {
			return err
		}
		of, err := c.repositoryView(ctx, r)
		if err != nil {
			return err
		}
		total = len(list)
		from, to := w.bounds(total)
		for _, run := range list[from:to] {
			views = append(views, c.at.runView(run, of))
		}
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	return c.page(w, total, struct {
		TotalCount int       `json:"total_count"`
		Runs       []runView `json:"workflow_runs"`
	}{total, views})
}

// listJobs serves GET …/actions/runs/{run}/jobs. A run that never began has
// none.
func listJobs(ctx context.Context, c *call) (answer, error) {
	id, err := strconv.ParseInt(c.r.PathValue("run"), 10, 64)
	if err != nil {
		return answer{}, notFound(docActions)
	}
	var run runRow
	var jobs []checkRow
	err = c.hub.reading(ctx, func(r *reader) error {
		list, err := r.runsWhere(ctx, "id = ?", id-runBase)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return notFound(docActions)
		}
		run = list[0]
		jobs, err = r.checksOf(ctx, "run_id = ?", run.id)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(jobs))
	views := []jobView{}
	for _, job := range jobs[from:to] {
		views = append(views, c.at.jobView(run, job))
	}
	return c.page(w, len(jobs), struct {
		TotalCount int       `json:"total_count"`
		Jobs       []jobView `json:"jobs"`
	}{len(jobs), views})
}

// PostAction stores a run of a workflow as Actions makes one, and gives its id.
// Its jobs are check runs of the commit too. A run without jobs never began, as
// one whose workflow is broken or that waits for an approval.
func (h *Hub) PostAction(ctx context.Context, run model.WorkflowRun, branch string, jobs ...model.CheckRun) (int64, error) {
	var id int64
	err := h.writing(ctx, func(ctx context.Context, w *writer) (err error) {
		id, err = w.insert(ctx, `INSERT INTO workflow_run (name, event, sha, branch, status, conclusion, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, run.Name, run.Event, run.HeadSHA, text(branch), run.Status, text(run.Conclusion), w.now)
		if err != nil {
			return fmt.Errorf("store a workflow run: %w", err)
		}
		for _, job := range jobs {
			row := checkRow{run: &id, sha: run.HeadSHA, name: job.Name, app: actionsApp, status: job.Status,
				conclusion: text(job.Conclusion), startedAt: &w.now}
			if row.conclusion != nil {
				row.status, row.completedAt = "completed", &w.now
			}
			if err := w.storeCheck(ctx, &row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return runBase + id, h.mergeWhatIsReady(ctx, run.HeadSHA)
}

// EndAction ends a run and all its jobs that have not ended with a conclusion.
func (h *Hub) EndAction(ctx context.Context, id int64, conclusion string) error {
	var sha string
	err := h.writing(ctx, func(ctx context.Context, w *writer) error {
		list, err := w.runsWhere(ctx, "id = ?", id-runBase)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fmt.Errorf("there is no workflow run %d", id)
		}
		sha = list[0].sha
		err = w.exec(ctx, `UPDATE workflow_run SET status = 'completed', conclusion = ? WHERE id = ?`, conclusion, id-runBase)
		if err != nil {
			return fmt.Errorf("end a workflow run: %w", err)
		}
		jobs, err := w.checksOf(ctx, "run_id = ? AND conclusion IS NULL", id-runBase)
		if err != nil {
			return err
		}
		for _, job := range jobs {
			job.status, job.conclusion, job.completedAt = "completed", &conclusion, &w.now
			if err := w.storeCheck(ctx, &job); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return h.mergeWhatIsReady(ctx, sha)
}

// text is a text that may be absent.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
