//go:build !windows

package cmd_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/recipe/hub"
)

// place is a clone with a queue of its own and an environment apart from that of
// whoever runs the tests.
type place struct {
	dir string
	env []string
}

// clonePlace makes a git repository with some source files.
func clonePlace(t testing.TB) place {
	t.Helper()
	home, dir := t.TempDir(), filepath.Join(t.TempDir(), "clone")
	p := place{dir: dir, env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GH_CONFIG_DIR=" + filepath.Join(home, "gh"),
		"XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "LANG=C.UTF-8", "TERM=xterm-256color", "COLORTERM=truecolor",
		"GIT_AUTHOR_NAME=ana", "GIT_AUTHOR_EMAIL=ana@example.test", "GIT_COMMITTER_NAME=ana", "GIT_COMMITTER_EMAIL=ana@example.test",
	}}
	files := map[string]int{
		".gaia/scripts/debt-count-refresh.sh": 120, ".gaia/scripts/post-findings-block.sh": 360,
		".claude/skills/update-gaia/SKILL.md": 230, "app/pay/refund.ts": 140,
	}
	for name, lines := range files {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintf(&text, "line %d of %s\n", i+1, filepath.Base(name))
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.git(t, "init", "-q", "-b", "main")
	p.git(t, "add", ".")
	p.git(t, "commit", "-q", "-m", "Some source files")
	return p
}

// backlogPlace makes a clone with source files that the issues of
// testdata/backlog.json cite, and an embedded tracker that holds these issues.
func backlogPlace(t testing.TB) place {
	t.Helper()
	p := clonePlace(t)
	seedBacklog(t, p.dir)
	return p
}

func seedBacklog(t testing.TB, dir string) {
	t.Helper()
	data, err := os.ReadFile("testdata/backlog.json")
	if err != nil {
		t.Fatal(err)
	}
	var issues []hub.SeedIssue
	if err := json.Unmarshal(data, &issues); err != nil {
		t.Fatal(err)
	}
	seed(t, dir, issues)
}

// seed puts issues into the embedded tracker of a clone.
func seed(t testing.TB, dir string, issues []hub.SeedIssue) {
	t.Helper()
	store, err := hub.Open(context.Background(), filepath.Join(dir, ".git", "gh-debt", "hub.db"), hub.Options{Name: "clone"})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Seed(context.Background(), issues); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

func (p place) git(t testing.TB, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// run runs a command of the program and gives its standard output and status.
func (p place) run(t testing.TB, stdin, binary string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.env, strings.NewReader(stdin)
	var out, problems strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if problems.Len() > 0 {
		t.Logf("%v: %s", args, problems.String())
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// TestWalkTheQueue begins the way of a maintainer's day, on a real queue in a
// real terminal.
func TestWalkTheQueue(t *testing.T) {
	binary, p := buildBinary(t), backlogPlace(t)
	s := startTerminal(t, 120, 40, p.dir, p.env, binary, "--local")
	s.see("local/clone", "CRITICAL", "#2142", "synced")
	s.press("/", "is:investigate")
	s.see("#2181", "#2188")
	s.gone("#2142")
	s.press(keyEnter)
	s.resize(60, 15)
	s.see("#2181")
	s.resize(120, 40)
	s.see("#2181", "#2188")
	s.press(keyEsc)
	s.see("#2142")
	s.press("q")
	if status := s.end(); status != 0 {
		t.Errorf("exit status %d:\n%s", status, s.text())
	}
}
