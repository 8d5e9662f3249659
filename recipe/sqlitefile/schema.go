package sqlitefile

import (
	"context"
	"fmt"
)

// schema is what a file says of its kind and age.
type schema struct{ application, version, tables int }

// readSchema reads what every use needs, so that a broken file is found when
// it is opened and not in the middle of the work.
func readSchema(ctx context.Context, q Querier) (s schema, err error) {
	err = q.QueryRowContext(ctx, `SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&s.application, &s.version, &s.tables)
	return s, err
}

// outdated reports whether the file wants a migration, and refuses one of
// another kind or of a newer program.
func (f *File) outdated(s schema) (bool, error) {
	known := len(f.set.Migrations)
	switch {
	case s.tables > 0 && int32(s.application) != f.set.Application:
		return false, errForeign
	case s.version > known:
		return false, &NewerError{Name: f.set.Name, Path: f.path, Schema: s.version, Known: known}
	}
	return s.version < known, nil
}

// migrate brings the file to this program's schema in one transaction, unless
// it is there already: then nothing is locked.
func (f *File) migrate(ctx context.Context) error {
	s, err := readSchema(ctx, f.db)
	if err != nil {
		return err
	}
	if old, err := f.outdated(s); err != nil || !old {
		return err
	}
	return f.transact(ctx, func(ctx context.Context, q Querier) error {
		s, err := readSchema(ctx, q) // again: another process may have been at it
		if err != nil {
			return err
		}
		old, err := f.outdated(s)
		if err != nil || !old {
			return err
		}
		for _, m := range f.set.Migrations[s.version:] {
			if _, err := q.ExecContext(ctx, m); err != nil {
				return fmt.Errorf("bring it to its present schema: %w", err)
			}
		}
		_, err = q.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`,
			f.set.Application, len(f.set.Migrations)))
		if err != nil || s.version > 0 || f.set.FirstRows == nil {
			return err
		}
		return f.set.FirstRows(ctx, q)
	})
}
