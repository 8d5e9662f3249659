package recipe

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func entry(n int) LogEntry {
	return LogEntry{At: time.Date(2026, 3, 1, 9, n, 0, 0, time.UTC), Op: OpRegrade, Number: n, Outcome: "changed"}
}

func numbers(list []LogEntry) []int {
	var out []int
	for _, e := range list {
		out = append(out, e.Number)
	}
	return out
}

func TestChangelogIsReadNewestFirst(t *testing.T) {
	c := Changelog{File: filepath.Join(t.TempDir(), "state", "changes.jsonl")}
	if list, damaged, err := c.Read(0); len(list) != 0 || damaged != 0 || err != nil {
		t.Fatal(list, damaged, err)
	}
	if err := c.Append(entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	if err := c.Append(entry(3)); err != nil {
		t.Fatal(err)
	}
	list, _, err := c.Read(2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{3, 2}, numbers(list)); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(c.File)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode().Perm(), err)
	}
}

func TestChangelogOutlivesALineThatACrashCutShort(t *testing.T) {
	c := Changelog{File: filepath.Join(t.TempDir(), "changes.jsonl")}
	if err := c.Append(entry(1)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.File, append(text, `{"at":"2026-0`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.Append(entry(2)); err != nil {
		t.Fatal(err)
	}
	list, damaged, err := c.Read(0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{2, 1}, numbers(list)); diff != "" || damaged != 1 {
		t.Errorf("damaged %d %s", damaged, diff)
	}
}
