package board

// How many lines a card takes, with the empty one behind it.
const (
	cardLow  = 5
	cardTall = 7
)

// shape is how much is shown of the units in the room there is.
type shape struct {
	strip bool // the unit under the cursor in full, below
	tall  bool // cards with all their lines
}

// shapeFor shows as much as leaves every unit of the fullest column in sight; from
// some heights on it is shown in any case.
func (m *Model) shapeFor(grouped [][]int) shape {
	s := shape{strip: m.size.Usual() >= stripFrom, tall: m.size.Usual() >= tallFrom}
	if !m.wide() {
		return s
	}
	fullest := 0
	for _, in := range grouped {
		fullest = max(fullest, len(in))
	}
	if room := m.roomFor(shape{strip: true}, m.size.Usual()); fullest*cardLow <= room {
		s.strip = true
	}
	s.tall = s.tall || fullest*cardTall <= m.roomFor(s, m.size.Usual())
	return s
}

// roomFor is how many lines a list may take of a height.
func (m *Model) roomFor(s shape, height int) int {
	height -= 3
	if s.strip {
		height -= stripRows
	}
	if m.wide() {
		height -= columnHead
	}
	return max(height, 0)
}

// listHeight is how many lines a list may take, as it was laid out last.
func (m *Model) listHeight() int { return m.roomFor(m.shape, m.size.Height) }

// strip reports whether the unit under the cursor is shown in full below.
func (m *Model) strip() bool {
	_, ok := m.current()
	return ok && m.shape.strip
}

// tall reports whether there is room for all lines of a card.
func (m *Model) tall() bool { return m.shape.tall }

// cardHeight is how many lines a card takes, with the empty one behind it.
func (m *Model) cardHeight() int {
	if m.tall() {
		return cardTall
	}
	return cardLow
}
