package drain

import (
	"context"

	"gh-debt/model"
	rule "gh-debt/model/drain"
)

// Status tells how the units in flight stand. It asks the ledger, and GitHub only
// whether a unit that was chosen under another name is the repository's.
type Status struct{ base }

// Card is a unit as a person sees it.
type Card struct {
	Unit rule.Unit `json:"unit"`
	Turn rule.Turn `json:"turn"` // what it can do now among the others
	// Waits says what it waits for: a person, a worker, another unit, checks.
	Waits string `json:"waits,omitempty"`
	// Next is the command that takes it further.
	Next string `json:"next,omitempty"`
	// Runnable is whether its step can be taken now.
	Runnable bool `json:"runnable"`
}

// Overview is all that is in flight.
type Overview struct {
	Cards []Card `json:"cards"`
}

// Story is a unit with all that happened to it.
type Story struct {
	Card
	Events []rule.Event `json:"events"`
}

// Run gives a card for each unit in flight, in the order in which they began.
func (s Status) Run(ctx context.Context) (Overview, error) {
	units, err := s.Ledger.Active(ctx)
	if err != nil {
		return Overview{}, err
	}
	out := Overview{Cards: make([]Card, 0, len(units))}
	byID := make(map[string]rule.Unit, len(units))
	for _, u := range units {
		byID[u.ID] = u
	}
	for _, t := range rule.Runnable(units) {
		if u := byID[t.Unit]; s.shown(ctx, u) {
			out.Cards = append(out.Cards, s.card(u, t))
		}
	}
	return out, nil
}

// shown reports whether a unit is one of the repository, or may be: GitHub, asked
// where it has another name by now, did not answer.
func (s Status) shown(ctx context.Context, u rule.Unit) bool {
	here, err := s.here(ctx, u)
	return here || err != nil
}

// All gives a card for every unit that the ledger knows, ended ones too.
func (s Status) All(ctx context.Context) (Overview, error) {
	over, err := s.Run(ctx)
	if err != nil {
		return over, err
	}
	units, err := s.Ledger.All(ctx)
	if err != nil {
		return over, err
	}
	for _, u := range units {
		if !u.Active() && s.shown(ctx, u) {
			over.Cards = append(over.Cards, Card{Unit: u})
		}
	}
	return over, nil
}

func (s Status) card(u rule.Unit, t rule.Turn) Card {
	c := Card{Unit: u, Turn: t, Waits: t.Waits, Runnable: t.Step != rule.StepNone && t.Waits == "" && t.Asks == ""}
	if c.Waits == "" {
		c.Waits = model.Visible(rule.WaitsFor(u))
	}
	c.Next, _ = s.next(u)
	return c
}

// Story gives a unit, by its id or a member's number, with its events.
func (s Status) Story(ctx context.Context, unit string) (Story, error) {
	u, err := s.unit(ctx, unit)
	if err != nil {
		return Story{}, err
	}
	u, events, err := s.Ledger.Unit(ctx, u.ID)
	if err != nil {
		return Story{}, err
	}
	card := Card{Unit: u}
	if u.Active() {
		over, err := s.Run(ctx)
		if err != nil {
			return Story{}, err
		}
		for _, c := range over.Cards {
			if c.Unit.ID == u.ID {
				card = c
			}
		}
	}
	return Story{Card: card, Events: events}, nil
}
