package board

import (
	"fmt"
	"strings"
	"time"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

const (
	besideFrom = 100 // the least width at which the output stands beside the timeline
	timeWidth  = 5   // 14:02
	partsShown = 5   // parts of a recipe above the output
)

// beside reports whether timeline and output are seen at once.
func (m *Model) beside() bool { return m.size.Width >= besideFrom && m.whyNoOutput() == "" }

// storyWidth is how wide the timeline's pane is.
func (m *Model) storyWidth() int {
	if m.beside() {
		return m.size.Width * 56 / 100
	}
	return m.size.Width
}

// storyView is the unit's timeline, and beside it, or in its place, what its last
// step printed.
func (m *Model) storyView() []string {
	height := m.size.Height - 1
	switch {
	case m.beside():
		width := m.storyWidth()
		return kit.Beside(m.timelinePane(width, height), m.outputPane(m.size.Width-width, height))
	case m.story.inOutput && m.whyNoOutput() == "":
		return m.outputPane(m.size.Width, height)
	}
	return m.timelinePane(m.size.Width, height)
}

// timelinePane has what the unit is at the top, and every event below.
func (m *Model) timelinePane(width, height int) []string {
	t, s := m.env.Theme, m.story
	it, ok := m.unit(s.unit)
	title := "Unit " + model.Visible(s.unit)
	pane := kit.Pane{Title: title, Width: width, Height: height, Focused: !s.inOutput || !m.beside()}
	inner, rows := pane.Inside()
	var lines []string
	if ok {
		lines = m.storyHead(it, inner)
	}
	switch {
	case s.fault != nil && !s.read:
		lines = append(lines, "", "   "+t.Text.Render("The story could not be read."), "   "+t.Dim.Render(m.env.Keys.Key("refresh", "R")+" tries again"))
	case s.read:
		m.layoutStory()
		s.timeline.SetHeight(rows - len(lines))
		lines = append(lines, s.timeline.View()...)
		pane.Foot = s.timeline.Foot()
	}
	return pane.Render(t, lines)
}

// headRows is how many lines the head of a story takes.
func (m *Model) headRows(it *item) int {
	n := min(len(members(&it.card.Unit)), m.mostMembers()) + 2
	if m.size.Usual() >= tallFrom {
		n++
	}
	return n
}

// mostMembers is how many members the head of a story names.
func (m *Model) mostMembers() int {
	if m.size.Usual() >= tallFrom {
		return 6
	}
	return 2
}

// storyHead is the unit in a few lines.
func (m *Model) storyHead(it *item, width int) []string {
	t := m.env.Theme
	var out []string
	all := members(&it.card.Unit)
	for i, mb := range all {
		if i == m.mostMembers()-1 && len(all) > m.mostMembers() {
			out = append(out, " "+t.Dim.Render(fmt.Sprintf("and %d more members", len(all)-i)))
			break
		}
		out = append(out, kit.Cut(t, " "+t.Strong.Render(kit.Numbers(mb.Number))+" "+t.Text.Render(model.Visible(mb.Title)), width-1))
	}
	words, style := m.stateOf(it)
	state := kit.Dots(t, string(it.card.Unit.Stage)+" "+m.since(it), words)
	out = append(out, " "+t.Dim.Render(kit.Cut(t, m.unitFacts(it), width-2)), " "+style.Render(kit.Cut(t, state, width-2)))
	if m.size.Usual() >= tallFrom {
		out = append(out, "")
	}
	return out
}

// layoutStory draws the timeline's lines, once for a width and a reading.
func (m *Model) layoutStory() {
	s := m.story
	width := m.storyWidth() - 2
	if s.width == width || m.env.Theme == nil || m.size.Tiny() {
		return
	}
	end := s.timeline.Percent() >= 100
	s.width = width
	s.lines = m.timelineLines(width)
	rows := m.size.Height - 3
	if it, ok := m.unit(s.unit); ok {
		rows -= m.headRows(it)
	}
	s.timeline.SetHeight(rows)
	s.timeline.SetLines(s.lines)
	if end {
		s.timeline.End()
	}
}

// timelineLines are the events, the first one at the top, under their days: when,
// what, and at the right end who.
func (m *Model) timelineLines(width int) []string {
	t := m.env.Theme
	zone := m.env.Now().Location()
	var out []string
	day := ""
	for i, e := range m.story.events {
		at := e.At.In(zone)
		if d := at.Format(time.DateOnly); d != day {
			day = d
			if i > 0 {
				out = append(out, "")
			}
			out = append(out, " "+t.Strong.Render(m.dayWords(d)))
		}
		mark, style := t.Faint.Render(t.Glyph.Timeline), t.Text
		if i == len(m.story.events)-1 {
			mark = t.Accent.Render(t.Glyph.Timeline)
		}
		who := kit.Cut(t, model.Visible(e.By), 16)
		indent := 1 + 1 + 1 + timeWidth + 2
		room := width - indent - kit.Width(who) - 3
		for n, line := range kit.Wrap(model.Visible(rule.Sentence(e)), room) {
			if n == 0 {
				left := " " + mark + " " + t.Dim.Render(at.Format("15:04")) + "  " + style.Render(line)
				out = append(out, kit.Ends(t, left, t.Dim.Render(who)+" ", width))
				continue
			}
			out = append(out, kit.Spaces(indent)+style.Render(line))
		}
	}
	return out
}

// dayWords is a day as people say it.
func (m *Model) dayWords(day string) string {
	now := m.env.Now()
	switch day {
	case now.Format(time.DateOnly):
		return "Today"
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return "Yesterday"
	}
	return day
}

// outputPane is the last step of the unit: its parts, and what it printed.
func (m *Model) outputPane(width, height int) []string {
	t, s := m.env.Theme, m.story
	now := m.memory.look(s.unit)
	pane := kit.Pane{Title: m.outputTitle(&now), Width: width, Height: height, Focused: s.inOutput || !m.beside()}
	inner, rows := pane.Inside()
	lines := m.partLines(&now, inner)
	if m.layoutOutput(rows-len(lines)) == 0 && now.live() {
		lines = append(lines, " "+t.Dim.Render("It has printed nothing yet."))
	}
	for _, line := range s.output.View() {
		lines = append(lines, " "+t.Text.Render(kit.Cut(t, line, inner-2)))
	}
	pane.Foot = s.output.Foot()
	switch {
	case now.live() && s.follow:
		pane.Foot = "following"
	case now.live():
		pane.Foot = strings.TrimSpace(pane.Foot + " " + m.env.Keys.Key("output", "f") + " follows")
	}
	return pane.Render(t, lines)
}

// layoutOutput takes what was printed since, and gives how many lines there are.
func (m *Model) layoutOutput(rows int) int {
	s := m.story
	printed, lost := m.memory.printed(s.unit)
	if lost > 0 {
		printed[0] = fmt.Sprintf("%d lines before this one are not kept", lost+1)
	}
	s.output.SetHeight(rows)
	s.output.SetLines(printed)
	if s.follow {
		s.output.End()
	}
	return len(printed)
}

// outputTitle says which step it is, and for how long it runs or when it ended.
func (m *Model) outputTitle(now *seen) string {
	words := wordsOf(now.deed.step).doing
	words = strings.ToUpper(words[:1]) + words[1:]
	switch {
	case now.live() && now.stopped:
		return words + ", stopping"
	case now.live():
		return words + ", " + kit.Short(m.env.Now().Sub(now.began))
	case now.stopped:
		return words + ", stopped " + kit.Short(m.env.Now().Sub(now.ended)) + " ago"
	}
	return words + ", ended " + kit.Short(m.env.Now().Sub(now.ended)) + " ago"
}

// partLines draws the parts of the recipe with their signs, the last few.
func (m *Model) partLines(now *seen, width int) []string {
	t := m.env.Theme
	var out []string
	for _, s := range now.steps[max(len(now.steps)-partsShown, 0):] {
		sign, style := t.Faint.Render("-"), t.Faint
		switch s.State {
		case recipe.StepRunning, recipe.StepWaiting:
			sign, style = strings.TrimSpace(m.pulse.View(t)), t.Text
			if sign == "" {
				sign = t.Accent.Render(t.Glyph.Wait)
			}
		case recipe.StepDone:
			sign, style = t.Good.Render(t.Glyph.Check), t.Text
		case recipe.StepFailed:
			sign, style = t.Bad.Render(t.Glyph.Cross), t.Text
		}
		detail := t.Dim.Render(kit.Cut(t, s.Detail, width/2))
		if s.State == recipe.StepRunning && s.Total > 0 {
			figures := fmt.Sprintf("%d of %d", s.Done, s.Total)
			gauge := kit.Gauge(t, min(width-kit.Width(s.Name)-kit.Width(figures)-9, 16), s.Done, s.Total)
			detail = gauge + " " + t.Dim.Render(figures)
		}
		out = append(out, kit.Ends(t, " "+sign+" "+style.Render(s.Name), detail+" ", width))
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	return out
}
