package tracker

import (
	"context"
	"strings"
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
	return c.list(ctx, query{label: c.opts.Label, state: state}, p)
}

// OwnIssues reads all issues that an account opened, open and closed ones, whatever
// their labels, by number; "" reads those of all accounts. It shows what Issues
// cannot: an issue whose labels GitHub dropped since its maker may not label. It is
// as complete and as consistent as Issues is, and an unchanged list is answered by
// 304s alone. It goes back to the account's first issue, since no date bounds which
// of them carries a key, and the clocks of GitHub and of this machine may differ.
func (c *Client) OwnIssues(ctx context.Context, login string, p Progress) ([]model.Issue, error) {
	return c.list(ctx, query{creator: strings.ToLower(login), state: anyState}, p)
}

// anyState asks for open and closed issues alike.
const anyState model.State = "all"

// list reads the list that a query asks for.
func (c *Client) list(ctx context.Context, q query, p Progress) ([]model.Issue, error) {
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
