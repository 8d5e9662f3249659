package recipe

import (
	"context"
	"slices"
	"strings"

	"gh-debt/model"
)

// ClaimTracker is what Claims asks of the tracker.
type ClaimTracker interface {
	IssueReader
	TimelineReader
	LabelReader
	LabelKeeper
	LabelEditor
}

// Claims sets and takes away the labels that say what becomes of an issue
// while it is drained: in-progress and the park labels. Each is safe to repeat, and
// each touches the marker (section 6).
type Claims struct {
	Tracker ClaimTracker
	Rules   model.Rules
	Marker  Marker
}

func newClaims(d Deps) Claims {
	return Claims{Tracker: d.Tracker, Rules: d.Rules, Marker: newMarker(d)}
}

// Claim reads the issue anew and adds in-progress. It gives the issue as it was
// before; took is false, and nothing was written, when the label was there already, or
// the issue is closed, parked, an investigation or not of the queue (any more).
func (c Claims) Claim(ctx context.Context, number int) (issue model.Issue, took bool, err error) {
	issue, err = c.Tracker.Issue(ctx, number)
	if err != nil || !c.free(issue) {
		return issue, false, err
	}
	labels, err := c.ensure(ctx, model.LabelInProgress)
	if err != nil {
		return issue, false, err
	}
	err = editLabels(ctx, c.Tracker, number, model.LabelEdit{Add: labels.all([]string{model.LabelInProgress})})
	if err != nil {
		return issue, false, err
	}
	_ = c.Marker.Touch() // best effort (section 6)
	return issue, true, nil
}

// free reports whether an issue may be claimed, by what it carries.
func (c Claims) free(issue model.Issue) bool {
	q := model.NewQueue([]model.Issue{issue}, model.Facts{})
	return q.Entries[0].Candidate() && issue.HasLabel(c.Rules.QueueLabel())
}

// Unclaimed is an issue as it is without its claim.
func Unclaimed(issue model.Issue) model.Issue {
	issue.Labels = slices.DeleteFunc(slices.Clone(issue.Labels), func(l string) bool { return today(l) == model.LabelInProgress })
	return issue
}

// Holder tells who claimed an issue last, from its timeline; "" when nobody did.
func (c Claims) Holder(ctx context.Context, number int) (string, error) {
	last, err := c.Last(ctx, number)
	return last.Actor, err
}

// Last is the newest event by which an issue was claimed; zero when it never was.
func (c Claims) Last(ctx context.Context, number int) (model.Event, error) {
	events, err := c.Tracker.Timeline(ctx, number)
	if err != nil {
		return model.Event{}, err
	}
	for _, e := range slices.Backward(events) {
		if e.Kind == model.Labeled && today(e.Label) == model.LabelInProgress {
			return e, nil
		}
	}
	return model.Event{}, nil
}

// Release takes in-progress away, under whatever spelling it is there. An issue
// without it is left alone.
func (c Claims) Release(ctx context.Context, number int) error {
	issue, err := c.Tracker.Issue(ctx, number)
	if err != nil {
		return err
	}
	return c.take(ctx, issue, model.LabelEdit{Remove: spellings(issue, model.LabelInProgress)})
}

// Park adds spec-pending and then, once that is there, takes in-progress away, so that
// at no moment the issue looks free.
func (c Claims) Park(ctx context.Context, number int) error {
	issue, err := c.Tracker.Issue(ctx, number)
	if err != nil {
		return err
	}
	if len(spellings(issue, model.LabelSpecPending)) == 0 {
		labels, err := c.ensure(ctx, model.LabelSpecPending)
		if err != nil {
			return err
		}
		// GitHub carries out the second half of an edit even if the first one failed.
		if err := c.take(ctx, issue, model.LabelEdit{Add: labels.all([]string{model.LabelSpecPending})}); err != nil {
			return err
		}
	}
	return c.take(ctx, issue, model.LabelEdit{Remove: spellings(issue, model.LabelInProgress)})
}

// ensure gives the repository's spelling of a label, and creates it where it lacks.
func (c Claims) ensure(ctx context.Context, label string) (labelSet, error) {
	return labelEnsurer{Tracker: c.Tracker, Rules: c.Rules}.ensure(ctx, []string{label}, nil)
}

// take writes an edit, if there is one, and touches the marker.
func (c Claims) take(ctx context.Context, issue model.Issue, edit model.LabelEdit) error {
	if edit.Empty() {
		return nil
	}
	if err := editLabels(ctx, c.Tracker, issue.Number, edit); err != nil {
		return err
	}
	_ = c.Marker.Touch() // best effort (section 6)
	return nil
}

// spellings are the labels of an issue that say the same as a label of today.
func spellings(issue model.Issue, label string) []string {
	var out []string
	for _, l := range issue.Labels {
		if today(l) == label {
			out = append(out, l)
		}
	}
	return out
}

// today is a label under its name of today, in lower case.
func today(label string) string {
	if name, former := model.CurrentName(label); former {
		label = name
	}
	return strings.ToLower(label)
}
