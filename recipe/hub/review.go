package hub

import (
	"context"
	"fmt"
	"net/http"
	"unicode/utf8"
)

// reviewRow is one review of a pull request.
type reviewRow struct {
	id          int64
	author      int64
	authorLogin string
	state       string // as GitHub spells it: APPROVED, CHANGES_REQUESTED, COMMENTED, PENDING
	commit      string // the head that it was given for
	createdAt   int64
	body        string
}

// reviewView is GitHub's pull-request-review.
type reviewView struct {
	ID                int64           `json:"id"`
	NodeID            string          `json:"node_id"`
	User              *userView       `json:"user"`
	Body              string          `json:"body"`
	State             string          `json:"state"`
	HTMLURL           string          `json:"html_url"`
	PullRequestURL    string          `json:"pull_request_url"`
	AuthorAssociation string          `json:"author_association"`
	Links             reviewLinksView `json:"_links"`
	SubmittedAt       *string         `json:"submitted_at,omitempty"` // none while pending
	CommitID          string          `json:"commit_id"`
}

type reviewLinksView struct {
	HTML        hrefView `json:"html"`
	PullRequest hrefView `json:"pull_request"`
}

func (p places) reviewView(number int, r reviewRow, owner string) reviewView {
	v := reviewView{
		ID: reviewBase + r.id, NodeID: nodeID(reviewNode, reviewBase+r.id), User: p.user(r.author, r.authorLogin), Body: r.body,
		State: r.state, HTMLURL: fmt.Sprintf("%s#pullrequestreview-%d", p.issuePage(number, true), reviewBase+r.id),
		PullRequestURL: p.pull(number), AuthorAssociation: association(r.authorLogin, owner), CommitID: r.commit,
	}
	v.Links = reviewLinksView{hrefView{v.HTMLURL}, hrefView{v.PullRequestURL}}
	if r.state != "PENDING" {
		at := stamp(r.createdAt)
		v.SubmittedAt = &at
	}
	return v
}

// reviewsOf gives the reviews of a pull request, the oldest first.
func (r *reader) reviewsOf(ctx context.Context, pull int64) ([]reviewRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT review.id, author, user.login, state, commit_sha, created_at, body
		FROM review JOIN user ON user.id = author WHERE issue_id = ? ORDER BY review.id`, pull)
	if err != nil {
		return nil, fmt.Errorf("read the reviews: %w", err)
	}
	defer rows.Close()
	var list []reviewRow
	for rows.Next() {
		var v reviewRow
		if err := rows.Scan(&v.id, &v.author, &v.authorLogin, &v.state, &v.commit, &v.createdAt, &v.body); err != nil {
			return nil, fmt.Errorf("read the reviews: %w", err)
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// listReviews serves GET …/pulls/{number}/reviews. A review that is pending is
// its author's alone.
func listReviews(ctx context.Context, c *call) (answer, error) {
	p, err := c.pull(ctx)
	if err != nil {
		return answer{}, err
	}
	views := []reviewView{}
	err = c.hub.reading(ctx, func(r *reader) error {
		list, err := r.reviewsOf(ctx, p.id)
		for _, v := range list {
			if v.state != "PENDING" || fold(v.authorLogin) == fold(c.who.Login) {
				views = append(views, c.at.reviewView(p.number, v, r.repo.Owner))
			}
		}
		return err
	})
	if err != nil {
		return answer{}, err
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(views))
	return c.page(w, len(views), views[from:to])
}

type reviewRequest struct {
	Commit optional[string] `json:"commit_id"`
	Body   optional[string] `json:"body"`
	Event  optional[string] `json:"event"`
}

func refusedReview(why string) *problem {
	p := refuse(http.StatusUnprocessableEntity, docReviews+"#create-a-review-for-a-pull-request", "Unprocessable Entity")
	p.body.Errors = []fieldError{{text: why}}
	return p
}

// row makes a review of a request, or refuses it as GitHub does.
func (in reviewRequest) row(p pullRow, who Account) (reviewRow, error) {
	v := reviewRow{state: "PENDING", commit: p.headSHA, authorLogin: who.Login}
	if in.Event.value != nil {
		v.state = map[string]string{"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}[*in.Event.value]
	}
	if in.Body.value != nil {
		v.body = *in.Body.value
	}
	if in.Commit.value != nil && *in.Commit.value != "" {
		v.commit = *in.Commit.value
	}
	own := fold(who.Login) == fold(p.authorLogin)
	switch {
	case v.state == "":
		return v, refusedReview(fmt.Sprintf("Variable $event of type PullRequestReviewEvent was provided invalid value: %q", *in.Event.value))
	case own && v.state == "APPROVED":
		return v, refusedReview("Can not approve your own pull request")
	case own && v.state == "CHANGES_REQUESTED":
		return v, refusedReview("Can not request changes on your own pull request")
	case v.body == "" && v.state != "APPROVED" && v.state != "PENDING":
		return v, refusedReview("Review body can't be blank")
	case utf8.RuneCountInString(v.body) > maxBody:
		return v, refusedReview("Body is too long (maximum is 65536 characters)")
	}
	return v, nil
}

// postReview serves POST …/pulls/{number}/reviews. Whoever may read may
// review; nobody may approve what is his own.
func postReview(ctx context.Context, c *call) (answer, error) {
	var in reviewRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	p, err := c.pull(ctx)
	if err != nil {
		return answer{}, err
	}
	v, err := in.row(p, c.who)
	if err != nil {
		return answer{}, err
	}
	if v.commit != p.headSHA {
		there, err := c.hub.opt.Git.Has(ctx, v.commit)
		if err != nil {
			return answer{}, fmt.Errorf("look for the commit %s: %w", v.commit, err)
		}
		if !there {
			return answer{}, refusedReview("The commit_id is not part of the pull request")
		}
	}
	err = c.writing(ctx, func(ctx context.Context, w *writer, actor int64) error {
		v.author, v.createdAt = actor, max(w.now, p.updatedAt)
		v.id, err = w.insert(ctx, `INSERT INTO review (issue_id, author, state, commit_sha, created_at, body) VALUES (?, ?, ?, ?, ?, ?)`,
			p.id, actor, v.state, v.commit, v.createdAt, v.body)
		if err != nil {
			return fmt.Errorf("store a review: %w", err)
		}
		return w.touch(ctx, &p.issueRow)
	})
	if err != nil {
		return answer{}, err
	}
	if err := c.hub.mergeWhatIsReady(ctx, p.headSHA); err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, c.at.reviewView(p.number, v, c.repo.Owner))
}
