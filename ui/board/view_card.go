package board

import (
	"fmt"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/lipgloss"
)

// drawn are the lines of a card as they were drawn last, and what they were drawn
// of: most of them are the same in the next frame.
type drawn struct {
	width        int
	tall         bool
	words, since string
	lines        []string
}

// cardLines draws a unit in its column: its members and how severe the first is,
// what it is about, the unit's stage and for how long, and what it waits for. Each
// line has exactly the width.
func (m *Model) cardLines(it *item, selected bool, width int) []string {
	at := &it.drawn[0]
	if selected {
		at = &it.drawn[1]
	}
	words, style := m.stateOf(it)
	since := m.since(it)
	if at.lines == nil || at.width != width || at.tall != m.tall() || at.words != words || at.since != since {
		*at = drawn{width, m.tall(), words, since, m.drawCard(it, selected, width, words, since, style)}
	}
	return at.lines
}

func (m *Model) drawCard(it *item, selected bool, width int, words, since string, style lipgloss.Style) []string {
	t := m.env.Theme
	bar, name := " ", t.Text
	if selected {
		bar, name = t.Accent.Render(t.Glyph.Bar), t.Strong
	}
	room := width - 1
	line := func(style lipgloss.Style, words string) string { return bar + style.Render(kit.Fit(t, words, room)) }
	mark := kit.SeverityMark(t, it.severity)
	if kit.Width(it.names)+kit.Width(mark) >= room {
		mark = ""
	}
	out := []string{bar + kit.Ends(t, name.Render(kit.Cut(t, it.names, room)), mark, room)}
	about := 1
	if m.tall() {
		about = 2
	}
	for _, words := range firstLines(t, kit.Wrap(it.title, room), about, room) {
		out = append(out, line(t.Text, words))
	}
	out = append(out, bar+kit.Ends(t, t.Text.Render(string(it.card.Unit.Stage)), t.Dim.Render(since), room))
	for _, words := range firstLines(t, kit.Wrap(words, room), m.cardHeight()-1-len(out), room) {
		out = append(out, line(style, words))
	}
	for len(out) < m.cardHeight()-1 {
		out = append(out, line(style, ""))
	}
	return append(out, kit.Spaces(width))
}

// firstLines are at most n lines; the last one shows that there are more.
func firstLines(t *theme.Theme, lines []string, n, width int) []string {
	if len(lines) <= n || n < 1 {
		return lines
	}
	out := lines[:n:n]
	between := " "
	if strings.HasSuffix(out[n-1], "-") && !strings.HasSuffix(out[n-1], " -") {
		between = "" // the line was broken within a word
	}
	out[n-1] = kit.Cut(t, out[n-1]+between+lines[n]+t.Glyph.Ellipsis, width)
	return out
}

// rowLines draws a unit in the narrow board.
func (m *Model) rowLines(it *item, selected bool, width int) []string {
	t := m.env.Theme
	bar, name := " ", t.Text
	if selected {
		bar, name = t.Accent.Render(t.Glyph.Bar), t.Strong
	}
	right := t.Dim.Render(kit.Dots(t, string(it.card.Unit.Stage), m.since(it))) + " "
	names := kit.Cut(t, it.names, 24)
	left := " " + bar + name.Render(names) + "  " + t.Text.Render(it.title)
	words, style := m.stateOf(it)
	second := " " + bar + "  " + kit.SeverityMark(t, it.severity)
	if words != "" {
		second += t.Faint.Render(t.Glyph.Dot) + style.Render(words)
	}
	return []string{kit.Ends(t, left, right, width), kit.Cut(t, second, width-1)}
}

func (it *item) branchWords() string {
	if it.branch == "" {
		return "no branch yet"
	}
	return it.branch
}

// since is for how long the unit has been in its stage.
func (m *Model) since(it *item) string {
	if it.card.Unit.Since.IsZero() {
		return ""
	}
	return kit.Short(m.env.Now().Sub(it.card.Unit.Since))
}

// stateOf says in a few words what goes on with a unit, or what it waits for.
func (m *Model) stateOf(it *item) (string, lipgloss.Style) {
	t := m.env.Theme
	now := m.memory.look(it.card.Unit.ID)
	switch {
	case now.call != nil:
		return "asks: " + model.Visible(now.call.question.Title), t.Warn
	case now.live():
		return m.liveWords(&now), t.Accent
	case len(now.questions) > 0:
		return "asks: " + model.Visible(now.questions[0].Title), t.Warn
	case over(&it.card.Unit):
		return it.waits, t.Dim
	case it.trouble != "":
		return it.trouble, t.Bad
	case it.card.Turn.Asks != "" && it.card.Turn.Waits == "":
		return it.waits, t.Warn
	}
	return it.waits, t.Dim
}

// liveWords is a step that runs, and how far it is.
func (m *Model) liveWords(now *seen) string {
	words := wordsOf(now.deed.step).doing
	if spin := strings.TrimSpace(m.pulse.View(m.env.Theme)); spin != "" {
		words = spin + " " + words
	}
	if now.stopped {
		words += ", stopping"
	}
	if s, ok := now.step(); ok && s.State == recipe.StepRunning && s.Total > 0 {
		words += fmt.Sprintf(" %d of %d", s.Done, s.Total)
	}
	return words
}

// stripLines are the unit under the cursor in full.
func (m *Model) stripLines(width int) []string {
	it, ok := m.current()
	if !ok || !m.strip() {
		return nil
	}
	t := m.env.Theme
	out := make([]string, 1, stripRows)
	mates := members(&it.card.Unit)
	for i, mb := range mates {
		if i == 1 && len(mates) > 2 {
			out = append(out, " "+t.Dim.Render(fmt.Sprintf("and %d more members", len(mates)-1)))
			break
		}
		place := ""
		if mb.Path != "" {
			place = model.Visible(fmt.Sprintf("%s:%d", mb.Path, mb.Line))
		}
		left := " " + t.Strong.Render(kit.Numbers(mb.Number)) + " " + kit.Fit(t, kit.SeverityMark(t, model.Visible(mb.Severity)), severityWidth) + "  " + t.Text.Render(model.Visible(mb.Title))
		out = append(out, kit.Ends(t, left, t.Dim.Render(place)+" ", width))
	}
	out = append(out, " "+t.Dim.Render(kit.Cut(t, m.unitFacts(it), width-2)))
	words, style := m.stateOf(it)
	if it.next != "" && !m.isLive(it) && !strings.HasSuffix(words, "waits for "+it.next) {
		words = kit.Dots(t, words, "next: "+it.next)
	}
	for _, line := range firstLines(t, kit.Wrap(words, width-2), stripRows-len(out), width-2) {
		out = append(out, " "+style.Render(line))
	}
	return out
}

func (m *Model) isLive(it *item) bool {
	now := m.memory.look(it.card.Unit.ID)
	return now.live()
}

// unitFacts are where a unit lives and who works on it.
func (m *Model) unitFacts(it *item) string {
	u := &it.card.Unit
	branch := it.branchWords()
	if u.Branch.Target != "" {
		branch += " " + m.env.Theme.Glyph.Arrow + " " + model.Visible(u.Branch.Target)
	}
	facts := []string{branch}
	if u.Pull.Pull != 0 {
		facts = append(facts, fmt.Sprintf("pull request #%d", u.Pull.Pull))
	}
	if by := u.Implementer(); by != "" {
		facts = append(facts, "by "+model.Visible(rule.Who(by)))
	}
	if n := len(u.Rounds); n > 0 {
		facts = append(facts, fmt.Sprintf("round %d: %s", n, verdictWords(u.Rounds[n-1].Verdict.Verdict)))
	}
	if u.Checks != nil {
		facts = append(facts, "checks "+model.Visible(string(u.Checks.Answer.Color)))
	}
	return kit.Dots(m.env.Theme, facts...)
}

func verdictWords(verdict string) string {
	return strings.ToLower(strings.ReplaceAll(model.Visible(verdict), "_", " "))
}
