package drain

import (
	"context"
	"fmt"
	"slices"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
)

// Choose offers what may be drained next (section 2 of draining).
type Choose struct{ base }

// ChooseInput says how to choose.
type ChooseInput struct{ Input }

// Choice is what there is to choose from.
type Choice struct {
	Offers   []rule.Offer `json:"offers"`
	None     string       `json:"none,omitempty"` // why there is nothing to offer
	Stripped []int        `json:"stripped"`       // whose stale claims were taken away
	Notes    []string     `json:"notes,omitempty"`
	Queue    model.Queue  `json:"-"`
}

// Run probes the repository, takes stale claims away, and offers at most four
// units. A dry run strips nothing and says what it would strip.
func (s Choose) Run(ctx context.Context, in ChooseInput) (Choice, error) {
	repo, err := s.probe(ctx)
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Stripped: []int{}}
	read, err := s.queue(ctx, in.Progress)
	if err != nil {
		return Choice{}, err
	}
	if c.Stripped, c.Notes, err = s.strip(ctx, read, in.DryRun); err != nil {
		return Choice{}, err
	}
	if len(c.Stripped) > 0 && !in.DryRun {
		if read, err = s.queue(ctx, in.Progress); err != nil {
			return Choice{}, err
		}
	}
	c.Queue = read.Queue
	if c.Offers = rule.Offers(&c.Queue, repo.Private); len(c.Offers) == 0 {
		c.None = rule.WhyNone(&c.Queue, repo.Private)
	}
	return c, nil
}

func (b base) queue(ctx context.Context, p recipe.Progress) (recipe.QueueResult, error) {
	return b.Queue.Run(ctx, recipe.QueueInput{Progress: p})
}

// strip takes the claims away behind which nothing lives any more. When any of
// the evidence cannot be read, nothing is stripped, and that is said.
func (b base) strip(ctx context.Context, read recipe.QueueResult, dry bool) (stripped []int, notes []string, err error) {
	var claimed []model.Entry
	for _, e := range read.Queue.Entries {
		if e.Claimed {
			claimed = append(claimed, e)
		}
	}
	stripped = []int{}
	if len(claimed) == 0 {
		return stripped, nil, nil
	}
	live, err := b.life(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, err
		}
		return stripped, []string{fmt.Sprintf("claims were left alone, since what they stand for could not be read: %v", err)}, nil
	}
	for _, e := range claimed {
		is := live
		is.Number, is.UpdatedAt = e.Issue.Number, e.Issue.UpdatedAt
		if alive, _ := rule.Liveness(is); alive {
			continue
		}
		if !dry {
			// Somebody may have claimed it anew since the list was read.
			issue, err := b.Tracker.Issue(ctx, e.Issue.Number)
			if err != nil {
				return stripped, notes, err
			}
			if !issue.UpdatedAt.Equal(e.Issue.UpdatedAt) {
				continue
			}
			if err := b.Claims.Release(ctx, e.Issue.Number); err != nil {
				return stripped, notes, err
			}
		}
		stripped = append(stripped, e.Issue.Number)
	}
	return stripped, notes, nil
}

// life reads all that a claim can stand for.
func (b base) life(ctx context.Context) (rule.LiveInput, error) {
	remote, err := b.Tracker.Branches(ctx)
	if err != nil {
		return rule.LiveInput{}, err
	}
	local, err := b.Git.LocalBranches(ctx)
	if err != nil {
		return rule.LiveInput{}, err
	}
	pulls, err := b.Tracker.Pulls(ctx, model.Open)
	if err != nil {
		return rule.LiveInput{}, err
	}
	in := rule.LiveInput{Home: b.Home, Branches: slices.Concat(remote, local), Now: b.Now(), Readable: true}
	for _, p := range pulls {
		in.Bodies = append(in.Bodies, p.Body)
	}
	return in, nil
}
