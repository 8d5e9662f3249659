package recipe

import (
	"context"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/tracker"
)

// listName is the step of a list read, in the words a person sees.
func listName(state model.State) string { return "read the " + string(state) + " issues" }

// readList reads one whole list and reports its pages.
func readList(ctx context.Context, from IssueLister, state model.State, p Progress) ([]model.Issue, error) {
	name := listName(state)
	end := p.step(name)
	issues, err := from.Issues(ctx, state, func(done, total int) {
		if p != nil {
			p(Step{Name: name, State: StepRunning, Done: done, Total: total})
		}
	})
	end("", err)
	return issues, err
}

// readBoth reads the open and the closed list side by side; both are whole, or
// there is an error.
func readBoth(ctx context.Context, from IssueLister, p Progress) (open, closed []model.Issue, err error) {
	p = p.serial()
	err = sideBySide(ctx,
		func(ctx context.Context) (err error) {
			open, err = readList(ctx, from, model.Open, p)
			return err
		},
		func(ctx context.Context) (err error) {
			closed, err = readList(ctx, from, model.Closed, p)
			return err
		})
	return open, closed, err
}

// startOf says from where an issue's key is carried forward (section 3, tier 4).
// branch is the default branch, "" where the clone has to say which that is.
func startOf(issue model.Issue, key model.Key, branch string) checkout.Start {
	s := checkout.Start{
		Number: issue.Number, Path: key.Path, Line: key.Line, CreatedAt: issue.CreatedAt, DefaultBranch: branch,
	}
	if o, ok := model.FindOrigin(issue.Body); ok {
		s.Head = o.Head
	}
	return s
}

// defaultBranch is the repository's default branch as GitHub tells it; "" for the
// embedded tracker, which knows nothing of the clone's branches.
func defaultBranch(repo model.Repository) string {
	if repo.Host == tracker.LocalHost {
		return ""
	}
	return repo.DefaultBranch
}
