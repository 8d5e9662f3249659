package tracker

import (
	"context"
	"fmt"
	"net/http"

	"gh-debt/model"
)

// EditBody replaces the body of an issue, if it is still the old one: a body that
// somebody changed meanwhile is not written over, and that is a FaultUnstable. A body
// that is the new one already is left alone. GitHub may answer 200 to an edit that
// is too long for it and keep the old text, so that the answer must show the new
// one: an answer with another text is a FaultInvalid where that is the old one, and
// otherwise a FaultUnstable.
func (c *Client) EditBody(ctx context.Context, number int, old, new string) error {
	r := c.patch("edit the body of "+c.issueName(number), number)
	if err := checkText(r.op, new); err != nil {
		return err
	}
	now, err := c.issue(ctx, number)
	switch {
	case err != nil:
		return err
	case now.Body == new:
		return nil
	case now.Body != old:
		return &model.Fault{
			Kind: model.FaultUnstable, Op: r.op, Detail: "somebody changed it meanwhile",
			Hint: "read the issue again, then repeat the change",
		}
	}
	var stored wireIssue
	err = c.send(ctx, r, struct {
		Body string `json:"body"`
	}{new}, stored.decode)
	if err != nil || stored.Body == new {
		return err
	}
	if stored.Body == old {
		return &model.Fault{
			Kind: model.FaultInvalid, Op: r.op, Detail: "GitHub said yes and kept the old text",
			Hint: "it may be too long: shorten it, then repeat the change",
		}
	}
	return &model.Fault{
		Kind: model.FaultUnstable, Op: r.op, Detail: "GitHub's answer shows another text than was sent",
		Hint: "read the issue again and look at what it holds",
	}
}

// patch is a change of an issue.
func (c *Client) patch(op string, number int) request {
	return request{
		op: op, right: "the right to edit issues of " + c.repo() + " (the triage role or more)",
		method: http.MethodPatch, rest: issuePath(number, ""),
	}
}

// stateEdit sends state and reason and nothing else, so that labels and body stay
// whatever they are.
type stateEdit struct {
	State       model.State       `json:"state"`
	StateReason model.StateReason `json:"state_reason,omitempty"`
	DuplicateOf int64             `json:"duplicate_issue_id,omitempty"`
}

// Close closes an issue for a reason: completed, not_planned or duplicate, or none.
func (c *Client) Close(ctx context.Context, number int, reason model.StateReason) error {
	r := c.patch("close "+c.issueName(number), number)
	switch reason {
	case model.NoReason, model.Completed, model.NotPlanned, model.Duplicate:
		return c.send(ctx, r, stateEdit{State: model.Closed, StateReason: reason}, nil)
	}
	return &model.Fault{
		Kind: model.FaultInvalid, Op: r.op, Detail: fmt.Sprintf("GitHub closes no issue as %q", reason),
		Hint: "close it as completed, not_planned or duplicate",
	}
}

// CloseAsDuplicate closes an issue as a duplicate of another one of the same
// repository, which DuplicateOf then tells.
func (c *Client) CloseAsDuplicate(ctx context.Context, number, original int) error {
	r := c.patch(fmt.Sprintf("close %s as a duplicate of #%d", c.issueName(number), original), number)
	of, err := c.issue(ctx, original)
	if err != nil {
		return err
	}
	return c.send(ctx, r, stateEdit{State: model.Closed, StateReason: model.Duplicate, DuplicateOf: of.ID}, nil)
}

// Reopen opens a closed issue again.
func (c *Client) Reopen(ctx context.Context, number int) error {
	r := c.patch("reopen "+c.issueName(number), number)
	return c.send(ctx, r, stateEdit{State: model.Open, StateReason: model.Reopened}, nil)
}
