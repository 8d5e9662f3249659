package drain

import (
	"context"
	"errors"
	"slices"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// deliver looks at every issue after the merge, gives the claims back, and takes the
// workspace down.
func (m *merging) deliver(ctx context.Context) (Result, error) {
	if m.pull.Number == 0 {
		pull, err := m.Tracker.Pull(ctx, m.u.Pull.Pull)
		if err != nil {
			return Result{}, err
		}
		m.pull = pull
	}
	if !m.u.Settled {
		if _, err := m.reopen(ctx); err != nil {
			return Result{}, err
		}
		err := m.finish(ctx, rule.HandedBack, "what was merged was not approved and green")
		return m.end(), err
	}
	if err := m.closing(ctx); err != nil {
		return Result{}, err
	}
	d := rule.Delivered{Closed: []int{}}
	for _, n := range m.u.Numbers() {
		closed, err := m.after(ctx, n)
		if err != nil {
			return Result{}, err
		}
		if closed {
			d.Closed = append(d.Closed, n)
		} else {
			d.StillOpen = append(d.StillOpen, n)
			m.res.note("#%d is still open: the merge did not close it", n)
		}
	}
	reopened, err := m.reopen(ctx)
	if err != nil {
		return Result{}, err
	}
	d.Reopened = reopened
	if d.Kept, err = m.takeDown(ctx); passing(ctx, err) {
		return Result{}, err
	} else if err != nil {
		m.res.note("the workspace %s is kept: %v", m.u.Place.Dir, err)
		d.Kept = m.u.Place.Dir
	}
	if err := m.dropBranch(ctx, m.u.Branch.Branch, m.u.Branch.Base, d.Kept); passing(ctx, err) {
		return Result{}, err
	} else if err != nil {
		m.res.note("the branch %s could not be deleted: %v", m.u.Branch.Branch, err)
	}
	if err := m.write(ctx, d); err != nil {
		return Result{}, err
	}
	m.res.wrote("delivered %s", hashes(m.u.Numbers()))
	return m.end(), nil
}

// passing reports whether an error may be none at another try: then the unit is not
// ended over it.
func passing(ctx context.Context, err error) bool {
	var fault *model.Fault
	if err == nil || !errors.As(err, &fault) {
		return err != nil && ctx.Err() != nil
	}
	switch fault.Kind {
	case model.FaultOffline, model.FaultAnswer, model.FaultRateLimited, model.FaultUnknownResult, model.FaultUnstable, model.FaultDamaged:
		return true
	}
	return ctx.Err() != nil
}

// lag is how often it is looked whether a merge has closed its issues, which it does
// not at once.
const lag = 3

// closing waits until the merge has closed the members, as long as it may take, also
// where nobody watches: what is told of them after it is the last word.
func (m *merging) closing(ctx context.Context) error {
	if !m.u.Branch.Default {
		return nil
	}
	for range lag {
		open := false
		for _, n := range m.u.Numbers() {
			issue, err := m.Tracker.Issue(ctx, n)
			if err != nil {
				return err
			}
			open = open || issue.State == model.Open
		}
		if !open {
			return nil
		}
		if err := m.Wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// after looks at a member: a merge into the default branch closes it; what stayed
// open by a lag or by hand is told. The claim goes in either case.
func (m *merging) after(ctx context.Context, number int) (closed bool, err error) {
	issue, err := m.Tracker.Issue(ctx, number)
	if err != nil {
		return false, err
	}
	if slices.Contains(m.u.Claims, number) {
		if err := m.Claims.Release(ctx, number); err != nil {
			return false, err
		}
		if err := m.write(ctx, rule.Unclaimed{Number: number}); err != nil {
			return false, err
		}
	}
	return issue.State == model.Closed, nil
}

// reopen opens again what the merge closed though it had left the unit.
func (m *merging) reopen(ctx context.Context) ([]int, error) {
	var out []int
	for _, l := range m.u.Left {
		if l.Why == rule.Diverted || l.Why == rule.AlreadyDone {
			continue
		}
		closed, err := m.closedSince(ctx, l.Number)
		if err == nil && closed {
			closed, err = m.closedIt(ctx, l.Number)
		}
		if err != nil {
			return nil, err
		}
		if !closed {
			continue
		}
		if err := m.Tracker.Reopen(ctx, l.Number); err != nil {
			return nil, err
		}
		m.res.wrote("opened #%d again: it had left the unit, and the merge closed it", l.Number)
		out = append(out, l.Number)
	}
	outside, err := m.outside(ctx)
	return append(out, outside...), err
}

// closedSince reports whether an issue was closed as done since the merge.
func (m *merging) closedSince(ctx context.Context, number int) (bool, error) {
	issue, err := m.Tracker.Issue(ctx, number)
	return issue.State == model.Closed && issue.StateReason == model.Completed && !issue.ClosedAt.Before(m.pull.MergedAt), err
}

// outside looks at the issues that never were in the unit and that the texts of the
// pull request close all the same, since somebody edited them after the last look: of
// our own merge they are opened again, of somebody else's they are told.
func (m *merging) outside(ctx context.Context) ([]int, error) {
	var out []int
	for _, c := range rule.Closings(m.pull.Title+"\n\n"+m.pull.Body, m.Home) {
		if c.Repo != "" || slices.Contains(out, c.Number) || slices.ContainsFunc(m.u.Chosen.Members, func(in rule.Member) bool { return in.Number == c.Number }) {
			continue
		}
		closed, err := m.closedSince(ctx, c.Number)
		switch {
		case err != nil:
			return out, err
		case !closed:
		case m.u.Merged.By != "":
			m.res.note("the merge closed #%d as well, which never was in the unit", c.Number)
		default:
			if err := m.Tracker.Reopen(ctx, c.Number); err != nil {
				return out, err
			}
			m.res.wrote("opened #%d again: it never was in the unit, and the merge closed it", c.Number)
			out = append(out, c.Number)
		}
	}
	return out, nil
}

// closedIt reports whether a text of the pull request closes an issue: what somebody
// closed after the merge for reasons of their own stays closed.
func (m *merging) closedIt(ctx context.Context, number int) (bool, error) {
	commits, err := m.Tracker.PullCommits(ctx, m.pull.Number)
	if err != nil {
		return false, err
	}
	texts := []string{m.pull.Title, m.pull.Body}
	for _, c := range commits {
		texts = append(texts, c.Message)
	}
	for _, text := range texts {
		for _, c := range rule.Closings(text, m.Home) {
			if c.Repo == "" && c.Number == number {
				return true, nil
			}
		}
	}
	return false, nil
}
