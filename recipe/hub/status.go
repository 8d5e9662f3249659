package hub

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// statusRow is one status of a commit.
type statusRow struct {
	id           int64
	context      string
	state        string
	description  *string
	targetURL    *string
	creator      int64
	creatorLogin string
	createdAt    int64
}

// statusView is GitHub's status, and without the creator an entry of the
// combined status.
type statusView struct {
	URL         string    `json:"url"`
	AvatarURL   string    `json:"avatar_url"`
	ID          int64     `json:"id"`
	NodeID      string    `json:"node_id"`
	State       string    `json:"state"`
	Description *string   `json:"description"`
	TargetURL   *string   `json:"target_url"`
	Context     string    `json:"context"`
	CreatedAt   string    `json:"created_at"`
	UpdatedAt   string    `json:"updated_at"`
	Creator     *userView `json:"creator,omitempty"`
}

func (p places) statusView(sha string, s statusRow) statusView {
	who := p.user(s.creator, s.creatorLogin)
	return statusView{URL: p.repo + "/statuses/" + sha, AvatarURL: who.AvatarURL, ID: statusBase + s.id,
		NodeID: nodeID(statusNode, statusBase+s.id), State: s.state, Description: s.description, TargetURL: s.targetURL,
		Context: s.context, CreatedAt: stamp(s.createdAt), UpdatedAt: stamp(s.createdAt), Creator: who}
}

// statusesOf gives the statuses of a commit, the oldest first.
func (r *reader) statusesOf(ctx context.Context, sha string) ([]statusRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT commit_status.id, context, state, description, target_url, creator, login, created_at
		FROM commit_status JOIN user ON user.id = creator WHERE sha = ? ORDER BY commit_status.id`, sha)
	if err != nil {
		return nil, fmt.Errorf("read the statuses: %w", err)
	}
	defer rows.Close()
	var list []statusRow
	for rows.Next() {
		var s statusRow
		err := rows.Scan(&s.id, &s.context, &s.state, &s.description, &s.targetURL, &s.creator, &s.creatorLogin, &s.createdAt)
		if err != nil {
			return nil, fmt.Errorf("read the statuses: %w", err)
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// postStatus serves POST …/statuses/{sha}.
func postStatus(ctx context.Context, c *call) (answer, error) {
	var in struct {
		State       string  `json:"state"`
		TargetURL   *string `json:"target_url"`
		Description *string `json:"description"`
		Context     string  `json:"context"`
	}
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	sha, doc := c.r.PathValue("sha"), docStatuses+"#create-a-commit-status"
	if err := c.knownCommit(ctx, sha, doc); err != nil {
		return answer{}, err
	}
	if !slices.Contains([]string{"error", "failure", "pending", "success"}, in.State) {
		return answer{}, invalid(doc, fieldError{Resource: "Status", Field: "state", Code: "custom", Message: "state is not included in the list"})
	}
	if in.Description != nil && utf8.RuneCountInString(*in.Description) > 140 {
		return answer{}, invalid(doc, fieldError{Resource: "Status", Field: "description", Code: "custom",
			Message: "description is too long (maximum is 140 characters)"})
	}
	s := statusRow{context: in.Context, state: in.State, description: in.Description, targetURL: in.TargetURL, creatorLogin: c.who.Login}
	if s.context == "" {
		s.context = "default"
	}
	err := c.writing(ctx, func(ctx context.Context, w *writer, actor int64) (err error) {
		s.creator, s.createdAt = actor, w.now
		s.id, err = w.insert(ctx, `INSERT INTO commit_status (sha, context, state, description, target_url, creator, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, sha, s.context, s.state, s.description, s.targetURL, s.creator, s.createdAt)
		return err
	})
	if err != nil {
		return answer{}, fmt.Errorf("store a status: %w", err)
	}
	if err := c.hub.mergeWhatIsReady(ctx, sha); err != nil {
		return answer{}, err
	}
	made := c.at.statusView(sha, s)
	a, err := view(http.StatusCreated, made)
	a.header = http.Header{"Location": {made.URL}}
	return a, err
}

// knownCommit refuses a commit that is not there.
func (c *call) knownCommit(ctx context.Context, sha, doc string) error {
	absent := refuse(http.StatusUnprocessableEntity, doc, "No commit found for SHA: %s", sha)
	if !isSHA(sha) {
		return absent
	}
	there, err := c.hub.opt.Git.Has(ctx, sha)
	if err != nil {
		return fmt.Errorf("look for the commit %s: %w", sha, err)
	}
	if !there {
		return absent
	}
	return nil
}

// resolve finds the commit that a path names: by its id, or by a branch.
func (c *call) resolve(ctx context.Context, ref, doc string) (string, error) {
	if isSHA(ref) {
		return ref, c.knownCommit(ctx, ref, doc)
	}
	branch := strings.TrimPrefix(strings.TrimPrefix(ref, "refs/"), "heads/")
	sha, found, err := c.hub.opt.Git.Branch(ctx, branch)
	if err != nil {
		return "", fmt.Errorf("read the branch %s: %w", branch, err)
	}
	if !found {
		return "", refuse(http.StatusUnprocessableEntity, doc, "No commit found for SHA: %s", ref)
	}
	return sha, nil
}

// aboutCommit serves GET …/commits/{ref}/WHAT, where ref may hold slashes.
func aboutCommit(ctx context.Context, c *call) (answer, error) {
	path := c.r.PathValue("rest")
	for _, about := range []struct {
		what, doc string
		serve     func(ctx context.Context, c *call, sha string) (answer, error)
	}{
		{"/status", docStatuses, combinedStatus}, {"/statuses", docStatuses, listStatuses}, {"/check-runs", docChecks, listChecks},
	} {
		ref, found := strings.CutSuffix(path, about.what)
		if !found {
			continue
		}
		sha, err := c.resolve(ctx, ref, about.doc)
		if err != nil {
			return answer{}, err
		}
		return about.serve(ctx, c, sha)
	}
	return answer{}, notFound("")
}

// commitStatuses gives the statuses of a commit, the newest first.
func (c *call) commitStatuses(ctx context.Context, sha string) (list []statusRow, of *repositoryView, err error) {
	err = c.hub.reading(ctx, func(r *reader) (err error) {
		if list, err = r.statusesOf(ctx, sha); err == nil {
			of, err = c.repositoryView(ctx, r)
		}
		return err
	})
	slices.Reverse(list)
	return list, of, err
}

// listStatuses serves GET …/commits/{ref}/statuses: all, the newest first.
func listStatuses(ctx context.Context, c *call, sha string) (answer, error) {
	list, _, err := c.commitStatuses(ctx, sha)
	if err != nil {
		return answer{}, err
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(list))
	views := []statusView{}
	for _, s := range list[from:to] {
		views = append(views, c.at.statusView(sha, s))
	}
	return c.page(w, len(list), views)
}

// combinedView is GitHub's combined-commit-status.
type combinedView struct {
	State      string          `json:"state"`
	Statuses   []statusView    `json:"statuses"`
	SHA        string          `json:"sha"`
	TotalCount int             `json:"total_count"`
	Repository *repositoryView `json:"repository"`
	CommitURL  string          `json:"commit_url"`
	URL        string          `json:"url"`
}

// combinedStatus serves GET …/commits/{ref}/status: the newest of each
// context, and what they make together. No status at all is pending.
func combinedStatus(ctx context.Context, c *call, sha string) (answer, error) {
	list, of, err := c.commitStatuses(ctx, sha)
	if err != nil {
		return answer{}, err
	}
	var newest []statusView
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s.context] {
			seen[s.context] = true
			v := c.at.statusView(sha, s)
			v.Creator = nil
			newest = append(newest, v)
		}
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(newest))
	at := c.at.repo + "/commits/" + sha
	return c.page(w, len(newest), combinedView{State: together(newest), Statuses: append([]statusView{}, newest[from:to]...),
		SHA: sha, TotalCount: len(newest), Repository: of, CommitURL: at, URL: at + "/status"})
}

func together(statuses []statusView) string {
	state := "success"
	for _, s := range statuses {
		switch s.State {
		case "error", "failure":
			return "failure"
		case "pending":
			state = "pending"
		}
	}
	if len(statuses) == 0 {
		return "pending"
	}
	return state
}
