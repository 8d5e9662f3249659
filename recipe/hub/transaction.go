package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gh-debt/recipe/sqlitefile"
)

// querier is a transaction, of either kind.
type querier = sqlitefile.Querier

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
	return h.file.Read(ctx, func(ctx context.Context, q querier) error {
		repo, err := loadRepository(ctx, q)
		if err != nil {
			return err
		}
		return f(&reader{querier: q, repo: repo})
	})
}

// writer is a transaction that changes the file. Every change made through it
// has one time and one rev.
type writer struct {
	reader
	hub     *Hub
	now     int64
	rev     int64
	changed bool
	ready   map[string]*sql.Stmt // statements used before, when many are to come
}

// writing calls f in a transaction of its own: all of it is stored, on the
// disk, when writing returns nil, and nothing otherwise. The wait for other
// writers ends with ctx; work that has begun is finished, as on a server
// whose client has gone.
func (h *Hub) writing(ctx context.Context, f func(ctx context.Context, w *writer) error) error {
	return h.file.Write(ctx, func(ctx context.Context, q querier) error {
		repo, err := loadRepository(ctx, q)
		if err != nil {
			return err
		}
		w := &writer{reader: reader{querier: q, repo: repo}, hub: h, rev: repo.rev + 1, now: max(h.opt.Clock().Unix(), repo.lastAt)}
		if err := f(ctx, w); err != nil || !w.changed {
			return err
		}
		if _, err := q.ExecContext(ctx, `UPDATE repository SET rev = ?, last_at = ?`, w.rev, w.now); err != nil {
			return fmt.Errorf("note the change: %w", err)
		}
		return nil
	})
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
		s, err := w.PrepareContext(ctx, query)
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

// stamp is a time as GitHub writes it.
func stamp(unix int64) string {
	return time.Unix(unix, 0).UTC().Format(time.RFC3339)
}
