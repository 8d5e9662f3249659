package tracker

import (
	"context"
	"slices"
)

// pass reads all pages of a list and reports whether they can be trusted to belong together.
//
// A list is cut into pages by position. An issue that is closed, or loses the
// label, moves all that follow it one place to the front: the first of a page
// that was not read yet moves to one that was, and would be missed. Reading
// everything twice until two reads agree is the sure way, and its cost is
// double. This is as sure and costs a few requests more than one read:
//
//  1. Page 1; its Link header says that there are N pages.
//  2. The early pages: N and the first few, and with them the guard, which is what changed
//     last in the repository, whatever it is.
//  3. The other pages.
//  4. The early pages and the guard are asked again, conditionally, after all
//     that was read before them; N and the guard after all of 3.
//
// Why that suffices. An early page that is the same in 2 and in 4 was so at the
// end of 2, so that the early pages belong to one moment, T. After T an entry
// that comes or goes at a place before N moves the entries of N, unless just as
// many come as go. So if N is the same in 4, either nothing moved after T, and
// the pages of 3 belong to T as well, or a coming and a going cancelled each
// other out in the midst of 3. Each of them changes an issue, therefore its
// updated_at, therefore the guard; if the guard is not the same, all pages are
// asked again, which is the sure way. An entry that left and came back to the
// same place has another updated_at too (wireIssue.mark) and makes a page count as changed.
//
// What is left: an issue deleted, or transferred to another repository, in the
// same second in which another one comes, both between T and the end and both
// before N (no updated_at tells of it); more than guardSize changes within one
// second of the guard; and a server whose answers lag behind each other, against
// which no order of requests helps.
//
// Small lists need no guard: one page is one moment, and up to six pages are all
// early. Where something is known already, all its pages are asked
// conditionally; if they hold what they held, that is an agreement of two reads.
// Otherwise 4 follows as above.
func (r *reading) pass(ctx context.Context) (settled bool, err error) {
	if r.known.walked {
		return r.walkAgain(ctx)
	}
	n, fresh := len(r.known.pages), len(r.known.pages) == 0
	if fresh {
		if err := r.get(ctx, 1); err != nil {
			return false, err
		}
		first := r.pages[1]
		switch {
		case first.next == "":
			return true, nil
		case first.last == 0:
			return r.walk(ctx)
		}
		n = first.last
	}
	r.expect(n)
	early := earlyPages(n, fresh)
	if err := r.each(ctx, early, r.get); err != nil {
		return false, err
	}
	rest := r.missing(n)
	var checked []int
	switch {
	case fresh:
		early = append(early, 1)
		checked = spare(early, n, len(rest))
	case len(rest) >= atOnce && r.changed():
		// The guard was not asked yet: the pages asked beside it are early too.
		early = append(append(early, theGuard), rest[:atOnce-1]...)
		rest = append([]int{theGuard}, rest...)
	}
	if err := r.readRest(ctx, rest, checked); err != nil {
		return false, err
	}
	if !fresh && !r.changed() {
		return true, nil
	}
	return r.check(ctx, early, checked, n)
}

// earlyPages are those of step 2, the last page before all.
func earlyPages(n int, fresh bool) []int {
	if !fresh {
		pages := []int{n}
		if n > 1 {
			pages = append(pages, n-1)
		}
		for i := 1; i < n-1 && len(pages) < atOnce; i++ {
			pages = append(pages, i)
		}
		return pages
	}
	pages := []int{n}
	for i := 2; i < n && len(pages) < atOnce-1; i++ {
		pages = append(pages, i)
	}
	if n > atOnce {
		pages = append(pages, theGuard)
	}
	return pages
}

// missing are the pages of step 3, with one after the last if that is full: an
// unchanged last page does not tell whether another has begun.
func (r *reading) missing(n int) []int {
	var rest []int
	for i := 1; i <= n; i++ {
		if r.pages[i] == nil {
			rest = append(rest, i)
		}
	}
	if r.pages[n].full() {
		rest = append(rest, n+1)
	}
	return rest
}

// spare are early pages that can be asked again beside the last few of step 3
// without making it longer. The last page is never among them.
func spare(early []int, last, rest int) []int {
	free := (atOnce - rest%atOnce) % atOnce
	var pages []int
	for _, p := range slices.Backward(early) {
		if len(pages) == free {
			break
		}
		if p != last && p != theGuard {
			pages = append(pages, p)
		}
	}
	return pages
}

// readRest does step 3, asks the checked pages again beside it, and follows a
// list that grew meanwhile.
func (r *reading) readRest(ctx context.Context, rest, checked []int) error {
	err := r.each(ctx, append(slices.Clone(rest), checked...), func(ctx context.Context, number int) error {
		if slices.Contains(checked, number) {
			return r.again(ctx, number)
		}
		return r.get(ctx, number)
	})
	if err != nil {
		return err
	}
	for n := r.count(); r.pages[n].full() && n < mostPages; n = r.count() {
		if err := r.get(ctx, n+1); err != nil {
			return err
		}
	}
	return nil
}

// count is the number of the last page that was read.
func (r *reading) count() int {
	n := 0
	for number := range r.pages {
		n = max(n, number)
	}
	return n
}

// check is step 4.
func (r *reading) check(ctx context.Context, early, checked []int, n int) (settled bool, err error) {
	all := make([]int, r.count())
	for i := range all {
		all[i] = i + 1
	}
	if r.guard == nil || !r.anchored(early, n) {
		err := r.each(ctx, all, r.again)
		return !r.moved && !r.touched, err
	}
	now := without(early, checked)
	if err := r.each(ctx, now, r.again); err != nil {
		return false, err
	}
	if r.moved {
		return false, nil
	}
	if !r.touched {
		return true, nil
	}
	r.touched = false
	err = r.each(ctx, without(all, now), r.again)
	return !r.moved && !r.touched, err
}

// anchored reports whether the last page that holds anything is an early one, so
// that it shows whether what lies before it moved.
func (r *reading) anchored(early []int, n int) bool {
	for ; n > 0 && slices.Contains(early, n); n-- {
		if len(r.pages[n].items) > 0 {
			return true
		}
	}
	return false
}

func without(pages, some []int) []int {
	return slices.DeleteFunc(slices.Clone(pages), func(p int) bool { return slices.Contains(some, p) })
}

// walk reads a list whose server does not say how many pages there are, from
// each page to the next, and then asks for all of them again.
func (r *reading) walk(ctx context.Context) (settled bool, err error) {
	r.walked = true
	if r.pages[1] == nil {
		if err := r.get(ctx, 1); err != nil {
			return false, err
		}
	}
	all := []int{1}
	for n := 1; r.pages[n].next != "" && n < mostPages; n++ {
		next := request{op: r.q.op(r.c.repo()), direct: r.pages[n].next}
		p, err := r.c.fetch(ctx, next, r.knownAt(next.direct))
		if err != nil {
			return false, err
		}
		r.take(n+1, p)
		all = append(all, n+1)
	}
	if len(all) == 1 {
		return true, nil
	}
	err = r.each(ctx, all, r.again)
	return !r.moved && !r.touched, err
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
	n := len(r.known.pages)
	r.expect(n)
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	err = r.each(ctx, all, func(ctx context.Context, number int) error {
		known := r.before(number)
		req := r.request(number, known)
		if number == n && known.full() {
			known = nil
		}
		p, err := r.c.fetch(ctx, req, known)
		if err == nil {
			r.take(number, p)
		}
		return err
	})
	if err != nil {
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
