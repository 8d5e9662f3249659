package tracker

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// pass reads all pages of a list and reports whether they can be trusted to
// belong together.
//
// A list is cut into pages by position. An issue that is closed, or loses the
// label, moves all that follow it one place to the front: the first of a page
// that was not read yet moves to one that was, and would be missed. Reading
// everything twice until two reads agree costs double and is not even sure: one
// issue that comes and another that goes put the pages behind both of them back as they
// were. So the repository itself is asked whether anything happened:
//
//  1. The guard, which is what changed last in the repository, with page 1, whose
//     Link header says that there are N pages.
//  2. Page N and the others, and page 1 once more, since the guard may have been
//     answered after it. Now every page was read after the guard.
//  3. After all of them the guard once more, and page N.
//
// Coming and going both change an issue, and thereby its updated_at and the guard.
// If the guard is the same in 3, nothing came or went between 1 and 3, and all
// pages show the list of that time. If it is not, the pages are asked again in the
// same way, now conditionally, and an entry that changed meanwhile is harmless if
// it is still in the list, or still out of it, as it was before: comments and work
// elsewhere in the repository keep nobody from reading the queue.
//
// A list that is known from an earlier read is asked for conditionally, page by
// page. If all pages hold what they held, that is the list, and 304s alone were
// needed. If one of them does not, the guard is asked then, and what was read
// before it is read again after it.
//
// What is left: an issue that is deleted or transferred, of which no updated_at
// tells, between the reading of two pages of step 2 and before page N is read;
// guardSize changes within one second; in an attempt after the first, an issue
// that leaves the list and comes back to it while the pages are asked; and servers
// that lag behind each other, against which no order of requests helps.
func (r *reading) pass(ctx context.Context) (settled bool, err error) {
	switch {
	case r.known.walked:
		return r.walkAgain(ctx)
	case len(r.known.pages) == 0:
		return r.passFresh(ctx)
	case !r.trusted:
		if err := r.setGuard(ctx); err != nil {
			return false, err
		}
		return r.finish(ctx, len(r.known.pages))
	}
	n := len(r.known.pages)
	r.expect(n)
	first, rest := split(r.missing(n))
	if err := r.each(ctx, first); err != nil {
		return false, err
	}
	if !r.changed() {
		if err := r.each(ctx, rest); err != nil {
			return false, err
		}
		if !r.changed() {
			return true, nil
		}
	}
	if err := r.setGuard(ctx); err != nil {
		return false, err
	}
	return r.finish(ctx, n)
}

// passFresh begins where nothing is known.
func (r *reading) passFresh(ctx context.Context) (settled bool, err error) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return r.setGuard(gctx) })
	g.Go(func() error { return r.each(gctx, []int{1}) })
	if err := g.Wait(); err != nil {
		return false, err
	}
	r.late[1] = false
	switch first := r.pages[1]; {
	case first.next == "" && !first.full():
		return true, nil // one answer is one moment
	case first.next == "":
		// The empty page after it is kept too: a full page does not change when
		// another one begins.
		if _, err := r.get(ctx, 2); err != nil || len(r.pages[2].items) == 0 {
			return err == nil, err
		}
		return r.finish(ctx, 2)
	case first.last == 0:
		return r.walk(ctx)
	default:
		return r.finish(ctx, first.last)
	}
}

// finish does steps 2 and 3 for a list of about n pages.
func (r *reading) finish(ctx context.Context, n int) (settled bool, err error) {
	r.expect(n)
	first, _ := split(r.missing(n))
	if err := r.each(ctx, first); err != nil {
		return false, err
	}
	if err := r.each(ctx, r.missing(n)); err != nil {
		return false, err
	}
	for last := r.count(); r.pages[last].full() && last < mostPages; last = r.count() {
		if _, err := r.get(ctx, last+1); err != nil {
			return false, err
		}
	}
	return r.confirm(ctx)
}

// missing are the pages that were not read, or not since the guard: the last one
// first, then one after it if it is full, since an unchanged last page does not tell
// whether another has begun, then the others, page 1 at the end.
func (r *reading) missing(n int) []int {
	var pages []int
	add := func(number int) {
		if r.pages[number] == nil || r.before != nil && !r.late[number] {
			pages = append(pages, number)
		}
	}
	add(n)
	if p := r.pages[n]; p != nil && p.full() {
		add(n + 1)
	}
	for i := 2; i < n; i++ {
		add(i)
	}
	if n > 1 {
		add(1)
	}
	return pages
}

// split cuts the first wave off.
func split(pages []int) (first, rest []int) {
	n := min(atOnce, len(pages))
	return pages[:n], pages[n:]
}

// confirm does step 3.
func (r *reading) confirm(ctx context.Context) (settled bool, err error) {
	last := r.count()
	for last > 1 && len(r.pages[last].items) == 0 {
		last--
	}
	var moved bool
	var after *guard
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		moved, err = r.get(gctx, last)
		return err
	})
	g.Go(func() (err error) {
		after, err = r.c.askGuard(gctx, r.q, r.before)
		return err
	})
	if err := g.Wait(); err != nil {
		return false, err
	}
	return !moved && r.harmless(after), nil
}

// harmless reports whether nothing that changed since the guard was first asked
// can have come into the list or gone from it.
func (r *reading) harmless(after *guard) bool {
	changed, complete := after.since(r.before)
	if len(changed) == 0 || !complete || len(r.known.pages) == 0 {
		return len(changed) == 0
	}
	known := map[int]bool{}
	for _, p := range r.known.pages {
		for _, n := range p.items {
			known[n] = true
		}
	}
	for _, e := range changed {
		if e.belongs != known[e.number] {
			return false
		}
	}
	return true
}
