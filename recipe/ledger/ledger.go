package ledger

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"gh-debt/recipe/sqlitefile"
)

// What Open, and all that reads and writes, can meet.
type (
	// DamagedError says that the ledger is broken and where it was set aside.
	DamagedError = sqlitefile.DamagedError
	// NewerError says that a newer gh debt wrote the ledger; it is left alone.
	NewerError = sqlitefile.NewerError
	// StorageError says why a ledger that is whole cannot be used: a full
	// disk, a read-only file, another process that keeps it. Nothing is lost.
	StorageError = sqlitefile.StorageError
)

// Options are what a ledger is opened with.
type Options struct {
	// Now is asked for the time of an event, which is for reading and never
	// for order; nil is the machine's clock.
	Now func() time.Time
	// Throwaway says that nobody needs the ledger after this process, so that no
	// time is spent on making it last.
	Throwaway bool
	// Notify is told in a sentence, from a goroutine of its own, that a write
	// waits for another process; nil is told nothing.
	Notify func(sentence string)
}

// Ledger is an open ledger, safe for concurrent use.
type Ledger struct {
	file  *sqlitefile.File
	locks string // the directory of the units' locks
	now   func() time.Time
	past  past
}

// Open opens the ledger at path, making it where there is none. A damaged one
// is set aside and a *DamagedError names where it is now; opening again begins
// a fresh one. A *NewerError leaves the file as it is; a *StorageError says
// that it cannot be used.
func Open(ctx context.Context, path string, o Options) (*Ledger, error) {
	return openWith(ctx, path, o, 0)
}

func openWith(ctx context.Context, path string, o Options, maxPages int) (*Ledger, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	file, err := sqlitefile.Open(ctx, path, sqlitefile.Settings{
		Name: "ledger", Application: applicationID, Migrations: migrations(),
		Throwaway: o.Throwaway, MaxPages: maxPages, Notify: o.Notify})
	if err != nil {
		return nil, err
	}
	return &Ledger{file: file, locks: filepath.Join(filepath.Dir(path), "locks"), now: o.Now}, nil
}

// Path is the file that the ledger is kept in.
func (l *Ledger) Path() string { return l.file.Path() }

// Close ends the ledger; the file and the locks that are held stay.
func (l *Ledger) Close() error { return l.file.Close() }

// NameError says that a unit is not named after its members.
type NameError struct {
	Unit string
	Want string // the name that it should have; "" where no members are known
}

// Error says what a unit's name is.
func (e *NameError) Error() string {
	if e.Want != "" {
		return fmt.Sprintf("the unit of these issues is %s, not %q", e.Want, e.Unit)
	}
	return fmt.Sprintf("%q names no unit: a unit is named by its issues' numbers joined by -", e.Unit)
}

// checkName refuses what is no unit's name: section 5 of the contract.
func checkName(unit string) error {
	digit := false
	for _, r := range unit {
		switch {
		case '0' <= r && r <= '9':
			digit = true
		case r == '-' && digit:
			digit = false
		default:
			return &NameError{Unit: unit}
		}
	}
	if !digit {
		return &NameError{Unit: unit}
	}
	return nil
}
