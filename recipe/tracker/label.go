package tracker

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// CreateLabel creates a label in the repository. One of that name that is there
// already is no error (C-06); its colour and description are left alone.
func (c *Client) CreateLabel(ctx context.Context, l model.Label) error {
	r := request{
		op: "create the label " + oneLine(l.Name) + " in " + c.repo(), right: c.labelRight(),
		method: http.MethodPost, rest: "labels",
	}
	body := struct {
		Name        string `json:"name"`
		Color       string `json:"color,omitempty"`
		Description string `json:"description,omitempty"`
	}{l.Name, l.Color, l.Description}
	err := c.send(ctx, r, body, nil)
	var refusal *api.HTTPError
	if errors.As(err, &refusal) {
		for _, item := range refusal.Errors {
			if item.Code == "already_exists" {
				return nil
			}
		}
	}
	if err == nil {
		c.forgetLabels()
	}
	return err
}

// EditLabel changes the label of that name in place, so that its issues keep it.
// What is empty in to stays as it is.
func (c *Client) EditLabel(ctx context.Context, name string, to model.Label) error {
	r := request{
		op: "change the label " + oneLine(name) + " of " + c.repo(), right: c.labelRight(),
		method: http.MethodPatch, rest: "labels/" + url.PathEscape(name),
	}
	body := struct {
		NewName     string `json:"new_name,omitempty"`
		Color       string `json:"color,omitempty"`
		Description string `json:"description,omitempty"`
	}{to.Name, to.Color, to.Description}
	if to.Name == name {
		body.NewName = ""
	}
	err := c.send(ctx, r, body, nil)
	if err == nil {
		c.forgetLabels()
	}
	return err
}

func (c *Client) labelRight() string {
	return "the right to create and change labels of " + c.repo() + " (the write role or more)"
}
