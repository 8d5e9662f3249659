package filing

import (
	"fmt"
	"strings"

	"gh-debt/ui/kit"
	"gh-debt/ui/theme"
)

// View draws the face that is shown.
func (m *Model) View() string {
	if m.size.Width < 4 || m.size.Height < 3 {
		return ""
	}
	var body []string
	switch {
	case m.step == reviewing || m.step == running || m.step == filedStep || m.step == ended:
		body = m.postView()
	case m.beside():
		body = m.wideView()
	case m.panel:
		body = m.panelView()
	default:
		body = m.narrowView()
	}
	lines := append([]string{m.header()}, body...)
	return strings.Join(lines[:min(len(lines), m.size.Height)], "\n")
}

// header is the first line: where one is, and whether the text is kept.
func (m *Model) header() string {
	fresh := ""
	switch {
	case m.step == filedStep || !m.unsaved():
	case m.drafts.saved == m.form.finding():
		fresh = "draft kept"
	case m.step == writing:
		fresh = "not kept yet"
	}
	return kit.Header(m.env.Theme, m.deps.Place, "", fresh, m.size.Width)
}

// wideView has the form at the left, and the checks over the code at the right.
func (m *Model) wideView() []string {
	width := max(besideLeft, m.size.Width*60/100)
	right := m.size.Width - width
	return kit.Beside(m.formPane(width, m.size.Height-1), m.sidePane(right, m.size.Height-1))
}

// besideLeft is the least width of the form beside the checks.
const besideLeft = 60

// narrowView has the form, and what is not well below it where there is room.
func (m *Model) narrowView() []string {
	height := m.size.Height - 1
	if m.size.Height < belowFrom {
		return m.formPane(m.size.Width, height)
	}
	t := m.env.Theme
	const below = 6
	pane := kit.Pane{Title: "Checks", Foot: m.tally(), Width: m.size.Width, Height: below}
	inner, rows := pane.Inside()
	return append(m.formPane(m.size.Width, height-below), pane.Render(t, m.urgentLines(inner, rows))...)
}

// panelView is the checks and the code in place of the form.
func (m *Model) panelView() []string {
	return m.sidePane(m.size.Width, m.size.Height-1)
}

// sidePane is the checks with the code under them.
func (m *Model) sidePane(width, height int) []string {
	t := m.env.Theme
	pane := kit.Pane{Title: "Checks", Foot: m.codeFoot(), Width: width, Height: height}
	inner, rows := pane.Inside()
	lines := m.checkLines(m.checks, inner)
	code := 0
	if m.place.stage == found && len(m.place.result.Lines) > 0 {
		code = min(max(rows-len(lines)-2, rows/3), rows-4)
	}
	if code < 2 {
		m.scroll.SetHeight(rows)
		m.scroll.SetLines(lines)
		return pane.Render(t, m.scroll.View())
	}
	m.scroll.SetHeight(rows - code - 1)
	m.scroll.SetLines(lines)
	shown := fill(m.scroll.View(), rows-code-1)
	shown = append(append(shown, ""), m.codeLines(inner, code)...)
	out := pane.Render(t, shown)
	out[1+rows-code-1] = pane.Divider(t, visiblePath(m.place.result.Path))
	return out
}

// fill brings lines to a number of them.
func fill(lines []string, n int) []string {
	out := append([]string{}, lines...)
	for len(out) < n {
		out = append(out, "")
	}
	return out[:max(n, 0)]
}

// checkLines draws checks, each with its sign.
func (m *Model) checkLines(checks []check, width int) []string {
	var out []string
	for _, c := range checks {
		for _, line := range checkLine(m.env.Theme, c, width-2) {
			out = append(out, " "+line)
		}
	}
	return out
}

// checkLine draws one check.
func checkLine(t *theme.Theme, c check, width int) []string {
	state := kit.Looking
	switch c.standing {
	case holds:
		state = kit.Holds
	case wrong:
		state = kit.Broken
	case blind:
		state = kit.Blind
	case advice:
		return signed(t.Warn.Render("!"), c.words, t.Text.Render, width)
	case owed:
		return signed(t.Dim.Render(t.Glyph.Timeline), c.words, t.Dim.Render, width)
	}
	return kit.CheckLines(t, state, c.words, width)
}

// signed puts a sign of one cell before words that are wrapped beside it.
func signed(sign, words string, style func(...string) string, width int) []string {
	var out []string
	for i, line := range kit.Wrap(words, width-2) {
		before := "  "
		if i == 0 {
			before = sign + " "
		}
		out = append(out, before+style(line))
	}
	return out
}

// urgentLines are the checks that want something first, cut to the rows; what
// holds is counted where it does not fit.
func (m *Model) urgentLines(width, rows int) []string {
	var sorted []check
	for _, s := range []standing{wrong, owed, blind, advice, waiting, holds} {
		for _, c := range m.checks {
			if c.standing == s {
				sorted = append(sorted, c)
			}
		}
	}
	lines := m.checkLines(sorted, width)
	if len(lines) <= rows {
		return lines
	}
	more := m.env.Theme.Faint.Render("   " + m.env.Keys.Key("checks", "ctrl+t") + " shows all")
	return append(lines[:rows-1:rows-1], more)
}

// tally counts the checks by how they stand.
func (m *Model) tally() string {
	n := map[standing]int{}
	for _, c := range m.checks {
		n[c.standing]++
	}
	var parts []string
	for _, p := range []struct {
		at    []standing
		words string
	}{
		{[]standing{wrong}, "wrong"}, {[]standing{owed}, "to do"}, {[]standing{waiting}, "looking"},
		{[]standing{blind}, "unknown"}, {[]standing{holds, advice}, "fine"},
	} {
		sum := 0
		for _, s := range p.at {
			sum += n[s]
		}
		if sum > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", sum, p.words))
		}
	}
	return strings.Join(parts, m.env.Theme.Glyph.Dot)
}
