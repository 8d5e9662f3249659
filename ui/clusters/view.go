package clusters

import (
	"fmt"
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"
)

const (
	ageWidth      = 6  // "12 min", "10 mo"
	severityWidth = 12 // the longest word and its bar
)

// View draws the screen.
func (m *Model) View() string {
	t := m.env.Theme
	members := 0
	for _, b := range m.queue.Clusters {
		members += len(b.Members)
	}
	facts := ""
	if members > 0 {
		facts = kit.Dots(t, model.Counted(len(m.queue.Clusters), "batch", "batches"), fmt.Sprintf("%d of %d issues", members, len(m.queue.Entries)))
	}
	header := kit.Header(t, m.deps.Place, facts, "", m.size.Width)
	pane := kit.Pane{Title: "Batches", Foot: m.foot(), Width: m.size.Width, Height: m.size.Height - 1, Focused: true}
	return strings.Join(append([]string{header}, pane.Render(t, m.lines())...), "\n")
}

// foot is the lower edge: what is marked, else in which batch one is.
func (m *Model) foot() string {
	at := m.list.Cursor()
	switch {
	case len(m.marked) > 0:
		return strconv.Itoa(len(m.marked)) + " marked"
	case at < 0:
		return ""
	}
	for i := range m.queue.Clusters {
		if m.rows[at].batch == &m.queue.Clusters[i] {
			return fmt.Sprintf("%d of %d", i+1, len(m.queue.Clusters))
		}
	}
	return ""
}

func (m *Model) lines() []string {
	t := m.env.Theme
	width := m.size.Width - 2
	if len(m.rows) == 0 {
		lines := []string{"", "   " + t.Text.Render("No batches.")}
		for _, line := range kit.Wrap("Issues batch when they lie in one file, or when they share a class and a directory.", width-6) {
			lines = append(lines, "   "+t.Dim.Render(line))
		}
		return lines
	}
	return m.list.View(func(i int, selected bool) []string {
		r := m.rows[i]
		switch {
		case r.part == partMember:
			return []string{m.memberLine(r.entry, selected, width)}
		case r.part == partPaths:
			return []string{m.pathsLine(r.batch, width)}
		case i == 0:
			return []string{m.signalLine(r.batch, width)}
		}
		return []string{"", m.signalLine(r.batch, width)}
	})
}

// signalLine is why a batch is one, its signal, and how many there are in it.
func (m *Model) signalLine(b *model.Batch, width int) string {
	t := m.env.Theme
	what := t.Strong.Render(strings.ToUpper(shared(b)[:1]) + shared(b)[1:])
	if len(b.Paths) == 1 {
		what += "  " + t.Text.Render(model.Visible(b.Paths[0]))
	} else if b.Class != "" {
		what += "  " + t.Text.Render(model.Visible(b.Class))
	}
	right := t.Dim.Render(kit.Dots(t, b.Signal, model.Counted(len(b.Members), "issue", "issues"))) + " "
	return kit.Ends(t, " "+what, right, width)
}

// pathsLine is where the members of a batch of several files lie.
func (m *Model) pathsLine(b *model.Batch, width int) string {
	t, words := m.env.Theme, ""
	for _, p := range b.Paths {
		if words += "  " + model.Visible(p); kit.Width(words) > width {
			break // a batch may be as large as the queue
		}
	}
	return t.Dim.Render(kit.Cut(t, words[1:], width-1))
}

// memberLine is one issue: number, title, severity, age.
func (m *Model) memberLine(e *model.Entry, selected bool, width int) string {
	t, number := m.env.Theme, e.Issue.Number
	mark, bar, title, digits := " ", " ", t.Text, t.Dim
	if m.marked[number] {
		mark = t.Accent.Render(t.Glyph.Marked)
	}
	if selected {
		bar, title, digits = t.Accent.Render(t.Glyph.Bar), t.Strong, t.Strong
	}
	grade := kit.Fit(t, kit.SeverityMark(t, e.Grades.Severity), severityWidth)
	if doing := m.underway.Doing(number); doing != "" {
		grade = t.Accent.Render(kit.Fit(t, doing+t.Glyph.Ellipsis, severityWidth))
	}
	age := t.Dim.Render(kit.FitRight(t, kit.Short(m.env.Now().Sub(e.Issue.CreatedAt)), ageWidth))
	room := width - 2 - m.digits - 1 - 2 - severityWidth - 1 - ageWidth - 1
	return mark + bar + digits.Render(kit.FitRight(t, kit.Numbers(number), m.digits)) + " " +
		title.Render(kit.Fit(t, model.Visible(e.Issue.Title), room)) + "  " + grade + " " + age + " "
}
