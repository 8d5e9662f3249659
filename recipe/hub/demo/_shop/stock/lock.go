// Package stock counts what is on the shelves.
package stock

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// staleAfter is how old a lock may be before it counts as left behind.
const staleAfter = 30 * time.Second

// ErrHeld says that another process holds the lock.
var ErrHeld = errors.New("the stock is locked")

// Lock keeps other processes from counting at the same time.
type Lock struct {
	path string
}

// Acquire takes the lock. A lock that somebody left behind is taken over.
func Acquire(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		info, statErr := os.Stat(path)
		if statErr == nil && time.Since(info.ModTime()) > staleAfter {
			os.Remove(path)
			return Acquire(path)
		}
		return nil, ErrHeld
	}
	if err != nil {
		return nil, fmt.Errorf("lock the stock: %w", err)
	}
	fmt.Fprintln(f, os.Getpid())
	return &Lock{path: path}, f.Close()
}

// Release gives the lock back.
func (l *Lock) Release() error {
	return os.Remove(l.path)
}
