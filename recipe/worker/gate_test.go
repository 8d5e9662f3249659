package worker_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model/drain"
	"gh-debt/recipe/worker"
	"gh-debt/recipe/worker/workertest"
)

// ticking is a clock on which each look takes a second.
type ticking struct {
	*clock
	now time.Time
}

func (c *ticking) Now() time.Time {
	c.now = c.now.Add(1500 * time.Millisecond)
	return c.now
}

// TestGateOutcomes: each gate is recorded as ran-clean, findings, skipped or
// not-run, with the reason and its time.
func TestGateOutcomes(t *testing.T) {
	fake := func(run workertest.Run) []string { return workertest.Script{Runs: []workertest.Run{run}}.Command(t) }
	pytest := filepath.Join(t.TempDir(), "pytest")
	if err := os.Symlink(workertest.Build(t), pytest); err != nil {
		t.Fatal(err)
	}
	const took = 1500 * time.Millisecond
	for name, c := range map[string]struct {
		gate drain.Gate
		want drain.GateResult
	}{
		"clean": {
			drain.Gate{Kind: drain.GateTests, Command: fake(workertest.Run{Say: []string{"ok"}}), Origin: "go.mod"},
			drain.GateResult{Outcome: drain.RanClean, Took: took, Output: "ok\n"},
		},
		"findings": {
			drain.Gate{Kind: drain.GateLint, Command: fake(workertest.Run{Say: []string{"\x1b[31mbad"}, Exit: 1}), Origin: "config"},
			drain.GateResult{Outcome: drain.RanFindings, Reason: "exit status 1", Took: took, Output: "^[[31mbad\n"},
		},
		"no tests at all are not clean": {
			drain.Gate{Kind: drain.GateTests, Command: append([]string{pytest}, fake(workertest.Run{Exit: 5})[1:]...)},
			drain.GateResult{Outcome: drain.GateNotRun, Reason: "there is nothing for it to run", Took: took},
		},
		"no tool": {
			drain.Gate{Kind: drain.GateLint, Command: []string{"gh-debt-no-such", "run"}},
			drain.GateResult{Outcome: drain.GateNotRun, Reason: "gh-debt-no-such cannot be found: it is not on the PATH"},
		},
		"nothing detected": {
			drain.Gate{Kind: drain.GateTypes},
			drain.GateResult{Outcome: drain.GateNotRun, Reason: "no file of the repository says how: name a command under gates in .github/gh-debt.yml"},
		},
		"left out": {
			drain.Gate{Kind: drain.GateTypes, Origin: "config"},
			drain.GateResult{Outcome: drain.GateSkipped, Reason: "the configuration leaves it out"},
		},
		"the debt checks": {
			drain.Gate{Kind: drain.GateDebt, Origin: "gh debt"},
			drain.GateResult{Outcome: drain.GateNotRun, Reason: "the debt checks are no command"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := worker.Runner{Clock: &ticking{clock: newClock()}, Grace: grace, Limit: limit}
			got, err := r.RunGate(t.Context(), c.gate, t.TempDir(), nil)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Gate = c.gate
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGateThatHangs is ended at the limit; it did not pass.
func TestGateThatHangs(t *testing.T) {
	c := newClock()
	hung := workertest.Script{Runs: []workertest.Run{{Hang: &workertest.Hang{}}}}
	gate := drain.Gate{Kind: drain.GateTests, Command: hung.Command(t), Origin: "config"}
	got, err := c.runner().RunGate(t.Context(), gate, t.TempDir(), func(string) { close(c.over) })
	if err != nil {
		t.Fatal(err)
	}
	const words = "did not end within 7m0s and was ended"
	if got.Outcome != drain.RanFindings || !strings.Contains(got.Reason, words) {
		t.Errorf("%s: %s", got.Outcome, got.Reason)
	}
}

// TestGateIsStopped: nothing is known of a gate that nobody waited for.
func TestGateIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	hung := workertest.Script{Runs: []workertest.Run{{Hang: &workertest.Hang{}}}}
	gate := drain.Gate{Kind: drain.GateTests, Command: hung.Command(t), Origin: "config"}
	got, err := newClock().runner().RunGate(ctx, gate, t.TempDir(), func(string) { cancel() })
	if !errors.Is(err, context.Canceled) || got.Outcome != drain.GateNotRun {
		t.Errorf("%s, error %v", got.Outcome, err)
	}
}

// TestGateOutputIsBounded: of a long output the end is kept, in whole lines.
func TestGateOutputIsBounded(t *testing.T) {
	gate := drain.Gate{Kind: drain.GateTests, Command: workertest.Script{Runs: []workertest.Run{{Flood: 3 << 20, After: "the end\n"}}}.Command(t)}
	got, err := newClock().runner().RunGate(t.Context(), gate, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Outcome != drain.RanClean || got.Reason != "" {
		t.Errorf("%s: %s", got.Outcome, got.Reason)
	}
	if len(got.Output) > worker.GateOutput || !strings.HasPrefix(got.Output, "0123") || !strings.HasSuffix(got.Output, "\nthe end\n") {
		t.Errorf("output of %d bytes: %.40q … ", len(got.Output), got.Output)
	}
}

// files makes a workspace of names and texts.
func files(pairs ...string) fs.FS {
	made := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		made[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return made
}

// TestDetect: the commands come from the config, else from what the workspace is
// made of (section 6 of draining).
func TestDetect(t *testing.T) {
	const none = ""
	for name, c := range map[string]struct {
		dir                fs.FS
		config             map[drain.GateKind][]string
		tests, types, lint string // "origin: command"
	}{
		"nothing":     {dir: files("README.md", "make test"), tests: none, types: none, lint: none},
		"Go":          {dir: files("go.mod", "module x\n"), tests: "go.mod: go test ./...", types: "go.mod: go build -o " + os.DevNull + " ./...", lint: "go.mod: go vet ./..."},
		"Go, linters": {dir: files("go.mod", "", ".golangci.yml", ""), tests: "go.mod: go test ./...", types: "go.mod: go build -o " + os.DevNull + " ./...", lint: ".golangci.yml: golangci-lint run"},
		"npm": {
			dir:   files("package.json", `{"scripts": {"test": "jest", "typecheck": "tsc", "lint": "eslint ."}}`),
			tests: "package.json: npm run test", types: "package.json: npm run typecheck", lint: "package.json: npm run lint",
		},
		"npm's own first test is none": {
			dir: files("package.json", `{"scripts": {"test": "echo \"Error: no test specified\" && exit 1", "lint": " "}}`),
		},
		"pnpm, TypeScript": {
			dir:   files("package.json", `{"scripts": {"test": "vitest run"}, "devDependencies": {"typescript": "^5"}}`, "pnpm-lock.yaml", "", "tsconfig.json", "{}"),
			tests: "package.json: pnpm run test", types: "tsconfig.json: npx --no-install tsc --noEmit",
		},
		"yarn by name":             {dir: files("package.json", `{"packageManager": "yarn@4.1.0", "scripts": {"test": "x"}}`), tests: "package.json: yarn run test"},
		"a manager nobody knows":   {dir: files("package.json", `{"packageManager": "rm -rf@1", "scripts": {"test": "x"}}`), tests: "package.json: npm run test"},
		"damaged package.json":     {dir: files("package.json", `{"scripts": `, "Makefile", "test:\n\ttrue\n"), tests: "Makefile: make test"},
		"package.json is a folder": {dir: files("package.json/x", "")},
		"Python": {
			dir:   files("pyproject.toml", "[tool.pytest.ini_options]\n[tool.mypy]\nstrict = true\n[tool.ruff.lint]\n"),
			tests: "pyproject.toml: pytest", types: "pyproject.toml: mypy .", lint: "pyproject.toml: ruff check .",
		},
		"Python with uv": {
			dir:   files("pyproject.toml", "[dependency-groups]\ndev = [\"pytest>=8\"]\n", "uv.lock", "", "pyrightconfig.json", "{}", ".flake8", ""),
			tests: "pyproject.toml: uv run pytest", types: "pyrightconfig.json: uv run pyright", lint: ".flake8: uv run flake8",
		},
		"Python without pyproject": {dir: files("setup.py", "", "tests/test_refund.py", ""), tests: "tests/test_refund.py: pytest"},
		"damaged pyproject":        {dir: files("pyproject.toml", "[tool.mypy", "pytest.ini", ""), tests: "pytest.ini: pytest"},
		"Rust":                     {dir: files("Cargo.toml", ""), tests: "Cargo.toml: cargo test", types: "Cargo.toml: cargo check --all-targets", lint: "Cargo.toml: cargo clippy --all-targets"},
		"Deno":                     {dir: files("deno.jsonc", ""), tests: "deno.jsonc: deno test", types: "deno.jsonc: deno check .", lint: "deno.jsonc: deno lint"},
		"Maven":                    {dir: files("pom.xml", "", "mvnw", ""), tests: "pom.xml: ./mvnw -B test"},
		"Gradle":                   {dir: files("build.gradle.kts", ""), tests: "build.gradle.kts: gradle test"},
		"Elixir":                   {dir: files("mix.exs", "", ".credo.exs", ""), tests: "mix.exs: mix test", lint: ".credo.exs: mix credo"},
		"Make": {
			dir:   files("Makefile", ".PHONY: types\nCFLAGS := -O2\ntest = not a rule\nlint: all ; cc\nbuild check::\n\ttrue\n# types: no\n"),
			tests: "Makefile: make check", lint: "Makefile: make lint",
		},
		"one beside another": {
			dir:   files("go.mod", "", "Makefile", "test:\nlint:\n", "package.json", `{"scripts": {"test": "jest"}}`),
			tests: "go.mod: go test ./...", types: "go.mod: go build -o " + os.DevNull + " ./...", lint: "go.mod: go vet ./...",
		},
		"the config first": {
			dir:    files("go.mod", ""),
			config: map[drain.GateKind][]string{drain.GateTests: {"./ci", "a b"}, drain.GateTypes: {}},
			tests:  "config: ./ci a b", types: "config: ", lint: "go.mod: go vet ./...",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := worker.Detect(c.dir, c.config)
			var kinds []drain.GateKind
			var said []string
			for _, gate := range got {
				kinds = append(kinds, gate.Kind)
				text := ""
				if gate.Origin != "" {
					text = gate.Origin + ": " + strings.Join(gate.Command, " ")
				}
				said = append(said, text)
			}
			if diff := cmp.Diff([]drain.GateKind{drain.GateTests, drain.GateTypes, drain.GateLint, drain.GateDebt}, kinds); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{c.tests, c.types, c.lint, "gh debt: "}, said); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDetectedGateRuns: what is detected for a Go module can be run as it stands.
func TestDetectedGateRuns(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module example.test/x\n\ngo 1.26\n",
		"main.go": "package main\n\nfunc main() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, gate := range worker.Detect(os.DirFS(dir), nil) {
		if gate.Kind == drain.GateDebt {
			continue
		}
		got, err := newClock().runner().RunGate(t.Context(), gate, dir, nil)
		if err != nil || got.Outcome != drain.RanClean {
			t.Errorf("%s %v: %s %s\n%s", gate.Kind, err, got.Outcome, got.Reason, got.Output)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("the gates left %v (%v)", left, err)
	}
}

// TestFindLooksWhereRunDoes: a worker is offered when its command exists.
func TestFindLooksWhereRunDoes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "fixer"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := worker.Runner{Look: func(name string) (string, error) {
		if name == "acme" {
			return "/opt/acme", nil
		}
		return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
	}}
	for name, want := range map[string]string{
		"acme": "/opt/acme", "./fixer": filepath.Join(dir, "fixer"), filepath.Join(dir, "fixer"): filepath.Join(dir, "fixer"),
		"fixer": "", "../fixer": "", "": "",
	} {
		got, err := r.Find([]string{name, "--print"}, dir)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", name, got, err, want)
		}
	}
}
