package drain

import (
	"context"
	"fmt"

	rule "gh-debt/model/drain"
)

// room says why no further unit is taken in hand in this clone, "" where there is
// room (section 5 of draining).
func (b base) room(ctx context.Context) (full string, err error) {
	active, err := b.Ledger.Active(ctx)
	if err != nil || rule.InFlight(active) < rule.MaxInFlight {
		return "", err
	}
	return fmt.Sprintf("%d units are in flight: one of them must end first", rule.MaxInFlight), nil
}

// noRoom ends a step for which there is none.
func (s *step) noRoom(full string) (Result, error) {
	res, err := s.refuse("%s", full)
	res.Next = s.Command("status")
	return res, err
}

// turn says why it is not the unit's turn: another one, which touches the same path,
// comes first. It is "" where the unit can go on; next is the command that takes the
// other one further.
func (s *step) turn(ctx context.Context) (waits, next string, err error) {
	active, err := s.Ledger.Active(ctx)
	if err != nil {
		return "", "", err
	}
	for _, t := range rule.Runnable(active) {
		if t.Unit != s.u.ID || t.Waits == "" || t.On == "" {
			continue
		}
		for _, other := range active {
			if other.ID == t.On {
				next, _ = s.next(other)
			}
		}
		return "unit " + s.u.ID + " " + t.Waits, next, nil
	}
	return "", "", nil
}

// laterOn ends a step whose turn has not come.
func (s *step) laterOn(waits, next string) (Result, error) {
	res, err := s.refuse("%s", waits)
	res.Next = next
	return res, err
}
