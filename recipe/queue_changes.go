package recipe

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"gh-debt/model"
)

// Written is an issue that we changed, as it was read back after.
type Written struct {
	Issue model.Issue
	At    time.Time // when it was read back
}

// Grace is how long an issue that we wrote holds out against a list that does
// not know of the write yet.
const Grace = 30 * time.Second

// Overlay lays our own writes over a queue that was read before them, as Run does
// with what it reads, so that a row shows its new state at once. It makes no
// request and asks git nothing.
func (r ReadQueue) Overlay(res QueueResult, written []Written) QueueResult {
	res.Issues = settle(res.Issues, written, res.Show, r.Rules.Label, r.Now())
	res.Queue = model.NewQueue(res.Issues, res.Facts)
	return res
}

// settle lays our own writes over a list. Of two states the one that changed
// last stays, and of two from the same second ours.
func settle(issues []model.Issue, written []Written, show Show, label string, now time.Time) []model.Issue {
	ours := map[int]model.Issue{}
	for _, w := range written {
		if now.Sub(w.At) > Grace {
			continue
		}
		if last, ok := ours[w.Issue.Number]; !ok || !w.Issue.UpdatedAt.Before(last.UpdatedAt) {
			ours[w.Issue.Number] = w.Issue
		}
	}
	if len(ours) == 0 {
		return issues
	}
	out := make([]model.Issue, 0, len(issues)+len(ours))
	for _, is := range issues {
		if own, ok := ours[is.Number]; ok && !is.UpdatedAt.After(own.UpdatedAt) {
			continue // ours takes its place below, if it belongs here
		}
		delete(ours, is.Number)
		out = append(out, is)
	}
	for _, own := range ours {
		if slices.Contains(show.states(), own.State) && own.HasLabel(label) {
			out = append(out, own)
		}
	}
	slices.SortFunc(out, func(a, b model.Issue) int { return a.Number - b.Number })
	return out
}

// QueueChange is one thing that changed since the last read.
type QueueChange struct {
	model.IssueChange
	By string // who did it, "" when that is not known
}

// maxActors bounds how many issues are asked by whom they were changed.
const maxActors = 5

// changes tells what differs from the last read, and if asked by whom.
func (r ReadQueue) changes(ctx context.Context, last, now QueueResult, actors bool) []QueueChange {
	var out []QueueChange
	var ask []int
	for _, c := range model.Changes(last.Issues, now.Issues) {
		q := QueueChange{IssueChange: c}
		if c.Kind == model.IssueNew && c.Issue.CreatedAt.After(last.At) {
			q.By = c.Issue.Author
		} else if len(ask) < maxActors && !slices.Contains(ask, c.Number) {
			ask = append(ask, c.Number)
		}
		out = append(out, q)
	}
	if !actors || len(ask) == 0 {
		return out
	}
	timelines := r.timelines(ctx, ask)
	for i := range out {
		if events := timelines[out[i].Number]; len(events) > 0 && out[i].By == "" {
			out[i].by(events, r.Rules.QueueLabel())
		}
	}
	return out
}

// timelines reads the events of several issues side by side; one that cannot be
// had is left out.
func (r ReadQueue) timelines(ctx context.Context, numbers []int) map[int][]model.Event {
	out := map[int][]model.Event{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, n := range numbers {
		wg.Go(func() {
			events, err := r.Tracker.Timeline(ctx, n)
			if err != nil {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			out[n] = events
		})
	}
	wg.Wait()
	return out
}

// by finds the last event that can have made the change in the queue of a label. An
// issue that is gone from the list is told to be closed when that is what happened
// last; where the events say that it is there still, nobody is named.
func (c *QueueChange) by(events []model.Event, label string) {
	for _, e := range slices.Backward(events) {
		if c.Kind == model.IssueGone && c.entered(e, label) {
			return
		}
		if !c.madeBy(e, label) {
			continue
		}
		c.By = e.Actor
		if c.Kind == model.IssueGone && e.Kind == model.ClosedBy {
			c.Kind, c.Words = model.IssueClosed, "closed"
			if e.Reason != model.NoReason {
				c.Words += " as " + strings.ReplaceAll(string(e.Reason), "_", " ")
			}
		}
		return
	}
}

// madeBy reports whether an event can have made the change.
func (c *QueueChange) madeBy(e model.Event, label string) bool {
	switch c.Kind {
	case model.IssueClosed:
		return e.Kind == model.ClosedBy
	case model.IssueReopened:
		return e.Kind == model.ReopenBy
	case model.IssueNew:
		return c.entered(e, label)
	case model.IssueGone:
		return c.left(e, label)
	case model.IssueRegraded:
		axis, _, ok := model.AxisOf(e.Label)
		return (e.Kind == model.Labeled || e.Kind == model.Unlabeled) && ok && strings.HasPrefix(c.Words, string(axis)+":")
	case model.IssueClaimed:
		return e.Kind == model.Labeled && isLabel(e.Label, model.LabelInProgress)
	case model.IssueReleased:
		return e.Kind == model.Unlabeled && isLabel(e.Label, model.LabelInProgress)
	case model.IssueParked:
		return e.Kind == model.Labeled && isLabel(e.Label, model.LabelSpecPending, model.LabelSpecActive)
	case model.IssueUnparked:
		return e.Kind == model.Unlabeled && isLabel(e.Label, model.LabelSpecPending, model.LabelSpecActive)
	case model.IssueCommented:
		return e.Kind == model.Commented
	case model.IssueEdited: // of a body that was edited there is no event
		return e.Kind == model.Renamed && strings.HasPrefix(c.Words, "title")
	}
	return false
}

// entered reports whether an event brings the issue into the list that it is, or
// was, in: of the open issues, or of the closed ones.
func (c *QueueChange) entered(e model.Event, label string) bool {
	if c.Issue.State == model.Closed {
		return e.Kind == model.ClosedBy || e.Kind == model.Labeled && isLabel(e.Label, label)
	}
	return e.Kind == model.ReopenBy || e.Kind == model.Labeled && isLabel(e.Label, label)
}

// left reports whether an event takes the issue out of that list.
func (c *QueueChange) left(e model.Event, label string) bool {
	if c.Issue.State == model.Closed {
		return e.Kind == model.ReopenBy || e.Kind == model.Unlabeled && isLabel(e.Label, label)
	}
	return e.Kind == model.ClosedBy || e.Kind == model.Unlabeled && isLabel(e.Label, label)
}

// isLabel reports whether a label is one of some, in today's spelling or a former
// one.
func isLabel(label string, of ...string) bool {
	if today, former := model.CurrentName(label); former {
		label = today
	}
	return slices.ContainsFunc(of, func(one string) bool { return strings.EqualFold(one, label) })
}
