package issue

import (
	"slices"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

// draw renders a text as Markdown, once for each width.
func (m *Model) draw(text string, width int) []string {
	at := drawing{text, width}
	lines, ok := m.drawn[at]
	if !ok {
		lines = m.markdown.render(text, width)
		m.drawn[at] = lines
	}
	return lines
}

// bodyLines are the body as Markdown, without what the facts tell already.
func (m *Model) bodyLines(width int) []string {
	e := &m.entry
	if e.Issue.Number == 0 {
		return nil
	}
	body := readable(e.Issue.Body)
	if e.HasKey {
		body = withoutPlace(body, e.Key)
	}
	lines := m.draw(body, width)
	if len(lines) == 0 {
		return []string{m.env.Theme.Dim.Render("The body is empty.")}
	}
	return lines
}

// codeLines are the cited lines where they lie now, with so many around them.
func (m *Model) codeLines(width, around int) []string {
	if m.result == nil || m.result.Excerpt == nil {
		return nil
	}
	return m.code.Cited(*m.result.Excerpt, width, around)
}

// commentLines are the comments, each under its author and age.
func (m *Model) commentLines(width int) []string {
	t := m.env.Theme
	if m.result == nil {
		if m.entry.Issue.Comments == 0 {
			return nil
		}
		return []string{t.Dim.Render(model.Counted(m.entry.Issue.Comments, "comment", "comments"))}
	}
	comments := m.result.Comments
	if len(comments) == 0 {
		return nil
	}
	out := []string{t.Strong.Render(model.Counted(len(comments), "comment", "comments"))}
	now := m.env.Now()
	for _, c := range comments {
		author := c.Author
		if author == "" {
			author = "someone who is gone"
		}
		out = append(out, "", kit.Ends(t, t.Text.Render(model.Visible(author)), t.Dim.Render(moment(c.CreatedAt, now, width)), width))
		for _, line := range m.draw(c.Body, width-2) {
			out = append(out, "  "+line)
		}
	}
	return out
}

// moment is how long ago something was, and when exactly where there is room.
func moment(at, now time.Time, width int) string {
	words := kit.Ago(now.Sub(at))
	if width >= 60 {
		words += ", " + kit.Exact(at, now)
	}
	return words
}

// point is one change of the history.
type point struct {
	axis   model.Axis
	change recipe.AxisChange
}

// historyLines are the changes of the grades, the newest first, with who and
// when.
func (m *Model) historyLines(width int) []string {
	t := m.env.Theme
	if m.result == nil {
		return nil
	}
	var points []point
	for _, axis := range m.result.History {
		for _, c := range axis.Changes {
			points = append(points, point{axis.Axis, c})
		}
	}
	if len(points) == 0 {
		return nil
	}
	slices.SortStableFunc(points, func(a, b point) int { return b.change.At.Compare(a.change.At) })
	out := []string{t.Strong.Render("History")}
	left, right := m.historyWords(points, width)
	for i := range points {
		if kit.Width(left[i])+kit.Width(right[i])+2 > width {
			out = append(out, kit.Cut(t, left[i], width), t.Dim.Render(kit.Cut(t, kit.Spaces(axisWidth+2)+right[i], width)))
			continue
		}
		out = append(out, kit.Ends(t, left[i], t.Dim.Render(right[i]), width))
	}
	return out
}

// axisWidth is the room of an axis's name.
const axisWidth = 11

// historyWords gives for each point what changed, and by whom and when: as
// exactly as there is room for in every line.
func (m *Model) historyWords(points []point, width int) (left, right []string) {
	t, now := m.env.Theme, m.env.Now()
	for _, p := range points {
		left = append(left, t.Faint.Render(t.Glyph.Timeline)+" "+t.Dim.Render(kit.Fit(t, string(p.axis), axisWidth))+t.Text.Render(m.changeWords(p.change)))
	}
	for _, when := range []func(time.Time) string{
		func(at time.Time) string { return kit.Ago(now.Sub(at)) + ", " + kit.Exact(at, now) },
		func(at time.Time) string { return kit.Ago(now.Sub(at)) },
		func(at time.Time) string { return kit.Short(now.Sub(at)) },
	} {
		right = right[:0]
		fits := true
		for i, p := range points {
			right = append(right, kit.Dots(t, model.Visible(p.change.Actor), when(p.change.At)))
			fits = fits && kit.Width(left[i])+kit.Width(right[i])+2 <= width
		}
		if fits {
			break
		}
	}
	return left, right
}

// changeWords is a change of an axis: "important → critical".
func (m *Model) changeWords(c recipe.AxisChange) string {
	switch {
	case c.From == "":
		return "set to " + model.Visible(c.To)
	case c.To == "":
		return model.Visible(c.From) + " taken away"
	}
	return model.Visible(c.From) + " " + m.env.Theme.Glyph.Arrow + " " + model.Visible(c.To)
}
