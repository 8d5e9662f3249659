package worker

import (
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gh-debt/model/drain"
)

// devNull is where a build goes that is only to be checked.
const devNull = os.DevNull

// manifest is what is read of a package.json.
type manifest struct {
	Scripts         map[string]string `json:"scripts"`
	PackageManager  string            `json:"packageManager"`
	Dependencies    map[string]string `json:"dependencies"`
	DevDependencies map[string]string `json:"devDependencies"`
}

// packageGates are the scripts of a package.json. The one that npm writes itself
// into a new file tests nothing and is none.
func packageGates(dir fs.FS) gates {
	file, text, ok := read(dir, "package.json")
	var m manifest
	if !ok || json.Unmarshal([]byte(text), &m) != nil {
		return nil
	}
	tool := packageManager(dir, m)
	g := gates{}
	for _, want := range []struct {
		kind  drain.GateKind
		names []string
	}{
		{drain.GateTests, []string{"test"}},
		{drain.GateTypes, []string{"typecheck", "type-check", "types", "check-types", "tsc"}},
		{drain.GateLint, []string{"lint"}},
	} {
		at := slices.IndexFunc(want.names, func(name string) bool {
			script := m.Scripts[name]
			return strings.TrimSpace(script) != "" && !strings.Contains(script, "no test specified")
		})
		if at >= 0 {
			g.set(want.kind, file, tool+" run "+want.names[at])
		}
	}
	_, typed := g[drain.GateTypes]
	if name, ok := first(dir, "tsconfig.json"); ok && !typed && (m.DevDependencies["typescript"] != "" || m.Dependencies["typescript"] != "") {
		g.set(drain.GateTypes, name, "npx --no-install tsc --noEmit")
	}
	return g
}

// packageManager is the tool that runs a package's scripts: the one it names, else
// the one whose lock file lies there.
func packageManager(dir fs.FS, m manifest) string {
	named, _, _ := strings.Cut(m.PackageManager, "@")
	if slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, named) {
		return named
	}
	for _, lock := range [][2]string{{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"}} {
		if _, ok := first(dir, lock[0]); ok {
			return lock[1]
		}
	}
	return "npm"
}

// pyproject is what is read of a pyproject.toml.
type pyproject struct {
	Tool map[string]struct{} `toml:"tool"` // only which tables there are
}

// pythonGates are the tools that a Python project has settings for.
func pythonGates(dir fs.FS) gates {
	file, text, ok := read(dir, "pyproject.toml")
	var p pyproject
	if ok && toml.Unmarshal([]byte(text), &p) != nil {
		p = pyproject{}
	}
	if _, setup := first(dir, "setup.py", "setup.cfg", "requirements.txt"); !ok && !setup {
		return nil
	}
	runs := ""
	if _, ok := first(dir, "uv.lock"); ok {
		runs = "uv run "
	} else if _, ok := first(dir, "poetry.lock"); ok {
		runs = "poetry run "
	}
	g := gates{}
	for _, want := range pythonTools() {
		if _, ok := g[want.kind]; ok {
			continue
		}
		if _, ok := p.Tool[want.table]; ok {
			g.set(want.kind, file, runs+want.command)
		} else if name, ok := matching(dir, want.files); ok {
			g.set(want.kind, name, runs+want.command)
		} else if want.mentioned && strings.Contains(text, want.table) {
			g.set(want.kind, file, runs+want.command)
		}
	}
	return g
}

// matching is the first file of the patterns.
func matching(dir fs.FS, patterns []string) (string, bool) {
	for _, pattern := range patterns {
		names, _ := fs.Glob(dir, pattern) // the patterns are ours and well formed
		if name, ok := first(dir, names...); ok {
			return name, true
		}
	}
	return "", false
}

type pythonTool struct {
	kind      drain.GateKind
	table     string   // of pyproject.toml, under tool
	files     []string // patterns: a file of any says that it is used, too
	mentioned bool     // its name anywhere in pyproject.toml says so, too: among the dependencies
	command   string
}

// pythonTools are the tools that are looked for, of each kind the first counts.
func pythonTools() []pythonTool {
	return []pythonTool{
		{drain.GateTests, "pytest", []string{"pytest.ini", "conftest.py", "tests/conftest.py", "tests/test_*.py", "test_*.py"}, true, "pytest"},
		{drain.GateTypes, "mypy", []string{"mypy.ini", ".mypy.ini"}, false, "mypy ."},
		{drain.GateTypes, "pyright", []string{"pyrightconfig.json"}, false, "pyright"},
		{drain.GateLint, "ruff", []string{"ruff.toml", ".ruff.toml"}, false, "ruff check ."},
		{drain.GateLint, "flake8", []string{".flake8"}, false, "flake8"},
	}
}
