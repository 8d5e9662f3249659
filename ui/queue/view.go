package queue

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

// View draws the screen.
func (m *Model) View() string {
	t := m.env.Theme
	lines := []string{m.header()}
	pane := kit.Pane{Styled: m.tabLine(), Foot: m.foot(), Width: m.listWidth, Height: m.size.Height - 1}
	body := pane.Render(t, m.listLines())
	if m.showsPreview() {
		body = kit.Beside(body, m.preview.render(m, m.size.Width-m.listWidth, m.size.Height-1))
	}
	return strings.Join(append(lines, body...), "\n")
}

// header is the first line: where one is, how many, how fresh.
func (m *Model) header() string {
	facts := ""
	if l := m.sources[tabOpen.show()].listing; l != nil {
		t := m.env.Theme
		facts = kit.Dots(t,
			strconv.Itoa(len(l.order[tabOpen]))+" open",
			strconv.Itoa(l.claimed)+" claimed",
			fmt.Sprintf("investigate %d/%d", l.questions, m.deps.Rules.InvestigateCap))
	}
	return kit.Header(m.env.Theme, m.deps.Place, facts, m.freshness(), m.size.Width)
}

// freshness says how old what is shown is, or what is being done about it.
func (m *Model) freshness() string {
	s := m.source()
	spin := strings.TrimSpace(s.spinner.View(m.env.Theme))
	switch {
	case spin != "" && s.step.State == recipe.StepWaiting:
		return spin + " waiting: " + model.Visible(s.step.Detail)
	case spin != "" && s.step.Total > 0:
		return fmt.Sprintf("%s loading pages %d of %d", spin, s.step.Done, s.step.Total)
	case spin != "":
		return spin + " loading"
	case s.fault != nil:
		return faultWords(s.fault, s.since.In(m.env.Now().Location()))
	case s.listing == nil:
		return ""
	}
	age := m.env.Now().Sub(s.listing.result.At)
	switch {
	case s.listing.result.Known:
		return "as of " + kit.Short(age) + " ago"
	case age >= time.Second:
		return "synced " + kit.Short(age) + " ago"
	}
	return "synced just now"
}

// faultWords is a failed read in a few words; the toast has the sentence.
func faultWords(err error, since time.Time) string {
	from := " since " + since.Format("15:04")
	fault, ok := errors.AsType[*model.Fault](err)
	switch {
	case !ok:
		return "not read" + from
	case fault.Kind == model.FaultOffline:
		return "offline" + from
	case fault.Kind == model.FaultNotSignedIn:
		return "not signed in"
	case fault.Kind == model.FaultRateLimited && !fault.Until.IsZero():
		return "rate limited until " + fault.Until.In(since.Location()).Format("15:04")
	case fault.Kind == model.FaultRateLimited:
		return "rate limited"
	}
	return "not read" + from
}

// tabLine is the pane's title: the three tabs, the present one by its pointer.
func (m *Model) tabLine() string {
	t := m.env.Theme
	var parts []string
	for at := range tabs {
		words := m.tabWords(at)
		if at == m.tab {
			parts = append(parts, t.Accent.Render(t.Glyph.Pointer)+t.Focus.Render(words))
			continue
		}
		parts = append(parts, " "+t.Dim.Render(words))
	}
	return strings.Join(parts, " ")
}

// tabWords is a tab's name, with how many it holds where that is known.
func (m *Model) tabWords(at tab) string {
	words := at.words()
	if l := m.sources[at.show()].listing; l != nil {
		words += " " + strconv.Itoa(len(l.order[at]))
	}
	return words
}

// tabAt gives the tab that is drawn at a cell of the title.
func (m *Model) tabAt(x int) (tab, bool) {
	left := 0
	for at := range tabs {
		width := kit.Width(m.tabWords(at)) + 1
		if x >= left && x < left+width {
			return at, true
		}
		left += width + 1
	}
	return 0, false
}

// foot is the list's lower edge: what is marked, else where one is.
func (m *Model) foot() string {
	if n := len(m.marked); n > 0 {
		return strconv.Itoa(n) + " marked"
	}
	if m.list.Cursor() < 0 {
		return ""
	}
	at, of := 0, 0
	for i, r := range m.rows {
		if r.item != nil {
			of++
			if i <= m.list.Cursor() {
				at++
			}
		}
	}
	return fmt.Sprintf("%d of %d", at, of)
}

// listTop is the screen line on which the list begins.
func (m *Model) listTop() int {
	return m.size.Height - 1 - m.listHeight()
}

// listLines is the inside of the list's pane.
func (m *Model) listLines() []string {
	width := m.listWidth - 2
	var lines []string
	if m.typing || !m.filter.empty() {
		lines = append(lines, m.filterLine(width))
	}
	lines = append(lines, m.hintLines(width)...)
	if len(m.rows) == 0 {
		return append(lines, m.emptyLines(width)...)
	}
	return append(lines, m.list.View(func(i int, selected bool) []string {
		return m.rowLines(i, selected, width)
	})...)
}

// filterLine is the filter as it is typed or as it stands.
func (m *Model) filterLine(width int) string {
	t := m.env.Theme
	found := ""
	if l := m.source().listing; l != nil && !m.filter.empty() {
		found = t.Faint.Render(fmt.Sprintf("%d of %d", len(m.filter.kept), len(l.order[m.tab]))) + " "
	}
	sign := " " + t.Accent.Render("/") + " "
	if !m.typing {
		return kit.Ends(t, sign+t.Strong.Render(m.field.Value()), found, width)
	}
	return sign + m.field.View(width-3-kit.Width(found)-1) + " " + found
}

// mostHint is how many cells of a hint are shown; what is typed may be long.
const mostHint = 160

// hintLines say what of the filter could not be understood, and what is known
// instead.
func (m *Model) hintLines(width int) []string {
	t := m.env.Theme
	var out []string
	if hints := m.filter.parsed.Hints; len(hints) > 0 {
		for _, line := range kit.Wrap(kit.Cut(t, hints[0], mostHint), width-4) {
			out = append(out, "   "+t.Warn.Render(line))
		}
	}
	return out
}

// emptyLines is what stands in place of the list when there is nothing to list.
func (m *Model) emptyLines(width int) []string {
	t := m.env.Theme
	s := m.source()
	words, more := "", ""
	switch {
	case s.listing == nil && s.fault != nil:
		words, more = "The issues could not be read.", m.env.Keys.Key("refresh", "R")+" tries again"
	case s.listing == nil && s.step.Total > 0:
		words = fmt.Sprintf("Reading the issues, page %d of %d", s.step.Done, s.step.Total)
		more = kit.Gauge(t, min(width-6, 40), s.step.Done, s.step.Total)
	case s.listing == nil && s.looked:
		words = "Reading the issues"
	case s.listing == nil:
	case !m.filter.empty():
		words, more = "Nothing matches.", m.env.Keys.Key("back", "esc")+" drops the filter"
	case m.tab == tabOpen:
		words, more = "No open debt.", m.env.Keys.Key("file", "f")+" files a finding"
	case m.tab == tabDeclined:
		words = "Nothing was declined."
	default:
		words = "Nothing was closed."
	}
	if words == "" {
		return nil
	}
	out := []string{""}
	for _, line := range kit.Wrap(words, width-6) {
		out = append(out, "   "+t.Text.Render(line))
	}
	return append(out, "   "+t.Dim.Render(more))
}
