package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gh-debt/recipe/ledger"
)

func TestTheLedgerIsForItsOwnerAlone(t *testing.T) {
	l := fresh(t)
	unlock, err := l.Lock(context.Background(), "12", "review")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	dir := filepath.Dir(l.Path())
	for name, mode := range map[string]os.FileMode{
		dir: 0o700, l.Path(): 0o600, filepath.Join(dir, "locks"): 0o700,
		filepath.Join(dir, "locks", "12.lock"): 0o600, filepath.Join(dir, "locks", "12.json"): 0o600,
	} {
		if info, err := os.Stat(name); err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != mode {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), mode)
		}
	}
}

func TestADamagedLedgerIsSetAsideAndAFreshOneBegunWhenAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	broken := bytes.Repeat([]byte("no ledger "), 100)
	if err := os.WriteFile(path, broken, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := ledger.Open(context.Background(), path, ledger.Options{})
	var damaged *ledger.DamagedError
	want := "the ledger file " + path + " is damaged (it is not a SQLite database) and was set aside as " + path + ".damaged-1"
	if !errors.As(err, &damaged) || err.Error() != want {
		t.Fatalf("error %v, want a DamagedError: %s", err, want)
	}
	if kept, err := os.ReadFile(damaged.Aside); err != nil || !bytes.Equal(kept, broken) {
		t.Errorf("what was set aside is not what was there (%v)", err)
	}
	add(t, open(t, path), "12", claimed(12)...)
}

func TestALedgerOfANewerProgramIsLeftAsItIs(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	if err := l.Exec(context.Background(), `PRAGMA user_version = 7`); err != nil {
		t.Fatal(err)
	}
	var newer *ledger.NewerError
	if _, err := ledger.Open(context.Background(), l.Path(), ledger.Options{}); !errors.As(err, &newer) || newer.Schema != 7 {
		t.Errorf("error %v, want a NewerError of schema 7", err)
	}
	if _, err := l.Append(context.Background(), "12", "ana", givenUp(12)...); !errors.As(err, &newer) {
		t.Errorf("error %v, want a NewerError", err)
	}
}

func TestALedgerThatIsDeletedMeanwhileIsNotWrittenTo(t *testing.T) {
	l := fresh(t)
	add(t, l, "12", claimed(12)...)
	if err := os.Remove(l.Path()); err != nil {
		t.Fatal(err)
	}
	_, err := l.Append(context.Background(), "12", "ana", givenUp(12)...)
	var storage *ledger.StorageError
	if want := "nothing was written to the ledger file " + l.Path() + ", since it was moved or deleted meanwhile"; !errors.As(err, &storage) || err.Error() != want {
		t.Errorf("error %v, want a StorageError: %s", err, want)
	}
}
