package tracker

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/sqlitefile"
)

// TestTheFileOfTheEmbeddedTrackerIsNoNetwork: what cannot be written there is told as
// what it is, at once and with what to do; it is not in doubt whether it was.
func TestTheFileOfTheEmbeddedTrackerIsNoNetwork(t *testing.T) {
	storage := func(kind sqlitefile.StorageKind) error {
		return &sqlitefile.StorageError{Name: "tracker", Path: "/shop/hub.db", Kind: kind, Err: errors.New("database or disk is full (13)")}
	}
	const goOn = "set that right, and run the command again: it goes on from here"
	for name, c := range map[string]struct {
		err          error
		detail, hint string
	}{
		"disk full": {storage(sqlitefile.DiskFull), "nothing was written to the tracker file /shop/hub.db, since the disk is full", goOn},
		"read-only": {storage(sqlitefile.ReadOnly), "nothing was written to the tracker file /shop/hub.db, since it is read-only", goOn},
		"gone":      {storage(sqlitefile.Gone), "nothing was written to the tracker file /shop/hub.db, since it was moved or deleted meanwhile", goOn},
		"damaged": {&sqlitefile.DamagedError{Name: "tracker", Path: "/shop/hub.db", Aside: "/shop/hub.db.damaged-1", Err: errors.New("torn")},
			"the tracker file /shop/hub.db is damaged (torn) and was set aside as /shop/hub.db.damaged-1", "the file was kept; run the command again to begin with an empty one"},
		"newer": {&sqlitefile.NewerError{Name: "tracker", Path: "/shop/hub.db", Schema: 9, Known: 2},
			"the tracker file /shop/hub.db was written by a newer gh debt (schema 9, this one knows 2); upgrade gh debt", "run: gh extension upgrade debt"},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			client := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
				asked++
				if r.Body != nil {
					sent(t, r)
				}
				return nil, c.err
			}))
			for op, do := range map[string]func() error{
				"close the issue acme/shop#7": func() error { return client.Close(context.Background(), 7, model.Completed) },
				"read the issue acme/shop#7":  func() error { _, err := client.Issue(context.Background(), 7); return err },
			} {
				asked = 0
				err := do()
				var f *model.Fault
				if !errors.As(err, &f) || f.Kind != model.FaultDamaged || f.Detail != c.detail || f.Hint != c.hint {
					t.Errorf("%s: %v\n%+v", op, err, f)
				}
				if asked != 1 {
					t.Errorf("%s: asked %d times", op, asked)
				}
			}
		})
	}
}
