package cmd_test

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sqliteFile is what the hub and the ledger stand on.
const sqliteFile = "gh-debt/recipe/sqlitefile"

// clock is the time, which whatever waits may stand on.
const clock = "gh-debt/recipe/clock"

// goPackage is the part of `go list -json` that the arrows need.
type goPackage struct {
	ImportPath string
	Name       string
	Imports    []string
}

// wiring begins the names of the files of cmd that may name what recipes touch,
// since they put the house together: wire.go, and wire_….go.
const wiring = "wire"

// TestArrowsRunOneWay holds the house: cmd → ui → recipe → model; model stands
// on the standard library alone; ui and cmd reach the tracker, the hub, the
// checkout, the ledger and the workers through recipes only, but for the one place
// where cmd wires them; and the hub and the ledger alone reach SQLite, through
// one package.
func TestArrowsRunOneWay(t *testing.T) {
	for _, p := range listPackages(t, "gh-debt/...") {
		for _, imported := range p.Imports {
			if why := wrongArrow(p.ImportPath, imported); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imported, why)
			}
		}
	}
}

// TestOnlyTheWiringReachesWhatRecipesTouch looks file by file, since a package
// list cannot tell the wiring from its neighbours.
func TestOnlyTheWiringReachesWhatRecipesTouch(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{range .GoFiles}}{{.}}{{"\n"}}{{end}}`, "gh-debt/cmd").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Fields(string(out)) {
		if strings.HasPrefix(file, wiring) {
			continue
		}
		for _, imported := range fileImports(t, file) {
			if touched(imported) {
				t.Errorf("cmd/%s imports %s: only cmd/%s*.go may", file, imported, wiring)
			}
		}
	}
}

// TestNamesOfPackagesSaySomething keeps the grab-bags out.
func TestNamesOfPackagesSaySomething(t *testing.T) {
	for _, p := range listPackages(t, "gh-debt/...") {
		switch p.Name {
		case "util", "utils", "common", "helper", "helpers", "types", "misc", "internal":
			t.Errorf("%s is called %s", p.ImportPath, p.Name)
		}
	}
}

// TestTheGitOfTestsKnowsNoHook: run in a hook, a test whose git gets the variables of
// that would work in the repository of whoever runs it.
func TestTheGitOfTestsKnowsNoHook(t *testing.T) {
	found := 0
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		code := strings.ReplaceAll(string(text), "hubtest.NewGit(", "") // which is no git
		if strings.Contains(code, `exec.Command("git"`) || strings.Contains(code, "NewGit(") {
			found++
			if !strings.Contains(code, "gittest.") {
				t.Errorf("%s runs git without gittest.Env", name)
			}
		}
		return nil
	})
	if err != nil || found < 10 {
		t.Errorf("%d files run git, %v", found, err)
	}
}

// room is the top-level folder of a package of ours, or "".
func room(importPath string) string {
	rest, ours := strings.CutPrefix(importPath, "gh-debt/")
	if !ours {
		return ""
	}
	first, _, _ := strings.Cut(rest, "/")
	return first
}

// touched reports whether the package is one of the things that recipes touch.
func touched(importPath string) bool {
	for _, p := range []string{
		"gh-debt/recipe/tracker", "gh-debt/recipe/hub", "gh-debt/recipe/checkout",
		"gh-debt/recipe/ledger", "gh-debt/recipe/worker", sqliteFile,
	} {
		if importPath == p || strings.HasPrefix(importPath, p+"/") {
			return true
		}
	}
	return false
}

// wrongArrow says why the package must not import the other, or "".
func wrongArrow(importer, imported string) string {
	from, to := room(importer), room(imported)
	switch {
	case touched(importer) && to == "recipe" && !touched(imported) && imported != clock:
		return "what recipes touch knows nothing of recipes"
	case from == "model" && strings.Contains(strings.Split(imported, "/")[0], "."):
		return "model imports the standard library alone"
	case from == "model" && to != "" && to != "model":
		return "model knows no other room"
	case strings.HasPrefix(imported, "modernc.org/sqlite") && importer != sqliteFile:
		return "one package speaks to SQLite, so that its rules stand in one place"
	case imported == sqliteFile && importer != "gh-debt/recipe/hub" && importer != "gh-debt/recipe/ledger":
		return "what is kept in SQLite is reached through the hub and the ledger"
	case from == "recipe" && (to == "ui" || to == "cmd"):
		return "recipes know nothing of those who call them"
	case from == "ui" && to == "cmd":
		return "the screens know nothing of the commands"
	case from == "ui" && touched(imported):
		return "screens call recipes, never what recipes touch"
	}
	return ""
}

func listPackages(t *testing.T, pattern string) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports", pattern).Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

func fileImports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, path)
	}
	return list
}
