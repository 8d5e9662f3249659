package drain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/tracker"
)

// Drop lets one member go later (section 6 of draining).
type Drop struct{ base }

// DropInput says which member.
type DropInput struct {
	Input
	Number int
}

// Run gives the member's claim back and takes its line out of the pull request's
// body. It refuses while a commit still closes the issue, and for the only member:
// that one is released.
func (s Drop) Run(ctx context.Context, in DropInput) (Result, error) {
	st, unlock, err := s.begin(ctx, rule.StepDrop, in.Input)
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	switch numbers := st.u.Numbers(); {
	case !slices.Contains(numbers, in.Number):
		return st.refuse("#%d is no member of unit %s", in.Number, st.u.ID)
	case len(numbers) == 1:
		return st.before(rule.StepRelease, "#%d is the only member: release the unit instead", in.Number)
	}
	if err := rule.Allowed(st.u, rule.Left{Number: in.Number, Why: rule.Dropped}); err != nil {
		return st.refuse("%v", err)
	}
	if why, err := st.stillCloses(ctx, in.Number); err != nil || why != "" {
		if err != nil {
			return Result{}, err
		}
		return st.refuse("%s", why)
	}
	if in.DryRun {
		st.res.will("give the claim of #%d back, and take its line out of the pull request", in.Number)
		return st.end(), nil
	}
	if err := st.unline(ctx, in.Number); err != nil {
		return Result{}, err
	}
	err = st.leave(ctx, in.Number, rule.Dropped, "dropped by "+s.Me)
	if err == nil {
		st.res.wrote("#%d left unit %s", in.Number, st.u.ID)
	}
	return st.end(), err
}

// stillCloses names the commit that would close an issue.
func (s *step) stillCloses(ctx context.Context, number int) (string, error) {
	if s.u.Place.Dir == "" {
		return "", nil
	}
	messages, err := s.Git.Messages(ctx, "", s.u.Branch.Base, s.u.Branch.Branch)
	if err != nil {
		return "", err
	}
	for _, m := range messages {
		for _, c := range rule.Closings(m.Message, s.Home) {
			if c.Number == number {
				return fmt.Sprintf("commit %s would still close #%d: reword it first", short(m.SHA), number), nil
			}
		}
	}
	return "", nil
}

// unline takes a member's lines out of the pull request's body, and its number out of
// a title that is still ours.
func (s *step) unline(ctx context.Context, number int) error {
	if s.u.Pull.Pull == 0 {
		return nil
	}
	pull, err := s.Tracker.Pull(ctx, s.u.Pull.Pull)
	if err != nil {
		return err
	}
	body := withoutItem(rule.DropLine(pull.Body, number, s.Home), number)
	edit := tracker.PullEdit{Body: &body, OldBody: pull.Body}
	rest := s.u.After(rule.Event{Fact: rule.Left{Number: number, Why: rule.Dropped}})
	if title := rule.PullTitle(rest); pull.Title == rule.PullTitle(s.u) {
		edit.Title = &title
	}
	if body == pull.Body && edit.Title == nil {
		return nil
	}
	if _, err := s.Tracker.EditPull(ctx, pull.Number, edit); err != nil {
		return err
	}
	s.res.wrote("took the line of #%d out of pull request #%d", number, pull.Number)
	return nil
}

// withoutItem takes the line that names a member out of a body as we render it.
func withoutItem(body string, number int) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "-" && words[1] == hash(number) {
			continue
		}
		out.WriteString(line)
	}
	return out.String()
}
