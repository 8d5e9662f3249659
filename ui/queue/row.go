package queue

import (
	"strconv"
	"strings"

	"gh-debt/ui/kit"
)

// ageWidth is the room of the age at the right: "12 min", "10 mo".
const ageWidth = 6

// rowLines draws a row in lines of the width.
func (m *Model) rowLines(i int, selected bool, width int) []string {
	r := m.rows[i]
	if r.item != nil {
		return m.itemLines(r.item, selected, width)
	}
	line := m.headingLine(r, width)
	if m.rowHeight(i) == 2 {
		return []string{"", line}
	}
	return []string{line}
}

// headingLine is a severity: a thin bar in its label's colour beside its word,
// and how many stand under it.
func (m *Model) headingLine(r row, width int) string {
	t := m.env.Theme
	words := " " + t.Severity(r.heading).Render(t.Glyph.Severity) + t.Strong.Render(strings.ToUpper(r.heading))
	return kit.Ends(t, words, t.Faint.Render(strconv.Itoa(r.count))+" ", width)
}

// itemLines draws an issue: its number and title, its age at the right end, and
// under it, a step back, what is to be known of it.
func (m *Model) itemLines(it *item, selected bool, width int) []string {
	t := m.env.Theme
	mark, bar, title := " ", " ", t.Text
	if m.marked[it.number] {
		mark = t.Accent.Render(t.Glyph.Marked)
	}
	if selected {
		bar, title = t.Accent.Render(t.Glyph.Bar), t.Strong
	}
	digits := m.source().listing.digits + 1
	number := kit.FitRight(t, "#"+strconv.Itoa(it.number), digits)
	age := t.Dim.Render(kit.FitRight(t, m.age(it), ageWidth))
	room := width - 2 - digits - 1 - 1 - ageWidth - 1
	first := mark + bar + t.Dim.Render(number) + " "
	if selected {
		first = mark + bar + title.Render(number) + " "
	}
	first += m.titleCell(it, title.Render, room) + " " + age + " "
	notes := m.notesLine(it, width-digits-4)
	if notes == "" {
		return []string{first}
	}
	return []string{first, " " + bar + kit.Spaces(digits+1) + notes}
}

// titleCell is the title in exactly room cells, with what the filter found in it.
func (m *Model) titleCell(it *item, render func(...string) string, room int) string {
	t := m.env.Theme
	cut := kit.Fit(t, it.title, room)
	if len(m.filter.words) == 0 {
		return render(cut)
	}
	low := strings.ToLower(cut)
	at, word := -1, ""
	for _, w := range m.filter.words {
		if i := strings.Index(low, w); i >= 0 && len(low) == len(cut) && (at < 0 || i < at) {
			at, word = i, w
		}
	}
	if at < 0 {
		return render(cut)
	}
	end := at + len(word)
	out := t.Match.Render(cut[at:end])
	if at > 0 {
		out = render(cut[:at]) + out
	}
	if end < len(cut) {
		out += render(cut[end:])
	}
	return out
}

// age is how long ago an open issue was filed, or a closed one closed.
func (m *Model) age(it *item) string {
	at := it.entry.Issue.CreatedAt
	if m.tab != tabOpen && !it.entry.Issue.ClosedAt.IsZero() {
		at = it.entry.Issue.ClosedAt
	}
	return kit.Short(m.env.Now().Sub(at))
}

// notesLine is the second line: what is under way, what others changed, then the
// annotations.
func (m *Model) notesLine(it *item, width int) string {
	t := m.env.Theme
	dot := t.Faint.Render(t.Glyph.Dot)
	var parts []string
	if doing := m.changes.under.Doing(it.number); doing != "" {
		parts = append(parts, t.Accent.Render(doing+t.Glyph.Ellipsis))
	}
	if n, ok := m.changes.news[it.number]; ok {
		parts = append(parts, t.Accent.Render(t.Glyph.Changed+" "+n.sentence(m.env.Now())))
	}
	if m.tab != tabOpen && it.entry.Grades.Severity != "" { // no heading tells it there
		parts = append(parts, t.Severity(it.group).Render(t.Glyph.Severity)+t.Dim.Render(it.group))
	}
	for i, n := range it.notes {
		if i < it.warn {
			parts = append(parts, t.Warn.Render(n))
			continue
		}
		parts = append(parts, t.Dim.Render(n))
	}
	if len(parts) == 0 {
		return ""
	}
	return kit.Cut(t, strings.Join(parts, dot), width)
}
