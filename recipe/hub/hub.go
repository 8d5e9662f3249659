package hub

import (
	"context"
	"net/http"

	"gh-debt/recipe/sqlitefile"
)

// What Open, and all that is served, can meet.
type (
	// DamagedError says that the tracker file is broken and where it was set aside.
	DamagedError = sqlitefile.DamagedError
	// NewerError says that a newer gh debt wrote the tracker file; it is left alone.
	NewerError = sqlitefile.NewerError
	// StorageError says why a tracker file that is whole cannot be used: a full
	// disk, a read-only file, another process that keeps it. Nothing is lost.
	StorageError = sqlitefile.StorageError
)

// Hub is an embedded GitHub. It is an http.Handler, safe for concurrent use.
type Hub struct {
	file *sqlitefile.File
	opt  Options
	mux  *http.ServeMux
	gql  map[string]objectType

	lists listCache
	diffs diffCache
	rates rateCounters
}

// Open opens the hub's file, making it where there is none. A damaged file is
// set aside and a *DamagedError says where it is now: opening again begins a
// fresh one. A file of a newer schema is a *NewerError and left as it is; a
// *StorageError says that the file cannot be used.
func Open(ctx context.Context, path string, o Options) (*Hub, error) {
	return openWith(ctx, path, o, 0)
}

func openWith(ctx context.Context, path string, o Options, maxPages int) (*Hub, error) {
	o = o.complete()
	file, err := sqlitefile.Open(ctx, path, sqlitefile.Settings{
		Name: "tracker", Application: applicationID, Migrations: migrations(), FirstRows: o.insertRepository, Throwaway: o.Throwaway, MaxPages: maxPages})
	if err != nil {
		return nil, err
	}
	h := &Hub{file: file, opt: o}
	h.mux, h.gql = h.routes(), objectTypes()
	return h, nil
}

// Path is the file that the hub is kept in.
func (h *Hub) Path() string { return h.file.Path() }

// Close ends the hub; the file stays.
func (h *Hub) Close() error { return h.file.Close() }
