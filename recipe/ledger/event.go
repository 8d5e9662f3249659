package ledger

import (
	"context"
	"fmt"
	"time"

	"gh-debt/model/drain"
	"gh-debt/recipe/sqlitefile"
)

// EventError says that an event cannot be understood though the file is whole:
// somebody edited it.
type EventError struct {
	Path string // of the ledger
	ID   int64
	Unit string
	Kind drain.Kind
	Err  error
}

// Error names the event, so that it can be looked at.
func (e *EventError) Error() string {
	return fmt.Sprintf("event %d (%s of unit %s) in the ledger file %s cannot be understood: %v", e.ID, e.Kind, e.Unit, e.Path, e.Err)
}

// Unwrap gives what is wrong with the event's data.
func (e *EventError) Unwrap() error { return e.Err }

// life reads the events of a unit since it was last chosen.
func (l *Ledger) life(ctx context.Context, q sqlitefile.Querier, unit string) ([]drain.Event, error) {
	return l.events(ctx, q, `unit = ?1 AND id >= coalesce(
		(SELECT max(id) FROM event WHERE unit = ?1 AND kind = 'chosen'), 0) ORDER BY id`, unit)
}

// events reads the events for which a condition holds, in the order that
// follows it.
func (l *Ledger) events(ctx context.Context, q sqlitefile.Querier, where string, args ...any) ([]drain.Event, error) {
	rows, err := q.QueryContext(ctx, `SELECT id, at, unit, kind, data, by FROM event WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	defer rows.Close()
	var events []drain.Event
	for rows.Next() {
		var e drain.Event
		var at int64
		var kind drain.Kind
		var data []byte
		if err := rows.Scan(&e.ID, &at, &e.Unit, &kind, &data, &e.By); err != nil {
			return nil, fmt.Errorf("read the ledger: %w", err)
		}
		e.At = time.Unix(0, at).UTC()
		if e.Fact, err = drain.DecodeFact(kind, data); err != nil {
			return nil, &EventError{Path: l.Path(), ID: e.ID, Unit: e.Unit, Kind: kind, Err: err}
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	return events, nil
}
