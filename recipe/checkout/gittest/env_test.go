package gittest_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/checkout/gittest"
)

// TestAHookOfTheDeveloperIsNoMatterOfTheTests: git works where it is run, whatever
// repository the variables of a hook name, and by nobody's configuration.
func TestAHookOfTheDeveloperIsNoMatterOfTheTests(t *testing.T) {
	theirs := t.TempDir()
	run := func(dir string, args ...string) string {
		t.Helper()
		c := exec.Command("git", args...)
		c.Dir, c.Env = dir, gittest.Env()
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run(theirs, "init", "--quiet")
	for name, value := range map[string]string{
		"GIT_DIR": filepath.Join(theirs, ".git"), "GIT_WORK_TREE": theirs, "GIT_INDEX_FILE": filepath.Join(theirs, ".git", "index"),
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "true", "GIT_AUTHOR_NAME": "bo",
	} {
		t.Setenv(name, value)
	}
	ours, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(ours, "init", "--quiet")
	run(ours, "commit", "--quiet", "--allow-empty", "--message", "Begin")
	if got := run(ours, "rev-parse", "--show-toplevel"); got != filepath.ToSlash(ours) {
		t.Errorf("git works at %s, want %s", got, ours)
	}
	if got, want := run(ours, "log", "--date=short", "--format=%an %ad"), "ana 2026-11-30"; got != want {
		t.Errorf("the commit is by %s, want %s", got, want)
	}
	if got := run(theirs, "for-each-ref"); got != "" {
		t.Errorf("committed elsewhere: %s", got)
	}
}
