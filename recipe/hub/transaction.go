package hub

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// querier is a transaction, of either kind.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// repository is the row of the repository as a transaction sees it.
type repository struct {
	Repository
	createdAt  int64
	lastAt     int64
	lastNumber int
	rev        int64 // of the last write
	shapeRev   int64 // of the last write that changed this row's own facts
	labelRev   int64 // of the last write that changed a label
}

func loadRepository(ctx context.Context, q querier) (repository, error) {
	var r repository
	err := q.QueryRowContext(ctx, `SELECT owner, name, description, default_branch, private, archived, issues_off,
		created_at, last_at, last_number, rev, shape_rev, label_rev FROM repository`).Scan(
		&r.Owner, &r.Name, &r.Description, &r.DefaultBranch, &r.Private, &r.Archived, &r.IssuesOff,
		&r.createdAt, &r.lastAt, &r.lastNumber, &r.rev, &r.shapeRev, &r.labelRev)
	if err != nil {
		return r, fmt.Errorf("read the repository: %w", err)
	}
	return r, nil
}

// reader is one consistent sight of the file.
type reader struct {
	querier
	repo repository
}

// reading calls f with a sight of the file that no writer changes meanwhile.
func (h *Hub) reading(ctx context.Context, f func(r *reader) error) error {
	if d := h.damage(); d != nil {
		return d
	}
	tx, err := h.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return h.noticed(err)
	}
	defer tx.Rollback()
	repo, err := loadRepository(ctx, tx)
	if err != nil {
		return h.noticed(err)
	}
	return h.noticed(f(&reader{querier: tx, repo: repo}))
}

// writer is a transaction that changes the file. Every change made through it
// has one time and one rev.
type writer struct {
	reader
	hub     *Hub
	now     int64
	rev     int64
	changed bool
	conn    *sql.Conn
	ready   map[string]*sql.Stmt // statements used before, when many are to come
}

// writing calls f in a transaction of its own: all of it is stored, on the
// disk, when writing returns nil, and nothing otherwise. The wait for other
// writers ends with ctx; work that has begun is finished, as on a server
// whose client has gone.
func (h *Hub) writing(ctx context.Context, f func(ctx context.Context, w *writer) error) (err error) {
	if d := h.damage(); d != nil {
		return d
	}
	select {
	case h.write <- struct{}{}:
		defer func() { <-h.write }()
	case <-ctx.Done():
		return ctx.Err()
	}
	conn, err := h.db.Conn(ctx)
	if err != nil {
		return h.noticed(err)
	}
	defer conn.Close()
	done := false
	defer func() {
		if !done {
			err = errors.Join(err, undo(context.WithoutCancel(ctx), conn))
		}
	}()
	if _, err := conn.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return h.noticed(err)
	}
	ctx = context.WithoutCancel(ctx)
	w := &writer{reader: reader{querier: conn}, hub: h, conn: conn}
	if w.repo, err = loadRepository(ctx, conn); err != nil {
		return h.noticed(err)
	}
	w.rev = w.repo.rev + 1
	w.now = max(h.opt.Clock().Unix(), w.repo.lastAt)
	if err := f(ctx, w); err != nil {
		return h.noticed(err)
	}
	if w.changed {
		_, err := conn.ExecContext(ctx, `UPDATE repository SET rev = ?, last_at = ?`, w.rev, w.now)
		if err != nil {
			return h.noticed(err)
		}
	}
	if _, err := conn.ExecContext(ctx, `COMMIT`); err != nil {
		return h.noticed(err)
	}
	done = true
	return nil
}

// undo takes a transaction back, also one that was begun in the moment in
// which its context ended. A connection that cannot do so is given up.
func undo(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `ROLLBACK`)
	var e *sqlite.Error
	if err == nil || errors.As(err, &e) && e.Code() == sqlite3.SQLITE_ERROR {
		return nil // SQLITE_ERROR: no transaction was under way
	}
	if raw := conn.Raw(func(any) error { return driver.ErrBadConn }); !errors.Is(raw, driver.ErrBadConn) {
		err = errors.Join(err, raw)
	}
	return fmt.Errorf("take a change back: %w", err)
}

// exec runs a statement that changes the file.
func (w *writer) exec(ctx context.Context, query string, args ...any) error {
	_, err := w.insert(ctx, query, args...)
	return err
}

// insert runs a statement that changes the file and gives the new row's id.
func (w *writer) insert(ctx context.Context, query string, args ...any) (int64, error) {
	w.changed = true
	res, err := w.run(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

func (w *writer) run(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if w.ready == nil {
		return w.ExecContext(ctx, query, args...)
	}
	if w.ready[query] == nil {
		s, err := w.conn.PrepareContext(ctx, query)
		if err != nil {
			return nil, err
		}
		w.ready[query] = s
	}
	return w.ready[query].ExecContext(ctx, args...)
}

// manyStatements keeps the statements that are run from now on, for a writer
// that runs the same ones again and again. The function that it gives lets
// them go.
func (w *writer) manyStatements() func() {
	w.ready = map[string]*sql.Stmt{}
	return func() {
		for _, s := range w.ready {
			s.Close()
		}
		w.ready = nil
	}
}

// userID is the id of a login, made where it is new.
func (w *writer) userID(ctx context.Context, login string) (int64, error) {
	var id int64
	err := w.QueryRowContext(ctx, `SELECT id FROM user WHERE folded = ?`, fold(login)).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	return w.insert(ctx, `INSERT INTO user (login, folded) VALUES (?, ?)`, login, fold(login))
}

// noticed remembers that the file was found broken, sets it aside, and gives
// that as the error; any other error passes.
func (h *Hub) noticed(err error) error {
	if err == nil || !isDamage(err) {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.damaged == nil {
		h.damaged = setAside(h.path, h.found, err)
	}
	return h.damaged
}

// damage is what noticed remembers. From then on nothing is read or written:
// it would be in the file that was set aside.
func (h *Hub) damage() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.damaged == nil {
		return nil
	}
	return h.damaged
}

// isBusy reports whether another process kept the file for too long.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// stamp is a time as GitHub writes it.
func stamp(unix int64) string {
	return time.Unix(unix, 0).UTC().Format(time.RFC3339)
}
