package recipe

import (
	"context"
	"errors"

	"gh-debt/model"
)

// maxHops bounds how far a chain of duplicates is followed.
const maxHops = 10

// original follows issues that were closed as a duplicate to the issue they
// stand for: the first that is open, else the first that was declined, else any.
// An original that cannot be known is nil; one that could not be read is an
// error, since it may be the match.
func (r Dedup) original(ctx context.Context, duplicates []model.Issue) (*model.Issue, error) {
	var best *model.Issue
	for _, d := range duplicates {
		is, err := r.follow(ctx, d.Number)
		if err != nil {
			return nil, err
		}
		if is != nil && (best == nil || standing(*is) > standing(*best)) {
			best = is
		}
	}
	return best, nil
}

func standing(is model.Issue) int {
	switch {
	case is.State == model.Open:
		return 2
	case is.Declined():
		return 1
	}
	return 0
}

// follow goes from one duplicate to its original, over further duplicates.
func (r Dedup) follow(ctx context.Context, number int) (*model.Issue, error) {
	seen := map[int]bool{number: true}
	for range maxHops {
		next, ok, err := r.Tracker.DuplicateOf(ctx, number)
		if err != nil {
			return nil, err
		}
		if !ok || seen[next] {
			return nil, nil
		}
		seen[next] = true
		is, err := r.Tracker.Issue(ctx, next)
		var f *model.Fault
		if errors.As(err, &f) && f.Kind == model.FaultNotFound {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if is.State == model.Open || is.StateReason != model.Duplicate {
			return &is, nil
		}
		number = next
	}
	return nil, nil
}

// matchOriginal makes a match of a duplicate's original, unless that was
// resolved: then the finding came back.
func matchOriginal(is *model.Issue) (model.Match, bool) {
	if is == nil || is.State == model.Closed && !is.Declined() {
		return model.Match{}, false
	}
	m := model.Match{Issue: *is, Source: model.SourceKey, Declined: is.Declined()}
	if k, ok := model.FindKey(is.Body); ok {
		asOpen := *is
		asOpen.State = model.Open
		if own, ok := model.NewIndex([]model.Issue{asOpen}, nil).Find(k.Path, k.Line); ok {
			m.Inner = own.Inner
		}
	}
	return m, true
}

// cameBack is the issue under which the finding was resolved before, the
// highest number where there are two.
func cameBack(x *model.Index, in DedupInput, original *model.Issue) *model.Issue {
	is, ok := x.Resolved(in.Path, in.Line)
	switch {
	case ok && (original == nil || is.Number > original.Number):
		return &is
	case original != nil && original.State == model.Closed:
		return original
	}
	return nil
}
