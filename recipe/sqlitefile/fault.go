package sqlitefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"
)

// NewerError says that the file was written by a newer gh debt. It is left as
// it is.
type NewerError struct {
	Name          string // of the kind of file
	Path          string
	Schema, Known int
}

// Error names the file and the way out.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the %s file %s was written by a newer gh debt (schema %d, this one knows %d); upgrade gh debt",
		e.Name, e.Path, e.Schema, e.Known)
}

// StorageKind is why a file that is whole cannot be used.
type StorageKind string

// The kinds of StorageError.
const (
	DiskFull StorageKind = "disk-full"
	ReadOnly StorageKind = "read-only" // the file, its directory or its disk
	InUse    StorageKind = "in-use"    // another process kept it for too long
	Gone     StorageKind = "gone"      // moved or deleted while it was open
	Failing  StorageKind = "failing"   // the disk, or the way to it
)

// StorageError says that the file could not be used though it is whole. What
// was to be written was not, not even in part; what is in the file stays.
type StorageError struct {
	Name string // of the kind of file
	Path string
	Kind StorageKind
	Err  error
}

// Error is one sentence that names the file and what is in the way.
func (e *StorageError) Error() string {
	switch e.Kind {
	case DiskFull:
		return fmt.Sprintf("nothing was written to the %s file %s, since the disk is full", e.Name, e.Path)
	case ReadOnly:
		return fmt.Sprintf("nothing was written to the %s file %s, since it is read-only", e.Name, e.Path)
	case InUse:
		return fmt.Sprintf("nothing was written to the %s file %s, since another process kept it for %v", e.Name, e.Path, lockWait)
	case Gone:
		return fmt.Sprintf("nothing was written to the %s file %s, since it was moved or deleted meanwhile", e.Name, e.Path)
	}
	return fmt.Sprintf("the %s file %s could not be read or written: %v", e.Name, e.Path, e.Err)
}

// Unwrap gives what the system or SQLite said.
func (e *StorageError) Unwrap() error { return e.Err }

var errGone = errors.New("there is no such file any more")

// storageKind tells what an error of SQLite means for the file, if it is about
// storage at all.
func storageKind(err error) (StorageKind, bool) {
	switch sqliteCode(err) {
	case sqlite3.SQLITE_FULL:
		return DiskFull, true
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return ReadOnly, true
	case sqlite3.SQLITE_BUSY:
		return InUse, true
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return Failing, true
	}
	return Gone, errors.Is(err, errGone)
}

// systemKind tells the same of an error that the system gave.
func systemKind(err error) (StorageKind, bool) {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return DiskFull, true
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ReadOnly, true
	case errors.Is(err, syscall.EIO):
		return Failing, true
	}
	return "", false
}

// probeSize is what SQLite needs beside a file, to begin with, for its log.
const probeSize = 64 << 10

// isBusy reports whether another process kept the file for too long.
func isBusy(err error) bool { return sqliteCode(err) == sqlite3.SQLITE_BUSY }

// IsFault reports whether an error that a statement met, in a read or a write
// that is under way, is one of the file and not of the statement.
func IsFault(err error) bool {
	_, storage := storageKind(err)
	return storage || isDamage(err)
}

// Fault makes a *StorageError of an error that the system gave for something
// in the file's directory, where it is one; any other passes.
func (f *File) Fault(err error) error {
	if kind, ok := systemKind(err); ok {
		return &StorageError{Name: f.set.Name, Path: f.path, Kind: kind, Err: err}
	}
	return err
}

// told makes the typed error of any error that the file met. What is none of
// its own kinds passes, such as one of the system that a caller's own work met
// within a transaction. Damage is remembered and the file set aside once.
func (f *File) told(err error) error {
	if err == nil {
		return nil
	}
	var newer *NewerError
	if errors.As(err, &newer) {
		return newer
	}
	if isDamage(err) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.damaged == nil {
			f.damaged = f.setAside(err)
		}
		return f.damaged
	}
	if kind, ok := storageKind(err); ok {
		if kind == Failing {
			kind = f.probe()
		}
		return &StorageError{Name: f.set.Name, Path: f.path, Kind: kind, Err: err}
	}
	return err
}

// probe looks for the cause that SQLite does not tell when it fails to open a
// log beside the file or to write one.
func (f *File) probe() StorageKind {
	file, err := os.CreateTemp(filepath.Dir(f.path), ".probe-")
	if err == nil {
		defer os.Remove(file.Name())
		defer file.Close()
		if _, err = file.Write(make([]byte, probeSize)); err == nil {
			err = file.Sync()
		}
	}
	if kind, ok := systemKind(err); ok {
		return kind
	}
	return Failing
}

// isTyped reports whether an error is one that told made.
func isTyped(err error) bool {
	switch err.(type) {
	case *NewerError, *DamagedError, *StorageError:
		return true
	}
	return false
}

// Damage is the *DamagedError that a read or a write of the open file has met,
// else nil. From then on nothing is read or written: it would be in the file
// that was set aside.
func (f *File) Damage() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.damaged == nil {
		return nil
	}
	return f.damaged
}

// WayOut says what to do about a fault; settled is false where it is not known whether
// what was to be written is in the file.
func (e *DamagedError) WayOut() (hint string, settled bool) {
	return "the file was kept; run the command again to begin with an empty one", true
}

// WayOut is to upgrade.
func (e *NewerError) WayOut() (hint string, settled bool) {
	return "run: gh extension upgrade debt", true
}

// WayOut is to set right what keeps the file, of which nothing was lost.
func (e *StorageError) WayOut() (hint string, settled bool) {
	return "set that right, and run the command again: it goes on from here", e.Kind != Failing
}
