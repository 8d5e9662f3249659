package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"gh-debt/model"
	"gh-debt/model/drain"
)

// teamFile is where a team's rules lie below a directory.
const teamFile = ".github/gh-debt.yml"

// Team is what a team's .github/gh-debt.yml says.
type Team struct {
	Rules model.Rules
	Drain drain.Settings
}

// ReadTeam reads the rules from the nearest directory at or above dir that holds
// .github/gh-debt.yml (section 7.1). Without such a file it returns
// model.DefaultRules and no settings for draining. A mistake in the file is an
// *Error.
func ReadTeam(dir string) (Team, error) {
	for {
		file := filepath.Join(dir, filepath.FromSlash(teamFile))
		data, err := os.ReadFile(file)
		if err == nil {
			return ParseTeam(file, data)
		}
		if !errors.Is(err, fs.ErrNotExist) && !isNotDirectory(dir) {
			return Team{}, &Error{File: file, Message: "cannot be read: " + cause(err)}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return Team{Rules: model.DefaultRules()}, nil
		}
		dir = parent
	}
}

// isNotDirectory tells a `.github` that is a plain file, which holds no
// configuration, from one that could not be read.
func isNotDirectory(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, ".github"))
	return err == nil && !info.IsDir()
}

func cause(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// ParseTeam reads the content of a team's file; file is only named in errors.
func ParseTeam(file string, data []byte) (Team, error) {
	team := Team{Rules: model.DefaultRules()}
	rules := &team.Rules
	audience := "optional"
	fields := []field{
		{"audience", oneOf(&audience, "required", "optional")},
		{"investigate-cap", count(&rules.InvestigateCap)},
		{"label", checked(text(&rules.Label), func() error { return queueLabel(rules.Label) })},
		{"classes", checked(texts(&rules.Classes), func() error { return knownClasses(rules.Classes) })},
		{"gates", gates(file, &team.Drain)},
		{"drain", drainRules(file, &team.Drain)},
	}
	if err := decode(file, data, fields); err != nil {
		return Team{}, err
	}
	rules.AudienceRequired = audience == "required"
	return team, nil
}

// checked reads a value and then asks whether it may be so.
func checked(read func(*yaml.Node) error, ask func() error) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		if err := read(value); err != nil {
			return err
		}
		return ask()
	}
}

// queueLabel refuses a name that could not make a queue: one that a list of
// labels cannot hold, and one that says something else of an issue (section 2).
func queueLabel(name string) error {
	if strings.Contains(name, ",") {
		return errors.New("a comma cannot stand in a label's name here, since lists of labels are separated by commas")
	}
	for _, l := range model.Vocabulary(model.DefaultRules()) {
		if strings.EqualFold(l.Name, name) && l.Name != model.LabelDebt {
			return fmt.Errorf("%q has another meaning already, so it cannot be the queue's label", name)
		}
	}
	if _, former := model.CurrentName(name); former {
		return fmt.Errorf("%q is the former spelling of another label, so it cannot be the queue's label", name)
	}
	for _, axis := range model.Axes() {
		if strings.HasPrefix(strings.ToLower(name), string(axis)+":") {
			return fmt.Errorf("%q would be read as a grade (%s), so it cannot be the queue's label", name, axis)
		}
	}
	return nil
}

// knownClasses refuses a class that no key could hold.
func knownClasses(classes []string) error {
	for _, class := range classes {
		if _, err := model.NewKey(class, "path", 1); err != nil {
			return err
		}
	}
	return nil
}
