package tracker

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// reading is one attempt to read a list, with what an earlier read or attempt
// left as known.
type reading struct {
	c       *Client
	q       query
	known   *listing
	trusted bool // known is a whole read, not what an attempt left that did not settle
	before  *guard

	mu       sync.Mutex
	pages    map[int]*page
	late     map[int]bool // pages that were read after the guard was answered
	walked   bool
	progress Progress
	done     int
	total    int
}

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

// each reads several pages side by side, begun in the order given.
func (r *reading) each(ctx context.Context, numbers []int) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, n := range numbers {
		g.Go(func() error {
			_, err := r.get(ctx, n)
			return err
		})
	}
	return g.Wait()
}

// get reads a page, conditionally when it is known or was read before in this
// attempt, and reports whether it held other entries in this attempt before.
func (r *reading) get(ctx context.Context, number int) (moved bool, err error) {
	r.mu.Lock()
	late := r.before != nil
	old, again := r.pages[number]
	if !again {
		old = r.knownPage(number)
	}
	r.mu.Unlock()
	p, err := r.c.fetch(ctx, r.request(number, old), old)
	if err != nil {
		return false, err
	}
	r.take(number, p, late)
	return again && !sameItems(old, p), nil
}

// take keeps a page that was read.
func (r *reading) take(number int, p *page, late bool) {
	r.c.lists.shorten(r.q, p)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pages[number] == nil {
		r.done++
		r.total = max(r.total, r.done)
		if r.progress != nil {
			r.progress(r.done, r.total)
		}
	}
	r.pages[number] = p
	r.late[number] = late
}

func (r *reading) request(number int, known *page) request {
	req := request{op: r.q.op(r.c.repo()), rest: r.q.rest(number)}
	if known != nil && known.direct != "" {
		req.direct = known.direct
	}
	return req
}

// knownPage is what is known of a page from before this attempt.
func (r *reading) knownPage(number int) *page {
	if number <= len(r.known.pages) {
		return r.known.pages[number-1]
	}
	return nil
}

// changed reports whether the pages read so far hold other entries than what was known.
func (r *reading) changed() bool {
	for number, p := range r.pages {
		known := r.knownPage(number)
		if known == nil && len(p.items) > 0 || known != nil && !sameItems(known, p) {
			return true
		}
	}
	return false
}

// count is the number of the last page that was read.
func (r *reading) count() int {
	n := 0
	for number := range r.pages {
		n = max(n, number)
	}
	return n
}

// expect says how many pages there will be.
func (r *reading) expect(total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total = max(r.total, total)
}

// setGuard asks the guard for the first time: what is read from then on is late.
func (r *reading) setGuard(ctx context.Context) error {
	g, err := r.c.askGuard(ctx, r.q, nil)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before = g
	return nil
}
