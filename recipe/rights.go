package recipe

import (
	"context"
	"fmt"

	"gh-debt/model"
)

// Rights tells whether the signed-in account may do what is planned, before a
// change on many issues begins.
type Rights struct {
	Tracker RepositoryReader
}

func newRights(d Deps) Rights { return Rights{Tracker: d.Tracker} }

// RightsInput says what is planned.
type RightsInput struct {
	Labels bool // labels of the repository itself are created or renamed
}

// Run reads the repository and gives it back; the error is a *model.Fault that
// says which right is missing and what to do, when one is.
func (r Rights) Run(ctx context.Context, in RightsInput) (model.Repository, error) {
	repo, err := r.Tracker.Repository(ctx)
	if err != nil {
		return repo, err
	}
	return repo, mayWrite(repo, in.Labels)
}

// mayWrite says what stands against a change in the repository, or nil.
func mayWrite(repo model.Repository, labels bool) error {
	op := "change issues of " + repo.Slug()
	switch {
	case repo.Archived:
		return &model.Fault{
			Kind: model.FaultArchived, Op: op, Detail: "the repository is archived and read-only",
			Hint: "ask its owner to unarchive it",
		}
	case !repo.HasIssues:
		return &model.Fault{
			Kind: model.FaultIssuesOff, Op: op, Detail: "its issues are turned off",
			Hint: "turn them on in the repository's settings, or use --local",
		}
	case !repo.CanWrite:
		return &model.Fault{
			Kind: model.FaultNoPermission, Op: op,
			Detail: fmt.Sprintf("%s may not label or close issues there", orSomebody(repo.Viewer)),
			Hint:   "ask for the triage role, or sign in with another account: gh auth switch",
		}
	case labels && !repo.CanLabel:
		return &model.Fault{
			Kind: model.FaultNoPermission, Op: "change labels of " + repo.Slug(),
			Detail: fmt.Sprintf("%s may not create or rename labels there", orSomebody(repo.Viewer)),
			Hint:   "ask for the write role, or have somebody run: gh debt labels sync",
		}
	}
	return nil
}

func orSomebody(login string) string {
	if login == "" {
		return "this account"
	}
	return login
}
