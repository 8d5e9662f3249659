package tracker

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// redirects reports whether an answer points to another place. GitHub answers
// with 301 or 307 for a renamed repository and for a transferred issue.
func redirects(err error) bool {
	var e *api.HTTPError
	if !errors.As(err, &e) {
		return false
	}
	switch e.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// follow finds where the repository is now, so that a write can be sent there
// with its own method and body. A redirect that leads out of the repository, as
// that of a transferred issue does, is refused: the number means another issue there.
func (c *Client) follow(ctx context.Context, r request, redirect error) error {
	var e *api.HTTPError
	errors.As(redirect, &e)
	target, err := url.Parse(e.Headers.Get("Location"))
	if err != nil {
		return c.fault(ctx, r, &exchange{}, redirect)
	}
	return c.findPlace(ctx, target.Path, r)
}

// findPlace asks for the repository, which follows its renaming, and checks that
// the path which an answer came from, or points to, is the same thing in it.
func (c *Client) findPlace(ctx context.Context, path string, r request) error {
	var w wireRepository
	read := request{op: r.op}
	if _, err := c.read(ctx, read, w.decode); err != nil {
		return err
	}
	rest := r.plainRest()
	for _, base := range []string{w.idPath(), "/repos/" + w.FullName} {
		if strings.HasSuffix(strings.ToLower(path), strings.ToLower(base+"/"+rest)) {
			c.noteMove(w)
			return nil
		}
	}
	return &model.Fault{
		Kind: model.FaultNotFound, Op: r.op, Detail: "it was moved to another repository (" + oneLine(path) + ")",
		Hint: "look for it there with --repo",
	}
}

// noteMove sends what follows to the repository's present name.
func (c *Client) noteMove(w wireRepository) {
	owner, name, ok := strings.Cut(w.FullName, "/")
	if !ok {
		return
	}
	if o, n := c.place.slug(); !strings.EqualFold(o+"/"+n, w.FullName) {
		c.place.move(owner, name)
	}
}

// samePlace checks that a read which was redirected was not led out of the repository.
func (c *Client) samePlace(ctx context.Context, r request, x *exchange) error {
	owner, name := c.place.slug()
	if x.url == nil || strings.HasSuffix(x.url.Path, "/repos/"+owner+"/"+name+"/"+r.plainRest()) {
		return nil
	}
	return c.findPlace(ctx, x.url.Path, r)
}

// plainRest is the path below the repository without query and escapes.
func (r request) plainRest() string {
	rest, _, _ := strings.Cut(r.rest, "?")
	if plain, err := url.PathUnescape(rest); err == nil {
		return plain
	}
	return rest
}
