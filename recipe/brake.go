package recipe

import (
	"context"

	"gh-debt/model"
)

// Brake finds the open issues that were filed while draining, on files that the
// drain itself had changed (section 7): an aid, never a gate.
type Brake struct {
	Issues IssueLister
}

func newBrake(d Deps) Brake { return Brake{Issues: d.Tracker} }

// BrakeInput has nothing to choose.
type BrakeInput struct {
	Progress Progress
}

// Run gives the entries in the order of the queue, whose origin says both
// mode=drain and changed=1.
func (r Brake) Run(ctx context.Context, in BrakeInput) ([]model.Entry, error) {
	open, err := readList(ctx, r.Issues, model.Open, in.Progress)
	if err != nil {
		return nil, err
	}
	found := []model.Entry{}
	for _, e := range model.NewQueue(open, model.Facts{}).Entries {
		if e.HasOrigin && e.Origin.Mode == "drain" && e.Origin.Changed == "1" {
			found = append(found, e)
		}
	}
	return found, nil
}
