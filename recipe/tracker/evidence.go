package tracker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// Evidence reads all that GitHub says of a commit's checks: the check runs, the
// newest status of each context, and the Actions runs with the number of their jobs,
// those with none included. It is complete or an error: what could not be read is
// never taken for silence. Of several runs of one workflow for the same event the
// newest is given. A commit that GitHub does not have is a FaultNotFound.
func (c *Client) Evidence(ctx context.Context, sha string) (model.Evidence, error) {
	op := "read the checks of the commit " + short(sha) + " of " + c.repo()
	if err := checkCommit(op, sha); err != nil {
		return model.Evidence{}, err
	}
	e := model.Evidence{SHA: sha}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		e.Runs, err = c.checkRuns(gctx, request{op: op, rest: "commits/" + sha + "/check-runs"})
		return err
	})
	g.Go(func() (err error) {
		e.Statuses, err = c.statuses(gctx, request{op: op, rest: "commits/" + sha + "/status"}, sha)
		return err
	})
	g.Go(func() (err error) {
		e.Actions, err = c.workflowRuns(gctx, request{op: op, right: "the right to read the Actions of " + c.repo(), rest: "actions/runs?head_sha=" + sha})
		return err
	})
	if err := g.Wait(); err != nil {
		return model.Evidence{}, noSuchCommit(err)
	}
	return e, nil
}

// noSuchCommit makes a FaultNotFound of GitHub's 422 for a commit that it lacks.
func noSuchCommit(err error) error {
	var f *model.Fault
	if errors.As(err, &f) && f.Status == http.StatusUnprocessableEntity && says(err, "no commit found") {
		f.Kind, f.Detail, f.Hint = model.FaultNotFound, "GitHub does not have it", "push it first"
	}
	return err
}

func (c *Client) checkRuns(ctx context.Context, r request) ([]model.CheckRun, error) {
	type wireCheckRun struct {
		Name       string `json:"name"`
		HeadSHA    string `json:"head_sha"`
		Status     string `json:"status"`
		Conclusion string `json:"conclusion"`
		HTMLURL    string `json:"html_url"`
		DetailsURL string `json:"details_url"`
		App        struct {
			Slug string `json:"slug"`
		} `json:"app"`
		Suite struct {
			ID int64 `json:"id"`
		} `json:"check_suite"`
		StartedAt   time.Time `json:"started_at"`
		CompletedAt time.Time `json:"completed_at"`
	}
	return readCounted(ctx, c, r, "check_runs", "total_count", func(w *wireCheckRun) model.CheckRun {
		return model.CheckRun{
			Name: w.Name, App: w.App.Slug, Suite: w.Suite.ID, HeadSHA: w.HeadSHA, Status: w.Status, Conclusion: w.Conclusion,
			URL: cmp.Or(w.HTMLURL, w.DetailsURL), StartedAt: w.StartedAt, EndedAt: w.CompletedAt,
		}
	})
}

// statuses reads the newest status of each context.
func (c *Client) statuses(ctx context.Context, r request, sha string) ([]model.CommitStatus, error) {
	return readCounted(ctx, c, r, "statuses", "total_count", func(w *wireStatus) model.CommitStatus {
		return model.CommitStatus{
			Context: w.Context, SHA: sha, State: w.State, Description: w.Description, URL: w.TargetURL, At: w.UpdatedAt,
		}
	})
}

type wireStatus struct {
	Context     string    `json:"context"`
	State       string    `json:"state"`
	Description string    `json:"description"`
	TargetURL   string    `json:"target_url"`
	UpdatedAt   time.Time `json:"updated_at"`
}

// mostDescription is how many characters GitHub takes of a status's description.
const mostDescription = 140

// PostStatus sets the status of a context on a commit: error, failure, pending or
// success. A description that is too long for GitHub is cut. It is sent once;
// repeating it is safe, since the newest of a context is the one that counts.
func (c *Client) PostStatus(ctx context.Context, s model.CommitStatus) error {
	r := request{
		op: fmt.Sprintf("set the status %s of the commit %s of %s", oneLine(s.Context), short(s.SHA), c.repo()), right: c.pushRight(),
		method: http.MethodPost, rest: "statuses/" + s.SHA, creates: true,
	}
	if err := errors.Join(checkCommit(r.op, s.SHA), checkText(r.op, s.Context, s.Description, s.URL)); err != nil {
		return err
	}
	if !slices.Contains([]string{"error", "failure", "pending", "success"}, s.State) || s.Context == "" {
		return &model.Fault{Kind: model.FaultInvalid, Op: r.op, Detail: fmt.Sprintf("%q is no state of a status", s.State)}
	}
	if long := []rune(s.Description); len(long) > mostDescription {
		s.Description = string(long[:mostDescription-1]) + "…"
	}
	return noSuchCommit(c.send(ctx, r, struct {
		State       string `json:"state"`
		URL         string `json:"target_url,omitempty"`
		Description string `json:"description,omitempty"`
		Context     string `json:"context"`
	}{s.State, s.URL, s.Description, s.Context}, nil))
}
