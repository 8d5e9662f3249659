// Package tracker is the one client for GitHub and for the embedded hub.
package tracker

import (
	"context"
	"time"

	"gh-debt/model"
)

// Client reads and writes the issues of one repository. It is safe for use by
// several goroutines at once.
type Client struct {
	opts Options
}

// New makes a client. No request is made.
func New(o Options) (*Client, error) { return &Client{opts: o}, nil }

func (c *Client) notYet(op string) error {
	return &model.Fault{Kind: model.FaultOffline, Op: op, Detail: "the client is being built"}
}

func (c *Client) Repository(ctx context.Context) (model.Repository, error) {
	return model.Repository{}, c.notYet("read the repository")
}
func (c *Client) Issues(ctx context.Context, state model.State, p Progress) ([]model.Issue, error) {
	return nil, c.notYet("read the issues")
}
func (c *Client) Known(ctx context.Context, state model.State) (issues []model.Issue, at time.Time, ok bool) {
	return nil, time.Time{}, false
}
func (c *Client) Issue(ctx context.Context, number int) (model.Issue, error) {
	return model.Issue{}, c.notYet("read the issue")
}
func (c *Client) Timeline(ctx context.Context, number int) ([]model.Event, error) {
	return nil, c.notYet("read the timeline")
}
func (c *Client) Comments(ctx context.Context, number int) ([]model.Comment, error) {
	return nil, c.notYet("read the comments")
}
func (c *Client) Labels(ctx context.Context) ([]model.Label, error) {
	return nil, c.notYet("read the labels")
}
func (c *Client) DuplicateOf(ctx context.Context, number int) (original int, ok bool, err error) {
	return 0, false, c.notYet("read the original")
}
func (c *Client) CreateIssue(ctx context.Context, n NewIssue) (model.Issue, error) {
	return model.Issue{}, c.notYet("create the issue")
}
func (c *Client) EditLabels(ctx context.Context, number int, edit model.LabelEdit) error {
	return c.notYet("edit the labels")
}
func (c *Client) EditBody(ctx context.Context, number int, old, new string) error {
	return c.notYet("edit the body")
}
func (c *Client) Comment(ctx context.Context, number int, body string) error {
	return c.notYet("comment")
}
func (c *Client) Close(ctx context.Context, number int, reason model.StateReason) error {
	return c.notYet("close the issue")
}
func (c *Client) Reopen(ctx context.Context, number int) error { return c.notYet("reopen the issue") }
func (c *Client) CreateLabel(ctx context.Context, l model.Label) error {
	return c.notYet("create the label")
}
func (c *Client) EditLabel(ctx context.Context, name string, to model.Label) error {
	return c.notYet("edit the label")
}
