package tracker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gh-debt/model"
)

// page is one page of the issue list as it was last answered.
type page struct {
	number int    // counted from 1
	direct string // address that a Link gave; "" where the number makes the request
	etag   string
	next   string // address of the next page, if the answer named one
	last   int    // number of the last page, if the answer named it
	items  []int  // numbers of all entries, pull requests included: they shift like issues
	issues []model.Issue

	file  string // name of its file in the cache, "" while it is not there
	short bool   // the bodies are gists
}

// shorten keeps the gist of each body. All texts are copied, since those of a page
// from disk are parts of one text that would stay as a whole.
func (p *page) shorten(gist func(string) string) {
	words := intern{}
	p.direct, p.etag, p.next = strings.Clone(p.direct), strings.Clone(p.etag), strings.Clone(p.next)
	for i := range p.issues {
		is := &p.issues[i]
		is.Title, is.URL, is.Body = strings.Clone(is.Title), strings.Clone(is.URL), gist(is.Body)
		is.State, is.StateReason = model.State(words.copy(string(is.State))), model.StateReason(words.copy(string(is.StateReason)))
		is.Author = words.copy(is.Author)
		for n, l := range is.Labels {
			is.Labels[n] = words.copy(l)
		}
	}
	p.short = true
}

// full reports whether another page may follow.
func (p *page) full() bool { return len(p.items) >= perPage }

// query is what a list is asked with: the issues with a label or, without one,
// those of an account, or all.
type query struct {
	label   string
	creator string // lower case; only without a label
	state   model.State
}

func (q query) op(repo string) string {
	if q.creator != "" {
		return fmt.Sprintf("read the issues that %s opened in %s", q.creator, repo)
	}
	if q.state == model.Open || q.state == model.Closed {
		return fmt.Sprintf("read the %s issues of %s", q.state, repo)
	}
	return "read the issues of " + repo
}

// rest is the path of one page: sorted by creation, so that old pages stay equal.
func (q query) rest(number int) string {
	filter := ""
	switch {
	case q.label != "":
		filter = "labels=" + url.QueryEscape(q.label) + "&"
	case q.creator != "":
		filter = "creator=" + url.QueryEscape(q.creator) + "&"
	}
	return fmt.Sprintf("issues?%sstate=%s&sort=created&direction=asc&per_page=%d&page=%d",
		filter, url.QueryEscape(string(q.state)), perPage, number)
}

// fetch asks for a page: only for what changed when it is known already. A page
// that did not change is given back as it is.
func (c *Client) fetch(ctx context.Context, r request, known *page) (*page, error) {
	p := &page{direct: r.direct}
	words := intern{}
	if known != nil {
		r.etag = known.etag
	}
	x, err := c.read(ctx, r, func(body io.Reader) error {
		p.items, p.issues = nil, nil
		return decodeArray(body, func(w *wireIssue) error {
			if w.Number == 0 {
				return &answerError{err: errors.New("an issue without a number"), whole: true}
			}
			p.items = append(p.items, w.Number)
			if !w.pull() {
				p.issues = append(p.issues, w.model(words))
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if x.status == http.StatusNotModified {
		return known, nil
	}
	l, err := x.links(r.op)
	if err != nil {
		return nil, err
	}
	p.etag, p.next, p.last = x.header.Get("ETag"), l.next, l.last
	return p, nil
}

// sameItems reports whether a page holds the same entries as before.
func sameItems(a, b *page) bool { return a == b || slices.Equal(a.items, b.items) }
