package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/worker/workertest"
)

// update rewrites the expected outputs inside of the scripts.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func TestMain(m *testing.M) {
	flag.Bool("update", false, "rewrite the expected outputs of the scripts")
	testscript.Main(m, map[string]func(){"gh-debt": commandUnderTest})
}

// commandUnderTest is Main with a clock that a script can set by NOW.
func commandUnderTest() {
	ctx, stop := untilStopped()
	defer stop()
	w := process("test")
	if at, err := time.Parse(time.RFC3339, os.Getenv("NOW")); err == nil {
		w.Now = func() time.Time { return at }
	}
	w.Wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	os.Exit(Run(ctx, os.Args[1:], w))
}

// TestScripts runs whole commands, one process each, as the scripts under
// testdata/script tell. Beside the commands of testscript they have:
//
//	exits N COMMAND...     run it; its exit status must be N
//	commit [MESSAGE]       put all files here under git, as one commit
//	github ...             a GitHub for this script, see github_test.go
//	pretty                 indent the JSON of the last standard output
//	together N COMMAND...  run N of it at the same moment
//	seed FILE              put the issues of a JSON file into the clone's embedded tracker
//	bytes FILE HEX...      write a file of these bytes
//	expand FILE            put the variables that a file names as $NAME into it
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		UpdateScripts:       updating(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("FAKEWORKER", workertest.Build(t)) // a worker that does as a script says
			return isolate(e)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"commit":   commit,
			"pretty":   pretty,
			"together": together,
			"bytes":    writeBytes,
			"expand":   expand,
			"seed":     seed,
			"github":   gitHubs(t),
		},
	})
}

// scripts are the files of the scripts. Each of their commands is a process of its
// own, slow under the race detector: a short run takes those in which much happens
// at once.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	if testing.Short() {
		busy := []string{"race.txtar", "github.txtar", "list.txtar", "file.txtar", "interrupt.txtar", "drain_race.txtar"}
		files = slices.DeleteFunc(files, func(file string) bool { return !slices.Contains(busy, filepath.Base(file)) })
	}
	return files
}

// isolate keeps a script from the machine's own configuration, clock, sign-in
// and repositories.
func isolate(e *testscript.Env) error {
	in := func(name string) string { return filepath.Join(e.WorkDir, name) }
	for name, value := range map[string]string{
		"HOME": in(".home"), "GH_CONFIG_DIR": in(".gh"), "GH_PATH": in(".no-gh"), "NOW": "2026-10-01T13:00:00Z",
		"XDG_CACHE_HOME": in(".cache"), "XDG_STATE_HOME": in(".state"), "XDG_DATA_HOME": in(".data"), "XDG_CONFIG_HOME": in(".config"),
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": e.WorkDir,
		"GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.test", "GIT_AUTHOR_DATE": "2026-09-01T10:00:00Z",
		"GIT_COMMITTER_NAME": "Ana", "GIT_COMMITTER_EMAIL": "ana@example.test", "GIT_COMMITTER_DATE": "2026-09-01T10:00:00Z",
		"LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
	} {
		e.Setenv(name, value)
	}
	for _, dir := range []string{".home", ".gh"} {
		if err := os.MkdirAll(in(dir), 0o700); err != nil {
			return err
		}
	}
	return nil
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		got = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	if strings.Contains(ts.ReadFile("stderr"), "panic:") {
		ts.Fatalf("it panicked")
	}
}

func commit(ts *testscript.TestScript, neg bool, args []string) {
	message := "Begin"
	if len(args) == 1 {
		message = args[0]
	}
	if neg || len(args) > 1 {
		ts.Fatalf("usage: commit [MESSAGE]")
	}
	for _, command := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "--allow-empty", "-m", message}} {
		ts.Check(ts.Exec("git", command...))
	}
}

func pretty(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: pretty")
	}
	var b bytes.Buffer
	ts.Check(json.Indent(&b, []byte(ts.ReadFile("stdout")), "", "  "))
	_, err := ts.Stdout().Write(b.Bytes())
	ts.Check(err)
}

func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: bytes FILE HEX...")
	}
	var data []byte
	for _, word := range args[1:] {
		n, err := strconv.ParseUint(word, 16, 8)
		ts.Check(err)
		data = append(data, byte(n))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}

func expand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: expand FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(os.Expand(ts.ReadFile(args[0]), ts.Getenv)), 0o600))
}

func seed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: seed FILE")
	}
	clone := ts.MkAbs(".")
	now, err := time.Parse(time.RFC3339, ts.Getenv("NOW"))
	ts.Check(err)
	dir := filepath.Join(clone, ".git", "gh-debt")
	ts.Check(os.MkdirAll(dir, 0o700))
	h, err := hub.Open(context.Background(), filepath.Join(dir, "hub.db"), hub.Options{
		Owner: "local", Name: filepath.Base(clone), Clock: func() time.Time { return now },
	})
	ts.Check(err)
	ts.Check(h.Seed(context.Background(), seedFile(ts, args[0])))
	ts.Check(h.Close())
}

// together starts the same command several times at once. Its output is that of
// all, in the order of starting; the exit statuses follow on standard error.
func together(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: together N COMMAND...")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	type run struct {
		*exec.Cmd
		out, err bytes.Buffer
	}
	runs := make([]*run, n)
	for i := range runs {
		r := &run{Cmd: exec.Command(path, args[2:]...)}
		r.Dir, r.Env = ts.MkAbs("."), scriptEnv(ts)
		r.Stdout, r.Stderr = &r.out, &r.err
		runs[i] = r
	}
	for _, r := range runs {
		ts.Check(r.Start())
	}
	for _, r := range runs {
		var ended *exec.ExitError
		if err := r.Wait(); err != nil && !errors.As(err, &ended) {
			ts.Check(err)
		}
		_, err := ts.Stdout().Write(r.out.Bytes())
		ts.Check(err)
		_, err = ts.Stderr().Write(append(r.err.Bytes(), "exit status "+strconv.Itoa(r.ProcessState.ExitCode())+"\n"...))
		ts.Check(err)
	}
}

// scriptEnv is the environment that a script has made.
func scriptEnv(ts *testscript.TestScript) []string {
	var env []string
	for _, name := range []string{
		"HOME", "GH_CONFIG_DIR", "GH_PATH", "NOW", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PATH", "TMPDIR",
		"GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "LC_ALL", "GH_TOKEN",
	} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}
