package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.yaml.in/yaml/v3"

	"gh-debt/model/drain"
)

// DefaultRefresh is how often the app reads the queue again when a person has
// not said otherwise.
const DefaultRefresh = 60 * time.Second

// Person is what a person's own gh-debt.yml says.
type Person struct {
	File    string            // where it is, or would be
	Theme   string            // auto, dark, light or none
	Refresh time.Duration     // between two reads of the queue; 0 is never
	Keys    map[string]string // action: key
	Workers []drain.Worker    // who works beside the person, in the order of preference

	lines map[string]int // of Keys, by action
}

// KeyMistake is the error for an entry of Keys that the app refuses.
func (p Person) KeyMistake(action, why string) error {
	return &Error{File: p.File, Line: p.lines[action], Message: "keys: " + why}
}

// ReadPerson reads gh-debt.yml in gh's config directory. Without such a file it
// returns the defaults. A mistake in the file is an *Error; whether the actions
// in Keys exist is for the app to say, which knows its own.
func ReadPerson(configDir string) (Person, error) {
	file := filepath.Join(configDir, "gh-debt.yml")
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return ParsePerson(file, nil)
	}
	if err != nil {
		return Person{}, &Error{File: file, Message: "cannot be read: " + cause(err)}
	}
	return ParsePerson(file, data)
}

// ParsePerson reads the content of a person's file; file is only named in errors.
func ParsePerson(file string, data []byte) (Person, error) {
	p := Person{File: file, Theme: "auto", Keys: map[string]string{}, lines: map[string]int{}}
	seconds := int(DefaultRefresh / time.Second)
	fields := []field{
		{"theme", oneOf(&p.Theme, "auto", "dark", "light", "none")},
		{"refresh", count(&seconds)},
		{"keys", keys(p.Keys, p.lines)},
		{"workers", workers(file, &p.Workers)},
	}
	if err := decode(file, data, fields); err != nil {
		return Person{}, err
	}
	p.Refresh = time.Duration(seconds) * time.Second
	return p, nil
}

// keys reads a mapping from an action's name to the key that does it, and the
// lines on which the actions stand.
func keys(into map[string]string, lines map[string]int) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		if value.Kind != yaml.MappingNode {
			return fmt.Errorf("expected lines of the form `action: key`, got %s", describe(value))
		}
		for i := 0; i+1 < len(value.Content); i += 2 {
			action, key := value.Content[i], value.Content[i+1]
			if _, twice := into[action.Value]; twice {
				return fmt.Errorf("line %d: the action %q stands here a second time", action.Line, action.Value)
			}
			if key.Kind != yaml.ScalarNode || key.Value == "" {
				return fmt.Errorf("line %d: expected a key for %q, got %s", key.Line, action.Value, describe(key))
			}
			into[action.Value], lines[action.Value] = key.Value, action.Line
		}
		return nil
	}
}
