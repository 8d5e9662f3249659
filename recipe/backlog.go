package recipe

import (
	"context"

	"gh-debt/model"
)

// Backlog sorts the open issues into candidates, excluded ones and batches
// (section 7, backlog).
type Backlog struct {
	Issues IssueLister
}

func newBacklog(d Deps) Backlog { return Backlog{Issues: d.Tracker} }

// BacklogInput says where the issues come from.
type BacklogInput struct {
	// From is the content of --from, in order already; nil reads the tracker.
	From     []byte
	Progress Progress
}

// Run gives the object that `backlog` prints. With From no request is made; what
// is no array of issues is a *UsageError.
func (r Backlog) Run(ctx context.Context, in BacklogInput) (model.Backlog, error) {
	if in.From != nil {
		items, err := model.ParseBacklogItems(in.From)
		if err != nil {
			return model.Backlog{}, &UsageError{Err: err}
		}
		return model.BacklogFrom(items), nil
	}
	open, err := readList(ctx, r.Issues, model.Open, in.Progress)
	if err != nil {
		return model.Backlog{}, err
	}
	return model.NewBacklog(model.NewQueue(open, model.Facts{})), nil
}
