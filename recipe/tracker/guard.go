package tracker

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"gh-debt/model"
)

// guardSize is how many of the entries that changed last the guard looks at.
// Times are told by the second, so this many entries would have to change within
// one second for one of them to be overlooked.
const guardSize = 10

// guard is what changed last in the whole repository: asked before and after a
// read, it tells what changed meanwhile.
type guard struct {
	etag    string
	entries []guardEntry
}

type guardEntry struct {
	number  int
	mark    uint64
	belongs bool // it is what the list was asked for
}

// ask reads the guard, conditionally when it is known.
func (c *Client) askGuard(ctx context.Context, q query, known *guard) (*guard, error) {
	r := request{
		op:   q.op(c.repo()),
		rest: fmt.Sprintf("issues?state=all&sort=updated&direction=desc&per_page=%d", guardSize),
	}
	if known != nil {
		r.etag = known.etag
	}
	var g guard
	x, err := c.read(ctx, r, func(body io.Reader) error {
		g.entries = nil
		return decodeArray(body, func(w *wireIssue) error {
			g.entries = append(g.entries, guardEntry{number: w.Number, mark: w.mark(), belongs: q.holds(w)})
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if x.status == http.StatusNotModified {
		return known, nil
	}
	g.etag = x.header.Get("ETag")
	return &g, nil
}

// holds reports whether an entry is in the list.
func (q query) holds(w *wireIssue) bool {
	if (q.state == model.Open || q.state == model.Closed) && string(q.state) != w.State {
		return false
	}
	if q.label == "" {
		return q.creator == "" || strings.EqualFold(w.User.Login, q.creator)
	}
	for _, l := range w.Labels {
		if strings.EqualFold(l.Name, q.label) {
			return true
		}
	}
	return false
}

// since gives the entries that changed between two askings; complete is false
// when there may be more of them than the guard shows.
func (g *guard) since(before *guard) (changed []guardEntry, complete bool) {
	if g == before {
		return nil, true
	}
	marks := make(map[int]uint64, len(before.entries))
	for _, e := range before.entries {
		marks[e.number] = e.mark
	}
	for _, e := range g.entries {
		if mark, ok := marks[e.number]; !ok || mark != e.mark {
			changed = append(changed, e)
		}
	}
	return changed, len(changed) < guardSize
}
