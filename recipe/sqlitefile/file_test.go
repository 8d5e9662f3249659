package sqlitefile_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/sqlitefile"
)

func notes() sqlitefile.Settings {
	return sqlitefile.Settings{Name: "notes", Application: 0x6e6f7465,
		Migrations: []string{`CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`}}
}

func open(t testing.TB, path string) *sqlitefile.File {
	t.Helper()
	return openWith(t, path, notes())
}

func openWith(t testing.TB, path string, set sqlitefile.Settings) *sqlitefile.File {
	t.Helper()
	f, err := sqlitefile.Open(context.Background(), path, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// note writes one row.
func note(f *sqlitefile.File, text string) error {
	return f.Write(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO note (text) VALUES (?)`, text)
		return err
	})
}

func count(t testing.TB, f *sqlitefile.File) int {
	t.Helper()
	var n int
	err := f.Read(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		return q.QueryRowContext(ctx, `SELECT count(*) FROM note`).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// filled is the path of a closed file with n rows.
func filled(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notes.db")
	f := open(t, path)
	err := f.Write(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		_, err := q.ExecContext(ctx, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
			INSERT INTO note (text) SELECT printf('%0200d', i) FROM n LIMIT ?`, n)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheFileAndItsDirectoryAreForTheOwnerAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "notes.db")
	f := open(t, path)
	if err := note(f, "one"); err != nil {
		t.Fatal(err)
	}
	want := map[string]os.FileMode{dir: 0o700, filepath.Dir(dir): 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600}
	for name, mode := range want {
		info, err := os.Stat(name)
		if err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != mode {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), mode)
		}
	}
	f.Close()
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a file that others could read has mode %o, want 600 (%v)", info.Mode().Perm(), err)
	}
}

func TestAWriteThatFailsLeavesNothingBehind(t *testing.T) {
	f := open(t, filled(t, 2))
	refused := errors.New("refused")
	err := f.Write(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		if _, err := q.ExecContext(ctx, `INSERT INTO note (text) VALUES ('three')`); err != nil {
			return err
		}
		return refused
	})
	if !errors.Is(err, refused) {
		t.Errorf("error %v, want the one of the write", err)
	}
	if n := count(t, f); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
	if err := note(f, "three"); err != nil {
		t.Errorf("the next write: %v", err)
	}
}

func TestAWriteOfACancelledContextWritesNothingAndOneThatBeganIsFinished(t *testing.T) {
	f := open(t, filled(t, 0))
	ctx, cancel := context.WithCancel(context.Background())
	err := f.Write(ctx, func(ctx context.Context, q sqlitefile.Querier) error {
		cancel()
		_, err := q.ExecContext(ctx, `INSERT INTO note (text) VALUES ('one')`)
		return err
	})
	if err != nil {
		t.Errorf("a write that began: %v", err)
	}
	err = f.Write(ctx, func(context.Context, sqlitefile.Querier) error {
		t.Error("a write was begun after its context had ended")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the context has ended", err)
	}
	if n := count(t, f); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

func TestManyMayOpenOneFreshFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	var wait sync.WaitGroup
	errs := make(chan error, 8)
	for range 8 {
		wait.Go(func() {
			f, err := sqlitefile.Open(context.Background(), path, notes())
			if err == nil {
				err = errors.Join(note(f, "mine"), f.Close())
			}
			errs <- err
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if n := count(t, open(t, path)); n != 8 {
		t.Errorf("%d rows, want 8", n)
	}
}

func TestAClosedFileIsOneFile(t *testing.T) {
	path := filled(t, 3)
	names, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{path}, names); diff != "" {
		t.Error(diff)
	}
}

func TestAnOlderFileIsBroughtToThePresentSchemaAndKeepsItsRows(t *testing.T) {
	path := filled(t, 3)
	set := notes()
	set.Migrations = append(set.Migrations, `ALTER TABLE note ADD COLUMN at INTEGER NOT NULL DEFAULT 0`)
	f := openWith(t, path, set)
	if n := count(t, f); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
	err := f.Write(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO note (text, at) VALUES ('four', 4)`)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAMigrationThatFailsLeavesTheFileAsItWas(t *testing.T) {
	path := filled(t, 3)
	set := notes()
	set.Migrations = append(set.Migrations, `ALTER TABLE note ADD COLUMN at INTEGER; ALTER TABLE nothing ADD COLUMN x`)
	if _, err := sqlitefile.Open(context.Background(), path, set); err == nil {
		t.Fatal("opened")
	}
	if n := count(t, open(t, path)); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
}

func TestAFileOfANewerProgramIsLeftAsItIs(t *testing.T) {
	path := filled(t, 1)
	open(t, path) // this program, which has the file open while the newer one comes
	older := open(t, path)
	set := notes()
	set.Migrations = append(set.Migrations, `CREATE TABLE more (x) `)
	openWith(t, path, set)

	var newer *sqlitefile.NewerError
	if err := note(older, "late"); !errors.As(err, &newer) || newer.Schema != 2 || newer.Known != 1 {
		t.Errorf("a write of the older program: %v, want a NewerError of schema 2", err)
	}
	_, err := sqlitefile.Open(context.Background(), path, notes())
	if !errors.As(err, &newer) {
		t.Fatalf("error %v, want a NewerError", err)
	}
	want := "the notes file " + path + " was written by a newer gh debt (schema 2, this one knows 1); upgrade gh debt"
	if err.Error() != want {
		t.Errorf("said %q, want %q", err, want)
	}
	if names, err := filepath.Glob(path + "*damaged*"); err != nil || len(names) != 0 {
		t.Errorf("set aside as %v (%v)", names, err)
	}
	if n := count(t, openWith(t, path, set)); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

// withFirst is the settings of a file that begins with one row, after which
// writing its first rows fails with an error, if any.
func withFirst(then error) sqlitefile.Settings {
	set := notes()
	set.FirstRows = func(ctx context.Context, q sqlitefile.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO note (text) VALUES ('first')`)
		return errors.Join(err, then)
	}
	return set
}

func TestTheFirstRowsAreWrittenOnceWhenManyOpenOneFreshFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			f, err := sqlitefile.Open(context.Background(), path, withFirst(nil))
			if err == nil {
				err = f.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	set := withFirst(nil)
	set.Migrations = append(set.Migrations, `ALTER TABLE note ADD COLUMN at INTEGER NOT NULL DEFAULT 0`)
	if n := count(t, openWith(t, path, set)); n != 1 {
		t.Errorf("%d rows, want the first one", n)
	}
}

func TestFirstRowsThatFailLeaveNoTablesBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	refused := errors.New("refused")
	if _, err := sqlitefile.Open(context.Background(), path, withFirst(refused)); !errors.Is(err, refused) {
		t.Errorf("error %v, want the one of the first rows", err)
	}
	if n := count(t, openWith(t, path, withFirst(nil))); n != 1 {
		t.Errorf("%d rows, want the first one", n)
	}
}

func TestOnlyAFileThatIsThrownAwaySparesTheDisk(t *testing.T) {
	const off, full = 0, 2
	for throwaway, want := range map[bool]int{false: full, true: off} {
		set := notes()
		set.Throwaway = throwaway
		f := openWith(t, filepath.Join(t.TempDir(), "notes.db"), set)
		var got int
		err := f.Read(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
			return q.QueryRowContext(ctx, `PRAGMA synchronous`).Scan(&got)
		})
		if err != nil || got != want {
			t.Errorf("throwaway %v: synchronous = %d (%v), want %d", throwaway, got, err, want)
		}
	}
}
