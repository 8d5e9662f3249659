package hub

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"gh-debt/model"
)

// diff is what a pull request brings, as git tells it.
type diff struct {
	commits []model.CommitMessage // the oldest first
	files   []string
	clean   bool // it merges without a conflict
}

// diffCache keeps the diffs that were asked for last: two commits never change
// what lies between them.
type diffCache struct {
	mu    sync.Mutex
	diffs map[[2]string]diff
}

// mostDiffs is how many diffs are kept.
const mostDiffs = 64

// diff gives what head brings to base.
func (h *Hub) diff(ctx context.Context, base, head string) (diff, error) {
	key := [2]string{base, head}
	h.diffs.mu.Lock()
	d, known := h.diffs.diffs[key]
	h.diffs.mu.Unlock()
	if known || h.opt.Git == nil || base == noCommit {
		return d, nil
	}
	d, err := h.readDiff(ctx, base, head)
	if err != nil {
		if gone, look := h.lacks(ctx, base, head); gone || look != nil {
			return diff{}, look // what was merged or closed long ago may be gone
		}
		return d, fmt.Errorf("look at what %s brings: %w", head, err)
	}
	h.diffs.mu.Lock()
	defer h.diffs.mu.Unlock()
	if h.diffs.diffs == nil || len(h.diffs.diffs) >= mostDiffs {
		h.diffs.diffs = map[[2]string]diff{}
	}
	h.diffs.diffs[key] = d
	return d, nil
}

func (h *Hub) readDiff(ctx context.Context, base, head string) (d diff, err error) {
	if d.commits, err = h.opt.Git.Messages(ctx, base, head); err != nil {
		return d, err
	}
	if d.files, err = h.opt.Git.Files(ctx, base, head); err != nil {
		return d, err
	}
	d.clean, err = h.opt.Git.MergesCleanly(ctx, base, head)
	return d, err
}

// lacks reports whether git has not all of some commits.
func (h *Hub) lacks(ctx context.Context, commits ...string) (bool, error) {
	for _, sha := range commits {
		there, err := h.opt.Git.Has(ctx, sha)
		if err != nil {
			return false, fmt.Errorf("look for the commit %s: %w", sha, err)
		}
		if !there {
			return true, nil
		}
	}
	return false, nil
}

// listPullCommits serves GET …/pulls/{number}/commits.
func listPullCommits(ctx context.Context, c *call) (answer, error) {
	_, d, err := c.pullDiff(ctx)
	if err != nil {
		return answer{}, err
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(d.commits))
	views := []commitView{}
	for _, m := range d.commits[from:to] {
		views = append(views, c.at.commitView(m))
	}
	return c.page(w, len(d.commits), views)
}

// fileView is GitHub's diff-entry. A hub knows that a file changed and not how,
// so that the counts are those of no line.
type fileView struct {
	SHA         null   `json:"sha"`
	Filename    string `json:"filename"`
	Status      string `json:"status"`
	Additions   int    `json:"additions"`
	Deletions   int    `json:"deletions"`
	Changes     int    `json:"changes"`
	BlobURL     string `json:"blob_url"`
	RawURL      string `json:"raw_url"`
	ContentsURL string `json:"contents_url"`
}

// listPullFiles serves GET …/pulls/{number}/files.
func listPullFiles(ctx context.Context, c *call) (answer, error) {
	p, d, err := c.pullDiff(ctx)
	if err != nil {
		return answer{}, err
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(d.files))
	views := []fileView{}
	for _, path := range d.files[from:to] {
		at := escapePath(path)
		views = append(views, fileView{Filename: path, Status: "changed", BlobURL: c.at.page + "/blob/" + p.headSHA + "/" + at,
			RawURL: c.at.page + "/raw/" + p.headSHA + "/" + at, ContentsURL: c.at.repo + "/contents/" + at + "?ref=" + p.headSHA})
	}
	return c.page(w, len(d.files), views)
}

// pullDiff gives the pull request of the path and what it brings.
func (c *call) pullDiff(ctx context.Context) (pullRow, diff, error) {
	p, err := c.pull(ctx)
	if err != nil {
		return p, diff{}, err
	}
	d, err := c.hub.diff(ctx, p.baseSHA, p.headSHA)
	return p, d, err
}

// page answers with one page of a list of total entries.
func (c *call) page(w window, total int, views any) (answer, error) {
	a, err := c.viewTagged(http.StatusOK, views)
	if err == nil && a.status == http.StatusOK {
		a.header = c.links(w, total)
	}
	return a, err
}
