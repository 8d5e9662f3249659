package tracker

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// perPage is GitHub's largest page.
const perPage = 100

// mostPages ends the walk through a list whose next pages lead in a circle.
const mostPages = 10000

// listDecoder reads the elements of one page's answer.
type listDecoder[W any] func(r io.Reader, take func(*W) error) error

// readPages reads a list that only grows at its end: the first page, then all
// others side by side. Any page that fails fails the read.
func readPages[W, M any](ctx context.Context, c *Client, r request, to func(*W) M) ([]M, error) {
	return readListed(ctx, c, r, decodeArray[W], to)
}

// readListed is readPages for answers of another form than a bare array.
func readListed[W, M any](ctx context.Context, c *Client, r request, decode listDecoder[W], to func(*W) M) ([]M, error) {
	base := r.rest + "?"
	if strings.Contains(r.rest, "?") {
		base = r.rest + "&"
	}
	page := func(ctx context.Context, r request) (items []M, l links, err error) {
		x, err := c.read(ctx, r, func(body io.Reader) error {
			items = items[:0]
			return decode(body, func(w *W) error {
				items = append(items, to(w))
				return nil
			})
		})
		if err != nil {
			return nil, l, err
		}
		if r.direct == "" {
			if err := c.samePlace(ctx, r, x); err != nil {
				return nil, l, err
			}
		}
		l, err = x.links(r.op)
		return items, l, err
	}
	r.rest = fmt.Sprintf("%sper_page=%d", base, perPage)
	first, l, err := page(ctx, r)
	if err != nil || l.next == "" {
		return first, err
	}
	pages := [][]M{first}
	if l.last > 1 {
		more := make([][]M, l.last-1)
		ends := make([]links, l.last-1)
		g, gctx := errgroup.WithContext(ctx)
		g.SetLimit(atOnce)
		for i := range more {
			g.Go(func() (err error) {
				r := r
				r.rest = fmt.Sprintf("%sper_page=%d&page=%d", base, perPage, i+2)
				more[i], ends[i], err = page(gctx, r)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return nil, err
		}
		pages = append(pages, more...)
		l = ends[len(ends)-1]
	}
	for l.next != "" {
		if len(pages) == mostPages {
			return nil, &model.Fault{Kind: model.FaultAnswer, Op: r.op, Detail: "its pages do not end"}
		}
		var items []M
		r.direct = l.next
		items, l, err = page(ctx, r)
		if err != nil {
			return nil, err
		}
		pages = append(pages, items)
	}
	return slices.Concat(pages...), nil
}

// readSettled reads a list that entries also leave: one that leaves shifts those
// after it to the page before, where they are missed by whoever reads it just then.
// A list of several pages is therefore read until two reads hold the same entries in
// the same order. One that changes faster than that is a FaultUnstable.
func readSettled[W, M any, K comparable](ctx context.Context, c *Client, r request, to func(*W) M, key func(M) K) ([]M, error) {
	var before []M
	for i := range attempts {
		items, err := readPages(ctx, c, r, to)
		if err != nil {
			return nil, err
		}
		same := func(a, b M) bool { return key(a) == key(b) }
		if len(items) < perPage || i > 0 && slices.EqualFunc(before, items, same) {
			return items, nil
		}
		before = items
	}
	return nil, &model.Fault{
		Kind: model.FaultUnstable, Op: r.op,
		Detail: "the list kept changing while it was read", Hint: "try again in a moment",
	}
}
