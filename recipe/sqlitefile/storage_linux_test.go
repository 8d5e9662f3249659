package sqlitefile_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"gh-debt/recipe/sqlitefile"
)

const nobody = 65534

// asNobody runs f as an account that modes hold for: root's own they do not.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := syscall.Setfsuid(0); err != nil {
				t.Error(err)
			}
		}()
	}
	f()
}

func TestModesThatForbidWritingAreTold(t *testing.T) {
	for name, modes := range map[string]struct{ dir, file os.FileMode }{
		"of the file":      {0o755, 0o400},
		"of the directory": {0o555, 0o600},
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t, 2)
			dir := filepath.Dir(path)
			for d := dir; d != "/" && d != os.TempDir(); d = filepath.Dir(d) {
				if err := os.Chmod(d, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if os.Geteuid() == 0 {
				if err := os.Chown(path, nobody, nobody); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(os.Chmod(path, modes.file), os.Chmod(dir, modes.dir)); err != nil {
				t.Fatal(err)
			}
			var err error
			asNobody(t, func() {
				var f *sqlitefile.File
				if f, err = sqlitefile.Open(context.Background(), path, notes()); err == nil {
					err = errors.Join(note(f, "three"), f.Close())
				}
			})
			var storage *sqlitefile.StorageError
			if !errors.As(err, &storage) || storage.Kind != sqlitefile.ReadOnly {
				t.Errorf("error %v, want a StorageError of a read-only file", err)
			}
			if err := os.Chmod(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
			if n := count(t, open(t, path)); n != 2 {
				t.Errorf("%d rows, want 2", n)
			}
		})
	}
}
