package drain_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gh-debt/recipe/checkout/gittest"
)

// plot is a bare repository and a clone of it with one commit, made once and copied
// for each yard.
var plot = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gh-debt-plot-")
	if err != nil {
		return "", err
	}
	sown := filepath.Join(dir, "shop")
	for _, path := range []string{"app/pay.go", "app/cache.go"} {
		file := filepath.Join(sown, filepath.FromSlash(path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(source), 0o644)); err != nil {
			return "", err
		}
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--bare", "--template=", "--initial-branch=main", filepath.Join(dir, "shop.git")},
		{"init", "--quiet", "--template=", "--initial-branch=main", sown},
		{"-C", sown, "remote", "add", "origin", filepath.Join(dir, "shop.git")},
		{"-C", sown, "add", "."}, {"-C", sown, "commit", "--quiet", "-m", "Begin"},
		{"-C", sown, "push", "--quiet", "--set-upstream", "origin", "main"}, {"-C", sown, "remote", "set-head", "origin", "main"},
	} {
		c := exec.Command("git", args...)
		c.Env = gittest.Env()
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("git %v: %w\n%s", args, err, out)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := plot(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// lay copies the plot into a folder.
func lay(t testing.TB, dir string) {
	t.Helper()
	from, err := plot()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, "shop", ".git", "config")
	text, err := os.ReadFile(config)
	if err == nil {
		err = os.WriteFile(config, []byte(strings.ReplaceAll(string(text), from, dir)), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
