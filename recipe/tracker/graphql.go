package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// mutate sends a GraphQL mutation once. Like a write, it is sent again only when
// GitHub refused it for a limit; should that have hit one half only, the other is
// a label that is added or removed already, which changes nothing.
func (c *Client) mutate(ctx context.Context, r request, document string, variables map[string]any, into any) error {
	leave, err := c.turn(ctx, r)
	if err != nil {
		return err
	}
	defer leave()
	for {
		again, _, err := c.askGraphQL(ctx, r, document, variables, into)
		if !again {
			return err
		}
	}
}

// query sends a GraphQL query, and repeats it like a read.
func (c *Client) query(ctx context.Context, r request, document string, variables map[string]any, into any) error {
	for try := 0; ; {
		again, transient, err := c.askGraphQL(ctx, r, document, variables, into)
		switch {
		case again:
			continue
		case err == nil || !transient || try == tries || ctx.Err() != nil:
			return err
		}
		if err := c.opts.Clock.Wait(ctx, c.backoff(try)); err != nil {
			return c.fault(ctx, r, &exchange{}, err)
		}
		try++
	}
}

// askGraphQL sends one document. It reports whether a limit refused it, so that it may be
// sent again, and whether the fault is one that passes.
func (c *Client) askGraphQL(ctx context.Context, r request, document string, variables map[string]any, into any) (again, transient bool, err error) {
	x, round, err := c.onceGraphQL(ctx, r, document, variables, into)
	if err == nil {
		c.limits.answered(budgetGraphQL, x.header)
		return false, false, nil
	}
	var refusal *api.HTTPError
	if errors.As(err, &refusal) && c.limits.refused(budgetGraphQL, round, refusal.StatusCode, refusal.Message, refusal.Headers) {
		return true, false, nil
	}
	var graph *api.GraphQLError
	if errors.As(err, &graph) {
		if limitIn(graph) && c.limits.refused(budgetGraphQL, round, http.StatusTooManyRequests, "", x.header) {
			return true, false, nil
		}
		return false, false, c.graphQLFault(ctx, r, graph)
	}
	return false, passing(err), c.fault(ctx, r, x, err)
}

func (c *Client) onceGraphQL(ctx context.Context, r request, document string, variables map[string]any, into any) (x *exchange, round int, err error) {
	x = &exchange{}
	round, err = c.limits.pass(ctx, budgetGraphQL)
	if err != nil {
		return x, round, err
	}
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return x, round, ctx.Err()
	}
	conn, err := c.conn.get(r.op)
	if err != nil {
		return x, round, err
	}
	err = conn.graphQL.DoWithContext(withExchange(ctx, x), document, variables, into)
	return x, round, asAnswer(x, err)
}

// asAnswer marks what go-gh could not decode: it decodes GraphQL answers itself.
func asAnswer(x *exchange, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case x.status >= 200 && x.status < 300 && !jsonType.MatchString(x.contentType):
		return &answerError{err: errors.New("the answer is " + nameOf(x.contentType) + " instead of JSON"), whole: true}
	case errors.As(err, &syntax) && strings.Contains(syntax.Error(), "unexpected end"):
		return &answerError{err: io.ErrUnexpectedEOF}
	case errors.As(err, &syntax), errors.As(err, &kind):
		return &answerError{err: err}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &answerError{err: err}
	}
	return err
}

// graphQLFault reads the errors of a GraphQL answer.
func (c *Client) graphQLFault(ctx context.Context, r request, graph *api.GraphQLError) error {
	f := &model.Fault{Op: r.op, Kind: model.FaultInvalid, Status: http.StatusOK, Err: graph}
	var said []string
	for _, item := range graph.Errors {
		said = append(said, item.Message)
		switch {
		case strings.Contains(strings.ToLower(item.Message), "archived"):
			f.Kind = model.FaultArchived
			f.Hint = "ask its owner to unarchive it"
		case strings.Contains(strings.ToLower(item.Message), "issues has been disabled"):
			f.Kind = model.FaultIssuesOff
			f.Hint = hintIssuesOff(c.repoArg())
		case item.Type == "FORBIDDEN" || item.Type == "INSUFFICIENT_SCOPES":
			f.Kind = model.FaultNoPermission
		case item.Type == "NOT_FOUND" && f.Kind == model.FaultInvalid:
			f.Kind = model.FaultNotFound
		}
	}
	f.Detail = oneLine(strings.Join(said, "; "))
	if f.Kind == model.FaultNoPermission {
		right := r.right
		if right == "" {
			right = "the right to read " + c.repo()
		}
		f.Detail = c.credential(ctx, r) + " lacks " + right + " (" + f.Detail + ")"
		f.Hint = "ask for that right, or sign in with another account: gh auth switch --hostname " + c.account().host
	}
	c.scrub(f)
	return f
}

// asGraphQLFault gives the fault of a GraphQL answer, nil for any other error.
func asGraphQLFault(err error) *model.Fault {
	var f *model.Fault
	var graph *api.GraphQLError
	if errors.As(err, &f) && errors.As(err, &graph) {
		return f
	}
	return nil
}
