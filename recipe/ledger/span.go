package ledger

import (
	"context"
	"fmt"
	"sync"

	"gh-debt/model/drain"
	"gh-debt/recipe/sqlitefile"
)

// span is where a unit's present life stands in the ledger.
type span struct {
	unit   string
	chosen int64 // the id of its beginning
	last   int64 // that of its end, once it has ended; else of its beginning
}

// begunQuery finds units by their beginnings and ends alone: its condition is
// that of the index event_life, word for word. What follows it can speak of
// the fields of span.
const begunQuery = `SELECT unit, max(CASE kind WHEN 'chosen' THEN id ELSE 0 END) AS chosen, max(id) AS last FROM event
	WHERE (kind = 'chosen' OR kind = 'delivered' OR kind = 'ended') GROUP BY unit `

// activeOnly follows begunQuery for the units that have begun and not ended.
const activeOnly = `HAVING last = chosen ORDER BY chosen`

// begun gives what begunQuery and its rest find.
func begun(ctx context.Context, q sqlitefile.Querier, rest string, args ...any) ([]span, error) {
	rows, err := q.QueryContext(ctx, begunQuery+rest, args...)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	defer rows.Close()
	var spans []span
	for rows.Next() {
		var s span
		if err := rows.Scan(&s.unit, &s.chosen, &s.last); err != nil {
			return nil, fmt.Errorf("read the ledger: %w", err)
		}
		spans = append(spans, s)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	return spans, nil
}

// past keeps the units that have ended, by the life that ended.
type past struct {
	mu    sync.Mutex
	units map[span]drain.Unit
}

// of gives what is kept, in the order of the spans; a unit without an ID where
// nothing is.
func (p *past) of(spans []span) []drain.Unit {
	p.mu.Lock()
	defer p.mu.Unlock()
	units := make([]drain.Unit, len(spans))
	for i, s := range spans {
		units[i] = p.units[s]
	}
	return units
}

// keep keeps those of the units that have ended.
func (p *past) keep(spans []span, units []drain.Unit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.units == nil {
		p.units = map[span]drain.Unit{}
	}
	for i, s := range spans {
		if s.last > s.chosen {
			p.units[s] = units[i]
		}
	}
}
