package hub

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver
)

// connect gives the pool of connections to the file; none is made yet.
func connect(path string, throwaway bool) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(path, throwaway))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// dsn names the file and what every connection is opened with: readers never
// wait for a writer (WAL), a writer waits for another, and a commit is on the
// disk when it returns.
func dsn(path string, throwaway bool) string {
	synchronous := "FULL"
	if throwaway {
		synchronous = "OFF"
	}
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		fmt.Sprintf("busy_timeout(%d)", lockWait.Milliseconds()), "journal_mode(WAL)",
		"synchronous(" + synchronous + ")", "foreign_keys(1)", "cache_size(-500)"}}
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: slashed, RawQuery: q.Encode()}).String()
}
