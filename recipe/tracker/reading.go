package tracker

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// reading is one attempt to read a list, with what an earlier read or attempt
// left as known.
type reading struct {
	c     *Client
	q     query
	known *listing

	mu       sync.Mutex
	pages    map[int]*page
	walked   bool
	guard    *page
	moved    bool // a page that was asked again held other entries
	touched  bool // it held the same entries, and one of them was changed
	progress Progress
	done     int
	total    int
}

// theGuard stands for the guard among the numbers of pages.
const theGuard = 0

// result gives the pages in order, without empty ones at the end but for the one
// that tells that nothing follows a full page.
func (r *reading) result() *listing {
	l := &listing{walked: r.walked}
	for i := 1; r.pages[i] != nil; i++ {
		if len(r.pages[i].items) == 0 && i > 1 && !r.pages[i-1].full() {
			break
		}
		r.pages[i].number = i
		l.pages = append(l.pages, r.pages[i])
	}
	return l
}

// each does something with several pages side by side, begun in the order given.
func (r *reading) each(ctx context.Context, numbers []int, do func(ctx context.Context, number int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, n := range numbers {
		g.Go(func() error { return do(ctx, n) })
	}
	return g.Wait()
}

// get reads a page, or the guard, for the first time in this attempt.
func (r *reading) get(ctx context.Context, number int) error {
	if number == theGuard {
		p, err := r.c.fetch(ctx, r.request(number, nil), nil)
		r.guard = p
		return err
	}
	known := r.before(number)
	p, err := r.c.fetch(ctx, r.request(number, known), known)
	if err != nil {
		return err
	}
	r.take(number, p)
	return nil
}

// take keeps a page that was read.
func (r *reading) take(number int, p *page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pages[number] = p
	r.done++
	r.total = max(r.total, r.done)
	if r.progress != nil {
		r.progress(r.done, r.total)
	}
}

// again asks once more for a page, or the guard, that this attempt has read.
func (r *reading) again(ctx context.Context, number int) error {
	r.mu.Lock()
	old := r.pages[number]
	if number == theGuard {
		old = r.guard
	}
	r.mu.Unlock()
	p, err := r.c.fetch(ctx, r.request(number, old), old)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if number == theGuard {
		r.guard = p
		r.touched = r.touched || !sameMarks(old, p)
		return nil
	}
	r.pages[number] = p
	r.moved = r.moved || !sameItems(old, p)
	r.touched = r.touched || !sameMarks(old, p)
	return nil
}

func (r *reading) request(number int, known *page) request {
	req := request{op: r.q.op(r.c.repo()), rest: r.q.rest(number)}
	switch {
	case number == theGuard:
		req.rest = guardRest()
	case known != nil && known.direct != "":
		req.direct = known.direct
	}
	return req
}

// before is what is known of a page from before this attempt.
func (r *reading) before(number int) *page {
	if number <= len(r.known.pages) {
		return r.known.pages[number-1]
	}
	return nil
}

// changed reports whether the pages read so far hold other entries than what was known.
func (r *reading) changed() bool {
	for number, p := range r.pages {
		before := r.before(number)
		if before == nil && len(p.items) > 0 || before != nil && !sameItems(before, p) {
			return true
		}
	}
	return false
}

// expect says how many pages there will be.
func (r *reading) expect(total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total = max(r.total, total)
}
