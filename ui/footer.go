package ui

import (
	"fmt"
	"strings"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"
)

// footer is the last line: the keys that the table names for it, as many as fit,
// the one that shows all keys always among them; and the keys pressed last, where
// that is asked for.
func (a *App) footer() string {
	t := a.options.Theme
	width := a.size.Width
	corner := ""
	if a.options.ShowKeys && len(a.pressed) > 0 {
		corner = t.Dim.Render(strings.Join(a.pressed, " ")) + " "
		width -= kit.Width(corner) + 2
	}
	line := footerLine(t, a.visibleTable(), width)
	return kit.Ends(t, line, corner, a.size.Width)
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

// footerLine names keys in at most width cells.
func footerLine(t *theme.Theme, table screen.Table, width int) string {
	last := ""
	for _, b := range table.Bindings {
		if b.Action == "help" {
			last = keyHint(t, b)
		}
	}
	room := width - kit.Width(last) - 3
	line := ""
	for _, b := range table.Bindings {
		if !b.Footer || b.Action == "help" {
			continue
		}
		hint := keyHint(t, b)
		if kit.Width(line)+kit.Width(hint)+2 > room {
			break
		}
		line += hint + "  "
	}
	return " " + line + last
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
