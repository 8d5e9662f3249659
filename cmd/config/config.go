// Package config reads the two configuration files (section 7.1): the team's
// .github/gh-debt.yml and a person's gh-debt.yml in gh's config directory. Both
// are optional and read strictly.
package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gh-debt/model"
)

// Error is a mistake in a configuration file. It names the file and, where the
// mistake has a place, its line (1-based).
type Error struct {
	File    string
	Line    int
	Message string
}

// Error is one sentence that starts with FILE:LINE.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// field is one key a file may hold and how its value is read.
type field struct {
	key  string
	read func(value *yaml.Node) error
}

// decode reads one YAML mapping: every key must be one of the fields, no key
// twice. An empty file is an empty mapping.
func decode(file string, data []byte, fields []field) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return syntaxError(file, err)
	}
	if len(doc.Content) == 0 {
		return nil
	}
	return decodeMapping(file, doc.Content[0], fields)
}

// syntaxError takes the line out of what the YAML parser says. It names none
// for the first line.
func syntaxError(file string, err error) error {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, said, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, message = n, said
		}
	}
	return &Error{File: file, Line: line, Message: message}
}

func decodeMapping(file string, node *yaml.Node, fields []field) error {
	if node.Kind != yaml.MappingNode {
		return &Error{File: file, Line: node.Line, Message: "expected lines of the form `key: value`"}
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if seen[key.Value] {
			return &Error{File: file, Line: key.Line, Message: fmt.Sprintf("the key %q stands here a second time", key.Value)}
		}
		seen[key.Value] = true
		f, ok := find(fields, key.Value)
		if !ok {
			return &Error{File: file, Line: key.Line, Message: unknownKey(key.Value, fields)}
		}
		if err := f.read(value); err != nil {
			if within, ok := errors.AsType[*Error](err); ok {
				return within // of a mapping in this one: it knows its own line
			}
			return &Error{File: file, Line: value.Line, Message: fmt.Sprintf("%s: %v", key.Value, err)}
		}
	}
	return nil
}

func find(fields []field, key string) (field, bool) {
	for _, f := range fields {
		if f.key == key {
			return f, true
		}
	}
	return field{}, false
}

func unknownKey(key string, fields []field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.key
	}
	if near, ok := model.Nearest(key, names); ok {
		return fmt.Sprintf("unknown key %q, did you mean %q?", key, near)
	}
	return fmt.Sprintf("unknown key %q; the keys are %s", key, strings.Join(names, ", "))
}

// oneOf reads a word out of a fixed set.
func oneOf(into *string, words ...string) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		for _, w := range words {
			if value.Kind == yaml.ScalarNode && value.Value == w {
				*into = w
				return nil
			}
		}
		return fmt.Errorf("expected one of %s, got %s", strings.Join(words, ", "), describe(value))
	}
}

// count reads a whole number that is not negative.
func count(into *int) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		var n int
		if value.Tag != "!!int" || value.Decode(&n) != nil || n < 0 {
			return fmt.Errorf("expected a whole number from 0, got %s", describe(value))
		}
		*into = n
		return nil
	}
}

// text reads a string that is not empty.
func text(into *string) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		if value.Kind != yaml.ScalarNode || value.Tag != "!!str" || strings.TrimSpace(value.Value) == "" {
			return fmt.Errorf("expected a text, got %s", describe(value))
		}
		*into = value.Value
		return nil
	}
}

// texts reads a list of strings.
func texts(into *[]string) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		if value.Kind != yaml.SequenceNode {
			return fmt.Errorf("expected a list of texts, got %s", describe(value))
		}
		var list []string
		for _, item := range value.Content {
			var s string
			if err := text(&s)(item); err != nil {
				return fmt.Errorf("line %d: %w", item.Line, err)
			}
			list = append(list, s)
		}
		*into = list
		return nil
	}
}

func describe(value *yaml.Node) string {
	switch value.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	if value.Tag == "!!null" {
		return "nothing"
	}
	return fmt.Sprintf("%q", value.Value)
}
