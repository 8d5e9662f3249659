package recipe

import (
	"context"
	"errors"
	"fmt"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
)

// factsReader asks git about the keys of a queue. What cannot be had is noted
// and leaves the marks out; it fails nothing.
type factsReader struct {
	checkout QueueCheckout // nil: there is nothing to ask
	progress Progress
	branch   string // the default branch, "" while only the clone can say

	tracked map[string]bool
	asked   map[int]checkout.Start
	at      map[int]model.Position
	notes   []string
}

func (r ReadQueue) facts(p Progress) *factsReader {
	return &factsReader{
		checkout: r.Checkout, progress: p,
		asked: map[int]checkout.Start{}, at: map[int]model.Position{},
	}
}

// told takes the default branch from the repository, where that was read.
func (f *factsReader) told(repo *model.Repository) {
	if repo != nil {
		f.branch = defaultBranch(*repo)
	}
}

// look reads git's index and follows the keys of the issues.
func (f *factsReader) look(ctx context.Context, issues []model.Issue) {
	if f.checkout == nil {
		return
	}
	files, err := f.checkout.Tracked(ctx)
	if err != nil {
		f.note(ctx, "nothing is marked stale", err)
	} else {
		f.tracked = files.Set()
	}
	f.follow(ctx, issues)
}

// finish follows what look did not know of yet and gives the facts.
func (f *factsReader) finish(ctx context.Context, issues []model.Issue) (model.Facts, []string) {
	if f.checkout != nil {
		f.follow(ctx, issues)
	}
	return model.Facts{Tracked: f.tracked, Positions: f.at}, f.notes
}

// follow carries the keys forward that were not followed from the same start.
func (f *factsReader) follow(ctx context.Context, issues []model.Issue) {
	var starts []checkout.Start
	for _, is := range issues {
		key, ok := model.FindKey(is.Body)
		if !ok || is.State == model.Closed && f.tracked[key.Path] {
			continue // where a fixed defect's line lies now is nobody's question
		}
		s := startOf(is, key, f.branch)
		if f.asked[is.Number] != s {
			f.asked[is.Number] = s
			delete(f.at, is.Number)
			starts = append(starts, s)
		}
	}
	at, err := follow(ctx, f.checkout, starts, f.progress)
	if err != nil {
		f.note(ctx, "nothing is marked as moved", err)
	}
	for n, p := range at {
		f.at[n] = p
	}
}

// note tells what git could not say. That a bare repository has no index is no
// news.
func (f *factsReader) note(ctx context.Context, means string, err error) {
	bare, ok := errors.AsType[*checkout.RepoError](err)
	if ctx.Err() == nil && !(ok && bare.Kind == checkout.NoWorkTree) {
		f.notes = append(f.notes, fmt.Sprintf("%s: %v", means, err))
	}
}
