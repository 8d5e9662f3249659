package worker

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"gh-debt/model/drain"
)

// OriginConfig is the origin of a gate that the team's configuration sets.
const OriginConfig = "config"

// commanded are the gates that need a command, in the order they run.
func commanded() []drain.GateKind {
	return []drain.GateKind{drain.GateTests, drain.GateTypes, drain.GateLint}
}

// Detect says which gates a workspace has, all four in the order they run. A
// command of the configuration counts, an empty one too (the gate is left out);
// else the first file that gives one: go.mod, package.json, pyproject.toml (or
// what else Python has), Cargo.toml, deno.json, pom.xml, build.gradle, mix.exs,
// then the targets of the Makefile. A gate without a command keeps an empty origin.
// Of each kind there is one gate: a repository in several languages names a
// command that runs them all.
func Detect(dir fs.FS, configured map[drain.GateKind][]string) []drain.Gate {
	found := map[drain.GateKind]drain.Gate{}
	for kind, command := range configured {
		found[kind] = drain.Gate{Kind: kind, Command: slices.Clone(command), Origin: OriginConfig}
	}
	for _, source := range sources() {
		if complete(found) {
			break
		}
		for kind, gate := range source(dir) {
			if _, ok := found[kind]; !ok {
				gate.Kind = kind
				found[kind] = gate
			}
		}
	}
	var gates []drain.Gate
	for _, kind := range commanded() {
		gate := found[kind]
		gate.Kind = kind
		gates = append(gates, gate)
	}
	return append(gates, drain.Gate{Kind: drain.GateDebt, Origin: "gh debt"})
}

func complete(found map[drain.GateKind]drain.Gate) bool {
	for _, kind := range commanded() {
		if _, ok := found[kind]; !ok {
			return false
		}
	}
	return true
}

// gates are the gates that one file gives.
type gates map[drain.GateKind]drain.Gate

// source looks for the gates of one kind of project.
type source func(fs.FS) gates

func sources() []source {
	return []source{goGates, packageGates, pythonGates, cargoGates, denoGates, mavenGates, gradleGates, mixGates, makeGates}
}

// set makes a gate of a command in words, none of which holds a space.
func (g gates) set(kind drain.GateKind, origin, command string) {
	g[kind] = drain.Gate{Command: strings.Fields(command), Origin: origin}
}

// first is the first of the files that is there.
func first(dir fs.FS, names ...string) (string, bool) {
	for _, name := range names {
		if info, err := fs.Stat(dir, name); err == nil && info.Mode().IsRegular() {
			return name, true
		}
	}
	return "", false
}

// read is the text of the first of the files that is there.
func read(dir fs.FS, names ...string) (name, text string, ok bool) {
	name, ok = first(dir, names...)
	if !ok {
		return "", "", false
	}
	data, err := fs.ReadFile(dir, name)
	return name, string(data), err == nil
}

func goGates(dir fs.FS) gates {
	const file = "go.mod"
	if _, ok := first(dir, file); !ok {
		return nil
	}
	g := gates{}
	g.set(drain.GateTests, file, "go test ./...")
	g.set(drain.GateTypes, file, "go build -o "+devNull+" ./...")
	g.set(drain.GateLint, file, "go vet ./...")
	if name, ok := first(dir, ".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"); ok {
		g.set(drain.GateLint, name, "golangci-lint run")
	} else if name, ok := first(dir, "staticcheck.conf"); ok {
		g.set(drain.GateLint, name, "staticcheck ./...")
	}
	return g
}

func cargoGates(dir fs.FS) gates {
	const file = "Cargo.toml"
	if _, ok := first(dir, file); !ok {
		return nil
	}
	g := gates{}
	g.set(drain.GateTests, file, "cargo test")
	g.set(drain.GateTypes, file, "cargo check --all-targets")
	g.set(drain.GateLint, file, "cargo clippy --all-targets")
	return g
}

func denoGates(dir fs.FS) gates {
	file, ok := first(dir, "deno.json", "deno.jsonc")
	if !ok {
		return nil
	}
	g := gates{}
	g.set(drain.GateTests, file, "deno test")
	g.set(drain.GateTypes, file, "deno check .")
	g.set(drain.GateLint, file, "deno lint")
	return g
}

func mavenGates(dir fs.FS) gates {
	const file = "pom.xml"
	if _, ok := first(dir, file); !ok {
		return nil
	}
	tool := "mvn"
	if _, ok := first(dir, "mvnw"); ok {
		tool = "./mvnw"
	}
	g := gates{}
	g.set(drain.GateTests, file, tool+" -B test")
	return g
}

func gradleGates(dir fs.FS) gates {
	file, ok := first(dir, "build.gradle", "build.gradle.kts")
	if !ok {
		return nil
	}
	tool := "gradle"
	if _, ok := first(dir, "gradlew"); ok {
		tool = "./gradlew"
	}
	g := gates{}
	g.set(drain.GateTests, file, tool+" test")
	return g
}

func mixGates(dir fs.FS) gates {
	const file = "mix.exs"
	if _, ok := first(dir, file); !ok {
		return nil
	}
	g := gates{}
	g.set(drain.GateTests, file, "mix test")
	if name, ok := first(dir, ".credo.exs"); ok {
		g.set(drain.GateLint, name, "mix credo")
	}
	return g
}

// target is a rule of a Makefile: names before a colon that assigns nothing.
var target = regexp.MustCompile(`(?m)^([A-Za-z0-9_./ -]+?)\s*::?(?:[^=:].*)?$`)

func makeGates(dir fs.FS) gates {
	file, text, ok := read(dir, "GNUmakefile", "makefile", "Makefile")
	if !ok {
		return nil
	}
	has := map[string]bool{}
	for _, rule := range target.FindAllStringSubmatch(text, -1) {
		for name := range strings.FieldsSeq(rule[1]) {
			has[name] = true
		}
	}
	g := gates{}
	for _, want := range []struct {
		kind  drain.GateKind
		names []string
	}{
		{drain.GateTests, []string{"test", "tests", "check"}},
		{drain.GateTypes, []string{"typecheck", "type-check", "types"}},
		{drain.GateLint, []string{"lint"}},
	} {
		if at := slices.IndexFunc(want.names, func(name string) bool { return has[name] }); at >= 0 {
			g.set(want.kind, file, "make "+want.names[at])
		}
	}
	return g
}
