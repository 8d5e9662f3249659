package sqlitefile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// Querier is a transaction, of either kind.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// Read calls read with one consistent sight of the file, which no writer
// changes meanwhile. Errors are those of Open, and whatever read returns.
func (f *File) Read(ctx context.Context, read func(ctx context.Context, q Querier) error) error {
	if err := f.Damage(); err != nil {
		return err
	}
	tx, err := f.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return f.told(err)
	}
	defer tx.Rollback()
	return f.told(read(ctx, tx))
}

// Write calls write in a transaction of its own (IMMEDIATE, so that what it
// reads is what it writes upon): all of it is stored, on the disk, when Write
// returns nil, and nothing otherwise. The wait for other writers ends with
// ctx; work that has begun is finished, so that its answer is never in doubt.
// Errors are those of Open, and whatever write returns.
func (f *File) Write(ctx context.Context, write func(ctx context.Context, q Querier) error) error {
	if err := f.Damage(); err != nil {
		return err
	}
	return f.told(f.transact(ctx, func(ctx context.Context, q Querier) error {
		if now, err := os.Stat(f.path); err != nil || !os.SameFile(now, f.found) {
			return errors.Join(errGone, err)
		}
		// Another process may have brought the file to a newer schema.
		var version int
		if err := q.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		if version > len(f.set.Migrations) {
			return &NewerError{Name: f.set.Name, Path: f.path, Schema: version, Known: len(f.set.Migrations)}
		}
		return write(ctx, q)
	}))
}

func (f *File) transact(ctx context.Context, do func(ctx context.Context, q Querier) error) (err error) {
	here := f.noticeWait()
	defer here()
	select {
	case f.write <- struct{}{}:
		defer func() { <-f.write }()
	case <-ctx.Done():
		return ctx.Err()
	}
	conn, err := f.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	done := false
	defer func() {
		if done {
			return
		}
		if undone := undo(context.WithoutCancel(ctx), conn); undone != nil {
			err = errors.Join(err, undone)
		}
	}()
	if _, err := conn.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	here()
	ctx = context.WithoutCancel(ctx)
	if err := do(ctx, conn); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, `COMMIT`); err != nil {
		return err
	}
	done = true
	return nil
}

// noticeWait says, unless the function that it gives is called soon, that a
// write waits.
func (f *File) noticeWait() (stop func()) {
	if f.set.Notify == nil {
		return func() {}
	}
	timer := time.AfterFunc(f.patience, func() {
		f.set.Notify(fmt.Sprintf("waiting for another process that writes to the %s file %s", f.set.Name, f.path))
	})
	return func() { timer.Stop() }
}

// undo takes a transaction back, also one that was begun in the moment in
// which its context ended. A connection that cannot do so is given up.
func undo(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `ROLLBACK`)
	if err == nil || sqliteCode(err) == sqlite3.SQLITE_ERROR {
		return nil // SQLITE_ERROR: no transaction was under way
	}
	if raw := conn.Raw(func(any) error { return driver.ErrBadConn }); !errors.Is(raw, driver.ErrBadConn) {
		err = errors.Join(err, raw)
	}
	return fmt.Errorf("take a change back: %w", err)
}
