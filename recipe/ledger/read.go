package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gh-debt/model/drain"
	"gh-debt/recipe/sqlitefile"
)

// AbsentError says that the ledger knows nothing of a unit.
type AbsentError struct{ Unit string }

// Error names the unit.
func (e *AbsentError) Error() string { return fmt.Sprintf("the ledger knows no unit %s", e.Unit) }

// Unit gives a unit as it is now with the events of its present life, oldest
// first; an *AbsentError where there are none. Lives gives the former ones.
func (l *Ledger) Unit(ctx context.Context, id string) (u drain.Unit, events []drain.Event, err error) {
	err = l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		events, err = l.life(ctx, q, id)
		return err
	})
	if err == nil && len(events) == 0 {
		err = &AbsentError{Unit: id}
	}
	if err != nil {
		return drain.Unit{}, nil, err
	}
	return drain.Fold(id, events), events, nil
}

// Lives gives all events of a unit, parted where it was chosen anew, oldest
// first; an *AbsentError where there are none.
func (l *Ledger) Lives(ctx context.Context, unit string) ([][]drain.Event, error) {
	var events []drain.Event
	err := l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) (err error) {
		events, err = l.events(ctx, q, `unit = ? ORDER BY id`, unit)
		return err
	})
	if err == nil && len(events) == 0 {
		err = &AbsentError{Unit: unit}
	}
	if err != nil {
		return nil, err
	}
	var lives [][]drain.Event
	for i, e := range events {
		if e.Fact.Kind() == drain.KindChosen || i == 0 {
			lives = append(lives, nil)
		}
		lives[len(lives)-1] = append(lives[len(lives)-1], e)
	}
	return lives, nil
}

// Active gives the units that were chosen and have neither been delivered nor
// ended, in the order in which they were chosen. What has ended costs nothing.
func (l *Ledger) Active(ctx context.Context) ([]drain.Unit, error) {
	return l.units(ctx, activeOnly)
}

// Ended gives the units that ended last, the newest first, at most so many.
// Former ends of a unit that was chosen anew are not among them.
func (l *Ledger) Ended(ctx context.Context, most int) ([]drain.Unit, error) {
	return l.units(ctx, `HAVING last > chosen ORDER BY last DESC LIMIT ?`, most)
}

// All gives every unit as it is now, ended ones too, in the order in which
// they were last chosen. The first time it reads the whole ledger.
func (l *Ledger) All(ctx context.Context) ([]drain.Unit, error) {
	return l.units(ctx, `ORDER BY chosen`)
}

// units gives the units that begunQuery and its rest find, as they are now.
// One that has ended stays as it is until it is chosen anew, so it is folded
// once and kept.
func (l *Ledger) units(ctx context.Context, rest string, args ...any) ([]drain.Unit, error) {
	var units []drain.Unit
	err := l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		spans, err := begun(ctx, q, rest, args...)
		if err != nil {
			return err
		}
		units = l.past.of(spans)
		events, err := l.eventsOf(ctx, q, spans, units)
		if err != nil {
			return err
		}
		for i, s := range spans {
			if units[i].ID == "" {
				units[i] = drain.Fold(s.unit, events[s.unit])
			}
		}
		l.past.keep(spans, units)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return units, nil
}

// eventsOf reads the events of those units that are not known yet.
func (l *Ledger) eventsOf(ctx context.Context, q sqlitefile.Querier, spans []span, known []drain.Unit) (map[string][]drain.Event, error) {
	names := []string{}
	for i, s := range spans {
		if known[i].ID == "" {
			names = append(names, s.unit)
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	events, err := l.events(ctx, q, `unit IN (SELECT value FROM json_each(?)) ORDER BY unit, id`, string(list))
	of := map[string][]drain.Event{}
	for from, i := 0, 1; i <= len(events); i++ {
		if i == len(events) || events[i].Unit != events[from].Unit {
			of[events[from].Unit] = events[from:i]
			from = i
		}
	}
	return of, err
}

// Since gives the events of all units after the one of this id, in their
// order: 0 gives all. Events become visible in the order of their ids, so
// nothing is missed by who asks with the last id that they got.
func (l *Ledger) Since(ctx context.Context, id int64) (events []drain.Event, err error) {
	err = l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		events, err = l.events(ctx, q, `id > ? ORDER BY id`, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return events, nil
}

// Find gives the unit that an issue belongs to: the active one whose member it
// is; else one that it was chosen for, an active one first, then the one that
// was chosen last. ok is false where it was never chosen.
func (l *Ledger) Find(ctx context.Context, number int) (unit string, ok bool, err error) {
	err = l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		spans, err := begun(ctx, q, `HAVING instr('-' || unit || '-', '-' || ? || '-') > 0
			ORDER BY last = chosen DESC, chosen DESC`, fmt.Sprint(number))
		if err != nil || len(spans) == 0 {
			return err
		}
		unit, ok = spans[0].unit, true
		for _, s := range spans {
			if s.last > s.chosen {
				return nil // the active ones came first
			}
			events, err := l.life(ctx, q, s.unit)
			if err != nil {
				return err
			}
			if u := drain.Fold(s.unit, events); slices.Contains(u.Numbers(), number) {
				unit = s.unit
				return nil
			}
		}
		return nil
	})
	if err != nil {
		return "", false, err
	}
	return unit, ok, nil
}
