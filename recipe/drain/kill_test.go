package drain_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A process can be killed at any moment. What it leaves is what lies on the disks:
// the clone with its ledger, and GitHub. So the tests here take a unit through its
// whole story once, keep a copy of all that after every change that anything made
// (a request, an event, a run of git, a worker), and let a new process go on from
// each copy. Between two changes nothing differs, however many requests were made.

// leaf are the copies of a story: what lay on the disks after each change.
type leaf struct{ what, dir string }

// requests takes the copies that a request left, and every other one of the rest.
const requests = 2

// copies lets something happen and keeps a copy after every change that is wanted: of
// each that a request made, and of every so many of all.
func copies(t *testing.T, m *mortal, every int, story func()) []leaf {
	t.Helper()
	var kept []leaf
	store, n := t.TempDir(), -1
	keep := func(what string) {
		if n++; n%every != 0 && (every != requests || !strings.Contains(what, " /")) {
			return
		}
		to := filepath.Join(store, fmt.Sprint(n))
		if err := os.CopyFS(to, dormant{os.DirFS(m.dir)}); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, leaf{fmt.Sprintf("%02d %s", n, what), to})
	}
	m.at = func(after bool, what string, changes bool) error {
		if after && changes {
			keep(what)
		}
		return nil
	}
	keep("nothing")
	story()
	m.at = func(bool, string, bool) error { return nil }
	return kept
}

// whole takes the unit through its whole story, or on to its end.
func (m *mortal) whole() {
	m.t.Helper()
	for range 3 {
		if res, err := m.carry(m.t.Context()); err != nil || res.Refused != "" {
			m.t.Fatalf("%s: %q, %v", res.Step, res.Refused, err)
		}
	}
	m.delivered()
}

// dormant is a folder without what only a running SQLite needs.
type dormant struct{ fs.FS }

func (s dormant) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(s.FS, name)
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), "-shm") }), err
}

// revive puts a copy in the place of what lies in the folder.
func (m *mortal) revive(t *testing.T, l leaf) {
	t.Helper()
	entries, err := os.ReadDir(m.dir)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(m.dir, e.Name())))
	}
	if err = errors.Join(err, os.CopyFS(m.dir, os.DirFS(l.dir))); err != nil {
		t.Fatal(err)
	}
	m.wake(t)
}

// fromEach revives the copies of a whole story and looks what becomes of them.
func fromEach(t *testing.T, every int, test func(m *mortal), names ...string) {
	t.Helper()
	inEach(t, func(t *testing.T, m *mortal) {
		for _, l := range copies(t, m, every, m.whole) {
			t.Run(l.what, func(t *testing.T) {
				m.revive(t, l)
				test(m)
			})
		}
	}, names...)
}

// TestAKilledDrainGoesOn: from what a kill leaves at any moment of the story, a new
// process takes the unit to delivered, and nothing is done twice.
func TestAKilledDrainGoesOn(t *testing.T) {
	t.Parallel()
	whole(t)
	fromEach(t, requests, (*mortal).whole, "a branch")
	fromEach(t, 8, (*mortal).whole, "a worktree, no GitHub", "two rounds")
}

// TestAKilledDrainIsReleased: from what a kill leaves at any moment of the story, a
// release frees everything, unless the merge was faster.
func TestAKilledDrainIsReleased(t *testing.T) {
	t.Parallel()
	whole(t)
	fromEach(t, requests, (*mortal).free, "a branch")
	fromEach(t, 8, (*mortal).free, "a worktree", "a branch, no GitHub", "a worktree, no GitHub")
}

// TestAKilledReleaseIsReleased: from what a kill leaves at any moment of a release, the
// release goes on, whatever the unit was at.
func TestAKilledReleaseIsReleased(t *testing.T) {
	t.Parallel()
	whole(t)
	m := newMortal(t, false, false)
	last := map[string]leaf{}
	for _, l := range copies(t, m, 1, m.whole) {
		_, what, _ := strings.Cut(l.what, " ")
		last[what] = l
	}
	for _, from := range []string{"write branching", "let maker work", "write merging"} {
		t.Run(from, func(t *testing.T) {
			m.revive(t, last[from])
			for _, l := range copies(t, m, 1, m.free) {
				t.Run(l.what, func(t *testing.T) {
					m.revive(t, l)
					m.free()
				})
			}
		})
	}
}
