//go:build unix

package worker_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/worker/workertest"
)

// TestOnlyNamedVariables: beside PATH, HOME, LANG and TERM a program gets what its
// config names, and no token that it does not (section 6.1 of draining).
func TestOnlyNamedVariables(t *testing.T) {
	saved := filepath.Join(t.TempDir(), "env")
	j := job(t, workertest.Run{SaveEnv: saved})
	j.Env = []string{"FIXER_KEY", "NOT_SET", "PATH", "A=B", ""}
	r := newClock().runner()
	all := map[string]string{
		"PATH": os.Getenv("PATH"), "HOME": "/home/ana", "LANG": "C.UTF-8", "TERM": "xterm", "FIXER_KEY": "k",
		"GH_TOKEN": "secret", "GITHUB_TOKEN": "secret", "GH_ENTERPRISE_TOKEN": "secret", "SHELL": "/bin/sh", "A=B": "x",
	}
	r.Env = func(name string) string { return all[name] }
	if _, err := r.Run(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(j.Dir)
	if err != nil {
		t.Fatal(err)
	}
	// PWD is what Go tells a program of the directory it is started in.
	want := []string{dir, "PATH=" + all["PATH"], "HOME=/home/ana", "LANG=C.UTF-8", "TERM=xterm", "FIXER_KEY=k"}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(string(got)), "\n")); diff != "" {
		t.Error(diff)
	}
}
