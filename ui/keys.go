package ui

import (
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// keysShown is how many of the last keys the corner shows.
const keysShown = 4

// sectionApp is the heading of the keys that every screen has.
const sectionApp = "Everywhere"

// typedAhead is how many keys that arrive at once are taken for typing; more is
// a paste from a terminal that does not say so.
const typedAhead = 16

// keys takes what arrived from the keyboard. Keys that are pressed faster than
// they are read arrive as one message: where no field is open each one counts,
// and what opens a field sends the rest into it.
func (a *App) keys(key tea.KeyMsg) tea.Cmd {
	if key.Type != tea.KeyRunes || key.Paste || len(key.Runes) < 2 || a.writing() {
		return a.key(key)
	}
	if len(key.Runes) > typedAhead {
		return nil
	}
	first, rest := key, key
	first.Runes, rest.Runes = key.Runes[:1], key.Runes[1:]
	return tea.Batch(a.key(first), a.keys(rest))
}

// writing reports whether a field is open that takes text.
func (a *App) writing() bool {
	switch {
	case a.dialog != nil:
		return a.dialogTable().Text != nil
	case a.help != nil:
		return a.helpTable().Text != nil
	}
	return a.top().Table().Text != nil
}

// key takes a key press: ctrl+c first, then what lies on top.
func (a *App) key(key tea.KeyMsg) tea.Cmd {
	a.remember(key)
	switch {
	case key.Type == tea.KeyCtrlC:
		return a.close()
	case a.tooSmall():
		return nil
	case a.dialog != nil:
		return a.dispatch(a.dialogTable(), key)
	case a.help != nil:
		return a.dispatch(a.helpTable(), key)
	}
	return a.dispatch(a.table(), key)
}

// dispatch does what the table says. What is not bound goes to the open field,
// if there is one; a paste never goes anywhere else.
func (a *App) dispatch(t screen.Table, key tea.KeyMsg) tea.Cmd {
	b, bound := t.Find(key)
	switch {
	case bound:
		if why := b.Disabled(); why != "" {
			return a.toasts.add(screen.Toast{Level: screen.Note, Text: why}, a.options.After)
		}
		return b.Do()
	case t.Text != nil:
		return t.Text(key)
	}
	return nil
}

// table is the key table of the screen on top with the root's own bindings and
// the person's keys.
func (a *App) table() screen.Table {
	return a.options.Keys.Apply(withRoot(a.top().Table(), rootBindings(a)))
}

// withRoot adds the root's bindings to a table, but for actions that the screen
// has an own meaning for, keys that it binds itself, and keys that an open field
// would take.
func withRoot(t screen.Table, root []screen.Binding) screen.Table {
	actions, keys := map[string]bool{}, map[string]bool{}
	for _, b := range t.Bindings {
		actions[b.Action] = true
		for _, k := range b.Keys {
			keys[k] = true
		}
	}
	bindings := slices.Clone(t.Bindings)
	for _, b := range root {
		if actions[b.Action] {
			continue
		}
		b.Keys = slices.DeleteFunc(b.Keys, func(k string) bool {
			return keys[k] || t.Text != nil && screen.TypesText(k)
		})
		if len(b.Keys) > 0 {
			bindings = append(bindings, b)
		}
	}
	t.Bindings = bindings
	return t
}

// rootBindings are the keys that every screen has.
func rootBindings(a *App) []screen.Binding {
	return []screen.Binding{
		{Action: "back", Keys: []string{"esc"}, Help: "back", Section: sectionApp, Footer: a != nil && len(a.stack) > 1, Why: a.whyNoBack,
			Do: func() tea.Cmd { return screen.Send(screen.Back{}) }},
		{Action: "refresh", Keys: []string{"R"}, Help: "look again now", Section: sectionApp,
			Do: func() tea.Cmd { return screen.Send(screen.Refresh{ByHand: true}) }},
		{Action: "log", Keys: []string{"L"}, Help: "what was changed", Section: sectionApp, Why: a.whyNoLog,
			Do: func() tea.Cmd { return screen.Send(screen.OpenLog{}) }},
		{Action: "dismiss", Keys: []string{"x", "ctrl+x"}, Help: "dismiss the message", Section: sectionApp, Why: a.whyNothingToDismiss,
			Do: func() tea.Cmd { a.toasts.dismiss(); return nil }},
		{Action: "mouse", Keys: []string{"M"}, Help: "mouse on or off", Section: sectionApp,
			Do: a.switchMouse},
		{Action: "suspend", Keys: []string{"ctrl+z"}, Help: "to the shell and back with fg", Section: sectionApp,
			Do: func() tea.Cmd { return tea.Suspend }},
		{Action: "quit", Keys: []string{"q"}, Help: "quit", Section: sectionApp,
			Do: func() tea.Cmd { return screen.Send(screen.Quit{}) }},
		{Action: "leave", Keys: []string{"ctrl+c"}, Help: "quit at once, drafts are kept", Section: sectionApp,
			Do: a.close},
		{Action: "help", Keys: []string{"?", "f1"}, Help: "all keys", Section: sectionApp,
			Do: func() tea.Cmd { a.help = newHelp(a.options.Theme, a.table()); return nil }},
	}
}

func (a *App) whyNoBack() string {
	if len(a.stack) == 1 {
		return "this is the first screen"
	}
	return ""
}

func (a *App) whyNoLog() string {
	if a.options.Screens.Log == nil {
		return "there is no log here"
	}
	return ""
}

func (a *App) whyNothingToDismiss() string {
	if a.toasts.empty() {
		return "there is no message"
	}
	return ""
}

func (a *App) switchMouse() tea.Cmd {
	a.mouse = !a.mouse
	words, set := "the mouse is off: the terminal selects text", tea.DisableMouse
	if a.mouse {
		words, set = "the mouse is on", tea.EnableMouseCellMotion
	}
	return tea.Batch(func() tea.Msg { return set() }, screen.Send(screen.Toast{Text: words}))
}

// dismissKey is the key that takes an error away, as the screen has it.
func (a *App) dismissKey() string {
	for _, b := range a.table().Bindings {
		if b.Action == "dismiss" {
			return keyLabel(a.options.Theme, b.Keys[0])
		}
	}
	return ""
}

// remember keeps the last keys for the corner. What is pasted is not shown.
func (a *App) remember(key tea.KeyMsg) {
	if !a.options.ShowKeys {
		return
	}
	name := screen.KeyName(key)
	if key.Paste {
		name = "paste"
	}
	a.pressed = append(a.pressed, keyLabel(a.options.Theme, model.Visible(name)))
	a.pressed = a.pressed[max(len(a.pressed)-keysShown, 0):]
}

// keyLabel is a key as the footer and the help show it.
func keyLabel(t *theme.Theme, key string) string {
	switch key {
	case "up":
		return t.Glyph.Up
	case "down":
		return t.Glyph.Down
	case "left":
		return t.Glyph.Left
	case "right":
		return t.Glyph.Right
	}
	return key
}

// Tables gives the tables of the screens as they are in the app: with the keys
// that every screen has, and the dialog's and the help's own beside them. The
// configuration is checked against them, and the README lists them.
func Tables(screens []screen.Table) []screen.Table {
	a := &App{}
	out := make([]screen.Table, 0, len(screens)+2)
	for _, t := range screens {
		out = append(out, withRoot(t, rootBindings(a)))
	}
	return append(out, a.dialogTable(), a.helpTable())
}

// KeyList is the list of all keys in Markdown, a table for each screen, made of
// what Tables gives. The keys that every screen has come once, at the end.
func KeyList(tables []screen.Table) string {
	var b strings.Builder
	shared := map[string]screen.Binding{}
	var order []string
	for _, t := range tables {
		b.WriteString("**" + t.Screen + "**\n\n| key | what it does | action |\n|---|---|---|\n")
		for _, bind := range t.Bindings {
			if bind.Section == sectionApp {
				if _, seen := shared[bind.Action]; !seen {
					order = append(order, bind.Action)
					shared[bind.Action] = bind
				}
				continue
			}
			b.WriteString(keyRow(bind))
		}
		b.WriteString("\n")
	}
	b.WriteString("**" + sectionApp + "**\n\n| key | what it does | action |\n|---|---|---|\n")
	for _, action := range order {
		b.WriteString(keyRow(shared[action]))
	}
	return b.String()
}

func keyRow(b screen.Binding) string {
	keys := strings.ReplaceAll("`"+strings.Join(b.Keys, "` `")+"`", "|", "\\|")
	return "| " + keys + " | " + b.Help + " | `" + b.Action + "` |\n"
}
