package ledger

import (
	"cmp"
	"context"
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
		events, err = l.events(ctx, q, `unit = ?`, unit)
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
	return l.units(ctx, `HAVING max(id) > chosen ORDER BY max(id) DESC LIMIT ?`, most)
}

// units gives the units that begunQuery and its rest find, as they are now.
func (l *Ledger) units(ctx context.Context, rest string, args ...any) ([]drain.Unit, error) {
	var units []drain.Unit
	err := l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		ids, err := begun(ctx, q, rest, args...)
		if err != nil {
			return err
		}
		for _, id := range ids {
			events, err := l.life(ctx, q, id)
			if err != nil {
				return err
			}
			units = append(units, drain.Fold(id, events))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return units, nil
}

// begunQuery finds units by their beginnings and ends alone: its condition is
// that of the index event_life, word for word. What follows it can speak of
// chosen, the id of a unit's last beginning, and of max(id), that of its last
// beginning or end.
const begunQuery = `SELECT unit, max(CASE kind WHEN 'chosen' THEN id END) AS chosen FROM event
	WHERE (kind = 'chosen' OR kind = 'delivered' OR kind = 'ended') GROUP BY unit `

// activeOnly follows begunQuery for the units that have begun and not ended.
const activeOnly = `HAVING max(id) = chosen ORDER BY chosen`

// begun gives the names of the units that begunQuery and its rest find.
func begun(ctx context.Context, q sqlitefile.Querier, rest string, args ...any) ([]string, error) {
	rows, err := q.QueryContext(ctx, begunQuery+rest, args...)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		var chosen int64
		if err := rows.Scan(&id, &chosen); err != nil {
			return nil, fmt.Errorf("read the ledger: %w", err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	return ids, nil
}

// All gives every unit as it is now, ended ones too, in the order in which
// they were last chosen. It reads the whole ledger: Active and Ended do not.
func (l *Ledger) All(ctx context.Context) ([]drain.Unit, error) {
	events, err := l.Since(ctx, 0)
	if err != nil {
		return nil, err
	}
	lives := map[string][]drain.Event{}
	for _, e := range events {
		if e.Fact.Kind() == drain.KindChosen {
			lives[e.Unit] = nil
		}
		lives[e.Unit] = append(lives[e.Unit], e)
	}
	units := make([]drain.Unit, 0, len(lives))
	for id, life := range lives {
		units = append(units, drain.Fold(id, life))
	}
	slices.SortFunc(units, func(a, b drain.Unit) int {
		return cmp.Compare(lives[a.ID][0].ID, lives[b.ID][0].ID)
	})
	return units, nil
}

// Since gives the events of all units after the one of this id, in their
// order: 0 gives all. Events become visible in the order of their ids, so
// nothing is missed by who asks with the last id that they got.
func (l *Ledger) Since(ctx context.Context, id int64) (events []drain.Event, err error) {
	err = l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		events, err = l.events(ctx, q, `id > ?`, id)
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
		ids, err := begun(ctx, q, `HAVING instr('-' || unit || '-', '-' || ? || '-') > 0
			ORDER BY max(id) = chosen DESC, chosen DESC`, fmt.Sprint(number))
		if err != nil {
			return err
		}
		for _, id := range ids {
			events, err := l.life(ctx, q, id)
			if err != nil {
				return err
			}
			u := drain.Fold(id, events)
			if !u.Active() {
				break // those that are come first
			}
			if slices.Contains(u.Numbers(), number) {
				unit, ok = id, true
				return nil
			}
		}
		if len(ids) > 0 {
			unit, ok = ids[0], true
		}
		return nil
	})
	return unit, ok, err
}
