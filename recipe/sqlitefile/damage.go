package sqlitefile

import (
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DamagedError says that the file cannot be read. It has been renamed to
// Aside, so that the next Open begins a fresh one and nothing is overwritten;
// Aside is empty when even that failed.
type DamagedError struct {
	Name  string // of the kind of file
	Path  string
	Aside string
	Err   error
}

// Error names the file and where it is now.
func (e *DamagedError) Error() string {
	if e.Aside == "" {
		return fmt.Sprintf("the %s file %s is damaged and could not be set aside: %v", e.Name, e.Path, e.Err)
	}
	return fmt.Sprintf("the %s file %s is damaged (%v) and was set aside as %s", e.Name, e.Path, e.Err, e.Aside)
}

// Unwrap gives what is wrong with the file.
func (e *DamagedError) Unwrap() error { return e.Err }

var (
	errNotADatabase = errors.New("it is not a SQLite database")
	errCut          = errors.New("it is cut short")
	errForeign      = errors.New("it is another program's database")
)

// isDamage reports whether an error says that the file's content is broken.
func isDamage(err error) bool {
	if errors.Is(err, errNotADatabase) || errors.Is(err, errCut) || errors.Is(err, errForeign) {
		return true
	}
	switch sqliteCode(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

// sqliteCode is the primary result code of an error of SQLite, else -1.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return -1
	}
	return e.Code() & 0xff
}

// setAside renames the file and its log to a free name beside them. Another
// process may have done so a moment ago and begun a fresh file: what is
// renamed is compared with what was found damaged, and put back when it is
// not the same.
func (f *File) setAside(cause error) *DamagedError {
	told := &DamagedError{Name: f.set.Name, Path: f.path, Err: cause}
	aside, err := freeName(f.path)
	if err == nil {
		err = os.Rename(f.path, aside)
	}
	if errors.Is(err, os.ErrNotExist) {
		told.Aside = lastAside(f.path)
		return told
	}
	if err != nil {
		told.Err = errors.Join(cause, err)
		return told
	}
	if moved, err := os.Stat(aside); err == nil && f.found != nil && !os.SameFile(moved, f.found) {
		if err := os.Link(aside, f.path); err == nil {
			os.Remove(aside)
		}
		told.Aside = lastAside(f.path)
		return told
	}
	told.Aside = aside
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(f.path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			told.Err = errors.Join(cause, err)
			return told
		}
	}
	return told
}

// freeName is the first of path.damaged-1, path.damaged-2, … that is free.
func freeName(path string) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
			return name, nil
		} else if err != nil {
			return "", err
		}
	}
}

// lastAside is the newest name that freeName gave.
func lastAside(path string) string {
	last := ""
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(name); err != nil {
			return last
		}
		last = name
	}
}
