package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gh-debt/model"
)

// teamFile is where a team's rules lie below a directory.
const teamFile = ".github/gh-debt.yml"

// Team reads the rules from the nearest directory at or above dir that holds
// .github/gh-debt.yml (section 7.1). Without such a file it returns
// model.DefaultRules. A mistake in the file is an *Error.
func Team(dir string) (model.Rules, error) {
	for {
		file := filepath.Join(dir, filepath.FromSlash(teamFile))
		data, err := os.ReadFile(file)
		if err == nil {
			return ParseTeam(file, data)
		}
		if !errors.Is(err, fs.ErrNotExist) && !isNotDirectory(dir) {
			return model.Rules{}, &Error{File: file, Message: "cannot be read: " + cause(err)}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return model.DefaultRules(), nil
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
func ParseTeam(file string, data []byte) (model.Rules, error) {
	rules := model.DefaultRules()
	audience := "optional"
	fields := []field{
		{"audience", oneOf(&audience, "required", "optional")},
		{"investigate-cap", count(&rules.InvestigateCap)},
		{"label", text(&rules.Label)},
		{"classes", texts(&rules.Classes)},
	}
	if err := decode(file, data, fields); err != nil {
		return model.Rules{}, err
	}
	rules.AudienceRequired = audience == "required"
	if strings.Contains(rules.Label, ",") {
		return model.Rules{}, &Error{File: file, Message: "label: a comma cannot stand in a label's name here, since lists of labels are separated by commas"}
	}
	for _, class := range rules.Classes {
		if _, err := model.NewKey(class, "path", 1); err != nil {
			return model.Rules{}, &Error{File: file, Message: fmt.Sprintf("classes: %v", err)}
		}
	}
	return rules, nil
}
