package recipe

import (
	"context"
	"slices"

	"gh-debt/model"
)

// Where an account may not label, GitHub drops the labels of its issue in
// silence, and where nobody may create the queue's label there is none to carry:
// the issue is then in no list of the queue. So that such an account files
// nothing twice, each look also goes through the issues that it opened itself,
// open and closed ones, whatever their labels: the whole list, back to the first,
// since an answer that was lost leaves nothing here that would say from when on
// to look.
//
// What another account opened without the label is not looked for. It is in no
// queue, nobody has graded it, and to find it each filing would have to read
// every issue of the repository.

// mayHide reports whether what this account files may be missing from the
// queue's list. Whether the queue's label can be had is known from step 3 on.
func (f *filing) mayHide() bool {
	return !f.repo.CanWrite || hasFold(f.spell.barred, f.Rules.Label) || hasFold(f.res.MissingLabels, f.Rules.Label)
}

// hidden reads all issues of this account where the queue's list may lack some
// of them.
func (f *filing) hidden(ctx context.Context) ([]model.Issue, error) {
	if !f.mayHide() {
		return nil, nil
	}
	return f.ownIssues(ctx)
}

// ownIssues reads all issues of this account. An app's token does not tell whose
// it is: the issues of all accounts are read then.
func (f *filing) ownIssues(ctx context.Context) ([]model.Issue, error) {
	return f.Tracker.OwnIssues(ctx, f.repo.Viewer, f.pages("read the issues of this account"))
}

// openNow reads the queue's open issues and, where own is set, those of this
// account that the queue's list cannot show.
func (f *filing) openNow(ctx context.Context, own bool) ([]model.Issue, error) {
	open, err := f.Tracker.Issues(ctx, model.Open, f.pages(listName(model.Open)))
	if err != nil || !own {
		return open, err
	}
	mine, err := f.ownIssues(ctx)
	return withHidden(open, mine), err
}

// withHidden adds those of the account's open issues that a list lacks.
func withHidden(open, own []model.Issue) []model.Issue {
	if len(own) == 0 {
		return open
	}
	return once(slices.Concat(open, slices.DeleteFunc(slices.Clone(own), func(is model.Issue) bool { return is.State != model.Open })))
}

// matchHidden finds the key among the account's own issues as tiers 1 and 2 do
// in the queue.
func (f *filing) matchHidden(ctx context.Context, own []model.Issue) (*model.Match, error) {
	var open, closed []model.Issue
	for _, is := range own {
		if is.State == model.Open {
			open = append(open, is)
		} else {
			closed = append(closed, is)
		}
	}
	x := model.NewIndex(open, closed)
	if m, ok := x.Find(f.key.Path, f.key.Line); ok && m.Source == model.SourceKey {
		return &m, nil
	}
	original, err := f.Dedup.original(ctx, x.Duplicates(f.key.Path, f.key.Line))
	if err != nil {
		return nil, err
	}
	if m, ok := matchOriginal(original); ok {
		return &m, nil
	}
	return nil, nil
}
