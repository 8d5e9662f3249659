package tracker

import (
	"context"
	"time"

	"gh-debt/model"
)

// attempts is how often a list that keeps changing is read.
const attempts = 3

// Issues reads all issues with the queue's label in a state, by number. It gives a
// complete list or an error, never a part: any page that fails fails the read. What
// is known from an earlier read is asked for conditionally, so that an unchanged
// list is answered by 304s alone.
//
// The list is also consistent: every issue that was in it during the whole read
// is in the result (see pass). One that changes faster than it can be read is
// a FaultUnstable.
func (c *Client) Issues(ctx context.Context, state model.State, p Progress) ([]model.Issue, error) {
	q := query{label: c.opts.Label, state: state}
	unlock, err := c.lists.lock(ctx, q)
	if err != nil {
		return nil, c.fault(ctx, request{op: q.op(c.repo())}, &exchange{}, err)
	}
	defer unlock()
	known := c.lists.get(q)
	if known == nil {
		known = &listing{}
	}
	for i := range attempts {
		r := &reading{c: c, q: q, known: known, trusted: i == 0, pages: map[int]*page{}, late: map[int]bool{}, progress: p}
		settled, err := r.pass(ctx)
		if err != nil {
			return nil, err
		}
		known = r.result()
		if settled && !known.repeats() {
			c.lists.put(q, known)
			return known.issues(), nil
		}
	}
	return nil, &model.Fault{
		Kind: model.FaultUnstable, Op: q.op(c.repo()),
		Detail: "the list kept changing while it was read", Hint: "try again in a moment",
	}
}

// Known gives the last complete read of a list and when it was made, without any
// request; ok is false when there is none.
func (c *Client) Known(_ context.Context, state model.State) (issues []model.Issue, at time.Time, ok bool) {
	known := c.lists.get(query{label: c.opts.Label, state: state})
	if known == nil {
		return nil, time.Time{}, false
	}
	return known.issues(), known.at, true
}

// repeats reports whether an entry is on two pages: it moved from one to the next
// while they were read, and another may have moved the other way.
func (l *listing) repeats() bool {
	seen := map[int]bool{}
	for _, p := range l.pages {
		for _, n := range p.items {
			if seen[n] {
				return true
			}
			seen[n] = true
		}
	}
	return false
}
