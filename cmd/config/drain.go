package config

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"gh-debt/model"
	"gh-debt/model/drain"
)

// gates reads the commands of the gates (section 6.1 of draining). A kind that is
// named without words is one that this team leaves out.
func gates(file string, into *drain.Settings) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		commands := map[drain.GateKind][]string{}
		var fields []field
		for _, kind := range []drain.GateKind{drain.GateTests, drain.GateTypes, drain.GateLint} {
			fields = append(fields, field{string(kind), func(value *yaml.Node) error {
				list, err := words(value)
				commands[kind] = list
				return err
			}})
		}
		if err := decodeMapping(file, value, fields); err != nil {
			return err
		}
		into.Gates = commands
		return nil
	}
}

// drainRules reads what else a team says about draining.
func drainRules(file string, into *drain.Settings) func(*yaml.Node) error {
	return func(value *yaml.Node) error {
		return decodeMapping(file, value, []field{
			{"target", checked(text(&into.Target), func() error { return model.CheckBranchName(into.Target) })},
			{"required-checks", texts(&into.RequiredChecks)},
		})
	}
}

// words reads a command: the program and its arguments, each a word of its own, so
// that no shell is needed to tell them apart.
func words(value *yaml.Node) ([]string, error) {
	if value.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("expected a list of words, as in [go, test, ./...], got %s", describe(value))
	}
	list := []string{}
	for i, item := range value.Content {
		switch {
		case item.Kind != yaml.ScalarNode || item.Tag == "!!null":
			return nil, fmt.Errorf("line %d: expected a word, got %s", item.Line, describe(item))
		case i == 0 && item.Value == "":
			return nil, errors.New("the first word, the program, is empty")
		}
		list = append(list, item.Value)
	}
	return list, nil
}
