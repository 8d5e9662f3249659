package cmd

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/ledger"
)

// TestTwoDrainsInOneCloneAreTold who works, and what to do: status 1, nothing done.
func TestTwoDrainsInOneCloneAreTold(t *testing.T) {
	book := &lateLedger{path: filepath.Join(t.TempDir(), "ledger.db"), status: "gh debt drain status --local"}
	defer book.Close()
	for unit, want := range map[string]string{"12": "is working on unit 12 (produce, since ", ledger.Clone: "is making a workspace in this clone (since "} {
		free, err := book.Lock(context.Background(), unit, "produce")
		if err != nil {
			t.Fatal(err)
		}
		_, err = book.Lock(context.Background(), unit, "merge")
		free()
		if err == nil || !strings.Contains(err.Error(), want) || exitStatus(err) != exitFound {
			t.Errorf("%v, status %d", err, exitStatus(err))
		}
		if hint := hintOf(err); hint != "run the command again once that has ended; how far it is: gh debt drain status --local" {
			t.Errorf("hint %q", hint)
		}
	}
}
