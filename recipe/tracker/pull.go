package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
)

// wirePull is what is read of a pull request's JSON. A list's entries lack Merged,
// Mergeable, MergeState, Commits and ChangedFiles.
type wirePull struct {
	NodeID       string          `json:"node_id"`
	Number       int             `json:"number"`
	Title        string          `json:"title"`
	Body         string          `json:"body"`
	HTMLURL      string          `json:"html_url"`
	State        model.State     `json:"state"`
	Draft        bool            `json:"draft"`
	User         wireUser        `json:"user"`
	Head         wireSide        `json:"head"`
	Base         wireSide        `json:"base"`
	AutoMerge    json.RawMessage `json:"auto_merge"`
	Merged       bool            `json:"merged"`
	MergeSHA     string          `json:"merge_commit_sha"`
	Mergeable    *bool           `json:"mergeable"`
	MergeState   string          `json:"mergeable_state"`
	Commits      int             `json:"commits"`
	ChangedFiles int             `json:"changed_files"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
	ClosedAt     time.Time       `json:"closed_at"`
	MergedAt     time.Time       `json:"merged_at"`
}

// wireSide is one side of a pull request. The repository is null once it was deleted.
type wireSide struct {
	Ref  string `json:"ref"`
	SHA  string `json:"sha"`
	Repo *struct {
		FullName string `json:"full_name"`
	} `json:"repo"`
}

func (w *wirePull) decode(r io.Reader) error {
	*w = wirePull{}
	if err := json.NewDecoder(r).Decode(w); err != nil {
		return err
	}
	if w.Number == 0 {
		return &answerError{err: errors.New("a pull request without a number"), whole: true}
	}
	return nil
}

func (w *wirePull) model() model.PullRequest {
	p := model.PullRequest{
		Number: w.Number, Title: w.Title, Body: w.Body, URL: w.HTMLURL, Author: w.User.Login, State: w.State, Draft: w.Draft,
		Merged: w.Merged || !w.MergedAt.IsZero(), HeadRef: w.Head.Ref, HeadSHA: w.Head.SHA, BaseRef: w.Base.Ref, BaseSHA: w.Base.SHA,
		Mergeable: model.MergeUnknown, MergeState: w.MergeState,
		AutoMerge: len(w.AutoMerge) > 0 && string(w.AutoMerge) != "null",
		CreatedAt: w.CreatedAt, UpdatedAt: w.UpdatedAt, ClosedAt: w.ClosedAt, MergedAt: w.MergedAt,
	}
	if p.Merged { // before, it is the commit of a trial
		p.MergeSHA = w.MergeSHA
	}
	if w.Head.Repo != nil {
		p.HeadRepo = w.Head.Repo.FullName
	}
	switch {
	case w.Mergeable == nil:
	case *w.Mergeable:
		p.Mergeable = model.MergeClean
	default:
		p.Mergeable = model.MergeConflict
	}
	return p
}

func pullPath(number int, rest string) string {
	path := "pulls/" + strconv.Itoa(number)
	if rest == "" {
		return path
	}
	return path + "/" + rest
}

// pullName is a pull request's name for a person.
func (c *Client) pullName(number int) string { return "the pull request " + c.issueName(number) }

// Pull reads one pull request. Mergeable is MergeUnknown while GitHub still
// computes it: one asks again. Queue is not filled; QueueOf asks for it.
func (c *Client) Pull(ctx context.Context, number int) (model.PullRequest, error) {
	w, err := c.pull(ctx, number)
	if err != nil {
		return model.PullRequest{}, err
	}
	return w.model(), nil
}

func (c *Client) pull(ctx context.Context, number int) (wirePull, error) {
	var w wirePull
	r := request{op: "read " + c.pullName(number), rest: pullPath(number, "")}
	x, err := c.read(ctx, r, w.decode)
	if err != nil {
		return w, err
	}
	return w, c.samePlace(ctx, r, x)
}

// Pulls reads all pull requests in a state, or in any with the state "all", by
// number. The list is complete: see readSettled. Mergeable and MergeState are not in
// it; Pull reads them.
func (c *Client) Pulls(ctx context.Context, state model.State) ([]model.PullRequest, error) {
	op := "read the pull requests of " + c.repo()
	if state != anyState {
		op = "read the " + string(state) + " pull requests of " + c.repo()
	}
	r := request{op: op, rest: "pulls?state=" + url.QueryEscape(string(state)) + "&sort=created&direction=asc"}
	return c.pullList(ctx, r)
}

func (c *Client) pullList(ctx context.Context, r request) ([]model.PullRequest, error) {
	pulls, err := readSettled(ctx, c, r,
		func(w *wirePull) model.PullRequest { return w.model() }, func(p model.PullRequest) int { return p.Number })
	slices.SortFunc(pulls, func(a, b model.PullRequest) int { return a.Number - b.Number })
	return pulls, err
}

// PullsOf reads all pull requests, open and closed, whose head is a branch of the
// repository itself, by number.
func (c *Client) PullsOf(ctx context.Context, headBranch string) ([]model.PullRequest, error) {
	op := "read the pull requests of the branch " + c.branchName(headBranch)
	if err := checkBranch(op, headBranch); err != nil {
		return nil, err
	}
	for range attempts {
		owner, _ := c.place.slug()
		r := request{op: op, rest: "pulls?head=" + url.QueryEscape(owner+":"+headBranch) + "&state=all&sort=created&direction=asc"}
		pulls, err := c.pullList(ctx, r)
		if err != nil {
			return nil, err
		}
		// A repository that turns out to be renamed may have another owner now, whom
		// the branch must be asked for by.
		if now, _ := c.place.slug(); now != owner {
			continue
		}
		// GitHub leaves out the condition where it cannot read it.
		return slices.DeleteFunc(pulls, func(p model.PullRequest) bool {
			at, _, _ := strings.Cut(p.HeadRepo, "/")
			return p.HeadRef != headBranch || p.HeadRepo != "" && !strings.EqualFold(at, owner)
		}), nil
	}
	return nil, &model.Fault{Kind: model.FaultUnstable, Op: op, Detail: "the repository keeps being renamed", Hint: "try again in a moment"}
}
