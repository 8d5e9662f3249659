package drain

import (
	"context"
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
	if c.Stripped, c.Notes, err = s.strip(ctx, claimedIn(read.Queue), in.DryRun); err != nil {
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

// claimedIn are the issues of a queue that carry a claim.
func claimedIn(q model.Queue) []model.Issue {
	var claimed []model.Issue
	for _, e := range q.Entries {
		if e.Claimed {
			claimed = append(claimed, e.Issue)
		}
	}
	return claimed
}

// strip takes the claims away behind which nothing lives any more. When any of
// the evidence cannot be read, nothing is stripped, and that is said.
func (b base) strip(ctx context.Context, claimed []model.Issue, dry bool) (stripped []int, notes []string, err error) {
	stripped = []int{}
	if len(claimed) == 0 {
		return stripped, nil, nil
	}
	dead, err := b.dead(ctx, claimed)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, err
		}
		return stripped, []string{said("claims were left alone, since what they stand for could not be read: %v", err)}, nil
	}
	for _, number := range dead {
		if !dry {
			if err := b.Claims.Release(ctx, number); err != nil {
				return stripped, nil, err
			}
		}
		stripped = append(stripped, number)
	}
	return stripped, nil, nil
}

// dead gives the claims behind which nothing lives. Somebody may claim an issue anew
// while all this is read, so each is read once more in the end.
func (b base) dead(ctx context.Context, claimed []model.Issue) (numbers []int, err error) {
	live, err := b.life(ctx)
	if err != nil {
		return nil, err
	}
	for _, was := range claimed {
		is := live
		is.Number, is.UpdatedAt = was.Number, was.UpdatedAt
		if alive, _ := rule.Liveness(is); alive {
			continue
		}
		issue, err := b.Tracker.Issue(ctx, was.Number)
		if err != nil {
			return nil, err
		}
		if issue.UpdatedAt.Equal(was.UpdatedAt) {
			numbers = append(numbers, was.Number)
		}
	}
	return numbers, nil
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
