package screen

import (
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// Binding is one row of a key table. Dispatch, the footer, the help, rebinding
// and the README's list of keys are all made of it.
type Binding struct {
	// Action is the name by which the configuration binds it to another key. The
	// same name means the same thing in every screen.
	Action string
	// Keys are spelled as Bubble Tea does: "f", "ctrl+e", "enter", "up"; the
	// space bar is "space".
	Keys []string
	// Help says in a few words what the action does.
	Help string
	// Section is the heading in the help.
	Section string
	// Footer is set for the few that the footer names.
	Footer bool
	// Unlisted is set while the help of the app leaves it out: a number of which there
	// is no answer just now. It is bound all the same, and Why says why it does nothing.
	Unlisted bool
	// Why says why the action cannot be taken just now; "" when it can. Nil
	// means always.
	Why func() string
	// Do takes the action.
	Do func() tea.Cmd
}

// Disabled says why the action cannot be taken just now, "" when it can.
func (b Binding) Disabled() string {
	if b.Why == nil {
		return ""
	}
	return b.Why()
}

// Table is every key of one screen in its present state. Within one table no
// key has two meanings.
type Table struct {
	// Screen names the table in the help and in the README: "Queue".
	Screen   string
	Bindings []Binding
	// Text takes what is typed and pasted while a field is open; nil when none
	// is. A table with Text binds no key that types a character.
	Text func(tea.KeyMsg) tea.Cmd
}

// Find gives the binding of a key press.
func (t Table) Find(key tea.KeyMsg) (Binding, bool) {
	if key.Paste || t.Text != nil && Types(key) {
		return Binding{}, false
	}
	name := KeyName(key)
	for _, b := range t.Bindings {
		for _, k := range b.Keys {
			if k == name {
				return b, true
			}
		}
	}
	return Binding{}, false
}

// KeyName is a key press as a table spells it.
func KeyName(key tea.KeyMsg) string {
	if name := key.String(); name != " " {
		return name
	}
	return "space"
}

// Types reports whether the key press puts characters into an open field.
func Types(key tea.KeyMsg) bool {
	return !key.Alt && (key.Type == tea.KeyRunes || key.Type == tea.KeySpace)
}

// TypesText is Types for a key as a table spells it.
func TypesText(name string) bool {
	return name == "space" || utf8.RuneCountInString(name) == 1
}
