package queue

import "gh-debt/ui/kit"

// row is a heading or an issue.
type row struct {
	heading string // a severity; "" for an issue
	count   int    // how many stand under the heading
	item    *item
}

// airyFrom is the height from which groups have an empty line between them.
const airyFrom = 20

// setRows makes the rows anew, for another list, tab, filter or size, and keeps
// the cursor on its issue, on the same line of the window; only a list that is
// seen from its beginning goes on being so.
func (m *Model) setRows() {
	at, top := m.list.Cursor(), m.list.Top()
	line := m.list.CursorLine() - top
	number := 0
	if it, ok := m.current(); ok {
		number = it.number
	}
	m.rows = m.rows[:0]
	l := m.source().listing
	if l != nil {
		kept := m.filter.apply(l, m.tab, m.filter.typed)
		m.rows = m.appendRows(m.rows, l, kept)
	}
	heights := make([]kit.Row, len(m.rows))
	found := -1
	for i, r := range m.rows {
		heights[i] = kit.Row{Height: m.rowHeight(i), Heading: r.item == nil}
		if r.item != nil && r.item.number == number {
			found = i
		}
	}
	m.list.SetHeight(m.listHeight())
	m.list.SetRows(heights)
	switch {
	case found >= 0:
		m.list.Select(found)
		m.list.SetTop(m.list.CursorLine() - line)
		if top == 0 {
			m.list.SetTop(0) // what came in above is seen, while the chosen row is too
		}
	case at >= 0:
		m.list.Select(at)
	}
	m.preview.show(m.current())
}

// appendRows puts headings between the groups of the open tab; closed issues
// stand in the order in which they were closed, without.
func (m *Model) appendRows(rows []row, l *listing, kept []int) []row {
	heading := -1
	for _, at := range kept {
		it := &l.items[at]
		if m.tab == tabOpen {
			if heading < 0 || rows[heading].heading != it.group {
				rows = append(rows, row{heading: it.group})
				heading = len(rows) - 1
			}
			rows[heading].count++
		}
		rows = append(rows, row{item: it})
	}
	return rows
}

// rowHeight is how many lines row i takes.
func (m *Model) rowHeight(i int) int {
	r := m.rows[i]
	switch {
	case r.item == nil && i > 0 && m.size.Usual() >= airyFrom:
		return 2
	case r.item == nil:
		return 1
	case len(r.item.notes) > 0 || m.changes.about(r.item.number):
		return 2
	}
	return 1
}

// listHeight is how many lines the list may take: the room less the header, the
// borders and the line of the filter.
func (m *Model) listHeight() int {
	height := m.size.Height - 3
	if m.typing || !m.filter.empty() {
		height--
	}
	return max(height-len(m.hintLines(m.listWidth-2)), 0)
}
