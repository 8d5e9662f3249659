package board

import (
	"cmp"
	"slices"

	"gh-debt/recipe/drain"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// noItem is a row of a list that is no unit: the heading of a group.
const noItem = -1

// SetSize tells the room there is.
func (m *Model) SetSize(s screen.Size) {
	if m.size == s {
		return
	}
	m.size = s
	if s.Tiny() {
		return // the place in the lists stays as it was
	}
	m.layout(m.currentID())
}

// wide reports whether the units stand in columns, as they were laid out last.
func (m *Model) wide() bool { return m.columns }

// endedKept is how many of the units that have ended are shown; the ledger, and
// `gh debt drain report`, hold them all.
const endedKept = 100

// lost reports whether a unit that was in flight is so no more.
func (m *Model) lost(cards []drain.Card) bool {
	there := make(map[string]bool, len(cards))
	for i := range cards {
		there[cards[i].Unit.ID] = true
	}
	return slices.ContainsFunc(m.items, func(it item) bool {
		return !over(&it.card.Unit) && !there[it.card.Unit.ID]
	})
}

// setItems takes another reading: of all units, or of those in flight, beside which
// those that ended stand as they were read last.
func (m *Model) setItems(cards []drain.Card, all bool) {
	at := m.currentID()
	var active, ended []drain.Card
	for _, c := range cards {
		if over(&c.Unit) {
			ended = append(ended, c)
		} else {
			active = append(active, c)
		}
	}
	if all {
		slices.SortStableFunc(ended, func(a, b drain.Card) int { return b.Unit.Since.Compare(a.Unit.Since) })
		m.ended = ended[:min(len(ended), endedKept)]
	}
	slices.SortStableFunc(active, func(a, b drain.Card) int { // a unit stays where it is while others come and go
		return cmp.Or(a.Unit.Started.Compare(b.Unit.Started), cmp.Compare(a.Unit.ID, b.Unit.ID))
	})
	m.items, m.byID = nil, make(map[string]int, len(cards))
	for _, c := range active {
		m.byID[c.Unit.ID] = len(m.items)
		m.items = append(m.items, newItem(c))
	}
	for _, c := range m.ended {
		if _, again := m.byID[c.Unit.ID]; !again { // it may have been begun anew
			m.byID[c.Unit.ID] = len(m.items)
			m.items = append(m.items, newItem(c))
		}
	}
	m.layout(at)
}

// layout puts the units into their lists for the present size; the cursor stays on
// its unit, wherever that has gone.
func (m *Model) layout(at string) {
	before, focus := m.lists, m.focus
	m.columns = m.size.Width >= columnsFrom
	m.groups = groupsFor(m.size.Width)
	grouped := m.grouped()
	m.shape = m.shapeFor(grouped)
	if m.wide() {
		m.rows = grouped
	} else {
		m.rows = [][]int{oneList(grouped)}
	}
	m.lists = make([]kit.List, len(m.rows))
	for i := range m.lists {
		if len(before) == len(m.lists) {
			m.lists[i] = before[i]
		}
		m.lists[i].SetHeight(m.listHeight())
		m.lists[i].SetRows(m.heights(i))
	}
	m.focus = min(focus, len(m.lists)-1)
	m.selectUnit(at)
	m.selectUnit(m.wanted)
	m.nearest()
}

// grouped are the units of each group: the oldest first, and of those that have
// ended the last one.
func (m *Model) grouped() [][]int {
	out := make([][]int, len(m.groups))
	for i := range m.items {
		g := groupOf(m.groups, m.items[i].card.Unit.Stage)
		out[g] = append(out[g], i)
	}
	return out
}

// oneList has a heading before each group that is not empty.
func oneList(grouped [][]int) []int {
	var rows []int
	for _, in := range grouped {
		if len(in) > 0 {
			rows = append(append(rows, noItem), in...)
		}
	}
	return rows
}

// heights are what a list must know of its rows.
func (m *Model) heights(list int) []kit.Row {
	rows := make([]kit.Row, len(m.rows[list]))
	for i, at := range m.rows[list] {
		switch {
		case at == noItem && i == 0:
			rows[i] = kit.Row{Height: 1, Heading: true}
		case at == noItem:
			rows[i] = kit.Row{Height: 2, Heading: true} // an empty line before the group
		case m.wide():
			rows[i].Height = m.cardHeight()
		default:
			rows[i].Height = rowHeight
		}
	}
	return rows
}

// nearest puts the focus on a list with units, if there is one.
func (m *Model) nearest() {
	for by := range len(m.lists) {
		for _, at := range []int{m.focus + by, m.focus - by} {
			if at >= 0 && at < len(m.lists) && len(m.rows[at]) > 0 {
				m.focus = at
				return
			}
		}
	}
}

// current is the unit under the cursor.
func (m *Model) current() (*item, bool) {
	if m.focus < 0 || m.focus >= len(m.lists) {
		return nil, false
	}
	at := m.lists[m.focus].Cursor()
	if at < 0 || at >= len(m.rows[m.focus]) || m.rows[m.focus][at] == noItem {
		return nil, false
	}
	return &m.items[m.rows[m.focus][at]], true
}

// currentID names the unit under the cursor, "" for none.
func (m *Model) currentID() string {
	it, ok := m.current()
	if !ok {
		return ""
	}
	return it.card.Unit.ID
}

// unit finds a unit by its name.
func (m *Model) unit(id string) (*item, bool) {
	at, ok := m.byID[id]
	if !ok {
		return nil, false
	}
	return &m.items[at], true
}

// selectUnit puts the cursor on a unit, and reports whether it is there.
func (m *Model) selectUnit(id string) bool {
	at, ok := m.byID[id]
	if !ok {
		return false
	}
	for l, rows := range m.rows {
		if row := slices.Index(rows, at); row >= 0 {
			m.focus = l
			m.lists[l].Select(row)
			return true
		}
	}
	return false
}

// containsAll reports whether all numbers are among some.
func containsAll(among, numbers []int) bool {
	return !slices.ContainsFunc(numbers, func(n int) bool { return !slices.Contains(among, n) })
}
