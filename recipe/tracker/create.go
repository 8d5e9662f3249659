package tracker

import (
	"context"
	"io"
	"net/http"
	"unicode/utf8"

	"gh-debt/model"
)

// CreateIssue creates an issue and gives it as GitHub's answer shows it: a token
// that may not label makes GitHub drop the labels in silence, so they are worth a
// look. The body is stored byte for byte and travels in the request alone. It is
// sent once: a lost answer is a FaultUnknownResult, after which one looks before
// repeating it.
func (c *Client) CreateIssue(ctx context.Context, n NewIssue) (model.Issue, error) {
	r := request{
		op: "create the issue in " + c.repo(), right: "the right to open issues in " + c.repo(),
		method: http.MethodPost, rest: "issues", creates: true,
	}
	if err := checkText(r.op, n.Title, n.Body); err != nil {
		return model.Issue{}, err
	}
	body := struct {
		Title  string   `json:"title"`
		Body   string   `json:"body"`
		Labels []string `json:"labels,omitempty"`
	}{n.Title, n.Body, n.Labels}
	var w wireIssue
	if err := c.send(ctx, r, body, w.decode); err != nil {
		return model.Issue{}, err
	}
	return w.model(intern{}), nil
}

// send writes a body as JSON.
func (c *Client) send(ctx context.Context, r request, body any, decode func(io.Reader) error) error {
	data, err := encode(body)
	if err != nil {
		return c.fault(ctx, r, &exchange{}, err)
	}
	r.body = data
	return c.write(ctx, r, decode)
}

// checkText refuses what JSON cannot carry as it is: it would be changed on the way.
func checkText(op string, texts ...string) error {
	for _, t := range texts {
		if !utf8.ValidString(t) {
			return &model.Fault{
				Kind: model.FaultInvalid, Op: op, Detail: "the text is not valid UTF-8", Hint: "save it as UTF-8",
			}
		}
	}
	return nil
}

// Comment adds a comment to an issue, byte for byte. It is sent once.
func (c *Client) Comment(ctx context.Context, number int, body string) error {
	r := request{
		op: "comment on " + c.issueName(number), right: "the right to comment on issues of " + c.repo(),
		method: http.MethodPost, rest: issuePath(number, "comments"), creates: true,
	}
	if err := checkText(r.op, body); err != nil {
		return err
	}
	return c.send(ctx, r, struct {
		Body string `json:"body"`
	}{body}, nil)
}
