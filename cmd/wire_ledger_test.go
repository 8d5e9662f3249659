package cmd

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
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

// TestALedgerOfANewerProgramIsLeftAlone, and told with what to do: status 3.
func TestALedgerOfANewerProgramIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	book := &lateLedger{path: path}
	if _, err := book.Active(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := book.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	binary.BigEndian.PutUint32(file[60:], 99) // where SQLite keeps user_version
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = (&lateLedger{path: path}).Active(context.Background())
	if err == nil || !strings.Contains(err.Error(), "the ledger file "+path+" was written by a newer gh debt (schema 99, this one knows ") {
		t.Fatalf("it says %v", err)
	}
	if hintOf(err) != "run: gh extension upgrade debt" || exitStatus(err) != exitUnknown {
		t.Errorf("hint %q, status %d", hintOf(err), exitStatus(err))
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, file) {
		t.Errorf("the file was changed, %v", err)
	}
}
