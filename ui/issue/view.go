package issue

import (
	"fmt"
	"strings"
	"time"

	"gh-debt/ui/kit"
)

// View draws the screen.
func (m *Model) View() string {
	m.lines()
	t := m.env.Theme
	left := kit.Pane{Title: kit.Numbers(m.number), Foot: m.text.Foot(), Width: m.textWidth(), Height: m.size.Height - 1, Focused: true}
	body := left.Render(t, kit.Inset(m.text.View()))
	if m.hasSide() {
		right := kit.Pane{Title: "Facts", Foot: m.side.Foot(), Width: m.size.Width - m.textWidth(), Height: m.size.Height - 1}
		body = kit.Beside(body, right.Render(t, kit.Inset(m.side.View())))
	}
	return strings.Join(append([]string{m.header()}, body...), "\n")
}

// textWidth is the width of the left pane with its borders.
func (m *Model) textWidth() int {
	if m.hasSide() {
		return m.size.Width * 56 / 100
	}
	return m.size.Width
}

// paneHeight is how many lines a pane shows.
func (m *Model) paneHeight() int { return max(m.size.Height-3, 0) }

// lines makes the lines of the panes anew when something has changed; the
// scrolled place stays.
func (m *Model) lines() {
	m.text.SetHeight(m.paneHeight())
	m.side.SetHeight(m.paneHeight())
	if !m.stale {
		return
	}
	m.stale = false
	m.mates = map[int]int{}
	width := m.textWidth() - 4
	if m.hasSide() {
		m.text.SetLines(join(m.headLines(width), m.bodyLines(width), m.commentLines(width)))
		width = m.size.Width - m.textWidth() - 4
		m.side.SetLines(m.withMates(join(
			append(m.factLines(width), m.otherLines(width)...), m.codeLines(width, codeAround), m.historyLines(width)), width))
		return
	}
	m.text.SetLines(m.withMates(join(
		m.headLines(width), m.factLines(width), m.codeLines(width, codeFew), m.bodyLines(width),
		m.commentLines(width), m.historyLines(width), m.otherLines(width)), width))
}

// withMates puts the batch behind the lines and remembers which line is whose.
func (m *Model) withMates(lines []string, width int) []string {
	mates, rows := m.mateLines(width)
	if len(mates) == 0 {
		return lines
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	for row, number := range rows {
		m.mates[len(lines)+row] = number
	}
	return append(lines, mates...)
}

// join puts parts under each other with an empty line between them.
func join(parts ...[]string) []string {
	var out []string
	for _, part := range parts {
		if len(part) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, part...)
	}
	return out
}

// header is the first line: where one is, where in the queue, how fresh.
func (m *Model) header() string {
	facts := ""
	if m.queue != nil && m.at >= 0 {
		facts = fmt.Sprintf("%d of %d", m.at+1, len(m.queue.Entries))
		if _, _, ok := m.queue.Find(m.number); !ok {
			facts = "no longer in the queue"
		}
	}
	return kit.Header(m.env.Theme, m.deps.Place, facts, m.freshness(), m.size.Width)
}

// freshness says how old what is shown is, or what is being done about it.
func (m *Model) freshness() string {
	spin := strings.TrimSpace(m.spinner.View(m.env.Theme))
	switch {
	case spin != "":
		return spin + " reading"
	case m.fault != nil:
		return "not read"
	case m.readAt.IsZero():
		return ""
	}
	if age := m.env.Now().Sub(m.readAt); age >= time.Second {
		return "read " + kit.Short(age) + " ago"
	}
	return "read just now"
}
