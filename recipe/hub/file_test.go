package hub_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// open opens a hub that is closed with the test.
func open(t testing.TB, path string) *hub.Hub {
	t.Helper()
	h, err := hub.Open(context.Background(), path, hub.Options{Owner: "acme", Name: "shop", Viewer: "ana"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// filled is the path of a closed hub with some issues.
func filled(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hub.db")
	h := open(t, path)
	if err := h.Seed(context.Background(), seeds(n, "tech-debt")); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheFileAndItsDirectoryAreForTheOwnerAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "hub.db")
	h := open(t, path)
	if err := h.Seed(context.Background(), seeds(1)); err != nil {
		t.Fatal(err)
	}
	want := map[string]os.FileMode{dir: 0o700, filepath.Dir(dir): 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600}
	for name, mode := range want {
		info, err := os.Stat(name)
		if err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != mode {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), mode)
		}
	}
	h.Close()
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a file that others could read has mode %o, want 600 (%v)", info.Mode().Perm(), err)
	}
}

func TestADamagedFileIsSetAsideWithItsNameToldAndNeverOverwritten(t *testing.T) {
	good, err := os.ReadFile(filled(t, 50))
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	withSQL(t, foreign, `CREATE TABLE t (x); PRAGMA application_id = 7`)
	unnamed := filepath.Join(t.TempDir(), "unnamed.db")
	withSQL(t, unnamed, `CREATE TABLE t (x)`)
	read := func(path string) []byte {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for name, content := range map[string][]byte{
		"text":                            []byte("this is no database at all, and longer than the header of one would be: it goes on and on and on and on"),
		"a few bytes":                     []byte("SQLite format 3\x00"),
		"cut in a page":                   good[:len(good)-1000],
		"cut after the header":            good[:4096],
		"zeroed pages":                    append(bytes.Clone(good[:100]), make([]byte, len(good)-100)...),
		"another program's":               read(foreign),
		"another program's without a tag": read(unnamed),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hub.db")
			for round := 1; round <= 2; round++ { // a second one takes the next free name
				if err := os.WriteFile(path, content, 0o600); err != nil {
					t.Fatal(err)
				}
				_, err := hub.Open(context.Background(), path, hub.Options{})
				var damaged *hub.DamagedError
				if !errors.As(err, &damaged) {
					t.Fatalf("error %v, want a DamagedError", err)
				}
				if want := fmt.Sprintf("%s.damaged-%d", path, round); damaged.Aside != want || damaged.Path != path {
					t.Errorf("%s set aside as %s, want %s", damaged.Path, damaged.Aside, want)
				}
				if kept, err := os.ReadFile(damaged.Aside); err != nil || !bytes.Equal(kept, content) {
					t.Errorf("what was set aside is not what was there (%v)", err)
				}
				if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("a fresh file was begun without being asked (%v)", err)
				}
			}
			open(t, path)
		})
	}
}

func withSQL(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func TestAFileOfANewerProgramIsLeftAsItIs(t *testing.T) {
	path := filled(t, 1)
	withSQL(t, path, `PRAGMA user_version = 99`)
	_, err := hub.Open(context.Background(), path, hub.Options{})
	var newer *hub.NewerError
	if !errors.As(err, &newer) || newer.Schema != 99 {
		t.Fatalf("error %v, want a NewerError of schema 99", err)
	}
	if names, err := filepath.Glob(path + "*damaged*"); err != nil || len(names) != 0 {
		t.Errorf("set aside as %v (%v)", names, err)
	}
	withSQL(t, path, `PRAGMA user_version = 2`)
	if diff := cmp.Diff([]int{1}, numbers(t, get(t, open(t, path), shop+"/issues"))); diff != "" {
		t.Error(diff)
	}
}

func TestDamageFoundWhileServingSetsTheFileAsideToo(t *testing.T) {
	path := filled(t, 500)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096 * 8; i < len(content); i++ { // the first pages hold the schema and the repository
		content[i] = 0x55
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := hub.Open(context.Background(), path, hub.Options{})
	var damaged *hub.DamagedError
	if err == nil {
		defer h.Close()
		_, err = transportGet(h, "https://api.github.com"+shop+"/issues")
		if _, again := transportGet(h, "https://api.github.com"+shop); !errors.As(again, &damaged) {
			t.Errorf("the next request: %v, want a DamagedError", again)
		}
	}
	if !errors.As(err, &damaged) || damaged.Aside != path+".damaged-1" {
		t.Fatalf("error %v, want a DamagedError that names %s", err, path+".damaged-1")
	}
	if diff := cmp.Diff([]int{}, numbers(t, get(t, open(t, path), shop+"/issues"))); diff != "" {
		t.Error(diff)
	}
}

func TestAFileThatIsNoRegularFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := hub.Open(context.Background(), dir, hub.Options{}); err == nil {
		t.Error("a directory was opened")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("the directory was touched: %v", err)
	}
}

func TestManyMayOpenOneFreshFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hub.db")
	var wait sync.WaitGroup
	errs := make(chan error, 8)
	for range 8 {
		wait.Go(func() {
			h, err := hub.Open(context.Background(), path, hub.Options{})
			if err == nil {
				err = h.Close()
			}
			errs <- err
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
}

func TestClosingTheDamagedFileLeavesTheFreshOneAlone(t *testing.T) {
	path := filled(t, 3)
	old := open(t, path) // another process, say, that has the file open all along
	get(t, old, shop+"/issues")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(content, "no longer a database")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var damaged *hub.DamagedError
	if _, err := hub.Open(context.Background(), path, hub.Options{}); !errors.As(err, &damaged) {
		t.Fatalf("error %v, want a DamagedError", err)
	}
	fresh := open(t, path)
	if _, err := fileOne(fresh, "filed into the fresh file"); err != nil {
		t.Fatal(err)
	}
	old.Close() // as the last one that has the damaged file open
	if diff := cmp.Diff([]int{1}, numbers(t, get(t, open(t, path), shop+"/issues"))); diff != "" {
		t.Error(diff)
	}
}

func TestAClosedHubIsOneFile(t *testing.T) {
	path := filled(t, 3)
	names, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{path}, names); diff != "" {
		t.Error(diff)
	}
	s := hubtest.New(t, hubtest.File(path))
	if diff := cmp.Diff([]int{3, 2, 1}, numbers(t, ask(t, s, "GET", shop+"/issues", nil))); diff != "" {
		t.Error(diff)
	}
}
