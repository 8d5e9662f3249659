package config

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model/drain"
)

func TestGatesAndDrainAreReadStrictly(t *testing.T) {
	tests := map[string]struct {
		data string
		want drain.Settings
		err  string
	}{
		"nothing of draining": {data: "label: debt\n"},
		"every key": {
			data: "gates:\n  tests: [go, test, ./...]\n  types: [npx, tsc, --noEmit]\n  lint: [ruff, check, 3]\ndrain:\n  target: release/2\n  required-checks: [build, 'unit tests']\n",
			want: drain.Settings{
				Target: "release/2", RequiredChecks: []string{"build", "unit tests"},
				Gates: map[drain.GateKind][]string{
					drain.GateTests: {"go", "test", "./..."}, drain.GateTypes: {"npx", "tsc", "--noEmit"}, drain.GateLint: {"ruff", "check", "3"},
				},
			},
		},
		"a gate that is left out": {
			data: "gates:\n  lint: []\n",
			want: drain.Settings{Gates: map[drain.GateKind][]string{drain.GateLint: {}}},
		},
		"an argument that is empty": {
			data: "gates:\n  lint: [grep, '']\n",
			want: drain.Settings{Gates: map[drain.GateKind][]string{drain.GateLint: {"grep", ""}}},
		},
		"an unknown gate names the nearest": {
			data: "gates:\n  test: [make]\n",
			err:  `f.yml:2: unknown key "test", did you mean "tests"?`,
		},
		"a command in one text": {
			data: "gates:\n  lint: make lint\n",
			err:  `f.yml:2: lint: expected a list of words, as in [go, test, ./...], got "make lint"`,
		},
		"a word that is a list": {
			data: "gates:\n  lint:\n    - make\n    - [lint]\n",
			err:  `f.yml:3: lint: line 4: expected a word, got a list`,
		},
		"a program that is empty": {
			data: "gates:\n  lint: ['', x]\n",
			err:  `f.yml:2: lint: the first word, the program, is empty`,
		},
		"gates that are no mapping": {
			data: "gates: [tests]\n",
			err:  "f.yml:1: expected lines of the form `key: value`",
		},
		"an unknown key of drain names the nearest": {
			data: "drain:\n  required_checks: [build]\n",
			err:  `f.yml:2: unknown key "required_checks", did you mean "required-checks"?`,
		},
		"a target that git would not take": {
			data: "drain:\n  target: a..b\n",
			err:  `f.yml:2: target: `,
		},
		"checks that are no list": {
			data: "drain:\n  required-checks: build\n",
			err:  `f.yml:2: required-checks: expected a list of texts, got "build"`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ParseTeam("f.yml", []byte(tt.data))
			if begins(t, err, tt.err); tt.err != "" {
				return
			}
			if diff := cmp.Diff(tt.want, got.Drain); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWorkersAreReadStrictly(t *testing.T) {
	const fixer = "workers:\n  - name: fixer\n    roles: [implement]\n"
	tests := map[string]struct {
		data string
		want []drain.Worker
		err  string
	}{
		"none": {data: "workers: []\n"},
		"every key, and a plain program": {
			data: fixer + "    family: acme\n    tier: balanced\n    command: [fixer, --print]\n    timeout: 1h30m\n    env: [FIXER_KEY]\n" +
				"  - name: script\n    roles: [implement, review]\n    tier:\n    command: [./fix.sh]\n",
			want: []drain.Worker{
				{
					Name: "fixer", Roles: []drain.Role{drain.Implement}, Family: "acme", Tier: "balanced",
					Command: []string{"fixer", "--print"}, Timeout: 90 * time.Minute, Env: []string{"FIXER_KEY"},
				},
				{Name: "script", Roles: []drain.Role{drain.Implement, drain.Review}, Command: []string{"./fix.sh"}},
			},
		},
		"an unknown key names its own line and the nearest": {
			data: fixer + "    comand: [fixer]\n",
			err:  `p.yml:4: unknown key "comand", did you mean "command"?`,
		},
		"a name twice": {
			data: fixer + "    command: [fixer]\n  - name: fixer\n    roles: [review]\n    command: [other]\n",
			err:  `p.yml:5: workers: there are two workers named fixer`,
		},
		"the person's name": {
			data: "workers:\n  - name: me\n    roles: [implement]\n    command: [x]\n",
			err:  `p.yml:2: name: the worker named "me" is the person, who needs no entry`,
		},
		"the engine's name": {
			data: "workers:\n  - name: engine\n    roles: [implement]\n    command: [x]\n",
			err:  `p.yml:2: name: "engine" is how the ledger names what nobody decided, so no worker can be called so`,
		},
		"a name that a flag would be": {
			data: "workers:\n  - name: --yes\n",
			err:  `p.yml:2: name: a worker's name cannot begin with a hyphen, as "--yes" does`,
		},
		"a name of two words": {
			data: "workers:\n  - name: the fixer\n",
			err:  `p.yml:2: name: a worker's name is one word, and "the fixer" is not`,
		},
		"no name": {
			data: "workers:\n  - roles: [implement]\n    command: [x]\n",
			err:  `p.yml:2: workers: a worker needs a name`,
		},
		"an unknown role": {
			data: "workers:\n  - name: fixer\n    roles: [implment]\n",
			err:  `p.yml:3: roles: there is no role "implment", did you mean "implement"?`,
		},
		"a role like no other": {
			data: "workers:\n  - name: fixer\n    roles: [zzzzzzzzzzzz]\n",
			err:  `p.yml:3: roles: there is no role "zzzzzzzzzzzz"; the roles are implement, review`,
		},
		"a role twice": {
			data: "workers:\n  - name: fixer\n    roles: [review, review]\n",
			err:  `p.yml:3: roles: the role "review" stands here a second time`,
		},
		"no role": {
			data: "workers:\n  - name: fixer\n    command: [x]\n",
			err:  `p.yml:2: workers: the worker fixer needs roles: implement, review, or both`,
		},
		"no command": {
			data: fixer,
			err:  `p.yml:2: workers: the worker fixer needs a command`,
		},
		"an empty command": {
			data: fixer + "    command: []\n",
			err:  `p.yml:4: command: expected a program and its arguments, got an empty list`,
		},
		"an unknown tier": {
			data: fixer + "    tier: huge\n",
			err:  `p.yml:4: tier: expected one of frontier, deep, balanced, got "huge"`,
		},
		"a number for a time": {
			data: fixer + "    timeout: 30\n",
			err:  `p.yml:4: timeout: expected a time such as 30m or 1h30m, got "30"`,
		},
		"no time at all": {
			data: fixer + "    timeout: 0s\n",
			err:  `p.yml:4: timeout: expected a time such as 30m or 1h30m, got "0s"`,
		},
		"a variable with its value": {
			data: fixer + "    env: [KEY=secret]\n",
			err:  `p.yml:4: env: expected the names of variables alone, look at "KEY"`,
		},
		"a mapping for the list": {
			data: "workers:\n  fixer: x\n",
			err:  `p.yml:2: workers: expected a list of workers, got a mapping`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ParsePerson("p.yml", []byte(tt.data))
			if begins(t, err, tt.err); tt.err != "" {
				return
			}
			if diff := cmp.Diff(tt.want, got.Workers); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// begins holds an error against the beginning of its sentence: what git says of a
// branch's name is model's to word.
func begins(t *testing.T, err error, want string) {
	t.Helper()
	got := message(err)
	if want == "" && got != "" || len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("error %q, want %q", got, want)
	}
}
