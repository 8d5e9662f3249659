package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"gh-debt/model"
	"gh-debt/model/drain"
)

// workers reads the list of those who work beside the person (section 6.1 of
// draining). Each needs a name, its roles and a command.
func workers(file string, into *[]drain.Worker) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		if value.Kind != yaml.SequenceNode {
			return fmt.Errorf("expected a list of workers, got %s", describe(value))
		}
		var list []drain.Worker
		for _, item := range value.Content {
			w, err := oneWorker(file, item)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(list, func(other drain.Worker) bool { return other.Name == w.Name }) {
				return &Error{File: file, Line: item.Line, Message: fmt.Sprintf("workers: there are two workers named %s", w.Name)}
			}
			list = append(list, w)
		}
		*into = list
		return nil
	}
}

// oneWorker reads one entry of the list.
func oneWorker(file string, item *yaml.Node) (drain.Worker, error) {
	var w drain.Worker
	fields := []field{
		{"name", checked(text(&w.Name), func() error { return workerName(w.Name) })},
		{"roles", roles(&w.Roles)},
		{"family", text(&w.Family)},
		{"tier", tier(&w.Tier)},
		{"command", command(&w.Command)},
		{"timeout", duration(&w.Timeout)},
		{"env", checked(texts(&w.Env), func() error { return variables(w.Env) })},
	}
	if err := decodeMapping(file, item, fields); err != nil {
		return w, err
	}
	lacks := ""
	switch {
	case w.Name == "":
		lacks = "a name"
	case len(w.Roles) == 0:
		lacks = "roles: implement, review, or both"
	case len(w.Command) == 0:
		lacks = "a command"
	default:
		return w, nil
	}
	who := "a worker"
	if w.Name != "" {
		who = "the worker " + w.Name
	}
	return w, &Error{File: file, Line: item.Line, Message: fmt.Sprintf("workers: %s needs %s", who, lacks)}
}

// workerName refuses a name that a command line could not hold, and the person's.
func workerName(name string) error {
	switch {
	case name == drain.Me:
		return fmt.Errorf("the worker named %q is the person, who needs no entry", drain.Me)
	case name == drain.Engine:
		return fmt.Errorf("%q is how the ledger names what nobody decided, so no worker can be called so", drain.Engine)
	case strings.HasPrefix(name, "-"):
		return fmt.Errorf("a worker's name cannot begin with a hyphen, as %q does", name)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return fmt.Errorf("a worker's name is one word, and %q is not", name)
	}
	return nil
}

// roles reads what a worker may be asked to do.
func roles(into *[]drain.Role) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		var given []string
		if err := texts(&given)(value); err != nil {
			return err
		}
		if len(given) == 0 {
			return errors.New("expected implement, review, or both, got an empty list")
		}
		known := []string{string(drain.Implement), string(drain.Review)}
		var list []drain.Role
		for _, name := range given {
			if !slices.Contains(known, name) {
				if near, ok := model.Nearest(name, known); ok {
					return fmt.Errorf("there is no role %q, did you mean %q?", name, near)
				}
				return fmt.Errorf("there is no role %q; the roles are %s", name, strings.Join(known, ", "))
			}
			if slices.Contains(list, drain.Role(name)) {
				return fmt.Errorf("the role %q stands here a second time", name)
			}
			list = append(list, drain.Role(name))
		}
		*into = list
		return nil
	}
}

// tier reads a worker's tier; a plain program has none.
func tier(into *string) func(*yaml.Node) error {
	some := oneOf(into, "frontier", "deep", "balanced")
	return func(value *yaml.Node) error {
		if value.Kind == yaml.ScalarNode && value.Value == "" {
			return nil
		}
		return some(value)
	}
}

// command reads a worker's command, which is not empty.
func command(into *[]string) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		list, err := words(value)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return errors.New("expected a program and its arguments, got an empty list")
		}
		*into = list
		return nil
	}
}

// duration reads a time limit as Go writes durations.
func duration(into *time.Duration) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		d, err := time.ParseDuration(value.Value)
		if value.Kind != yaml.ScalarNode || err != nil || d <= 0 {
			return fmt.Errorf("expected a time such as 30m or 1h30m, got %s", describe(value))
		}
		*into = d
		return nil
	}
}

// variables refuses what cannot be the name of an environment variable.
func variables(names []string) error {
	for _, name := range names {
		if strings.ContainsFunc(name, func(r rune) bool { return r == '=' || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			only, _, _ := strings.Cut(name, "=") // what follows may be a secret
			return fmt.Errorf("expected the names of variables alone, look at %q", only)
		}
	}
	return nil
}
