package tracker

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"gh-debt/model"
)

// Issue reads one issue. A pull request, and an issue that was transferred to
// another repository, are not found.
func (c *Client) Issue(ctx context.Context, number int) (model.Issue, error) {
	w, err := c.issue(ctx, number)
	if err != nil {
		return model.Issue{}, err
	}
	return w.model(intern{}), nil
}

func (c *Client) issue(ctx context.Context, number int) (wireIssue, error) {
	var w wireIssue
	r := request{op: "read the issue " + c.issueName(number), rest: issuePath(number, "")}
	x, err := c.read(ctx, r, w.decode)
	if err != nil {
		return w, err
	}
	if err := c.samePlace(ctx, r, x); err != nil {
		return w, err
	}
	if w.pull() {
		return w, &model.Fault{
			Kind: model.FaultNotFound, Op: r.op, Detail: fmt.Sprintf("#%d is a pull request", number),
		}
	}
	return w, nil
}

func issuePath(number int, rest string) string {
	path := "issues/" + strconv.Itoa(number)
	if rest == "" {
		return path
	}
	return path + "/" + rest
}

// Comments reads all comments of an issue, the oldest first.
func (c *Client) Comments(ctx context.Context, number int) ([]model.Comment, error) {
	type wireComment struct {
		ID        int64     `json:"id"`
		User      wireUser  `json:"user"`
		Body      string    `json:"body"`
		CreatedAt time.Time `json:"created_at"`
	}
	r := request{op: "read the comments of " + c.issueName(number), rest: issuePath(number, "comments")}
	return readPages(ctx, c, r, func(w *wireComment) model.Comment {
		return model.Comment{ID: w.ID, Author: w.User.Login, Body: w.Body, CreatedAt: w.CreatedAt}
	})
}

// Timeline reads all events of an issue, in the order they happened. Kinds that
// no rule reads are kept under their own name.
func (c *Client) Timeline(ctx context.Context, number int) ([]model.Event, error) {
	type wireEvent struct {
		ID          json.Number `json:"id"`
		Event       string      `json:"event"`
		Actor       wireUser    `json:"actor"`
		User        wireUser    `json:"user"`
		CreatedAt   time.Time   `json:"created_at"`
		SubmittedAt time.Time   `json:"submitted_at"`
		Label       wireLabel   `json:"label"`
		StateReason string      `json:"state_reason"`
		Body        string      `json:"body"`
	}
	r := request{op: "read the history of " + c.issueName(number), rest: issuePath(number, "timeline")}
	return readPages(ctx, c, r, func(w *wireEvent) model.Event {
		id, _ := w.ID.Int64()
		e := model.Event{
			ID: id, Kind: model.EventKind(w.Event), Actor: w.Actor.Login, At: w.CreatedAt,
			Label: w.Label.Name, Reason: model.StateReason(w.StateReason), Body: w.Body,
		}
		if e.Actor == "" {
			e.Actor = w.User.Login
		}
		if e.At.IsZero() {
			e.At = w.SubmittedAt
		}
		return e
	})
}

// Labels reads all labels of the repository (C-06: to the last page).
func (c *Client) Labels(ctx context.Context) ([]model.Label, error) {
	return readPages(ctx, c, c.labelsRequest(), func(w *wireLabel) model.Label { return w.model() })
}

func (c *Client) labelsRequest() request {
	return request{op: "read the labels of " + c.repo(), rest: "labels"}
}
