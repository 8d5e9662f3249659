package drain

import (
	"context"
	"errors"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
)

// probe asks whether the repository can be drained at all, before anything is
// done: what is surely impossible is a *recipe.UsageError, what cannot be known
// now a *model.Fault (section 2 of draining). Whoever may only label, and not push,
// could claim and get no further.
func (b base) probe(ctx context.Context) (model.Repository, error) {
	repo, err := recipe.Rights{Tracker: b.Tracker}.Run(ctx, recipe.RightsInput{})
	access, why := rule.Probe(repo, err)
	var fault *model.Fault
	switch {
	case access == rule.AccessReady:
		return repo, nil
	case access == rule.AccessPerhaps:
		return repo, err
	case !errors.As(err, &fault):
		return repo, usagef("ask for the write role, or sign in with another account: gh auth switch", "%s", why)
	case fault.Kind == model.FaultNotSignedIn:
		return repo, err // as everywhere
	}
	return repo, &recipe.UsageError{Err: err, Hint: fault.Hint}
}
