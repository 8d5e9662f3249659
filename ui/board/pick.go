package board

import (
	"strings"

	"gh-debt/ui/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// pick is a list to choose from, in place of the board: offers, workers, choices
// at the brake. Where it has a field, what is typed there comes before the row.
type pick struct {
	title string
	intro []string
	rows  []pickRow
	list  kit.List
	take  func(row int) tea.Cmd
	label string // of the field; "" for none
	field *kit.Input
	typed func(text string) tea.Cmd
	wrong string // what is wrong with what was typed
}

// pickRow is one thing to choose. Its texts are fit for a terminal.
type pickRow struct {
	name   string
	detail string
	lines  []string // below it
}

// openPick shows a list to choose from.
func (m *Model) openPick(p *pick) tea.Cmd {
	if p.label != "" {
		p.field = kit.NewInput(m.env.Theme, "")
		p.field.Focus()
	}
	m.pick = p
	m.layoutPick()
	p.list.Home()
	return nil
}

// layoutPick gives the rows their heights.
func (m *Model) layoutPick() {
	p := m.pick
	rows := make([]kit.Row, len(p.rows))
	for i, r := range p.rows {
		rows[i].Height = 2 + len(r.lines) // an empty line behind it
	}
	p.list.SetHeight(m.pickHeight())
	p.list.SetRows(rows)
}

func (m *Model) closePick() tea.Cmd {
	m.pick = nil
	return nil
}

// takePick takes what was typed, else the row under the cursor.
func (m *Model) takePick() tea.Cmd {
	p := m.pick
	if p.field != nil {
		if text := strings.TrimSpace(p.field.Value()); text != "" {
			return p.typed(text)
		}
	}
	at := p.list.Cursor()
	if at < 0 {
		return nil
	}
	m.pick = nil
	return p.take(at)
}

func (m *Model) typePick(key tea.KeyMsg) tea.Cmd {
	m.pick.wrong = ""
	m.pick.field.Key(key)
	return nil
}

func (m *Model) whyNoPick() string {
	p := m.pick
	if p != nil && len(p.rows) == 0 && (p.field == nil || strings.TrimSpace(p.field.Value()) == "") {
		return "there is nothing to choose"
	}
	return ""
}
