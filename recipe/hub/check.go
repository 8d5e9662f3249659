package hub

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checkRow is one check run of a commit, or a job of an Actions run, which is
// one too.
type checkRow struct {
	id                     int64
	run                    *int64 // the Actions run that it is a job of
	sha, name, app         string
	status                 string
	conclusion             *string
	detailsURL, externalID *string
	startedAt, completedAt *int64
	createdAt              int64
}

// checkView is GitHub's check-run.
type checkView struct {
	ID           int64           `json:"id"`
	NodeID       string          `json:"node_id"`
	HeadSHA      string          `json:"head_sha"`
	ExternalID   *string         `json:"external_id"`
	URL          string          `json:"url"`
	HTMLURL      string          `json:"html_url"`
	DetailsURL   *string         `json:"details_url"`
	Status       string          `json:"status"`
	Conclusion   *string         `json:"conclusion"`
	StartedAt    *string         `json:"started_at"`
	CompletedAt  *string         `json:"completed_at"`
	Output       checkOutputView `json:"output"`
	Name         string          `json:"name"`
	CheckSuite   suiteView       `json:"check_suite"`
	App          appView         `json:"app"`
	PullRequests []struct{}      `json:"pull_requests"`
}

type checkOutputView struct {
	Title            null   `json:"title"`
	Summary          null   `json:"summary"`
	Text             null   `json:"text"`
	AnnotationsCount int    `json:"annotations_count"`
	AnnotationsURL   string `json:"annotations_url"`
}

type suiteView struct {
	ID int64 `json:"id"`
}

// appView is GitHub's integration.
type appView struct {
	ID          int64             `json:"id"`
	Slug        string            `json:"slug"`
	NodeID      string            `json:"node_id"`
	Owner       *userView         `json:"owner"`
	Name        string            `json:"name"`
	Description null              `json:"description"`
	ExternalURL string            `json:"external_url"`
	HTMLURL     string            `json:"html_url"`
	CreatedAt   string            `json:"created_at"`
	UpdatedAt   string            `json:"updated_at"`
	Permissions map[string]string `json:"permissions"`
	Events      []string          `json:"events"`
}

// actionsApp is the app that the jobs of Actions are check runs of.
const actionsApp = "github-actions"

func (p places) checkView(c checkRow) checkView {
	id := checkBase + c.id
	at := p.repo + "/check-runs/" + strconv.FormatInt(id, 10)
	v := checkView{ID: id, NodeID: nodeID(checkNode, id), HeadSHA: c.sha, ExternalID: c.externalID, URL: at,
		HTMLURL: p.page + "/runs/" + strconv.FormatInt(id, 10), DetailsURL: c.detailsURL, Status: c.status, Conclusion: c.conclusion,
		StartedAt: optionalStamp(c.startedAt), CompletedAt: optionalStamp(c.completedAt), Name: c.name,
		Output: checkOutputView{AnnotationsURL: at + "/annotations"}, CheckSuite: suiteView{id}, PullRequests: []struct{}{},
		App: appView{ID: 15368, Slug: c.app, NodeID: nodeID("A_", 15368), Owner: p.user(0, "github"), Name: c.app,
			ExternalURL: p.html + "/apps/" + c.app, HTMLURL: p.html + "/apps/" + c.app, CreatedAt: stamp(0), UpdatedAt: stamp(0),
			Permissions: map[string]string{"checks": "write"}, Events: []string{}}}
	if c.run != nil {
		v.CheckSuite.ID = runBase + *c.run // as the run tells it
	}
	if v.DetailsURL == nil {
		v.DetailsURL = &v.HTMLURL
	}
	return v
}

// checksOf gives the check runs that meet a condition, the oldest first.
func (r *reader) checksOf(ctx context.Context, condition string, args ...any) ([]checkRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT id, run_id, sha, name, app, status, conclusion, details_url, external_id, started_at,
		completed_at, created_at FROM check_run WHERE `+condition+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the check runs: %w", err)
	}
	defer rows.Close()
	var list []checkRow
	for rows.Next() {
		var c checkRow
		err := rows.Scan(&c.id, &c.run, &c.sha, &c.name, &c.app, &c.status, &c.conclusion, &c.detailsURL, &c.externalID,
			&c.startedAt, &c.completedAt, &c.createdAt)
		if err != nil {
			return nil, fmt.Errorf("read the check runs: %w", err)
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// listChecks serves GET …/commits/{ref}/check-runs: the newest of each name, and of
// each run of Actions, or with filter=all all of them, the newest first.
func listChecks(ctx context.Context, c *call, sha string) (answer, error) {
	q := c.r.URL.Query()
	var all []checkRow
	err := c.hub.reading(ctx, func(r *reader) (err error) {
		all, err = r.checksOf(ctx, "sha = ?", sha)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	slices.Reverse(all)
	var list []checkRow
	seen := map[string]bool{}
	for _, run := range all {
		key := run.app + "\n" + run.name
		if run.run != nil {
			key += "\n" + strconv.FormatInt(*run.run, 10)
		}
		if seen[key] && q.Get("filter") != "all" {
			continue
		}
		seen[key] = true
		if name := q.Get("check_name"); name != "" && name != run.name {
			continue
		}
		if status := q.Get("status"); status != "" && status != run.status {
			continue
		}
		list = append(list, run)
	}
	w := windowOf(q)
	from, to := w.bounds(len(list))
	views := []checkView{}
	for _, run := range list[from:to] {
		views = append(views, c.at.checkView(run))
	}
	return c.page(w, len(list), struct {
		TotalCount int         `json:"total_count"`
		CheckRuns  []checkView `json:"check_runs"`
	}{len(list), views})
}

type checkRequest struct {
	Name        *string    `json:"name"`
	HeadSHA     string     `json:"head_sha"`
	DetailsURL  *string    `json:"details_url"`
	ExternalID  *string    `json:"external_id"`
	Status      *string    `json:"status"`
	Conclusion  *string    `json:"conclusion"`
	StartedAt   *time.Time `json:"started_at"`
	CompletedAt *time.Time `json:"completed_at"`
}

// apply changes a check run as a request says. One with a conclusion is
// completed.
func (in checkRequest) apply(run *checkRow, now int64) error {
	bad := func(field string) error {
		return invalid(docChecks, fieldError{Resource: "CheckRun", Field: field, Code: "invalid"})
	}
	set := func(to **string, from *string) {
		if from != nil {
			*to = from
		}
	}
	set(&run.detailsURL, in.DetailsURL)
	set(&run.externalID, in.ExternalID)
	if in.Name != nil {
		run.name = *in.Name
	}
	if run.name == "" {
		return bad("name")
	}
	if in.Status != nil {
		if !slices.Contains([]string{"queued", "in_progress", "completed", "waiting", "requested", "pending"}, *in.Status) {
			return bad("status")
		}
		run.status, run.conclusion = *in.Status, nil
	}
	if in.Conclusion != nil {
		known := []string{"success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"}
		if !slices.Contains(known, *in.Conclusion) {
			return bad("conclusion")
		}
		run.status, run.conclusion = "completed", in.Conclusion
	}
	if run.status == "completed" && run.conclusion == nil {
		return bad("conclusion")
	}
	at := func(to **int64, given *time.Time, otherwise bool) {
		if given != nil {
			unix := given.Unix()
			*to = &unix
		} else if otherwise && *to == nil {
			*to = &now
		}
	}
	at(&run.startedAt, in.StartedAt, run.status != "queued")
	at(&run.completedAt, in.CompletedAt, run.status == "completed")
	return nil
}

// postCheck serves POST …/check-runs. GitHub lets only apps do so; here every
// account that may push counts as one.
func postCheck(ctx context.Context, c *call) (answer, error) {
	var in checkRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	if err := c.knownCommit(ctx, in.HeadSHA, docChecks); err != nil {
		return answer{}, err
	}
	run := checkRow{sha: in.HeadSHA, status: "queued", app: strings.ToLower(c.who.Login)}
	err := c.writing(ctx, func(ctx context.Context, w *writer, _ int64) (err error) {
		if err := in.apply(&run, w.now); err != nil {
			return err
		}
		return w.storeCheck(ctx, &run)
	})
	if err != nil {
		return answer{}, err
	}
	if err := c.hub.mergeWhatIsReady(ctx, run.sha); err != nil {
		return answer{}, err
	}
	return view(http.StatusCreated, c.at.checkView(run))
}

// storeCheck stores a check run, a new one or one that was changed.
func (w *writer) storeCheck(ctx context.Context, run *checkRow) error {
	if run.id == 0 {
		run.createdAt = w.now
	}
	var id *int64
	if run.id != 0 {
		id = &run.id
	}
	made, err := w.insert(ctx, `INSERT OR REPLACE INTO check_run (id, run_id, sha, name, app, status, conclusion, details_url,
		external_id, started_at, completed_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, run.run, run.sha, run.name, run.app, run.status, run.conclusion, run.detailsURL, run.externalID,
		run.startedAt, run.completedAt, run.createdAt)
	if err != nil {
		return fmt.Errorf("store a check run: %w", err)
	}
	run.id = made
	return nil
}

// patchCheck serves PATCH …/check-runs/{check}.
func patchCheck(ctx context.Context, c *call) (answer, error) {
	var in checkRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	id, err := strconv.ParseInt(c.r.PathValue("check"), 10, 64)
	if err != nil {
		return answer{}, notFound(docChecks)
	}
	var run checkRow
	err = c.writing(ctx, func(ctx context.Context, w *writer, _ int64) error {
		list, err := w.checksOf(ctx, "id = ?", id-checkBase)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return notFound(docChecks)
		}
		run = list[0]
		if err := in.apply(&run, w.now); err != nil {
			return err
		}
		return w.storeCheck(ctx, &run)
	})
	if err != nil {
		return answer{}, err
	}
	if err := c.hub.mergeWhatIsReady(ctx, run.sha); err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, c.at.checkView(run))
}
