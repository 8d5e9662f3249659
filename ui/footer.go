package ui

import (
	"fmt"
	"strings"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"
)

// footer is the last line: the keys that the table names for it, as many as fit,
// the ones that lead back and that show all keys always among them; and the keys
// pressed last, where that is asked for.
func (a *App) footer() string {
	t := a.options.Theme
	var hints []string
	for _, b := range footerBindings(t, a.visibleTable(), a.footerRoom()) {
		hints = append(hints, keyHint(t, b))
	}
	return kit.Ends(t, " "+strings.Join(hints, "  "), a.corner(), a.size.Width)
}

// corner is the keys pressed last.
func (a *App) corner() string {
	if !a.options.ShowKeys || len(a.pressed) == 0 {
		return ""
	}
	return a.options.Theme.Dim.Render(strings.Join(a.pressed, " ")) + " "
}

// footerRoom is how many cells the corner leaves.
func (a *App) footerRoom() int {
	if corner := a.corner(); corner != "" {
		return a.size.Width - kit.Width(corner) - 2
	}
	return a.size.Width
}

// visibleTable is the table that takes the next key.
func (a *App) visibleTable() screen.Table {
	switch {
	case a.dialog != nil:
		return a.dialogTable()
	case a.help != nil:
		return a.helpTable()
	}
	return a.table()
}

// footerBindings are the bindings that are named in at most width cells. At the end
// come the root's own, for which the screen's make room: without the way back whoever
// sees a screen for the first time takes q, and leaves the app.
func footerBindings(t *theme.Theme, table screen.Table, width int) []screen.Binding {
	var out []screen.Binding
	var last []screen.Binding
	room := width - 1
	for _, b := range table.Bindings {
		if ofRoot(b) {
			last = append(last, b)
			room -= kit.Width(keyHint(t, b)) + 2
		}
	}
	for _, b := range table.Bindings {
		if !b.Footer || ofRoot(b) {
			continue
		}
		if room -= kit.Width(keyHint(t, b)) + 2; room < 0 {
			break
		}
		out = append(out, b)
	}
	return append(out, last...)
}

// ofRoot reports whether a binding is one of the root's that the footer names.
func ofRoot(b screen.Binding) bool {
	return b.Action == "help" || b.Footer && b.Section == sectionApp
}

// keyHint is one key with its help; one that cannot be used now steps back.
func keyHint(t *theme.Theme, b screen.Binding) string {
	key := keyLabel(t, b.Keys[0])
	if b.Disabled() != "" {
		return t.Faint.Render(key + " " + b.Help)
	}
	return t.Accent.Render(key) + " " + t.Dim.Render(b.Help)
}

// tooSmallView is what a window below the minimum shows, in whatever room there
// is: one kind line.
func tooSmallView(size screen.Size) string {
	if size.Width <= 0 || size.Height <= 0 {
		return ""
	}
	words := fmt.Sprintf("gh debt needs %d×%d cells; this window has %d×%d", MinWidth, MinHeight, size.Width, size.Height)
	lines := kit.Wrap(words, size.Width)
	return strings.Join(lines[:min(len(lines), size.Height)], "\n")
}
