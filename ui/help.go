package ui

import (
	"strings"

	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
	"gh-debt/ui/theme"

	tea "github.com/charmbracelet/bubbletea"
)

// How wide the help is where there is room: what keeps a key from being used may
// need more.
const (
	helpWidth    = 72
	helpMaxWidth = 104
)

// help is the overlay that lists every key of a screen and filters by typing.
type help struct {
	table  screen.Table
	field  *kit.Input
	list   kit.List
	rows   []helpRow
	height int
	// The measures of all rows: the box stays as it is while one types into it.
	lines, cells int
}

// helpRow is a heading or a binding.
type helpRow struct {
	heading string
	binding screen.Binding
}

func newHelp(t *theme.Theme, table screen.Table) *help {
	h := &help{table: table, field: kit.NewInput(t, "type to filter")}
	h.field.Focus()
	h.filter()
	h.measure(t)
	return h
}

// measure finds out how much room all rows take.
func (h *help) measure(t *theme.Theme) {
	h.lines = h.tall()
	keys := h.keyCells(t)
	for _, r := range h.rows {
		cells := 2 + keys + 3 + kit.Width(r.binding.Help)
		if why := r.binding.Disabled(); why != "" {
			cells += 2 + kit.Width(why)
		}
		h.cells = max(h.cells, cells)
	}
}

// filter keeps the bindings whose keys, help or name hold what is typed.
func (h *help) filter() {
	want := strings.ToLower(strings.TrimSpace(h.field.Value()))
	h.rows = nil
	for _, section := range sections(h.table) {
		var found []helpRow
		for _, b := range h.table.Bindings {
			words := strings.ToLower(strings.Join(b.Keys, " ") + " " + b.Help + " " + b.Action + " " + section)
			if b.Section == section && !b.Unlisted && strings.Contains(words, want) {
				found = append(found, helpRow{binding: b})
			}
		}
		if len(found) > 0 {
			h.rows = append(append(h.rows, helpRow{heading: section}), found...)
		}
	}
	rows := make([]kit.Row, len(h.rows))
	for i, r := range h.rows {
		rows[i] = kit.Row{Height: 1, Heading: r.heading != ""}
		if r.heading != "" && i > 0 {
			rows[i].Height = 2
		}
	}
	h.list.SetRows(rows)
	h.list.Home()
}

// keyCells is the width of the column of keys.
func (h *help) keyCells(t *theme.Theme) int {
	cells := 0
	for _, r := range h.rows {
		cells = max(cells, kit.Width(h.keys(t, r.binding)))
	}
	return cells
}

// tall is how many lines the rows take, with an empty one before each further
// heading.
func (h *help) tall() int {
	n := 0
	for i, r := range h.rows {
		n++
		if r.heading != "" && i > 0 {
			n++
		}
	}
	return n
}

// sections gives the headings in the order in which they first come.
func sections(t screen.Table) []string {
	var out []string
	seen := map[string]bool{}
	for _, b := range t.Bindings {
		if !seen[b.Section] {
			seen[b.Section] = true
			out = append(out, b.Section)
		}
	}
	return out
}

// helpTable is the key table of the help itself.
func (a *App) helpTable() screen.Table {
	move := func(by int) func() tea.Cmd {
		return func() tea.Cmd { a.help.list.Move(by); return nil }
	}
	return screen.Table{
		Screen: "Help",
		Bindings: []screen.Binding{
			{Action: "help-run", Keys: []string{"enter"}, Help: "do it", Section: "Help", Footer: true, Do: a.runHelp},
			{Action: "help-close", Keys: []string{"esc", "f1"}, Help: "close the help", Section: "Help", Footer: true,
				Do: func() tea.Cmd { a.help = nil; return nil }},
			{Action: "help-down", Keys: []string{"down", "ctrl+n"}, Help: "next key", Section: "Help", Footer: true, Do: move(1)},
			{Action: "help-up", Keys: []string{"up", "ctrl+p"}, Help: "previous key", Section: "Help", Footer: true, Do: move(-1)},
			{Action: "help-page-down", Keys: []string{"pgdown"}, Help: "a page down", Section: "Help", Do: move(10)},
			{Action: "help-page-up", Keys: []string{"pgup"}, Help: "a page up", Section: "Help", Do: move(-10)},
		},
		Text: func(key tea.KeyMsg) tea.Cmd {
			a.help.field.Key(key)
			a.help.filter()
			return nil
		},
	}
}

// runHelp does what the chosen row says and closes the help.
func (a *App) runHelp() tea.Cmd {
	at := a.help.list.Cursor()
	if at < 0 {
		return nil
	}
	b := a.help.rows[at].binding
	a.help = nil
	if why := b.Disabled(); why != "" {
		return a.toasts.add(screen.Toast{Text: why}, a.options.After)
	}
	return b.Do()
}

// view draws the help's box.
func (h *help) view(t *theme.Theme, size screen.Size) []string {
	width := min(max(helpWidth, h.cells+4), helpMaxWidth, size.Width-4)
	inner := width - 4
	h.height = min(h.lines, max(size.Height-6, 1))
	h.list.SetHeight(h.height)
	keys := h.keyCells(t)
	lines := []string{" " + t.Accent.Render("/") + " " + h.field.View(inner-2), ""}
	lines = append(lines, h.list.View(func(row int, selected bool) []string {
		return h.row(t, row, selected, keys, inner)
	})...)
	if len(h.rows) == 0 {
		lines = append(lines, " "+t.Dim.Render("no key for that"))
	}
	for len(lines) < h.height+2 {
		lines = append(lines, "")
	}
	foot := ""
	if h.tall() > h.height {
		foot = t.Glyph.Up + t.Glyph.Down + " more"
	}
	pane := kit.Pane{Title: "Keys: " + h.table.Screen, Foot: foot, Width: width, Height: len(lines) + 2, Focused: true}
	return pane.Render(t, lines)
}

func (h *help) keys(t *theme.Theme, b screen.Binding) string {
	labels := make([]string, len(b.Keys))
	for i, k := range b.Keys {
		labels[i] = keyLabel(t, k)
	}
	return strings.Join(labels, " ")
}

func (h *help) row(t *theme.Theme, row int, selected bool, keys, width int) []string {
	r := h.rows[row]
	if r.heading != "" {
		line := " " + t.Strong.Render(r.heading)
		if row > 0 {
			return []string{"", line}
		}
		return []string{line}
	}
	bar, words := " ", t.Text
	if selected {
		bar, words = t.Accent.Render(t.Glyph.Bar), t.Strong
	}
	why := r.binding.Disabled()
	key := t.Accent.Render(kit.Fit(t, h.keys(t, r.binding), keys))
	if why != "" {
		key, words = t.Faint.Render(kit.Fit(t, h.keys(t, r.binding), keys)), t.Faint
	}
	line := " " + bar + key + "   " + words.Render(r.binding.Help)
	why = kit.Cut(t, why, width-kit.Width(line)-2)
	return []string{kit.Ends(t, line, t.Faint.Render(why), width+1)}
}
