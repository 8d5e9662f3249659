package tracker

import (
	"context"
	"net/http"

	"gh-debt/model"
)

// NewPull is what CreatePull sends.
type NewPull struct {
	Title, Body string
	Head, Base  string // branches of the repository
	Draft       bool
}

// CreatePull opens a pull request. Where one is open for the same head and base,
// that one is given: opening it twice is safe. It is sent once; a lost answer is a
// FaultUnknownResult, after which one looks with PullsOf.
func (c *Client) CreatePull(ctx context.Context, n NewPull) (model.PullRequest, error) {
	r := request{
		op: "open a pull request of " + c.branchName(n.Head), right: "the right to open pull requests in " + c.repo() + " (the write role or more)",
		method: http.MethodPost, rest: "pulls", creates: true,
	}
	if err := checkText(r.op, n.Title, n.Body, n.Head, n.Base); err != nil {
		return model.PullRequest{}, err
	}
	body := struct {
		Title string `json:"title"`
		Head  string `json:"head"`
		Base  string `json:"base"`
		Body  string `json:"body"`
		Draft bool   `json:"draft,omitempty"`
	}{n.Title, n.Head, n.Base, n.Body, n.Draft}
	var w wirePull
	err := c.send(ctx, r, body, w.decode)
	if refusedWith(err, http.StatusUnprocessableEntity) && says(err, "pull request already exists") {
		if open, ok := c.openPull(ctx, n); ok {
			return open, nil
		}
	}
	if err != nil {
		return model.PullRequest{}, err
	}
	return w.model(), nil
}

// openPull finds the open pull request of a head and a base.
func (c *Client) openPull(ctx context.Context, n NewPull) (model.PullRequest, bool) {
	pulls, err := c.PullsOf(ctx, n.Head)
	if err != nil {
		return model.PullRequest{}, false
	}
	for _, p := range pulls {
		if p.State == model.Open && p.BaseRef == n.Base {
			return p, true
		}
	}
	return model.PullRequest{}, false
}

// PullEdit is what EditPull changes: what is nil stays as it is.
type PullEdit struct {
	Title   *string
	Body    *string
	OldBody string // the body that Body takes the place of
}

// EditPull changes the title or the body of a pull request and gives it as it is
// then. A body is changed only while it is still the old one: one that somebody
// changed meanwhile is not written over, and that is a FaultUnstable. Where nothing
// is left to do, nothing is sent.
func (c *Client) EditPull(ctx context.Context, number int, edit PullEdit) (model.PullRequest, error) {
	r := c.patchPull("edit "+c.pullName(number), number)
	var body struct {
		Title *string `json:"title,omitempty"`
		Body  *string `json:"body,omitempty"`
	}
	for _, text := range []*string{edit.Title, edit.Body} {
		if text == nil {
			continue
		}
		if err := checkText(r.op, *text); err != nil {
			return model.PullRequest{}, err
		}
	}
	now, err := c.pull(ctx, number)
	if err != nil {
		return model.PullRequest{}, err
	}
	if edit.Title != nil && *edit.Title != now.Title {
		body.Title = edit.Title
	}
	if edit.Body != nil && *edit.Body != now.Body {
		if now.Body != edit.OldBody {
			return model.PullRequest{}, &model.Fault{
				Kind: model.FaultUnstable, Op: r.op, Detail: "somebody changed its body meanwhile",
				Hint: "read it again, then repeat the change",
			}
		}
		body.Body = edit.Body
	}
	if body.Title == nil && body.Body == nil {
		return now.model(), nil
	}
	var stored wirePull
	if err := c.send(ctx, r, body, stored.decode); err != nil {
		return model.PullRequest{}, err
	}
	if body.Body != nil && stored.Body != *body.Body || body.Title != nil && stored.Title != *body.Title {
		return model.PullRequest{}, &model.Fault{
			Kind: model.FaultUnstable, Op: r.op, Detail: "GitHub's answer shows another text than was sent",
			Hint: "read it again and look at what it holds",
		}
	}
	return stored.model(), nil
}

// ClosePull closes a pull request without merging it. One that is closed or merged
// already is left as it is.
func (c *Client) ClosePull(ctx context.Context, number int) error {
	r := c.patchPull("close "+c.pullName(number), number)
	now, err := c.pull(ctx, number)
	if err != nil || now.State == model.Closed {
		return err
	}
	return c.send(ctx, r, struct {
		State model.State `json:"state"`
	}{model.Closed}, nil)
}

// patchPull is a change of a pull request.
func (c *Client) patchPull(op string, number int) request {
	return request{
		op: op, right: "the right to edit pull requests of " + c.repo() + " (the write role or more)",
		method: http.MethodPatch, rest: pullPath(number, ""),
	}
}
