package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gh-debt/model"
)

func TestTeamFileIsReadStrictly(t *testing.T) {
	tests := map[string]struct {
		data string
		want model.Rules
		err  string
	}{
		"empty file": {
			data: "",
			want: model.Rules{Label: "tech-debt", InvestigateCap: 3},
		},
		"comments alone": {
			data: "# nothing yet\n",
			want: model.Rules{Label: "tech-debt", InvestigateCap: 3},
		},
		"every key": {
			data: "audience: required\ninvestigate-cap: 5\nlabel: debt\nclasses: [error-handling/swallowed, a/b]\n",
			want: model.Rules{Label: "debt", InvestigateCap: 5, AudienceRequired: true, Classes: []string{"error-handling/swallowed", "a/b"}},
		},
		"a cap of zero": {
			data: "investigate-cap: 0\n",
			want: model.Rules{Label: "tech-debt", InvestigateCap: 0},
		},
		"unknown key names the nearest": {
			data: "label: debt\ninvestigate_cap: 4\n",
			err:  `f.yml:2: unknown key "investigate_cap", did you mean "investigate-cap"?`,
		},
		"unknown key like no other": {
			data: "zzzzzzzzzzzzz: 1\n",
			err:  `f.yml:1: unknown key "zzzzzzzzzzzzz"; the keys are audience, investigate-cap, label, classes, gates, drain`,
		},
		"a key twice": {
			data: "label: a\nlabel: b\n",
			err:  `f.yml:2: the key "label" stands here a second time`,
		},
		"a word for a number": {
			data: "investigate-cap: many\n",
			err:  `f.yml:1: investigate-cap: expected a whole number from 0, got "many"`,
		},
		"a negative number": {
			data: "investigate-cap: -1\n",
			err:  `f.yml:1: investigate-cap: expected a whole number from 0, got "-1"`,
		},
		"a fraction": {
			data: "investigate-cap: 1.5\n",
			err:  `f.yml:1: investigate-cap: expected a whole number from 0, got "1.5"`,
		},
		"another word": {
			data: "audience: always\n",
			err:  `f.yml:1: audience: expected one of required, optional, got "always"`,
		},
		"a text for a list": {
			data: "classes: a/b\n",
			err:  `f.yml:1: classes: expected a list of texts, got "a/b"`,
		},
		"a list in a list": {
			data: "classes:\n  - a/b\n  - [c]\n",
			err:  `f.yml:2: classes: line 3: expected a text, got a list`,
		},
		"no value": {
			data: "label:\n",
			err:  `f.yml:1: label: expected a text, got nothing`,
		},
		"a comma in the label": {
			data: "label: a,b\n",
			err:  `f.yml:1: label: a comma cannot stand in a label's name here, since lists of labels are separated by commas`,
		},
		"a label that means something else": {
			data: "label: in-progress\n",
			err:  `f.yml:1: label: "in-progress" has another meaning already, so it cannot be the queue's label`,
		},
		"a label that would be a grade": {
			data: "label: severity:x\n",
			err:  `f.yml:1: label: "severity:x" would be read as a grade (severity), so it cannot be the queue's label`,
		},
		"a class that no key can hold": {
			data: "label: debt\nclasses: [a b]\n",
			err:  `f.yml:2: classes: the class "a b" holds white space; write it as one word`,
		},
		"no YAML on the first line": {
			data: "@label: x\n",
			err:  "f.yml:1: found character that cannot start any token",
		},
		"no YAML further down": {
			data: "label: debt\n\tclasses: []\n",
			err:  "f.yml:2: found a tab character that violates indentation",
		},
		"a list at the top": {
			data: "- label\n",
			err:  "f.yml:1: expected lines of the form `key: value`",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ParseTeam("f.yml", []byte(tt.data))
			if message(err) != tt.err {
				t.Fatalf("error %q, want %q", message(err), tt.err)
			}
			if tt.err != "" {
				return
			}
			if diff := cmp.Diff(tt.want, got.Rules); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPersonFileIsReadStrictly(t *testing.T) {
	tests := map[string]struct {
		data string
		want Person
		err  string
	}{
		"no file": {
			want: Person{File: "p.yml", Theme: "auto", Refresh: time.Minute, Keys: map[string]string{}},
		},
		"every key": {
			data: "theme: light\nrefresh: 0\nkeys:\n  file: n\n  quit: ctrl+q\n",
			want: Person{File: "p.yml", Theme: "light", Refresh: 0, Keys: map[string]string{"file": "n", "quit": "ctrl+q"}},
		},
		"unknown key names the nearest": {
			data: "them: dark\n",
			err:  `p.yml:1: unknown key "them", did you mean "theme"?`,
		},
		"an action twice": {
			data: "keys:\n  file: n\n  file: m\n",
			err:  `p.yml:2: keys: line 3: the action "file" stands here a second time`,
		},
		"an action without a key": {
			data: "keys:\n  file:\n",
			err:  `p.yml:2: keys: line 2: expected a key for "file", got nothing`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ParsePerson("p.yml", []byte(tt.data))
			if message(err) != tt.err {
				t.Fatalf("error %q, want %q", message(err), tt.err)
			}
			if tt.err != "" {
				return
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(Person{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAKeyThatTheAppRefusesIsNamedByItsLine(t *testing.T) {
	p, err := ParsePerson("p.yml", []byte("theme: dark\nkeys:\n  file: n\n  fly: f\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := message(p.KeyMistake("fly", `there is no action "fly"`)), `p.yml:4: keys: there is no action "fly"`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTeamFileIsTakenFromTheNearestDirectory(t *testing.T) {
	top := t.TempDir()
	write := func(rel, content string) {
		t.Helper()
		file := filepath.Join(top, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("repo/.github/gh-debt.yml", "label: outer\n")
	write("repo/sub/.github/gh-debt.yml", "label: inner\n")
	write("repo/sub/deep/file.txt", "")
	write("repo/plain/.github", "a file, not a folder")
	write("repo/bad/.github/gh-debt.yml", "lable: x\n")

	tests := map[string]struct{ dir, want string }{
		"above":              {"repo", "outer"},
		"nearest wins":       {"repo/sub/deep", "inner"},
		"a file of the name": {"repo/plain", "outer"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			team, err := ReadTeam(filepath.Join(top, filepath.FromSlash(tt.dir)))
			if err != nil {
				t.Fatal(err)
			}
			if team.Rules.Label != tt.want {
				t.Errorf("label %q, want %q", team.Rules.Label, tt.want)
			}
		})
	}
	t.Run("a mistake is an error that names file and line", func(t *testing.T) {
		_, err := ReadTeam(filepath.Join(top, "repo", "bad"))
		var mistake *Error
		if !errors.As(err, &mistake) {
			t.Fatalf("error %v, want an *Error", err)
		}
		want := Error{File: filepath.Join(top, "repo", "bad", ".github", "gh-debt.yml"), Line: 1, Message: `unknown key "lable", did you mean "label"?`}
		if diff := cmp.Diff(want, *mistake); diff != "" {
			t.Error(diff)
		}
	})
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
