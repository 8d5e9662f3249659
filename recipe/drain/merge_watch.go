package drain

import (
	"context"
	"fmt"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// resume looks after a merge that an earlier run left to the merge queue, or to
// what merges by itself.
func (m *merging) resume(ctx context.Context) (Result, error) {
	if m.u.Asked.Way == rule.MergeAuto && !m.in.DryRun {
		if err := m.approve(ctx, m.u.Asked.Head); err != nil {
			return Result{}, err
		}
	}
	return m.await(ctx, true)
}

// approve lets go of a pull request that merges by itself once it is approved. It
// says so once for a head.
func (m *merging) approve(ctx context.Context, head string) error {
	review := model.Review{State: model.ReviewApproved, Body: "Approved by " + m.Me + ".", Commit: head}
	posted, err := m.Tracker.Reviews(ctx, m.u.Pull.Pull)
	if err != nil {
		return err
	}
	for _, r := range posted {
		if r.Commit == head && r.Body == review.Body {
			return nil
		}
	}
	state, err := m.Tracker.PostReview(ctx, m.u.Pull.Pull, review)
	if err == nil && state != model.ReviewApproved {
		m.res.note("GitHub takes no approval of one's own pull request: somebody else must approve it")
	}
	return err
}

// await looks until the pull request is merged or stopped, or the looks are used up.
// Asked says that an earlier run asked for the merge: a queue that does not hold the
// pull request then let go of it, or never got it.
func (m *merging) await(ctx context.Context, asked bool) (Result, error) {
	queued := asked && m.u.Asked.Way == rule.MergeQueue
	for look := 1; ; look++ {
		pull, err := m.Tracker.Pull(ctx, m.u.Pull.Pull)
		if err != nil {
			return Result{}, err
		}
		if m.pull = pull; pull.State == model.Closed {
			return m.closed(ctx)
		}
		state, _, err := m.Tracker.QueueOf(ctx, pull.Number)
		if err != nil {
			return Result{}, err
		}
		why, reason := m.stopped(state, queued)
		queued = queued || state != model.NotQueued
		over := !m.watch || look == Looks
		if why == "" && over {
			if why, reason, err = m.red(ctx); err != nil {
				return Result{}, err
			}
		}
		switch {
		case why != "":
			return m.blocked(ctx, why, reason)
		case over && m.watch:
			err := m.timeUp(ctx)
			return m.end(), err
		case over:
			m.res.note("pull request #%d is not merged yet", pull.Number)
			return m.end(), nil
		}
		if err := m.Wait(ctx); err != nil {
			return m.end(), err
		}
	}
}

// timeUp ends the watching of a merge that is still asked for. It is written down
// once, and lifts by the merge, or by asking anew.
func (m *merging) timeUp(ctx context.Context) error {
	reason := fmt.Sprintf("the time is up, and pull request #%d is not merged yet: it is still asked for, and watched again by another run", m.pull.Number)
	m.res.note("%s", reason)
	if m.in.DryRun || m.u.Blocked != nil && m.u.Blocked.Why == rule.BlockedTimeout {
		return nil
	}
	return m.write(ctx, rule.Blocked{Head: m.u.Asked.Head, Why: rule.BlockedTimeout, Reason: reason})
}

// stopped says what keeps a merge that was asked for from happening, "" for nothing.
func (m *merging) stopped(state model.QueueState, queued bool) (why, reason string) {
	switch {
	case m.pull.HeadSHA != m.u.Asked.Head:
		return rule.BlockedMoved, fmt.Sprintf("the pull request is at %s, which nobody approved", short(m.pull.HeadSHA))
	case m.pull.Mergeable == model.MergeConflict:
		return rule.BlockedConflict, "it conflicts with " + m.u.Branch.Target + " by now"
	case state == model.QueueUnmergeable || queued && state == model.NotQueued:
		return rule.BlockedEjected, fmt.Sprintf("the merge queue does not hold pull request #%d any more: look at its checks, and ask again", m.pull.Number)
	}
	return "", ""
}

// stillGreen asks for the checks of the head once more, right before the merge: what
// was green may have run again since. It says what they lack, "" for nothing.
func (m *merging) stillGreen(ctx context.Context) (why string, err error) {
	answer, err := m.judge(ctx)
	if err != nil {
		return "", err
	}
	if m.in.DryRun {
		m.u = m.u.After(rule.Event{At: m.Now(), Unit: m.u.ID, By: m.Me, Fact: rule.Checked{Head: m.u.Pushed, Answer: answer}})
	} else if err := m.checked(ctx, answer); err != nil {
		return "", err
	}
	if _, ready := m.u.ReadyHead(); ready {
		return "", nil
	}
	return answer.Why, nil
}

// red says that a required check keeps something from merging by itself.
func (m *merging) red(ctx context.Context) (why, reason string, err error) {
	if m.u.Asked.Way != rule.MergeAuto {
		return "", "", nil
	}
	answer, err := m.judge(ctx)
	if err != nil || answer.Color != rule.Red || answer.Accepts() != "" {
		return "", "", err
	}
	return rule.BlockedChecks, answer.Why, nil
}
