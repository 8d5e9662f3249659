package tracker

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"gh-debt/model"
)

// mostCommits is how many commits GitHub lists of a pull request, and mostFiles how
// many files; of more it says nothing there.
const (
	mostCommits = 250
	mostFiles   = 3000
)

// wireCommit is what is read of a commit's JSON.
type wireCommit struct {
	SHA    string `json:"sha"`
	Commit struct {
		Message string `json:"message"`
		Author  struct {
			Name string    `json:"name"`
			Date time.Time `json:"date"`
		} `json:"author"`
	} `json:"commit"`
}

func (w *wireCommit) model() model.CommitMessage {
	return model.CommitMessage{SHA: w.SHA, Message: w.Commit.Message, Author: w.Commit.Author.Name, At: w.Commit.Author.Date}
}

// PullCommits reads all commits of a pull request with their messages, the oldest
// first. GitHub lists 250 of a pull request at most; those of a longer one are read
// by comparing its head to its base. A pull request that is pushed to meanwhile is
// read again; one that never settles is a FaultUnstable.
func (c *Client) PullCommits(ctx context.Context, number int) ([]model.CommitMessage, error) {
	r := request{op: "read the commits of " + c.pullName(number), rest: pullPath(number, "commits")}
	to := func(w *wireCommit) model.CommitMessage { return w.model() }
	return pullParts(ctx, c, r, number, func(ctx context.Context, w wirePull) ([]model.CommitMessage, bool, error) {
		if w.Commits > mostCommits {
			r := request{op: r.op, rest: "compare/" + url.PathEscape(w.Base.SHA+"..."+w.Head.SHA)}
			commits, err := readCounted(ctx, c, r, "commits", "total_commits", to)
			return commits, true, err
		}
		commits, err := readPages(ctx, c, r, to)
		return commits, len(commits) == w.Commits, err
	})
}

// PullFiles reads the paths of all files that a pull request touches, in order: of
// a renamed file the old and the new one. GitHub lists 3,000 at most; a larger pull
// request is a FaultInvalid. One that is pushed to meanwhile is read again.
func (c *Client) PullFiles(ctx context.Context, number int) ([]string, error) {
	r := request{op: "read the files of " + c.pullName(number), rest: pullPath(number, "files")}
	type wireFile struct {
		Name     string `json:"filename"`
		Previous string `json:"previous_filename"`
	}
	files, err := pullParts(ctx, c, r, number, func(ctx context.Context, w wirePull) ([]wireFile, bool, error) {
		if w.ChangedFiles > mostFiles {
			return nil, false, &model.Fault{
				Kind: model.FaultInvalid, Op: r.op, Hint: "ask git for them",
				Detail: fmt.Sprintf("it changes %d files, and GitHub lists no more than %d", w.ChangedFiles, mostFiles),
			}
		}
		files, err := readPages(ctx, c, r, func(f *wireFile) wireFile { return *f })
		return files, len(files) == w.ChangedFiles, err
	})
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Name)
		if f.Previous != "" {
			paths = append(paths, f.Previous)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// pullParts reads what belongs to one head of a pull request: the head before and
// after must be the same, and the parts as many as the pull request tells of.
func pullParts[M any](ctx context.Context, c *Client, r request, number int, read func(context.Context, wirePull) ([]M, bool, error)) ([]M, error) {
	before, err := c.pull(ctx, number)
	if err != nil {
		return nil, err
	}
	for range attempts {
		parts, whole, err := read(ctx, before)
		if err != nil {
			return nil, err
		}
		after, err := c.pull(ctx, number)
		if err != nil {
			return nil, err
		}
		if whole && after.Head.SHA == before.Head.SHA && after.Base.SHA == before.Base.SHA {
			return parts, nil
		}
		before = after
	}
	return nil, &model.Fault{
		Kind: model.FaultUnstable, Op: r.op,
		Detail: "it kept changing while it was read", Hint: "try again in a moment",
	}
}
