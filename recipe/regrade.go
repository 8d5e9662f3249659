package recipe

import (
	"context"

	"gh-debt/model"
)

// RegradeTracker is what Regrade asks of the tracker.
type RegradeTracker interface {
	RepositoryReader
	IssueLister
	IssueReader
	TimelineReader
	LabelReader
	LabelKeeper
	LabelEditor
	BodyEditor
}

// Regrade changes the grades of issues through label edits (section 9).
//
// The body is edited first and the labels after it: the body edit is refused
// when somebody changed the body meanwhile, and then nothing has been written
// yet; and an answer that a person typed is stored before anything else. What
// a fault leaves half done is named with the command that finishes it, and
// running that command again completes it without doing the first half twice.
type Regrade struct {
	Tracker RegradeTracker
	Rules   model.Rules
	Secrets Secrets
	Log     Changelog
	Marker  Marker
	Now     Clock
	RepoArg string
}

func newRegrade(d Deps) Regrade {
	return Regrade{
		Tracker: d.Tracker, Rules: d.Rules, Log: newChangelog(d), Marker: newMarker(d),
		Now: d.Now, RepoArg: d.RepoArg,
	}
}

// RegradeInput says what is to be changed on which issues.
type RegradeInput struct {
	Numbers []int
	// Changes holds the new value of each axis that changes; "" takes an optional
	// axis away.
	Changes map[model.Axis]string
	// Answer is what was found out; leaving investigate takes it.
	Answer string
	// Research is asked and settled by; entering investigate takes it.
	Research model.Research
	// Seen holds by number the grades that the caller saw. Where an axis that
	// changes holds another value now, that is said instead of overwritten (C-13).
	Seen map[int]model.Grades
	// NotSecurity says that a person has judged the texts fit for everybody.
	NotSecurity bool
	DryRun      bool
	Progress    Progress
}

// Run changes the issues one by one; one failure does not stop the rest. The
// error is a *UsageError for values that do not exist, and a *model.Fault when
// the repository cannot be read or not written; then nothing was changed. In a
// dry run the result holds the full list of edits.
func (r Regrade) Run(ctx context.Context, in RegradeInput) (ChangeResult, error) {
	in.Progress = in.Progress.serial()
	numbers, err := uniqueNumbers(in.Numbers)
	if err != nil {
		return ChangeResult{}, err
	}
	if err := checkChanges(in.Changes); err != nil {
		return ChangeResult{}, err
	}
	if err := checkTexts(in); err != nil {
		return ChangeResult{}, err
	}
	s, err := r.begin(ctx, in)
	if err != nil {
		return ChangeResult{}, err
	}
	issues := s.each(ctx, numbers, in.Progress, func(n int) IssueChange { return s.one(ctx, n) })
	s.noteAnswer(issues)
	return s.result(in.DryRun, issues), nil
}

// noteAnswer says that none of several issues took the answer.
func (s *regrading) noteAnswer(issues []IssueChange) {
	if s.in.Answer == "" || len(issues) == 1 {
		return
	}
	for _, c := range issues {
		if c.ChangesBody() || c.Outcome != Changed && c.Outcome != Unchanged {
			return
		}
	}
	s.notes = append(s.notes, Remark{Code: CodeAnswerUnused, Message: "none of the issues was being investigated, so the answer was written nowhere"})
}
