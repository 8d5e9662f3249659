package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"
)

// connections is how many readers may be at work at once: the tracker asks
// for six pages side by side.
const connections = 6

// lockWait is how long a process waits for another that writes.
const lockWait = 10 * time.Second

// Hub is an embedded GitHub. It is an http.Handler, safe for concurrent use.
type Hub struct {
	path  string
	found os.FileInfo // the file that was opened under path
	opt   Options
	db    *sql.DB
	mux   *http.ServeMux
	gql   map[string]objectType

	write chan struct{} // holds a value while this process writes
	lists listCache
	diffs diffCache
	rates rateCounters

	mu      sync.Mutex
	damaged *DamagedError // set once the file has been found broken
}

// Open opens the hub's file, making it where there is none. A damaged file is
// set aside and a *DamagedError says where it is now: opening again begins a
// fresh one. A file of a newer schema is a *NewerError and left as it is.
func Open(ctx context.Context, path string, o Options) (*Hub, error) {
	found, err := prepareFile(path)
	if err != nil {
		if isDamage(err) {
			return nil, setAside(path, found, err)
		}
		return nil, err
	}
	h := &Hub{path: path, found: found, opt: o.complete(), write: make(chan struct{}, 1)}
	if h.db, err = connect(path, o.Throwaway); err != nil {
		return nil, fmt.Errorf("open the tracker file: %w", err)
	}
	if err := h.begin(ctx); err != nil {
		h.db.Close()
		if isDamage(err) {
			return nil, setAside(path, found, err)
		}
		var newer *NewerError
		if errors.As(err, &newer) {
			return nil, newer
		}
		return nil, fmt.Errorf("open the tracker file %s: %w", path, err)
	}
	h.mux, h.gql = h.routes(), objectTypes()

	return h, nil
}

// begin makes the file ready. Two processes that make one file at the same
// moment can meet a lock that SQLite does not wait for: the later one tries
// again until ctx ends or the time that writers wait is over.
func (h *Hub) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		err := h.check(ctx)
		if err == nil {
			err = h.migrate(ctx)
		}
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

// Path is the file that the hub is kept in.
func (h *Hub) Path() string { return h.path }

// Close ends the hub; the file stays.
func (h *Hub) Close() error {
	if err := h.db.Close(); err != nil {
		return fmt.Errorf("close the tracker file: %w", err)
	}
	return nil
}
