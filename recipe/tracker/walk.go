package tracker

import (
	"context"
)

// walk reads a list whose server does not say how many pages there are, from
// each page to the next. Page 1 and the guard were read, or nothing yet.
func (r *reading) walk(ctx context.Context) (settled bool, err error) {
	r.walked = true
	if r.before == nil {
		if err := r.setGuard(ctx); err != nil {
			return false, err
		}
	}
	if _, err := r.get(ctx, 1); err != nil {
		return false, err
	}
	for n := 1; r.pages[n].next != "" && n < mostPages; n++ {
		next := request{op: r.q.op(r.c.repo()), direct: r.pages[n].next}
		p, err := r.c.fetch(ctx, next, r.knownAt(next.direct))
		if err != nil {
			return false, err
		}
		r.take(n+1, p, true)
	}
	return r.confirm(ctx)
}

// knownAt finds a known page by its address.
func (r *reading) knownAt(address string) *page {
	for _, p := range r.known.pages {
		if p.direct == address {
			return p
		}
	}
	return nil
}

// walkAgain asks for all known pages at once, since their addresses are known, and
// walks anew when any of them changed. A full last page is asked without
// condition, so that its Link header tells whether another has begun.
func (r *reading) walkAgain(ctx context.Context) (settled bool, err error) {
	r.walked = true
	if !r.trusted {
		return r.walk(ctx)
	}
	n := len(r.known.pages)
	r.expect(n)
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i + 1
	}
	if last := r.known.pages[n-1]; last.full() {
		again := *last
		again.etag = ""
		r.known.pages[n-1] = &again
	}
	if err := r.each(ctx, numbers); err != nil {
		return false, err
	}
	same := !r.changed()
	for i, p := range r.known.pages {
		same = same && r.pages[i+1].next == p.next
	}
	if same {
		return true, nil
	}
	r.known, r.pages = r.result(), map[int]*page{}
	return r.walk(ctx)
}
