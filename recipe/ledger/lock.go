package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Clone is what is locked while a workspace is chosen and made, so that two units
// never choose the same one. No issue has this number.
const Clone = "0"

// BusyError says that somebody is at work on the unit. PID is 0, and Step
// empty, where it cannot be told who.
type BusyError struct {
	Unit  string
	Step  string
	PID   int
	Since time.Time
}

// Error says who works on the unit, at what and since when.
func (e *BusyError) Error() string {
	who, since := "another process", ""
	if e.PID != 0 {
		who, since = fmt.Sprintf("process %d", e.PID), "since "+e.Since.Local().Format(time.DateTime)
	}
	switch {
	case e.Unit == Clone && since == "":
		return who + " is making a workspace in this clone"
	case e.Unit == Clone:
		return fmt.Sprintf("%s is making a workspace in this clone (%s)", who, since)
	case since == "":
		return fmt.Sprintf("%s is working on unit %s", who, e.Unit)
	}
	return fmt.Sprintf("%s is working on unit %s (%s, %s)", who, e.Unit, e.Step, since)
}

// The record beside a lock may not be there yet when the lock is met: whoever
// took it is about to write it.
const (
	recordTries = 20
	recordPause = 5 * time.Millisecond
)

// Lock makes this the only one who works on the unit, until unlock is called
// or the process ends, however it ends: the operating system lets the lock go.
// step is what is done under it. A unit that somebody is at work on, in
// another process or in this one, is a *BusyError at once.
func (l *Ledger) Lock(ctx context.Context, unit, step string) (unlock func(), err error) {
	if err := checkName(unit); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(l.locks, 0o700); err != nil {
		return nil, l.file.Fault(fmt.Errorf("lock unit %s: %w", unit, err))
	}
	place := l.place(unit)
	for try := 1; ; try++ {
		lock, err := take(place + ".lock")
		if err != nil {
			return nil, l.file.Fault(fmt.Errorf("lock unit %s: %w", unit, err))
		}
		if lock != nil {
			return l.hold(lock, place, step), nil
		}
		if h, ok := readHolder(place); ok && alive(h.PID) {
			return nil, &BusyError{Unit: unit, Step: h.Step, PID: h.PID, Since: h.Since}
		}
		if try == recordTries {
			return nil, &BusyError{Unit: unit}
		}
		timer := time.NewTimer(recordPause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		}
	}
}

// place is where a unit's lock and record are, without their suffixes. A name
// too long for a file is told by its beginning and its digest.
func (l *Ledger) place(unit string) string {
	const longest = 120
	if len(unit) > longest {
		unit = fmt.Sprintf("%s-%x", unit[:longest-33], sha256.Sum256([]byte(unit)))[:longest]
	}
	return filepath.Join(l.locks, unit)
}

// take takes the lock of a file, or gives nil where somebody has it. Whoever
// lets a lock go removes its file, so a lock on a file that is no longer at
// its place is no lock.
func take(path string) (*flock.Flock, error) {
	for {
		lock := flock.New(path)
		ok, err := lock.TryLock()
		if err != nil || !ok {
			return nil, err
		}
		mine, err := lock.Stat()
		if err == nil {
			var there os.FileInfo
			if there, err = os.Stat(path); err == nil && os.SameFile(mine, there) {
				return lock, nil
			}
		}
		if unlocked := lock.Unlock(); unlocked != nil || err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, errors.Join(err, unlocked)
		}
	}
}

// hold writes down who has the lock and gives what lets it go. The record only
// serves a sentence, so a disk that has no room for it does not stop the work.
func (l *Ledger) hold(lock *flock.Flock, place, step string) (unlock func()) {
	if err := writeHolder(place, holder{PID: os.Getpid(), Step: step, Since: l.now()}); err != nil {
		os.Remove(place + ".json")
	}
	return sync.OnceFunc(func() {
		os.Remove(place + ".json")
		os.Remove(place + ".lock") // where an open file cannot be removed it stays, and serves the next one
		lock.Unlock()
	})
}

// holder is who has a lock.
type holder struct {
	PID   int       `json:"pid"`
	Step  string    `json:"step"`
	Since time.Time `json:"since"`
}

func readHolder(place string) (h holder, ok bool) {
	data, err := os.ReadFile(place + ".json")
	if err != nil || json.Unmarshal(data, &h) != nil {
		return holder{}, false
	}
	return h, true
}

// writeHolder writes the record whole or not at all.
func writeHolder(place string, h holder) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(place), ".holder-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), place+".json")
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// alive reports whether there is such a process: the record of one that was
// killed stays until the lock is taken anew.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
