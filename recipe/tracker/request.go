package tracker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// request is one call of the REST API.
type request struct {
	op      string // what is being done, in words: "read the issue acme/shop#7"
	right   string // of a write: the right that it needs, in words
	method  string
	rest    string // the path below the repository
	direct  string // instead of rest: a path from the root, or an address that a Link gave
	etag    string
	body    []byte
	creates bool // makes content, and is paced
}

// tries is how often a read is repeated after a passing fault.
const tries = 3

// answerError says that an answer is not what GitHub sends.
type answerError struct {
	err   error
	whole bool // the answer came to its end, and is wrong
}

func (e *answerError) Error() string { return e.err.Error() }
func (e *answerError) Unwrap() error { return e.err }

// cut reports whether the answer ended too early, as one does when the
// connection breaks.
func (e *answerError) cut() bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var date *time.ParseError
	return !e.whole && !errors.As(e.err, &syntax) && !errors.As(e.err, &kind) && !errors.As(e.err, &date)
}

var jsonType = regexp.MustCompile(`[/+]json($|;)`)

// read asks with GET and gives the answer's body to decode, anew at each try. A
// 304 is no error: decode is not called then, and the exchange has the status.
func (c *Client) read(ctx context.Context, r request, decode func(io.Reader) error) (*exchange, error) {
	r.method = http.MethodGet
	for try := 0; ; {
		x, round, err := c.once(ctx, r, decode)
		if err == nil {
			c.limits.answered(budgetREST, x.header)
			return x, nil
		}
		if c.limited(round, x, err) {
			continue
		}
		if try == tries || !passing(err) || ctx.Err() != nil {
			return x, c.fault(ctx, r, x, err)
		}
		if err := c.opts.Clock.Wait(ctx, c.backoff(try)); err != nil {
			return x, c.fault(ctx, r, x, err)
		}
		try++
	}
}

// backoff is the time before a repeated read: doubling, with jitter.
func (c *Client) backoff(try int) time.Duration {
	return time.Duration(float64(250*time.Millisecond<<try) * (0.5 + c.opts.Random()))
}

// write sends a change once. It is sent again only when GitHub surely did not
// carry it out: after a limit, and to the new place of a renamed repository.
func (c *Client) write(ctx context.Context, r request, decode func(io.Reader) error) error {
	leave, err := c.turn(ctx, r)
	if err != nil {
		return err
	}
	defer leave()
	for moved := false; ; {
		if r.creates {
			if err := c.pace(ctx); err != nil {
				return c.fault(ctx, r, &exchange{}, err)
			}
		}
		x, round, err := c.once(ctx, r, decode)
		if r.creates {
			c.notePace()
		}
		if err == nil {
			c.limits.answered(budgetREST, x.header)
			return nil
		}
		if c.limited(round, x, err) {
			continue
		}
		if redirects(err) && !moved {
			if err := c.follow(ctx, r, err); err != nil {
				return err
			}
			moved = true
			continue
		}
		return c.fault(ctx, r, x, err)
	}
}

// turn waits for the other writes to end.
func (c *Client) turn(ctx context.Context, r request) (leave func(), err error) {
	select {
	case c.writing <- struct{}{}:
		return func() { <-c.writing }, nil
	case <-ctx.Done():
		return nil, c.fault(ctx, r, &exchange{}, ctx.Err())
	}
}

// once sends one request, when a slot is free and no limit keeps it back.
func (c *Client) once(ctx context.Context, r request, decode func(io.Reader) error) (x *exchange, round int, err error) {
	x = &exchange{etag: r.etag}
	round, err = c.limits.pass(ctx, budgetREST)
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
	path := r.direct
	if path == "" {
		path = c.place.path(r.rest)
	}
	var body io.Reader
	if r.body != nil {
		body = bytes.NewReader(r.body)
	}
	resp, err := conn.rest.RequestWithContext(withExchange(ctx, x), r.method, path, body)
	if x.status == http.StatusNotModified && r.etag != "" {
		return x, round, nil
	}
	if err != nil {
		return x, round, err
	}
	return x, round, receive(resp, x, decode)
}

// receive reads the body of an answer that succeeded.
func receive(resp *http.Response, x *exchange, decode func(io.Reader) error) error {
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNoContent {
		return nil
	}
	if !jsonType.MatchString(x.contentType) {
		return &answerError{err: errors.New("the answer is " + nameOf(x.contentType) + " instead of JSON"), whole: true}
	}
	if decode != nil {
		if err := decode(resp.Body); err != nil {
			var answer *answerError
			if errors.As(err, &answer) {
				return err
			}
			return &answerError{err: err}
		}
	}
	// What is left must be read, so that the connection can be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	return nil
}

func nameOf(contentType string) string {
	switch {
	case contentType == "":
		return "of no named kind"
	case strings.HasPrefix(contentType, "text/html"):
		return "a web page"
	default:
		return oneLine(contentType)
	}
}

// limited reports whether an error was a limit, which the next try waits for.
func (c *Client) limited(round int, x *exchange, err error) bool {
	var refusal *api.HTTPError
	if !errors.As(err, &refusal) {
		return false
	}
	return c.limits.refused(budgetREST, round, refusal.StatusCode, refusal.Message, refusal.Headers)
}

// passing reports whether a read that failed so may well succeed the next time.
// One that was waited for long enough already is not repeated.
func passing(err error) bool {
	var refusal *api.HTTPError
	if errors.As(err, &refusal) {
		switch refusal.StatusCode {
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		return false
	}
	var answer *answerError
	if errors.As(err, &answer) {
		return answer.cut()
	}
	var connection *url.Error
	return !fileFault(&model.Fault{}, err) && errors.As(err, &connection) && !isCertificate(err) && !isTimeout(err)
}

// pace keeps creations apart, as GitHub asks of programs.
func (c *Client) pace(ctx context.Context) error {
	c.mu.Lock()
	last := c.created
	c.mu.Unlock()
	d := last.Add(c.opts.Pace).Sub(c.opts.Clock.Now())
	if last.IsZero() || d <= 0 {
		return nil
	}
	return c.opts.Clock.Wait(ctx, d)
}

func (c *Client) notePace() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.created = c.opts.Clock.Now()
}
