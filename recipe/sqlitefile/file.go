package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// connections is how many readers may be at work at once: the tracker asks
// the hub for six pages side by side.
const connections = 6

// lockWait is how long a process waits for another that writes.
const lockWait = 10 * time.Second

// Settings say what kind of file is opened.
type Settings struct {
	Name        string   // as sentences name it: "ledger" for "the ledger file …"
	Application int32    // marks the file as this kind's
	Migrations  []string // each brings a file to its next schema; a released one is never edited
	// FirstRows writes what a new file holds, in the transaction that makes its
	// tables, so that no file has the one without the other; nil writes nothing.
	FirstRows func(ctx context.Context, q Querier) error
	// Throwaway says that nobody needs the file after this process: no time is
	// spent on making it last.
	Throwaway bool
	MaxPages  int // beyond which the file may not grow, as if the disk were full; 0 sets no limit
	// Notify is told in a sentence that a write waits for another process. It
	// is called from a goroutine of its own; nil is told nothing.
	Notify func(sentence string)
}

// File is an open SQLite file, safe for concurrent use.
type File struct {
	path     string
	set      Settings
	found    os.FileInfo // the file that was opened under path
	db       *sql.DB
	write    chan struct{} // holds a value while this process writes
	patience time.Duration // how long a write waits before that is said

	mu      sync.Mutex
	damaged *DamagedError // set once the file has been found broken
}

// Open opens the file at path, making it, and its directory, where there is
// none. A damaged file is set aside and a *DamagedError says where it is now:
// opening again begins a fresh one. A file of a newer schema is a *NewerError
// and left as it is. A disk that is full and a file that may not be written
// are a *StorageError.
func Open(ctx context.Context, path string, set Settings) (*File, error) {
	f := &File{path: path, set: set, write: make(chan struct{}, 1), patience: 2 * time.Second}
	err := f.Fault(f.prepare())
	if err == nil {
		f.db, err = sql.Open("sqlite", f.dsn())
	}
	if err == nil {
		f.db.SetMaxOpenConns(connections)
		f.db.SetMaxIdleConns(connections)
		if err = f.begin(ctx); err != nil {
			err = errors.Join(err, f.db.Close())
		}
	}
	if err != nil {
		if err = f.told(err); !isTyped(err) {
			err = fmt.Errorf("open the %s file: %w", set.Name, err)
		}
		return nil, err
	}
	return f, nil
}

// dsn names the file and what every connection is opened with: readers never
// wait for a writer (WAL), a writer waits for another, and a commit is on the
// disk when it returns, but for a file that is thrown away.
func (f *File) dsn() string {
	pragmas := []string{fmt.Sprintf("busy_timeout(%d)", lockWait.Milliseconds()),
		"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "cache_size(-500)"}
	if f.set.Throwaway {
		pragmas = append(pragmas, "synchronous(OFF)")
	}
	if f.set.MaxPages > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", f.set.MaxPages))
	}
	slashed := filepath.ToSlash(f.path)
	if filepath.VolumeName(f.path) != "" {
		slashed = "/" + slashed
	}
	q := url.Values{"_pragma": pragmas}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: slashed, RawQuery: q.Encode()}).String()
}

// begin makes the file ready. Two processes that make one file at the same
// moment can meet a lock that SQLite does not wait for: the later one tries
// again until ctx ends or the time that writers wait is over.
func (f *File) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		err := f.migrate(ctx)
		if !isBusy(err) {
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
	}
}

// Path is the path that the file was opened under.
func (f *File) Path() string { return f.path }

// Close lets the file go. The last process that does so leaves one file
// behind, without a log beside it.
func (f *File) Close() error {
	if err := f.db.Close(); err != nil {
		return fmt.Errorf("close the %s file: %w", f.set.Name, err)
	}
	return nil
}
