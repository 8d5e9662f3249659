package sqlitefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// headerSize is the length of the header of a SQLite file; its format is
// described at https://www.sqlite.org/fileformat.html#the_database_header.
const headerSize = 100

// prepare makes the directory and the file, for the owner alone, and looks at
// the file's header: an error of damage.go's list says that it shows damage.
func (f *File) prepare() error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	logged := hasLog(f.path)
	file, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.found, err = file.Stat(); err != nil {
		return err
	}
	if !f.found.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", f.path)
	}
	if f.found.Mode().Perm()&0o077 != 0 {
		if err := file.Chmod(0o600); err != nil {
			return fmt.Errorf("keep it for its owner: %w", err)
		}
	}
	size, err := inspectHeader(file, f.set.Application)
	if err != nil {
		return err
	}
	// A log that lies beside the file may hold the pages that the file lacks,
	// and a process that just ended may have brought them home a moment ago:
	// only a file without a log before and after, measured last, is cut.
	if logged || hasLog(f.path) {
		return nil
	}
	now, err := file.Stat()
	if err != nil {
		return err
	}
	if now.Size() < size {
		return errCut
	}
	return nil
}

// inspectHeader tells a file of another kind from one that may be of this
// kind, and gives the size that it should have at least. A file of no bytes is
// one whose making was interrupted before anything was stored.
func inspectHeader(r io.ReaderAt, application int32) (size int64, err error) {
	var head [headerSize]byte
	n, err := r.ReadAt(head[:], 0)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return 0, nil
	case errors.Is(err, io.EOF):
		return 0, errNotADatabase
	case err != nil:
		return 0, err
	case string(head[:16]) != "SQLite format 3\x00":
		return 0, errNotADatabase
	}
	field := func(at int) uint32 { return binary.BigEndian.Uint32(head[at:]) }
	// The tag is stored with the first table; both may still be in the log.
	if id, tables := int32(field(68)), field(40) != 0; id != application && (id != 0 || tables) {
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
