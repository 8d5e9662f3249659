package drain

import (
	"context"
	"time"

	rule "gh-debt/model/drain"
)

// Report tells how a unit went.
type Report struct{ base }

// ReportInput says which unit.
type ReportInput struct{ Unit string }

// Times is how long a unit was in a stage, over all its visits to it.
type Times struct {
	Stage rule.Stage    `json:"stage"`
	Took  time.Duration `json:"took"`
	Times int           `json:"visits"`
}

// Decision is one thing that was decided, and by whom.
type Decision struct {
	At   time.Time `json:"at"`
	By   string    `json:"by"`
	What string    `json:"what"`
}

// UnitReport is how a unit went.
type UnitReport struct {
	Unit      rule.Unit       `json:"unit"`
	Stages    []Times         `json:"stages"`
	Rounds    []rule.Reviewed `json:"rounds"`
	Decisions []Decision      `json:"decisions"`
}

// Run adds a unit's events up: the time in each stage, the rounds, and what was
// decided by whom. A clock that jumped back counts as no time.
func (s Report) Run(ctx context.Context, in ReportInput) (UnitReport, error) {
	u, err := s.unit(ctx, in.Unit)
	if err != nil {
		return UnitReport{}, err
	}
	u, events, err := s.Ledger.Unit(ctx, u.ID)
	if err != nil {
		return UnitReport{}, err
	}
	out := UnitReport{Unit: u, Rounds: u.Rounds, Stages: stageTimes(u.ID, events, s.Now()), Decisions: []Decision{}}
	if out.Rounds == nil {
		out.Rounds = []rule.Reviewed{} // in JSON a list is never null
	}
	for _, e := range events {
		switch e.Fact.(type) {
		case rule.Chosen, rule.Left, rule.Accepted, rule.Decided, rule.Merging, rule.Ending:
			out.Decisions = append(out.Decisions, Decision{At: e.At, By: e.By, What: rule.Sentence(e)})
		}
	}
	return out, nil
}

// stageTimes walks through the events and adds up the stages.
func stageTimes(id string, events []rule.Event, now time.Time) []Times {
	var out []Times
	add := func(stage rule.Stage, took time.Duration, visit bool) {
		for i := range out {
			if out[i].Stage == stage {
				out[i].Took += max(0, took)
				if visit {
					out[i].Times++
				}
				return
			}
		}
		out = append(out, Times{Stage: stage, Took: max(0, took), Times: 1})
	}
	var last rule.Stage
	var at time.Time
	for i, e := range events {
		stage := rule.Fold(id, events[:i+1]).Stage
		if last != "" {
			add(last, e.At.Sub(at), false)
		}
		if stage != last {
			add(stage, 0, true)
		}
		last, at = stage, e.At
	}
	if u := rule.Fold(id, events); last != "" && u.Active() {
		add(last, now.Sub(at), false)
	}
	return out
}
