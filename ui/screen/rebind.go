package screen

import (
	"fmt"
	"gh-debt/model"
	"slices"
	"sort"
	"strings"
)

// Keymap is a person's own keys: action to key, as the configuration has them.
type Keymap map[string]string

// Apply gives the table with the keys of the map in place of its own. The table
// itself is left as it is.
func (m Keymap) Apply(t Table) Table {
	if len(m) == 0 {
		return t
	}
	bound := slices.Clone(t.Bindings)
	for i, b := range bound {
		if key, ok := m[b.Action]; ok {
			bound[i].Keys = []string{key}
		}
	}
	t.Bindings = bound
	return t
}

// Key is the key of an action in a sentence: the person's own, else the usual one.
func (m Keymap) Key(action, usual string) string {
	if key, ok := m[action]; ok {
		return key
	}
	return usual
}

// KeyProblem is one thing that is wrong with a person's keys. Action is the
// entry of the configuration that it is about.
type KeyProblem struct {
	Action string
	Text   string
}

// Check reports what is wrong with the map for an app that has these tables: an
// action that no table knows, a key that is none, a key that would have two
// meanings in one screen, a letter bound to an action that must work while text
// is typed. Problems come in the order of their actions.
func (m Keymap) Check(tables []Table) []KeyProblem {
	var problems []KeyProblem
	known := Actions(tables)
	for action, key := range m {
		switch {
		case !slices.Contains(known, action):
			problems = append(problems, KeyProblem{action, noAction(action, known)})
		case !validKey(key):
			problems = append(problems, KeyProblem{action, fmt.Sprintf("%q is not a key", key)})
		}
	}
	if len(problems) == 0 {
		for _, t := range tables {
			problems = append(problems, m.clashes(m.Apply(t))...)
		}
	}
	sort.SliceStable(problems, func(i, j int) bool { return problems[i].Action < problems[j].Action })
	return slices.Compact(problems)
}

func noAction(action string, known []string) string {
	if near, ok := model.Nearest(action, known); ok {
		return fmt.Sprintf("there is no action %q, the nearest is %q", action, near)
	}
	return fmt.Sprintf("there is no action %q", action)
}

// clashes reports the keys with two meanings in one table, and the ones that
// would be typed instead. It is about a table that the map was applied to.
func (m Keymap) clashes(t Table) []KeyProblem {
	var problems []KeyProblem
	owner := map[string]string{}
	for _, b := range t.Bindings {
		for _, key := range b.Keys {
			other, taken := owner[key]
			if !taken {
				owner[key] = b.Action
			}
			switch {
			case taken && other != b.Action:
				who, with := b.Action, other
				if _, own := m[who]; !own {
					who, with = other, b.Action
				}
				problems = append(problems, KeyProblem{who, fmt.Sprintf("the key %s is %q already (%s)", key, with, t.Screen)})
			case t.Text != nil && TypesText(key):
				problems = append(problems, KeyProblem{b.Action, fmt.Sprintf("the key %s types a character while text is written (%s)", key, t.Screen)})
			}
		}
	}
	return problems
}

// Check reports whether the table is sound as it stands: no key with two
// meanings, none that types a character while a field is open, no binding
// without a name, a key or a help.
func (t Table) Check() []KeyProblem {
	problems := Keymap{}.clashes(t)
	for _, b := range t.Bindings {
		if b.Action == "" || b.Help == "" || len(b.Keys) == 0 || b.Do == nil {
			problems = append(problems, KeyProblem{b.Action, fmt.Sprintf("%q lacks a name, a key, a help or a deed (%s)", b.Action, t.Screen)})
		}
	}
	return problems
}

// Actions lists the names of all actions of the tables, sorted, each once.
func Actions(tables []Table) []string {
	var names []string
	for _, t := range tables {
		for _, b := range t.Bindings {
			names = append(names, b.Action)
		}
	}
	sort.Strings(names)
	return slices.Compact(names)
}

// validKey reports whether a table may spell a key so.
func validKey(key string) bool {
	for _, prefix := range []string{"alt+", "ctrl+", "shift+"} {
		key = strings.TrimPrefix(key, prefix)
	}
	if TypesText(key) && key != " " {
		return true
	}
	named := []string{"enter", "tab", "esc", "backspace", "delete", "insert", "up", "down", "left", "right",
		"home", "end", "pgup", "pgdown", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"}
	return slices.Contains(named, key)
}
