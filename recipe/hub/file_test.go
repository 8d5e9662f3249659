package hub_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
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

func TestADamagedFileIsSetAsideAndAFreshOneBegunWhenAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "hub.db")
	broken := bytes.Repeat([]byte("no tracker "), 100)
	if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), os.WriteFile(path, broken, 0o600)); err != nil {
		t.Fatal(err)
	}
	_, err := hub.Open(context.Background(), path, hub.Options{})
	var damaged *hub.DamagedError
	want := "the tracker file " + path + " is damaged (it is not a SQLite database) and was set aside as " + path + ".damaged-1"
	if !errors.As(err, &damaged) || err.Error() != want {
		t.Fatalf("error %v, want a DamagedError: %s", err, want)
	}
	if kept, err := os.ReadFile(damaged.Aside); err != nil || !bytes.Equal(kept, broken) {
		t.Errorf("what was set aside is not what was there (%v)", err)
	}
	if n, err := fileOne(open(t, path), "filed into the fresh file"); err != nil || n != 1 {
		t.Errorf("filed as %d (%v), want 1", n, err)
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

// withoutIssues is the content of a hub's file in which the page that leads to
// the issues is broken: all that is read when it is opened is whole.
func withoutIssues(t *testing.T, path string) []byte {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var page, size int
	if err := db.QueryRow(`SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema
		WHERE name = 'issue'`).Scan(&page, &size); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(content[(page-1)*size:], bytes.Repeat([]byte{0x55}, size))
	return content
}

func TestDamageFoundWhileServingSetsTheFileAsideToo(t *testing.T) {
	content := withoutIssues(t, filled(t, 500))
	for name, asked := range map[string]struct{ method, path, body string }{
		"by REST":    {"GET", shop + "/issues", ""},
		"by GraphQL": {"POST", "/graphql", `{"query":"{repository(owner:\"acme\",name:\"shop\"){issues(first:100){nodes{title}}}}"}`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hub.db")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			h := open(t, path)
			r, err := http.NewRequest(asked.method, "https://api.github.com"+asked.path, strings.NewReader(asked.body))
			if err != nil {
				t.Fatal(err)
			}
			var damaged *hub.DamagedError
			if _, err = h.Transport().RoundTrip(r); !errors.As(err, &damaged) || damaged.Aside != path+".damaged-1" {
				t.Fatalf("error %v, want a DamagedError that names %s", err, path+".damaged-1")
			}
			if _, again := transportGet(h, "https://api.github.com"+shop); !errors.As(again, &damaged) {
				t.Errorf("the next request: %v, want a DamagedError", again)
			}
			if diff := cmp.Diff([]int{}, numbers(t, get(t, open(t, path), shop+"/issues"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAFileThatIsDeletedMeanwhileIsNotWrittenTo(t *testing.T) {
	path := filled(t, 1)
	h := open(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	_, err := fileOne(h, "filed into nothing")
	want := "nothing was written to the tracker file " + path + ", since it was moved or deleted meanwhile"
	var storage *hub.StorageError
	if !errors.As(err, &storage) || storage.Error() != want {
		t.Errorf("error %v, want a StorageError: %s", err, want)
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
