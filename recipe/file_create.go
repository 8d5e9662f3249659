package recipe

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/tracker"
)

// lookWaits are the pauses before each look for an issue that may or may not
// have been created: GitHub's lists can lag behind for a moment.
func lookWaits() []time.Duration {
	return []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second}
}

// createAndSettle is steps 7 and 8: create, leave one issue of the key, touch
// the marker.
func (f *filing) createAndSettle(ctx context.Context) error {
	f.res.InnerKey = f.key.Inner()
	if f.dryRun {
		f.res.Outcome = OutcomeFiled
		return nil
	}
	end := f.begin(StepCreate)
	issue, own, err := f.create(ctx)
	if err != nil {
		end("", err)
		return err
	}
	end(fmt.Sprintf("#%d", issue.Number), nil)
	f.show(issue)
	f.res.Outcome = OutcomeFiled
	if !own {
		f.res.Outcome, f.res.Source = OutcomeMatched, model.SourceKey
		f.touch()
		return nil
	}
	f.logFiled(issue)

	// It is created: an interruption waits until no twin is left.
	rest, cancel := finishing(ctx)
	defer cancel()
	issue = f.completeLabels(rest, issue)
	err = f.settle(rest, issue)
	f.touch()
	return err
}

// touch is step 8.
func (f *filing) touch() {
	end := f.begin(StepMarker)
	end("", f.Marker.Touch())
}

// create sends the one creation of this run. Where the answer does not say
// whether there is an issue now, it looks, and never sends a second one. own is
// false for somebody else's issue that was found instead.
func (f *filing) create(ctx context.Context) (issue model.Issue, own bool, err error) {
	issue, err = f.Tracker.CreateIssue(ctx, tracker.NewIssue{Title: f.title, Body: f.body, Labels: f.spell.present(f.res.Labels)})
	if err == nil {
		return issue, true, nil
	}
	if denied(err) || faultKind(err) == model.FaultRateLimited {
		return model.Issue{}, false, err
	}
	if faultKind(err) == model.FaultOffline && ctx.Err() != nil {
		return model.Issue{}, false, err // left while it waited for its turn: nothing was sent
	}
	rest, cancel := finishing(ctx)
	defer cancel()
	if issue, own, ok := f.findOwn(rest); ok {
		return issue, own, nil
	}
	if faultKind(err) == model.FaultOffline {
		return model.Issue{}, false, err // it never left
	}
	return model.Issue{}, false, &model.Fault{
		Kind: model.FaultUnknownResult, Op: "file the finding",
		Detail: "it is not known whether an issue was created",
		Hint:   "run it again: what was created is found and not created twice",
		Err:    err,
	}
}

// findOwn looks several times for the issue that a creation without an answer
// may have made: an open issue with our key and our body, also where it lacks the
// queue's label. When only somebody else's is there at the end, the finding has
// its disposition as well.
func (f *filing) findOwn(ctx context.Context) (issue model.Issue, own, ok bool) {
	for _, d := range lookWaits() {
		if f.Pause(ctx, d) != nil {
			break
		}
		open, err := f.openNow(ctx, f.mayHide() || f.repo.Viewer != "")
		if err != nil {
			continue
		}
		for _, twin := range model.Twins(open, f.key.Path, f.key.Line) {
			if f.isOwn(twin) {
				return twin, true, true
			}
			if !ok {
				issue, ok = twin, true
			}
		}
	}
	return issue, false, ok
}

// isOwn reports whether the issue is one that this filing made. Some tokens may
// not ask who they are; then the text alone tells.
func (f *filing) isOwn(issue model.Issue) bool {
	mine := f.repo.Viewer == "" || strings.EqualFold(issue.Author, f.repo.Viewer)
	return mine && plainBody(issue.Body) == plainBody(f.body)
}

// plainBody is a body without what may differ between two runs that file the
// same text: the origin line, and line ends.
func plainBody(body string) string {
	var kept []string
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r", ""), "\n") {
		if !strings.HasPrefix(line, "<!-- gaia-debt-origin:") {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// completeLabels adds the labels that the new issue lacks: for a token that may
// not label, GitHub drops them in silence. What lacks in the end is told.
func (f *filing) completeLabels(ctx context.Context, issue model.Issue) model.Issue {
	missing := owed(model.LabelEdit{Add: f.res.Labels}, issue).Add
	if len(missing) == 0 {
		return issue
	}
	var err error
	if there := f.spell.present(missing); len(there) > 0 {
		err = editLabels(ctx, f.Tracker, issue.Number, model.LabelEdit{Add: there})
	}
	fresh, lookErr := f.Tracker.Issue(ctx, issue.Number)
	if lookErr == nil {
		issue = fresh
		missing = owed(model.LabelEdit{Add: f.res.Labels}, issue).Add
	}
	if len(missing) == 0 || err == nil && lookErr != nil {
		return issue
	}
	f.res.MissingLabels = missing
	message := fmt.Sprintf("#%d lacks %s; somebody with the triage role has to add them", issue.Number, strings.Join(missing, ", "))
	if err != nil {
		message = fmt.Sprintf("#%d lacks %s: %s", issue.Number, strings.Join(missing, ", "), err)
	}
	f.remark(CodeLabelsMissing, message, issue.Number)
	return issue
}

// logFiled keeps what was created in the log of changes.
func (f *filing) logFiled(issue model.Issue) {
	err := f.Log.Append(LogEntry{
		At: f.Now().UTC(), Group: newGroup(), Op: f.op, Repository: slug(f.repo), Number: issue.Number,
		Title: issue.Title, By: f.repo.Viewer, Outcome: string(OutcomeFiled), Added: issue.Labels, Key: f.key.Inner(),
	})
	if err != nil {
		f.remark(CodeLog, err.Error(), issue.Number)
	}
}
