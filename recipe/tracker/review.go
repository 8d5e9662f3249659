package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"gh-debt/model"
)

// wireReview is what is read of a review's JSON.
type wireReview struct {
	ID     int64             `json:"id"`
	User   wireUser          `json:"user"`
	Body   string            `json:"body"`
	State  model.ReviewState `json:"state"`
	Commit string            `json:"commit_id"`
	At     time.Time         `json:"submitted_at"`
}

func (w *wireReview) decode(r io.Reader) error {
	*w = wireReview{}
	if err := json.NewDecoder(r).Decode(w); err != nil {
		return err
	}
	if w.State == "" {
		return &answerError{err: errors.New("a review without a state"), whole: true}
	}
	return nil
}

func (w *wireReview) model() model.Review {
	return model.Review{ID: w.ID, Author: w.User.Login, State: w.State, Body: w.Body, Commit: w.Commit, At: w.At}
}

// Reviews reads all reviews of a pull request, the oldest first. A review keeps the
// commit that it was given for, whatever the head is now.
func (c *Client) Reviews(ctx context.Context, number int) ([]model.Review, error) {
	r := request{op: "read the reviews of " + c.pullName(number), rest: pullPath(number, "reviews")}
	return readPages(ctx, c, r, func(w *wireReview) model.Review { return w.model() })
}

// PostReview posts a review of a commit of a pull request: its state (approved,
// changes requested or commented), body and commit. GitHub lets nobody approve, or
// ask for changes of, their own pull request; there it is posted as a comment, and
// the state that is given back says so. It is sent once; a lost answer is a
// FaultUnknownResult, after which one looks with Reviews.
func (c *Client) PostReview(ctx context.Context, number int, review model.Review) (model.ReviewState, error) {
	r := request{
		op: "review " + c.pullName(number), right: "the right to review pull requests of " + c.repo(),
		method: http.MethodPost, rest: pullPath(number, "reviews"), creates: true,
	}
	event, ok := map[model.ReviewState]string{
		model.ReviewApproved: "APPROVE", model.ReviewChanges: "REQUEST_CHANGES", model.ReviewCommented: "COMMENT",
	}[review.State]
	if !ok {
		return "", &model.Fault{Kind: model.FaultInvalid, Op: r.op, Detail: fmt.Sprintf("nobody reviews with the state %q", review.State)}
	}
	if strings.TrimSpace(review.Body) == "" {
		return "", &model.Fault{Kind: model.FaultInvalid, Op: r.op, Detail: "it says nothing"}
	}
	if err := errors.Join(checkText(r.op, review.Body), checkCommit(r.op, review.Commit)); err != nil {
		return "", err
	}
	state, err := c.postReview(ctx, r, event, review)
	if event != "COMMENT" && refusedWith(err, http.StatusUnprocessableEntity) && says(err, "your own pull request") {
		return c.postReview(ctx, r, "COMMENT", review)
	}
	return state, err
}

func (c *Client) postReview(ctx context.Context, r request, event string, review model.Review) (model.ReviewState, error) {
	body := struct {
		Commit string `json:"commit_id"`
		Body   string `json:"body"`
		Event  string `json:"event"`
	}{review.Commit, review.Body, event}
	var w wireReview
	if err := c.send(ctx, r, body, w.decode); err != nil {
		return "", err
	}
	return w.State, nil
}
