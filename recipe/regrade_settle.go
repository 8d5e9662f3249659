package recipe

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gh-debt/model"
)

// oddAxes are the changed axes that do not hold exactly the new value, or, for
// an axis that somebody else won, not exactly theirs.
func (s *regrading) oddAxes(issue model.Issue, won map[model.Axis]string) []model.Axis {
	var odd []model.Axis
	for _, axis := range sortedAxes(s.in.Changes) {
		have, want := labelsOf(issue.Labels, axis), s.in.Changes[axis]
		if theirs, ok := won[axis]; ok {
			_, want, _ = model.AxisOf(theirs)
		}
		fits := len(have) == 0
		if want != "" {
			fits = len(have) == 1 && says(have[0], want)
		}
		if !fits {
			odd = append(odd, axis)
		}
	}
	return odd
}

// says reports whether the label stands for the value, in a former spelling too.
func says(label, value string) bool {
	_, v, ok := model.AxisOf(label)
	return ok && v == value
}

// wanted is the label that the axis is to hold, "" for none: the one it has
// already, else the repository's spelling.
func (s *regrading) wanted(axis model.Axis, have []string) string {
	value := s.in.Changes[axis]
	if value == "" {
		return ""
	}
	for _, l := range have {
		if says(l, value) {
			return l
		}
	}
	return s.labels.in(model.LabelFor(axis, value))
}

// labelsOf gives the labels of an axis, former spellings included.
func labelsOf(labels []string, axis model.Axis) []string {
	var out []string
	for _, l := range labels {
		if a, _, ok := model.AxisOf(l); ok && a == axis {
			out = append(out, l)
		}
	}
	return out
}

// repair says which edits bring each odd axis back to one value. A value that
// appeared since we read the issue is somebody else's; of theirs and ours the
// one that was set last wins. Two programs that re-grade at the same moment both
// read that from the timeline, so that they agree and never take away each
// other's, which would leave none. won names the axes that are not ours.
func (s *regrading) repair(ctx context.Context, before, now model.Issue, odd []model.Axis) (edit model.LabelEdit, won map[model.Axis]string, err error) {
	won = map[model.Axis]string{}
	var events []model.Event
	for _, axis := range odd {
		have := labelsOf(now.Labels, axis)
		keep := s.wanted(axis, have)
		theirs := slices.DeleteFunc(slices.Clone(have), func(l string) bool {
			return before.HasLabel(l) || strings.EqualFold(l, keep)
		})
		if len(theirs) > 0 {
			if events == nil {
				if events, err = s.Tracker.Timeline(ctx, now.Number); err != nil {
					return edit, nil, err
				}
			}
			if last := lastSet(events, append(theirs, keep)); last != "" && !strings.EqualFold(last, keep) {
				keep, won[axis] = last, last
			}
		}
		if keep != "" && !hasFold(have, keep) {
			edit.Add = append(edit.Add, keep)
		}
		for _, l := range have {
			if !strings.EqualFold(l, keep) {
				edit.Remove = append(edit.Remove, l)
			}
		}
	}
	return edit, won, nil
}

// lastSet is the label among names that was set last, "" when none was.
func lastSet(events []model.Event, names []string) string {
	for _, e := range slices.Backward(events) {
		if e.Kind == model.Labeled && hasFold(names, e.Label) {
			return e.Label
		}
	}
	return ""
}

// applyRepair makes the repair and reads the issue once more.
func (s *regrading) applyRepair(ctx context.Context, issue model.Issue, edit model.LabelEdit) (model.Issue, error) {
	if len(edit.Add)+len(edit.Remove) == 0 {
		return issue, nil
	}
	editErr := s.Tracker.EditLabels(ctx, issue.Number, edit)
	fresh, err := s.Tracker.Issue(ctx, issue.Number)
	if err != nil {
		if editErr != nil {
			err = editErr
		}
		return issue, err
	}
	return fresh, nil
}

// unfinished adds the command that brings the change to its end.
func (s *regrading) unfinished(number int, c IssueChange) IssueChange {
	words := []string{"gh", "debt", "regrade", strconv.Itoa(number)}
	for _, axis := range sortedAxes(s.in.Changes) {
		words = append(words, string(axis)+"="+s.in.Changes[axis])
	}
	for _, flag := range []struct{ name, value string }{
		{"--answer", s.in.Answer}, {"--question", s.in.Research.Question},
		{"--settled-by", s.in.Research.SettledBy}, {"--repo", s.RepoArg},
	} {
		if flag.value != "" {
			words = append(words, flag.name, flag.value)
		}
	}
	c.Remedy = shellCommand(words...)
	return c
}
