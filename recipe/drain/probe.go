package drain

import (
	"context"
	"errors"

	"gh-debt/model"
	"gh-debt/recipe"
)

// probe asks whether the repository can be drained at all, before anything is
// done: what is surely impossible is a *recipe.UsageError, what cannot be known
// now a *model.Fault (section 2 of draining).
func (b base) probe(ctx context.Context) (model.Repository, error) {
	repo, err := recipe.Rights{Tracker: b.Tracker}.Run(ctx, recipe.RightsInput{})
	var fault *model.Fault
	if !errors.As(err, &fault) {
		return repo, err
	}
	switch fault.Kind {
	case model.FaultNoPermission, model.FaultNotFound, model.FaultIssuesOff, model.FaultArchived:
		return repo, &recipe.UsageError{Err: err, Hint: fault.Hint}
	}
	return repo, err
}
