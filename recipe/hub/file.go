package hub

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DamagedError says that the tracker file cannot be read. It has been renamed
// to Aside, so that the next Open begins a fresh one and nothing is
// overwritten; Aside is empty when even that failed.
type DamagedError struct {
	Path  string
	Aside string
	Err   error
}

// Error names the file and where it is now.
func (e *DamagedError) Error() string {
	if e.Aside == "" {
		return fmt.Sprintf("the tracker file %s is damaged and could not be set aside: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("the tracker file %s is damaged (%v) and was set aside as %s", e.Path, e.Err, e.Aside)
}

// Unwrap gives what is wrong with the file.
func (e *DamagedError) Unwrap() error { return e.Err }

// NewerError says that the tracker file was written by a newer gh debt. The
// file is left as it is.
type NewerError struct {
	Path          string
	Schema, Known int
}

// Error names the file and the way out.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the tracker file %s was written by a newer gh debt (schema %d, this one knows %d); upgrade gh debt",
		e.Path, e.Schema, e.Known)
}

var (
	errNotADatabase = errors.New("it is not a SQLite database")
	errCut          = errors.New("it is cut short")
	errForeign      = errors.New("it is another program's database")
)

// headerSize is the length of the header of a SQLite file; its format is
// described at https://www.sqlite.org/fileformat.html#the_database_header.
const headerSize = 100

// prepareFile makes the directory and the file, for the owner alone, and
// looks at the file's header. It returns the file's identity, and an error of
// this file's list when the header shows damage.
func prepareFile(path string) (os.FileInfo, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make the directory of the tracker file: %w", err)
	}
	logged := hasLog(path)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the tracker file: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at the tracker file: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open the tracker file: %s is not a regular file", path)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := f.Chmod(0o600); err != nil {
			return nil, fmt.Errorf("keep the tracker file for its owner: %w", err)
		}
	}
	size, err := inspectHeader(f)
	if err != nil {
		return info, err
	}
	// A log that lies beside the file may hold the pages that the file lacks,
	// and a process that just ended may have brought them home a moment ago:
	// only a file without a log before and after, measured last, is cut.
	if logged || hasLog(path) {
		return info, nil
	}
	if info, err = f.Stat(); err != nil {
		return nil, fmt.Errorf("look at the tracker file: %w", err)
	}
	if info.Size() < size {
		return info, errCut
	}
	return info, nil
}

// inspectHeader tells a file that is no hub's from one that may be, and gives
// the size that it should have at least. A file of no bytes is one whose
// making was interrupted before anything was stored.
func inspectHeader(f io.ReaderAt) (size int64, err error) {
	var head [headerSize]byte
	n, err := f.ReadAt(head[:], 0)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return 0, nil
	case errors.Is(err, io.EOF):
		return 0, errNotADatabase
	case err != nil:
		return 0, fmt.Errorf("read the tracker file: %w", err)
	case string(head[:16]) != "SQLite format 3\x00":
		return 0, errNotADatabase
	}
	field := func(at int) uint32 { return binary.BigEndian.Uint32(head[at:]) }
	// A hub's tag is stored with its first table; both may still be in the log.
	if id, tables := field(68), field(40) != 0; id != applicationID && (id != 0 || tables) {
		return 0, errForeign
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 65536
	}
	if field(24) != field(92) {
		return 0, nil // the count of pages was not kept by whoever wrote last
	}
	return page * int64(field(28)), nil
}

// hasLog reports whether a write-ahead log lies beside the file.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// isDamage reports whether an error says that the file's content is broken.
func isDamage(err error) bool {
	if errors.Is(err, errNotADatabase) || errors.Is(err, errCut) || errors.Is(err, errForeign) {
		return true
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

// setAside renames the file and its log to a free name beside them. Another
// process may have done so a moment ago and begun a fresh file: what is
// renamed is compared with what was found damaged, and put back when it is
// not the same.
func setAside(path string, found os.FileInfo, cause error) *DamagedError {
	aside, err := freeName(path)
	if err == nil {
		err = os.Rename(path, aside)
	}
	if errors.Is(err, os.ErrNotExist) {
		return &DamagedError{Path: path, Aside: lastAside(path), Err: cause}
	}
	if err != nil {
		return &DamagedError{Path: path, Err: errors.Join(cause, err)}
	}
	if moved, err := os.Stat(aside); err == nil && found != nil && !os.SameFile(moved, found) {
		if err := os.Link(aside, path); err == nil {
			os.Remove(aside)
		}
		return &DamagedError{Path: path, Aside: lastAside(path), Err: cause}
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return &DamagedError{Path: path, Aside: aside, Err: errors.Join(cause, err)}
		}
	}
	return &DamagedError{Path: path, Aside: aside, Err: cause}
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

// check reads what every request needs, so that a broken file is found when
// it is opened and not in the middle of the work.
func (h *Hub) check(ctx context.Context) error {
	var id, n int
	if err := h.db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if err := h.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&n); err != nil {
		return err
	}
	if n > 0 && id != applicationID {
		return errForeign
	}
	return nil
}
