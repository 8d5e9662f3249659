package ledger

import (
	"context"
	"fmt"
	"time"

	"gh-debt/model/drain"
	"gh-debt/recipe/sqlitefile"
)

// Append writes facts about a unit, in their order and all of them or none,
// and gives the unit as it is then. by is who did it: a login, a worker's
// name, or drain.Engine. Each fact must be allowed by what is in the ledger at
// that moment, whoever wrote it, and by the facts before it: one that is not
// is a *drain.OrderError and nothing is written. A unit whose name is not made
// of its members is a *NameError. What was written is on the disk when Append
// returns; an error means that nothing of it is there. Whether a fact stands
// there already is the caller's to look.
func (l *Ledger) Append(ctx context.Context, unit, by string, facts ...drain.Fact) (drain.Unit, error) {
	if err := checkName(unit); err != nil {
		return drain.Unit{}, err
	}
	var after drain.Unit
	err := l.file.Write(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		events, err := l.life(ctx, q, unit)
		if err != nil {
			return err
		}
		after = drain.Fold(unit, events)
		at := time.Unix(0, l.now().UnixNano()).UTC() // as it is read again
		for _, f := range facts {
			e := drain.Event{At: at, Unit: unit, By: by, Fact: f}
			if err := checkFact(after, f); err != nil {
				return err
			}
			if e.ID, err = insert(ctx, q, e); err != nil {
				return fmt.Errorf("write an event of unit %s: %w", unit, err)
			}
			after = after.After(e)
		}
		return nil
	})
	if err != nil {
		return drain.Unit{}, err
	}
	return after, nil
}

// checkFact refuses a fact that may not follow, and one that begins a unit of
// another name.
func checkFact(u drain.Unit, f drain.Fact) error {
	if err := drain.Allowed(u, f); err != nil {
		return err
	}
	if c, ok := f.(drain.Chosen); ok {
		numbers := make([]int, len(c.Members))
		for i, m := range c.Members {
			numbers[i] = m.Number
		}
		if want := drain.UnitID(numbers); want != u.ID {
			return &NameError{Unit: u.ID, Want: want}
		}
	}
	return nil
}

func insert(ctx context.Context, q sqlitefile.Querier, e drain.Event) (id int64, err error) {
	data, err := drain.EncodeFact(e.Fact)
	if err != nil {
		return 0, err
	}
	res, err := q.ExecContext(ctx, `INSERT INTO event (at, unit, kind, data, by) VALUES (?, ?, ?, ?, ?)`,
		e.At.UnixNano(), e.Unit, string(e.Fact.Kind()), string(data), e.By)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}
