package recipe

import (
	"errors"
	"fmt"
	"os"
	"path"
	"time"
)

// The files that other programs read, under the main checkout (section 6).
const (
	debtDir    = ".gaia/local/debt"
	markerFile = "refresh-requested"
	countFile  = "count.json"
)

// Marker is the empty file that asks for count.json to be computed anew
// (section 6).
type Marker struct {
	Root string // the main checkout, "" where there is none
	Now  Clock
}

func newMarker(d Deps) Marker {
	m := Marker{Now: d.Now}
	if d.Checkout != nil {
		m.Root = d.Checkout.MainRoot()
	}
	return m
}

// Touch makes the marker, or sets its time to now; directories are created as
// needed. Where there is no main checkout it does nothing. Callers ignore the
// error, except to log it: failing to touch the marker fails nothing.
func (m Marker) Touch() error {
	if m.Root == "" {
		return nil
	}
	dir, err := openDebtDir(m.Root)
	if err != nil {
		return fmt.Errorf("touch the refresh marker: %w", err)
	}
	defer dir.Close()
	f, err := dir.OpenFile(markerFile, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("touch the refresh marker: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("touch the refresh marker: %w", err)
	}
	now := m.Now()
	if err := dir.Chtimes(markerFile, now, now); err != nil {
		return fmt.Errorf("touch the refresh marker: %w", err)
	}
	return nil
}

// at is when the marker was touched last; false when it is not there.
func (m Marker) at() (time.Time, bool, error) {
	return fileTime(m.Root, markerFile)
}

// clear removes the marker unless it was touched after since, which means that
// someone asked for a recount while one was running.
func (m Marker) clear(since time.Time) error {
	at, ok, err := m.at()
	if err != nil || !ok || at.After(since) {
		return err
	}
	dir, err := openDebtDir(m.Root)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Remove(markerFile); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// openDebtDir opens the directory of section 6, making it where it lacks. A
// symbolic link in the repository cannot lead it out of the checkout.
func openDebtDir(root string) (*os.Root, error) {
	main, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer main.Close()
	_, err = main.Stat(debtDir)
	fresh := errors.Is(err, os.ErrNotExist)
	if err := main.MkdirAll(debtDir, 0o755); err != nil {
		return nil, err
	}
	dir, err := main.OpenRoot(debtDir)
	if err == nil && fresh {
		// What lies there is this clone's own: it makes nobody's tree dirty.
		_ = dir.WriteFile(".gitignore", []byte("*\n"), 0o644)
	}
	return dir, err
}

// fileTime is when a file of section 6 was written; false when it is not there.
// It makes no directory.
func fileTime(root, name string) (time.Time, bool, error) {
	if root == "" {
		return time.Time{}, false, nil
	}
	main, err := os.OpenRoot(root)
	if err != nil {
		return time.Time{}, false, err
	}
	defer main.Close()
	info, err := main.Stat(path.Join(debtDir, name))
	if errors.Is(err, os.ErrNotExist) {
		return time.Time{}, false, nil
	}
	if err != nil {
		return time.Time{}, false, err
	}
	return info.ModTime(), true, nil
}
