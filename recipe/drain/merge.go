package drain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/tracker"
)

// Merge merges the approved head and looks after what the merge did (section 8 of
// draining).
type Merge struct{ base }

// MergeInput holds what a person takes upon themselves.
type MergeInput struct {
	Input
	// Accept are the rule.Accept… that a person says yes to, for the head.
	Accept []string
	// Watch stays until the pull request is merged, or stopped; else one look is
	// taken.
	Watch bool
}

// Run merges exactly the head that was approved and is green, never around
// protection, and delivers the unit. What stops a merge is written down with its
// name. A run after a lost answer looks first.
func (s Merge) Run(ctx context.Context, in MergeInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepMerge, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	m := &merging{step: *st, watch: in.Watch && !in.DryRun}
	now, _ := rule.Next(m.u)
	if m.u.Merged != nil && now == rule.StepDeliver && !in.DryRun {
		return m.deliver(ctx)
	}
	acceptable := now == rule.StepFix && slices.Contains(m.u.Unaccepted(), rule.AcceptOptional)
	if instead := acceptable && slices.Contains(in.Accept, rule.AcceptOptional); !instead && !m.expect(rule.StepMerge, rule.StepDeliver) {
		if acceptable {
			m.res.note("or take it upon yourself with: %s", m.Command("merge", m.u.ID, "--accept", rule.AcceptOptional))
		}
		return m.end(), nil
	}
	for _, what := range in.Accept {
		a := rule.Accepted{What: what, Head: m.u.Pushed}
		var order *rule.OrderError
		if errors.As(rule.Allowed(m.u, a), &order) {
			return m.refuse("%s cannot be accepted: %s", what, order.Why)
		}
		if err := m.accept(ctx, a); err != nil {
			return Result{}, err
		}
	}
	return m.run(ctx)
}

// accept writes down what a person takes upon themselves; a dry run goes on as if it
// were written.
func (m *merging) accept(ctx context.Context, a rule.Accepted) error {
	if m.in.DryRun {
		if err := rule.Allowed(m.u, a); err != nil {
			return err
		}
		m.u = m.u.After(rule.Event{At: m.Now(), Unit: m.u.ID, By: m.Me, Fact: a})
		m.res.will("accept, for %s alone: %s", short(a.Head), a.What)
		return nil
	}
	if err := m.write(ctx, a); err != nil {
		return err
	}
	m.res.wrote("accepted: %s", a.What)
	return nil
}

// acceptance names what a person may accept so that the head is ready, "" when
// nothing of that kind is missing.
func (m *merging) acceptance() string {
	if _, independent, ok := m.u.ApprovedHead(); ok && !independent && !m.accepted(rule.AcceptOwnReview) {
		return rule.AcceptOwnReview
	}
	if m.u.Checks != nil && m.u.Checks.Head == m.u.Pushed {
		return m.u.Checks.Answer.Accepts()
	}
	return ""
}

// accepted reports whether a person accepted that for the head.
func (m *merging) accepted(what string) bool {
	return slices.Contains(m.u.Accepted, rule.Accepted{What: what, Head: m.u.Pushed})
}

// merging is one run of Merge.
type merging struct {
	step
	watch bool
	pull  model.PullRequest
}

func (m *merging) run(ctx context.Context) (res Result, err error) {
	if m.pull, err = m.Tracker.Pull(ctx, m.u.Pull.Pull); err != nil {
		return Result{}, err
	}
	if m.pull.State == model.Closed {
		return m.closed(ctx)
	}
	if m.u.ClosedByHand() {
		if err := m.reopened(ctx); err != nil {
			return Result{}, err
		}
		if now, _ := rule.Next(m.u); now != rule.StepMerge {
			return m.end(), nil
		}
	}
	if m.u.Asked != nil && m.u.Asked.Way != rule.MergePlain {
		return m.resume(ctx)
	}
	// A plain merge that was asked for and did not happen is asked for again: the
	// request names the head, so that it is safe to repeat.
	head, ok := m.u.ReadyHead()
	switch {
	case !ok && m.pull.HeadSHA == m.u.Pushed:
		ask, _ := rule.Asks(m.u)
		if what := m.acceptance(); what != "" {
			m.res.note("take it upon yourself with: %s", m.Command("merge", m.u.ID, "--accept", what))
		}
		return m.refuse("%s is not ready: %s", short(m.u.Pushed), ask)
	case !ok || m.pull.HeadSHA != head:
		return m.blocked(ctx, rule.BlockedMoved, fmt.Sprintf("the pull request is at %s, which nobody approved", short(m.pull.HeadSHA)))
	}
	if waits, next, err := m.turn(ctx); err != nil {
		return Result{}, err
	} else if waits != "" {
		return m.laterOn(waits, next)
	}
	if why, err := m.discreet(ctx); err != nil || why != "" {
		return m.withheld(why, err)
	}
	if why, next, err := m.unfit(ctx, head); err != nil || why != "" {
		return m.strayed(why, next, err)
	}
	if stop, err := m.carriers(ctx); err != nil || stop != "" {
		if err != nil {
			return Result{}, err
		}
		return m.blocked(ctx, rule.BlockedKeyword, stop)
	}
	if why, err := m.stillGreen(ctx); err != nil || why != "" {
		switch {
		case err != nil:
			return Result{}, err
		case m.u.Asked != nil: // else nothing but this merge could follow
			return m.blocked(ctx, rule.BlockedChecks, why)
		}
		return m.refuse("%s is not green any more: %s", short(head), why)
	}
	way, err := m.way(ctx)
	if err != nil {
		return Result{}, err
	}
	title, message := rule.SquashTitle(m.u), rule.SquashMessage(m.u)
	if m.in.DryRun {
		m.res.will("%s", wayWords(way, m.pull.Number, head, m.u.Branch.Target))
		m.res.will("with the message: %s", title)
		return m.end(), nil
	}
	if err := m.write(ctx, rule.Merging{Head: head, Way: way}); err != nil {
		return Result{}, err
	}
	return m.ask(ctx, way, tracker.Merge{SHA: head, Title: title, Message: message})
}

func wayWords(way rule.MergeWay, pull int, head, target string) string {
	switch way {
	case rule.MergeQueue:
		return fmt.Sprintf("put pull request #%d (%s) into the merge queue of %s", pull, short(head), target)
	case rule.MergeAuto:
		return fmt.Sprintf("approve pull request #%d (%s), which then merges into %s by itself", pull, short(head), target)
	}
	return fmt.Sprintf("squash pull request #%d (%s) onto %s", pull, short(head), target)
}

// carriers compares what the texts would close with the members, and says what must
// be settled first (C-41, C-42).
func (m *merging) carriers(ctx context.Context) (string, error) {
	commits, err := m.Tracker.PullCommits(ctx, m.u.Pull.Pull)
	if err != nil {
		return "", err
	}
	troubles := rule.Carriers(rule.Carrying{
		Title: m.pull.Title, Body: m.pull.Body, Commits: commits, Members: m.u.Numbers(), Home: m.Home, Default: m.u.Branch.Default,
	})
	lines := make([]string, len(troubles))
	for i, t := range troubles {
		lines[i] = t.Sentence()
	}
	return strings.Join(lines, "\n"), nil
}

// way finds out who merges.
func (m *merging) way(ctx context.Context) (rule.MergeWay, error) {
	rules, err := m.Tracker.Rules(ctx, m.u.Branch.Target)
	if err != nil {
		return "", err
	}
	_, auto, err := m.Tracker.QueueOf(ctx, m.u.Pull.Pull)
	switch {
	case err != nil:
		return "", err
	case rules.MergeQueue:
		return rule.MergeQueue, nil
	case auto:
		return rule.MergeAuto, nil
	}
	return rule.MergePlain, nil
}

// ask asks for the merge in its way.
func (m *merging) ask(ctx context.Context, way rule.MergeWay, as tracker.Merge) (Result, error) {
	var err error
	switch way {
	case rule.MergeQueue:
		err = m.Tracker.Enqueue(ctx, m.u.Pull.Pull, as.SHA)
	case rule.MergeAuto:
		err = m.approve(ctx, as.SHA)
	default:
		_, err = m.Tracker.MergePull(ctx, m.u.Pull.Pull, as)
	}
	var refused *tracker.MergeRefused
	if errors.As(err, &refused) {
		return m.refused(ctx, refused)
	}
	if err != nil {
		return Result{}, err
	}
	m.res.wrote("asked for the merge: %s", wayWords(way, m.u.Pull.Pull, as.SHA, m.u.Branch.Target))
	return m.await(ctx, false)
}

// refused writes down why GitHub did not merge.
func (m *merging) refused(ctx context.Context, r *tracker.MergeRefused) (Result, error) {
	why := map[tracker.Refused]string{
		tracker.RefusedMoved: rule.BlockedMoved, tracker.RefusedConflict: rule.BlockedConflict,
		tracker.RefusedClosed: rule.BlockedClosed, tracker.RefusedAgain: rule.BlockedAgain,
	}[r.Why]
	if r.Why == tracker.RefusedMerged {
		return m.await(ctx, false)
	}
	if why == "" {
		why = rule.BlockedProtection
	}
	return m.blocked(ctx, why, r.Error())
}

// blocked writes down what stops the merge.
func (m *merging) blocked(ctx context.Context, why, reason string) (Result, error) {
	if m.in.DryRun {
		return m.refuse("%s", reason)
	}
	if err := m.write(ctx, rule.Blocked{Head: m.u.Pushed, Why: why, Reason: reason}); err != nil {
		return Result{}, err
	}
	return m.refuse("%s", reason)
}

// closed goes on from a pull request that is closed: merged, by us or by somebody
// else, or closed by hand.
func (m *merging) closed(ctx context.Context) (Result, error) {
	if !m.pull.Merged {
		return m.blocked(ctx, rule.BlockedClosed, m.closedUnmerged(m.pull))
	}
	if m.in.DryRun {
		m.res.will("look after the merge of pull request #%d", m.pull.Number)
		return m.end(), nil
	}
	if err := m.mergedAs(ctx, m.pull); err != nil {
		return Result{}, err
	}
	if now, why := rule.Next(m.u); now != rule.StepDeliver {
		m.res.note("%s", why)
		return m.end(), nil
	}
	return m.deliver(ctx)
}
