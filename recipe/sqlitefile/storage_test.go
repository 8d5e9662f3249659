package sqlitefile_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gh-debt/recipe/sqlitefile"
)

func TestAFullDiskIsOneClearErrorAndLosesNothing(t *testing.T) {
	set := notes()
	set.MaxPages = 8
	path := filepath.Join(t.TempDir(), "notes.db")
	f := openWith(t, path, set)
	written, full := 0, error(nil)
	for full == nil {
		if full = note(f, strings.Repeat("x", 3000)); full == nil {
			written++
		}
	}
	var storage *sqlitefile.StorageError
	if !errors.As(full, &storage) || storage.Kind != sqlitefile.DiskFull {
		t.Fatalf("error %v, want a StorageError of a full disk", full)
	}
	if want := "nothing was written to the notes file " + path + ", since the disk is full"; full.Error() != want {
		t.Errorf("said %q, want %q", full, want)
	}
	if n := count(t, f); n != written {
		t.Errorf("%d rows, want the %d that were written", n, written)
	}
	f.Close()
	if n := count(t, open(t, path)); n != written {
		t.Errorf("opened again: %d rows, want %d", n, written)
	}
	if err := note(open(t, path), "there is room again"); err != nil {
		t.Error(err)
	}
}

func TestAFileThatMayOnlyBeReadIsOneClearErrorAndLosesNothing(t *testing.T) {
	f := open(t, filled(t, 2))
	err := f.Write(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		if _, err := q.ExecContext(ctx, `PRAGMA query_only = 1`); err != nil {
			return err
		}
		defer q.ExecContext(ctx, `PRAGMA query_only = 0`)
		_, err := q.ExecContext(ctx, `INSERT INTO note (text) VALUES ('three')`)
		return err
	})
	var storage *sqlitefile.StorageError
	if !errors.As(err, &storage) || storage.Kind != sqlitefile.ReadOnly {
		t.Fatalf("error %v, want a StorageError of a read-only file", err)
	}
	if n := count(t, f); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
}

func TestStorageTroubleIsToldByItsKind(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		kind sqlitefile.StorageKind
		want string
	}{
		"no space": {syscall.ENOSPC, sqlitefile.DiskFull, "nothing was written to the notes file n.db, since the disk is full"},
		"no quota": {&fs.PathError{Op: "write", Path: "n.db", Err: syscall.EDQUOT}, sqlitefile.DiskFull,
			"nothing was written to the notes file n.db, since the disk is full"},
		"a disk that is mounted for reading": {&fs.PathError{Op: "open", Path: "n.db", Err: syscall.EROFS}, sqlitefile.ReadOnly,
			"nothing was written to the notes file n.db, since it is read-only"},
		"another account's file": {fmt.Errorf("open: %w", &fs.PathError{Op: "open", Path: "n.db", Err: syscall.EACCES}), sqlitefile.ReadOnly,
			"nothing was written to the notes file n.db, since it is read-only"},
		"a disk that fails": {&fs.PathError{Op: "read", Path: "n.db", Err: syscall.EIO}, sqlitefile.Failing,
			"the notes file n.db could not be read or written: read n.db: input/output error"},
	} {
		t.Run(name, func(t *testing.T) {
			kind, ok := sqlitefile.KindOf(c.err)
			if !ok || kind != c.kind {
				t.Errorf("%q, %v, want %q", kind, ok, c.kind)
			}
			told := &sqlitefile.StorageError{Name: "notes", Path: "n.db", Kind: c.kind, Err: c.err}
			if told.Error() != c.want {
				t.Errorf("said %q, want %q", told, c.want)
			}
		})
	}
	if kind, ok := sqlitefile.KindOf(errors.New("no such table")); ok {
		t.Errorf("an error of a statement was taken for %q", kind)
	}
}

func TestTroubleThatTheCallersOwnWorkMetIsNotTheFiles(t *testing.T) {
	f := open(t, filled(t, 0))
	for _, met := range []error{fs.ErrPermission, syscall.ENOSPC, context.Canceled} {
		met = fmt.Errorf("read a commit: %w", met)
		err := f.Write(context.Background(), func(context.Context, sqlitefile.Querier) error { return met })
		if err != met {
			t.Errorf("said %v, want %v", err, met)
		}
		if sqlitefile.IsFault(met) {
			t.Errorf("%v was taken for the file's", met)
		}
	}
}

// held has another process's write under way in the file until free is called.
func held(t *testing.T, path string) (free func()) {
	t.Helper()
	other, begun, end, done := open(t, path), make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- other.Write(context.Background(), func(context.Context, sqlitefile.Querier) error {
			close(begun)
			<-end
			return nil
		})
	}()
	<-begun
	return func() {
		close(end)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestAWriteThatWaitsForAnotherProcessSaysSoAndIsMade(t *testing.T) {
	path, said := filled(t, 0), make(chan string, 1)
	set := notes()
	set.Notify = func(s string) { said <- s }
	f := openWith(t, path, set)
	f.Impatient()
	free, done := held(t, path), make(chan error)
	go func() { done <- note(f, "one") }()
	if want, got := "waiting for another process that writes to the notes file "+path, <-said; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	free()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAFileThatAnotherProcessKeepsTooLongIsOneClearError(t *testing.T) {
	path := filled(t, 0)
	f := open(t, path)
	err := f.Read(context.Background(), func(ctx context.Context, q sqlitefile.Querier) error {
		_, err := q.ExecContext(ctx, `PRAGMA busy_timeout = 0`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	free := held(t, path)
	err = note(f, "one")
	if !sqlitefile.IsFault(err) {
		t.Errorf("%v was not taken for the file's", err)
	}
	var storage *sqlitefile.StorageError
	if !errors.As(err, &storage) || storage.Kind != sqlitefile.InUse {
		t.Errorf("error %v, want a StorageError of a file in use", err)
	}
	if n := count(t, f); n != 0 { // a reader never waits
		t.Errorf("%d rows, want none", n)
	}
	free()
	if err := note(f, "one"); err != nil {
		t.Error(err)
	}
}
