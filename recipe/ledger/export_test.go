package ledger

import (
	"context"
	"time"

	"gh-debt/model/drain"
	"gh-debt/recipe/sqlitefile"
)

// OpenSmall opens a ledger on a disk that holds so many pages.
func OpenSmall(ctx context.Context, path string, pages int) (*Ledger, error) {
	return openWith(ctx, path, Options{}, pages)
}

// Fill writes stories that are known to be allowed in one transaction.
func (l *Ledger) Fill(ctx context.Context, at time.Time, stories map[string][]drain.Fact) error {
	return l.file.Write(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		for unit, facts := range stories {
			for _, f := range facts {
				if _, err := insert(ctx, q, drain.Event{At: at, Unit: unit, By: "ana", Fact: f}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Exec runs a statement on the ledger's file.
func (l *Ledger) Exec(ctx context.Context, statement string, args ...any) error {
	return l.file.Write(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		_, err := q.ExecContext(ctx, statement, args...)
		return err
	})
}

// Plan is how SQLite finds what begun asks for.
func (l *Ledger) Plan(ctx context.Context) (plan []string, err error) {
	err = l.file.Read(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		rows, err := q.QueryContext(ctx, "EXPLAIN QUERY PLAN "+begunQuery+activeOnly)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				return err
			}
			plan = append(plan, detail)
		}
		return rows.Err()
	})
	return plan, err
}
