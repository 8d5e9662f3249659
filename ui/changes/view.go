package changes

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"

	"github.com/charmbracelet/lipgloss"
)

const (
	timeWidth = 5  // 14:02
	opWidth   = 10 // taken back
)

// View draws the screen.
func (m *Model) View() string {
	t := m.env.Theme
	facts := ""
	if n := len(m.entries); n == most {
		facts = "the last " + strconv.Itoa(n) + " changes from this clone"
	} else if n > 0 {
		facts = model.Counted(n, "change", "changes") + " from this clone"
	}
	header := kit.Header(t, m.deps.Place, facts, "", m.size.Width)
	foot := ""
	if at := m.place(); at > 0 {
		foot = fmt.Sprintf("%d of %d", at, len(m.entries))
	}
	pane := kit.Pane{Title: "Changes", Foot: foot, Width: m.size.Width, Height: m.size.Height - 1, Focused: true}
	return strings.Join(append([]string{header}, pane.Render(t, m.lines())...), "\n")
}

// place is which of the entries the cursor is on, from 1.
func (m *Model) place() int {
	at := 0
	for i, r := range m.rows {
		if r.entry == nil {
			continue
		}
		if at++; i == m.list.Cursor() {
			return at
		}
	}
	return 0
}

// listHeight is how many lines the list may take.
func (m *Model) listHeight() int {
	if m.damaged > 0 {
		return m.size.Height - 5
	}
	return m.size.Height - 3
}

func (m *Model) lines() []string {
	t := m.env.Theme
	width := m.size.Width - 2
	if len(m.rows) == 0 {
		words, more := "Nothing was changed from this clone yet.", "Filings, re-grades, declines and repairs will be listed here."
		switch {
		case m.fault != nil:
			words, more = "The log could not be read.", m.env.Keys.Key("refresh", "R")+" tries again"
		case !m.read:
			return nil
		}
		out := []string{"", "   " + t.Text.Render(kit.Cut(t, words, width-4))}
		for _, line := range kit.Wrap(more, width-6) {
			out = append(out, "   "+t.Dim.Render(line))
		}
		return out
	}
	out := m.list.View(func(i int, selected bool) []string {
		r := m.rows[i]
		if r.entry != nil {
			return m.entryLines(r.entry, selected, width)
		}
		day := kit.Ends(t, " "+t.Strong.Render(m.dayWords(r.day)), t.Faint.Render(r.day)+" ", width)
		if i == 0 {
			return []string{day}
		}
		return []string{"", day}
	})
	if m.damaged > 0 {
		for len(out) < m.listHeight() {
			out = append(out, "")
		}
		words := "1 line of the log could not be read and was left as it is"
		if m.damaged > 1 {
			words = strconv.Itoa(m.damaged) + " lines of the log could not be read and were left as they are"
		}
		out = append(out, "", " "+t.Warn.Render(kit.Cut(t, words, width-2)))
	}
	return out
}

// dayWords is a day as people say it.
func (m *Model) dayWords(day string) string {
	now := m.env.Now()
	at, err := time.ParseInLocation(time.DateOnly, day, now.Location())
	if err != nil {
		return day
	}
	switch day {
	case now.Format(time.DateOnly):
		return "Today"
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return "Yesterday"
	}
	if days := int(now.Sub(at).Hours() / 24); days > 1 && days < 7 {
		return at.Weekday().String()
	}
	return kit.Long(now.Sub(at)) + " ago"
}

// entryLines draws a change: when, what, which issue, by whom, and under it the
// edits and what became of it.
func (m *Model) entryLines(e *recipe.LogEntry, selected bool, width int) []string {
	t := m.env.Theme
	bar, title := " ", t.Text
	if selected {
		bar, title = t.Accent.Render(t.Glyph.Bar), t.Strong
	}
	by := model.Visible(e.By)
	byWidth := min(kit.Width(by), 16)
	at := e.At.In(m.env.Now().Location()).Format("15:04")
	room := width - 2 - timeWidth - 2 - opWidth - 2 - m.digits - 1 - 2 - byWidth - 1
	number := ""
	if e.Number > 0 {
		number = kit.Numbers(e.Number)
	}
	first := " " + bar + t.Dim.Render(at) + "  " + title.Render(kit.Fit(t, opWords(e.Op), opWidth)) + "  " +
		t.Dim.Render(kit.FitRight(t, number, m.digits)) + " " + title.Render(kit.Fit(t, model.Visible(e.Title), room)) +
		"  " + t.Dim.Render(kit.FitRight(t, by, byWidth)) + " "
	details := m.details(e)
	if len(details) == 0 {
		return []string{first}
	}
	indent := timeWidth + 2 + opWidth + 2
	var words []string
	for _, d := range details {
		words = append(words, d.style.Render(d.words))
	}
	return []string{first, " " + bar + kit.Spaces(indent) + kit.Cut(t, strings.Join(words, "  "), width-indent-3)}
}

// opWords is what was done, in the past.
func opWords(op recipe.Op) string {
	switch op {
	case recipe.OpFile:
		return "filed"
	case recipe.OpRegrade:
		return "re-graded"
	case recipe.OpDecline:
		return "declined"
	case recipe.OpUndo:
		return "taken back"
	case recipe.OpRepair:
		return "repaired"
	case recipe.OpPublish:
		return "published"
	case recipe.OpTwin:
		return "twin"
	}
	return model.Visible(string(op))
}

// detail is one thing to know of a change.
type detail struct {
	words string
	style lipgloss.Style
}

// details are the edits of a change and what became of it.
func (m *Model) details(e *recipe.LogEntry) []detail {
	t := m.env.Theme
	var out []detail
	add := func(style lipgloss.Style, words string) { out = append(out, detail{model.Visible(words), style}) }
	switch recipe.ChangeOutcome(e.Outcome) {
	case recipe.Changed, recipe.ChangeOutcome(recipe.OutcomeFiled), "":
	case recipe.Failed:
		add(t.Bad, t.Glyph.Cross+" failed")
	default:
		add(t.Warn, e.Outcome)
	}
	if m.taken[groupIssue{e.Group, e.Number}] {
		add(t.Warn, "taken back since")
	}
	if e.Error != "" {
		add(t.Text, e.Error)
	}
	for _, l := range e.Added {
		add(t.Good, t.Glyph.Plus+" "+l)
	}
	for _, l := range e.Removed {
		add(t.Dim, t.Glyph.Minus+" "+l)
	}
	if e.NewBody != nil || e.Withheld {
		add(t.Dim, "body edited")
	}
	if e.Closed != "" {
		add(t.Dim, "closed as "+strings.ReplaceAll(string(e.Closed), "_", " "))
	}
	if e.Reopened {
		add(t.Dim, "reopened")
	}
	if key, err := model.ParseInner(e.Key); err == nil {
		add(t.Dim, key.Location())
	}
	return out
}
