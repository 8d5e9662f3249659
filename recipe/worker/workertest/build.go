package workertest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"gh-debt/model/drain"
)

// built is the program, built once for all tests of a process.
var built = sync.OnceValues(build)

// The environment and the folder that the process began with: a test that has
// another home by now has not Go's cache there, and in another folder no module.
var (
	begunWith  = os.Environ()
	begunIn, _ = os.Getwd() // where there is none, the build says so
)

// Build gives the path of the fake worker's program. It is built once in a test
// process, and lies then in the system's folder for temporary files, under a name
// made of what it is: other processes find the same there.
func Build(t testing.TB) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func build() (string, error) {
	dir, err := os.MkdirTemp("", "gh-debt-fakeworker-")
	if err != nil {
		return "", fmt.Errorf("make a folder for the fake worker: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	fresh := filepath.Join(dir, "fakeworker")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", fresh, "gh-debt/recipe/worker/fakeworker")
	cmd.Env, cmd.Dir = begunWith, begunIn
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the fake worker: %w\n%s", err, out)
	}
	program, err := os.ReadFile(fresh)
	if err != nil {
		return "", fmt.Errorf("read the fake worker: %w", err)
	}
	sum := sha256.Sum256(program)
	path := filepath.Join(os.TempDir(), "gh-debt-fakeworker-"+hex.EncodeToString(sum[:8]))
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if there, err := os.ReadFile(path); err == nil && sha256.Sum256(there) == sum {
		return path, nil
	}
	if err := os.Rename(fresh, path); err != nil {
		return "", fmt.Errorf("keep the fake worker: %w", err)
	}
	return path, nil
}

// Command writes the script into a folder of the test's own and gives the command
// of a worker that follows it. Two workers with one script share its runs.
func (s Script) Command(t testing.TB) []string {
	t.Helper()
	return []string{Build(t), s.Write(t)}
}

// Write writes the script into a folder of the test's own and gives its path.
func (s Script) Write(t testing.TB) string {
	t.Helper()
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "script.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Worker is a worker of this name and these roles that follows the script.
func (s Script) Worker(t testing.TB, name, family string, roles ...drain.Role) drain.Worker {
	t.Helper()
	return drain.Worker{Name: name, Family: family, Roles: roles, Command: s.Command(t)}
}
