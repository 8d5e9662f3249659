package board

import (
	"fmt"
	"strconv"
	"strings"

	"gh-debt/ui/kit"
)

const (
	columnGap  = 2
	columnHead = 2  // the name of a column and the rule under it
	stripRows  = 5  // the unit under the cursor in full, and the line above it
	stripFrom  = 28 // the height from which it is shown in any case
	rowHeight  = 2  // of a unit in the narrow board

	severityWidth = 12 // the longest word and its bar
	tallFrom      = 33 // the height from which cards and stories have all their lines in any case
)

// View draws the screen.
func (m *Model) View() string {
	t := m.env.Theme
	header := kit.Header(t, m.deps.Place, m.facts(), m.freshness(), m.size.Width)
	var body []string
	switch {
	case m.pick != nil:
		body = m.pickView()
	case m.story != nil:
		body = m.storyView()
	default:
		body = m.boardView()
	}
	return strings.Join(append([]string{header}, body...), "\n")
}

// facts are how many units there are, and how many go on.
func (m *Model) facts() string {
	active, asks := 0, 0
	for i := range m.items {
		it := &m.items[i]
		if over(&it.card.Unit) {
			continue
		}
		if active++; it.card.Turn.Asks != "" {
			asks++
		}
	}
	if !m.known {
		return ""
	}
	words := []string{strconv.Itoa(active) + " in flight"}
	if n := len(m.memory.running()); n > 0 {
		words = append(words, strconv.Itoa(n)+" running here")
	}
	if asks == 1 {
		words = append(words, "1 asks for a person")
	} else if asks > 1 {
		words = append(words, strconv.Itoa(asks)+" ask for a person")
	}
	return kit.Dots(m.env.Theme, words...)
}

// freshness is what is being looked up, or that the ledger could not be read.
func (m *Model) freshness() string {
	spin := strings.TrimSpace(m.pulse.View(m.env.Theme))
	switch {
	case m.looking != 0 && spin != "":
		return spin + " looking what would happen"
	case m.fault != nil:
		return "the ledger could not be read"
	}
	return ""
}

// boardView is the pane with all units.
func (m *Model) boardView() []string {
	t := m.env.Theme
	pane := kit.Pane{Title: "Draining", Foot: m.foot(), Width: m.size.Width, Height: m.size.Height - 1, Focused: true}
	switch {
	case m.size.Tiny():
		return pane.Render(t, nil)
	case len(m.items) == 0:
		return pane.Render(t, m.emptyLines(m.size.Width-2))
	}
	if !m.wide() {
		return m.withStrip(pane, pane.Render(t, m.listLines(m.size.Width-2)))
	}
	out := pane.Render(t, nil)
	side := t.Faint.Render(t.Border.Left)
	for i, line := range m.columnLines() {
		if i+1 < len(out)-1 {
			out[i+1] = side + line + side // it fits: to measure it anew would take longer than to draw it
		}
	}
	return m.withStrip(pane, out)
}

// withStrip draws the line above the unit in full.
func (m *Model) withStrip(pane kit.Pane, out []string) []string {
	if it, ok := m.current(); ok && m.strip() {
		out[len(out)-1-stripRows] = pane.Divider(m.env.Theme, it.names)
	}
	return out
}

// foot tells which of the units one is on.
func (m *Model) foot() string {
	at, ok := m.current()
	if !ok {
		return ""
	}
	n, place := 0, 0
	for _, rows := range m.rows {
		for _, i := range rows {
			if i == noItem {
				continue
			}
			if n++; &m.items[i] == at {
				place = n
			}
		}
	}
	return fmt.Sprintf("%d of %d", place, n)
}

// columnWidth is how wide a column is.
func (m *Model) columnWidth() int {
	n := len(m.groups)
	return (m.size.Width - 2 - (n-1)*columnGap) / max(n, 1)
}

// columnLines are the columns beside each other, with the unit under the cursor
// in full below them. Each line has exactly the width of the pane's inside.
func (m *Model) columnLines() []string {
	t, width, height := m.env.Theme, m.columnWidth(), m.listHeight()
	inner := m.size.Width - 2
	lines := make([]strings.Builder, columnHead+height)
	gap, empty := kit.Spaces(columnGap), kit.Spaces(width)
	for c := range m.groups {
		column := append(m.columnHead(c, width), m.lists[c].View(func(row int, selected bool) []string {
			return m.cardLines(&m.items[m.rows[c][row]], selected && c == m.focus, width)
		})...)
		for i := range lines {
			if c > 0 {
				lines[i].WriteString(gap)
			}
			if i < len(column) {
				lines[i].WriteString(column[i])
			} else {
				lines[i].WriteString(empty)
			}
		}
	}
	rest := kit.Spaces(inner - len(m.groups)*(width+columnGap) + columnGap)
	out := make([]string, len(lines), len(lines)+stripRows)
	for i := range lines {
		out[i] = lines[i].String() + rest
	}
	for _, line := range m.stripLines(inner) {
		out = append(out, kit.Fit(t, line, inner))
	}
	return out
}

// columnHead is the name of a column, how many units are in it, and the rule below.
func (m *Model) columnHead(c, width int) []string {
	t := m.env.Theme
	name, count := t.Dim, ""
	if c == m.focus {
		name = t.Focus
	}
	if n := len(m.rows[c]); n > 0 {
		count = strconv.Itoa(n)
	}
	room := width - 1 - kit.Width(count)
	return []string{
		" " + name.Render(kit.Fit(t, m.groups[c].name, room)) + t.Dim.Render(count),
		" " + t.Faint.Render(strings.Repeat(t.Border.Top, width-1)),
	}
}

// listLines are the units under their stages.
func (m *Model) listLines(width int) []string {
	t := m.env.Theme
	lines := m.lists[0].View(func(row int, selected bool) []string {
		at := m.rows[0][row]
		if at != noItem {
			return m.rowLines(&m.items[at], selected, width)
		}
		g := groupOf(m.groups, m.items[m.rows[0][row+1]].card.Unit.Stage)
		n := 0
		for i := row + 1; i < len(m.rows[0]) && m.rows[0][i] != noItem; i++ {
			n++
		}
		head := kit.Ends(t, " "+t.Strong.Render(m.groups[g].name), t.Dim.Render(strconv.Itoa(n))+" ", width)
		if row == 0 {
			return []string{head}
		}
		return []string{"", head}
	})
	for len(lines) < m.listHeight() {
		lines = append(lines, "")
	}
	return append(lines, m.stripLines(width)...)
}

// listAt gives the list under a cell and the line within it.
func (m *Model) listAt(x, y int) (list, line int, ok bool) {
	if !m.wide() {
		return 0, y - 2, len(m.lists) == 1
	}
	list = (x - 1) / (m.columnWidth() + columnGap)
	if x < 1 || list >= len(m.lists) {
		return 0, 0, false
	}
	return list, y - 2 - columnHead, true
}
