package sqlitefile_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gh-debt/recipe/sqlitefile"
)

func withSQL(t *testing.T, path, statements string) []byte {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestADamagedFileIsSetAsideWithItsNameToldAndNeverOverwritten(t *testing.T) {
	good := read(t, filled(t, 200))
	foreign := withSQL(t, filepath.Join(t.TempDir(), "foreign.db"), `CREATE TABLE t (x); PRAGMA application_id = 7`)
	unnamed := withSQL(t, filepath.Join(t.TempDir(), "unnamed.db"), `CREATE TABLE t (x)`)
	for name, content := range map[string][]byte{
		"text":                            []byte("this is no database at all, and longer than the header of one would be: it goes on and on and on and on"),
		"a few bytes":                     []byte("SQLite format 3\x00"),
		"cut in a page":                   good[:len(good)-1000],
		"cut after the header":            good[:4096],
		"zeroed pages":                    append(bytes.Clone(good[:100]), make([]byte, len(good)-100)...),
		"another program's":               foreign,
		"another program's without a tag": unnamed,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "notes.db")
			for round := 1; round <= 2; round++ { // a second one takes the next free name
				if err := os.WriteFile(path, content, 0o600); err != nil {
					t.Fatal(err)
				}
				_, err := sqlitefile.Open(context.Background(), path, notes())
				var damaged *sqlitefile.DamagedError
				if !errors.As(err, &damaged) {
					t.Fatalf("error %v, want a DamagedError", err)
				}
				if want := fmt.Sprintf("%s.damaged-%d", path, round); damaged.Aside != want || damaged.Path != path {
					t.Errorf("%s set aside as %s, want %s", damaged.Path, damaged.Aside, want)
				}
				if kept := read(t, damaged.Aside); !bytes.Equal(kept, content) {
					t.Error("what was set aside is not what was there")
				}
				if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("a fresh file was begun without being asked (%v)", err)
				}
			}
			open(t, path)
		})
	}
}

func TestDamageFoundInTheMiddleOfTheWorkSetsTheFileAsideToo(t *testing.T) {
	path := filled(t, 500)
	content := read(t, path)
	for i := 4096; i < len(content); i++ { // the first page holds the schema
		content[i] = 0x55
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, path)
	var damaged *sqlitefile.DamagedError
	if err := note(f, "one more"); !errors.As(err, &damaged) || damaged.Aside != path+".damaged-1" {
		t.Fatalf("error %v, want a DamagedError that names %s", err, path+".damaged-1")
	}
	again := note(f, "and again")
	if !errors.As(again, &damaged) || damaged.Aside != path+".damaged-1" {
		t.Errorf("the next write: %v, want the same DamagedError", again)
	}
	if !bytes.Equal(read(t, path+".damaged-1"), content) {
		t.Error("what was set aside is not what was there")
	}
	if n := count(t, open(t, path)); n != 0 {
		t.Errorf("the fresh file has %d rows, want none", n)
	}
}

func TestAProcessThatHasTheDamagedFileOpenWritesNothingThere(t *testing.T) {
	path := filled(t, 3)
	old := open(t, path) // another process, say, that has the file open all along
	if n := count(t, old); n != 3 {
		t.Fatalf("%d rows, want 3", n)
	}
	content := read(t, path)
	copy(content, "no longer a database")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var damaged *sqlitefile.DamagedError
	if _, err := sqlitefile.Open(context.Background(), path, notes()); !errors.As(err, &damaged) {
		t.Fatalf("error %v, want a DamagedError", err)
	}
	fresh := open(t, path)
	if err := note(fresh, "into the fresh file"); err != nil {
		t.Fatal(err)
	}
	if err := note(old, "into the damaged file"); err == nil {
		t.Error("a fact was written to a file that nobody reads again")
	}
	old.Close() // as the last one that has the damaged file open
	if n := count(t, open(t, path)); n != 1 {
		t.Errorf("the fresh file has %d rows, want 1", n)
	}
}

func TestAFileThatIsNoRegularFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := sqlitefile.Open(context.Background(), dir, notes()); err == nil {
		t.Error("a directory was opened")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("the directory was touched: %v", err)
	}
}
