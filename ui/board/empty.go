package board

import (
	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/screen"
)

// way is what the columns of the board mean, for whoever sees them empty.
func way() [][2]string {
	return [][2]string{
		{"To do", "claimed, its place looked at, given a workspace"},
		{"Producing", "you or a program make the change"},
		{"Gated", "tests, types, lint and the debt checks ran"},
		{"In review", "a pull request; what is found is fixed"},
		{"Merging", "what was approved and is green, nothing else"},
		{"Done", "merged: its issues closed, all others open"},
	}
}

// emptyLines is the board without a unit: how one begins, and what happens to it.
func (m *Model) emptyLines(width int) []string {
	t := m.env.Theme
	switch {
	case m.fault != nil:
		return m.faultLines(width)
	case !m.known:
		return nil
	}
	out := []string{"", "   " + t.Text.Render(kit.Cut(t, "No unit is in flight.", width-4))}
	more := m.env.Keys.Key("drain-start", "a") + " begins one: it offers what the queue has first. Marked issues of the queue come along with " +
		m.env.Keys.Key("board", "D") + "."
	for _, line := range kit.Wrap(more, width-6) {
		out = append(out, "   "+t.Dim.Render(line))
	}
	rest := []string{"", "   " + t.Text.Render("The way of a unit")}
	for _, stage := range way() {
		rest = append(rest, "   "+t.Dim.Render(kit.Fit(t, stage[0], 11))+t.Text.Render(kit.Cut(t, stage[1], width-15)))
	}
	rest = append(rest, "   "+t.Dim.Render(kit.Cut(t, "What others will see is said first, and asked.", width-4)))
	if len(out)+len(rest) > m.size.Height-3 { // half of it would say less than nothing
		return out
	}
	return append(out, rest...)
}

// faultLines say in full why the ledger could not be read, and the way out: it is more
// than a message below has room for.
func (m *Model) faultLines(width int) []string {
	t := m.env.Theme
	said := screen.Failed(m.fault)
	out := []string{"", "   " + t.Text.Render(kit.Cut(t, "The ledger could not be read.", width-4)), ""}
	for _, words := range []string{said.Text, said.Next} {
		for _, line := range kit.Wrap(model.Visible(words), width-6) {
			out = append(out, "   "+t.Dim.Render(line))
		}
	}
	return append(out, "", "   "+t.Dim.Render(m.env.Keys.Key("refresh", "R")+" tries again"))
}
