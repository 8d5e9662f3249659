package recipe

import (
	"context"
	"slices"
	"time"

	"gh-debt/model"
)

// QueueTracker is what ReadQueue asks of the tracker.
type QueueTracker interface {
	IssueLister
	KnownLister
	RepositoryReader
	TimelineReader
}

// QueueCheckout is what ReadQueue asks of git.
type QueueCheckout interface {
	TrackedLister
	Follower
}

// ReadQueue reads the queue: at once what is known from the last time, and then
// what is true (section 4).
type ReadQueue struct {
	Tracker  QueueTracker
	Checkout QueueCheckout // nil: nothing is marked stale or moved
	Rules    model.Rules
	Now      Clock
}

func newReadQueue(d Deps) ReadQueue {
	r := ReadQueue{Tracker: d.Tracker, Rules: d.Rules, Now: d.Now}
	if d.Checkout != nil {
		r.Checkout = d.Checkout
	}
	return r
}

// Show says which issues are wanted.
type Show string

// The values of --state; the zero value is ShowOpen.
const (
	ShowOpen   Show = "open"
	ShowClosed Show = "closed"
	ShowAll    Show = "all"
)

// ParseShow reads the value of --state.
func ParseShow(s string) (Show, error) {
	switch v := Show(s); v {
	case ShowOpen, ShowClosed, ShowAll:
		return v, nil
	}
	return "", usagef("%q is no state, it is one of open, closed and all", s)
}

func (s Show) states() []model.State {
	switch s {
	case ShowClosed:
		return []model.State{model.Closed}
	case ShowAll:
		return []model.State{model.Open, model.Closed}
	}
	return []model.State{model.Open}
}

// QueueInput says what to read.
type QueueInput struct {
	Show Show
	// Repository asks also for the repository and its viewer, which costs a
	// request that is never answered by a 304.
	Repository bool
	// Last is the read that is on the screen; with one, the result says what
	// changed since. It must be of the same Show.
	Last *QueueResult
	// Actors asks also by whom the changes were made, which costs up to five
	// requests. It is best effort.
	Actors bool
	// Written are the issues that we wrote ourselves lately, as they were read back.
	Written  []Written
	Progress Progress
}

// QueueResult is the queue as it was read.
type QueueResult struct {
	Show       Show
	Queue      model.Queue
	Issues     []model.Issue     // what the queue was made of
	Facts      model.Facts       // likewise
	Repository *model.Repository // nil when it was not asked for
	At         time.Time         // of the read
	Known      bool              // from disk: nothing was asked
	Changes    []QueueChange     // against Last, by ascending number
	Notes      []string          // what could not be found out, a sentence each
}

// Known gives the last complete read from disk, without a request and without
// git, so that a first frame can be drawn at once: nothing is marked stale or
// moved in it. It is false when there is none.
func (r ReadQueue) Known(ctx context.Context, show Show) (QueueResult, bool) {
	issues, at, ok := r.known(ctx, show)
	if !ok {
		return QueueResult{}, false
	}
	queue := model.NewQueue(issues, model.Facts{})
	return QueueResult{Show: show, Queue: queue, Issues: issues, At: at, Known: true}, true
}

// known gives the lists of the last read, and when the older of them was had.
func (r ReadQueue) known(ctx context.Context, show Show) (issues []model.Issue, at time.Time, ok bool) {
	states := show.states()
	for i, state := range states {
		list, read, ok := r.Tracker.Known(ctx, state)
		if !ok {
			return nil, time.Time{}, false
		}
		if i == 0 || read.Before(at) {
			at = read
		}
		issues = append(issues, list...)
	}
	if len(states) > 1 {
		issues = once(issues)
	}
	return issues, at, true
}

// Mark gives the same queue with what git says of its keys, for a known queue
// whose refresh fails or takes its time. It makes no request.
func (r ReadQueue) Mark(ctx context.Context, res QueueResult, p Progress) QueueResult {
	f := r.facts(p.serial())
	f.told(res.Repository)
	f.look(ctx, res.Issues)
	res.Facts, res.Notes = f.finish(ctx, res.Issues)
	res.Queue = model.NewQueue(res.Issues, res.Facts)
	return res
}

// Run reads the lists whole, or fails. Git is asked at the same time, first
// about the issues that are known from the last read. An issue that we wrote
// ourselves within the last 30 seconds keeps what we read back, until a list
// holds a newer state of it, since GitHub's lists lag behind a write.
func (r ReadQueue) Run(ctx context.Context, in QueueInput) (QueueResult, error) {
	p := in.Progress.serial()
	res := QueueResult{Show: in.Show}
	f := r.facts(p)
	if in.Last != nil {
		f.told(in.Last.Repository)
	}
	jobs := []func(context.Context) error{
		func(ctx context.Context) error {
			if r.Checkout != nil {
				known, _, _ := r.known(ctx, in.Show)
				f.look(ctx, known)
			}
			return nil
		},
		func(ctx context.Context) (err error) {
			res.Issues, err = r.lists(ctx, in.Show, p)
			return err
		},
	}
	if in.Repository {
		jobs = append(jobs, func(ctx context.Context) error {
			repo, err := r.Tracker.Repository(ctx)
			res.Repository = &repo
			return err
		})
	}
	if err := sideBySide(ctx, jobs...); err != nil {
		return QueueResult{}, err
	}
	f.told(res.Repository)
	res.At = r.Now()
	res.Issues = settle(res.Issues, in.Written, in.Show, r.Rules.Label, res.At)
	res.Facts, res.Notes = f.finish(ctx, res.Issues)
	if err := ctx.Err(); err != nil {
		return QueueResult{}, err
	}
	res.Queue = model.NewQueue(res.Issues, res.Facts)
	if in.Last != nil {
		res.Changes = r.changes(ctx, *in.Last, res, in.Actors)
	}
	return res, nil
}

// lists reads the lists of the states side by side.
func (r ReadQueue) lists(ctx context.Context, show Show, p Progress) ([]model.Issue, error) {
	if show == ShowAll {
		open, closed, err := readBoth(ctx, r.Tracker, p)
		return once(slices.Concat(open, closed)), err
	}
	return readList(ctx, r.Tracker, show.states()[0], p)
}

// once keeps one of two issues with one number, the one that changed last: an
// issue that is closed while both lists are read can be in both.
func once(issues []model.Issue) []model.Issue {
	at := make(map[int]int, len(issues))
	out := issues[:0:0]
	for _, is := range issues {
		i, twice := at[is.Number]
		switch {
		case !twice:
			at[is.Number] = len(out)
			out = append(out, is)
		case is.UpdatedAt.After(out[i].UpdatedAt):
			out[i] = is
		}
	}
	return out
}
