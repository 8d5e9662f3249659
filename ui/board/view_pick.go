package board

import (
	"gh-debt/ui/kit"
)

// pickHead are the lines of a choice above its list.
func (m *Model) pickHead() []string {
	t, p := m.env.Theme, m.pick
	width := m.size.Width - 6
	lines := []string{""}
	for _, words := range p.intro {
		for _, line := range kit.Wrap(words, width) {
			lines = append(lines, "  "+t.Text.Render(line))
		}
	}
	if len(p.intro) > 0 {
		lines = append(lines, "")
	}
	if p.field != nil {
		label := "  " + t.Dim.Render(p.label) + "  "
		lines = append(lines, label+p.field.View(m.size.Width-4-kit.Width(label)), "  "+t.Warn.Render(kit.Cut(t, p.wrong, width)))
	}
	return lines
}

// pickTop is the line of the screen on which the list of a choice begins.
func (m *Model) pickTop() int { return 2 + len(m.pickHead()) }

// pickHeight is how many lines the list of a choice may take.
func (m *Model) pickHeight() int {
	if m.env.Theme == nil || m.size.Tiny() {
		return 0
	}
	return max(m.size.Height-1-2-len(m.pickHead()), 0)
}

// pickView is a list to choose from.
func (m *Model) pickView() []string {
	t, p := m.env.Theme, m.pick
	pane := kit.Pane{Title: p.title, Width: m.size.Width, Height: m.size.Height - 1, Focused: true}
	inner, _ := pane.Inside()
	lines := m.pickHead()
	p.list.SetHeight(m.pickHeight())
	lines = append(lines, p.list.View(func(i int, selected bool) []string {
		r := p.rows[i]
		bar, name := " ", t.Text
		if selected && (p.field == nil || p.field.Value() == "") {
			bar, name = t.Accent.Render(t.Glyph.Bar), t.Strong
		}
		out := []string{kit.Cut(t, " "+bar+name.Render(r.name)+"  "+t.Dim.Render(r.detail), inner-1)}
		for _, line := range r.lines {
			out = append(out, kit.Cut(t, " "+bar+"   "+line, inner-1))
		}
		return append(out, "")
	})...)
	return pane.Render(t, lines)
}
