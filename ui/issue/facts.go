package issue

import (
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/lipgloss"
)

// labelWidth is the room of the names of facts.
const labelWidth = 10

// headLines are the title, the grades and the state.
func (m *Model) headLines(width int) []string {
	t, is := m.env.Theme, m.entry.Issue
	if is.Number == 0 {
		words := "Reading " + kit.Numbers(m.number)
		if m.fault != nil {
			words = kit.Numbers(m.number) + " could not be read. " + m.env.Keys.Key("refresh", "R") + " tries again."
		}
		return kit.Wrapped(words, width, t.Dim)
	}
	out := kit.Wrapped(model.Visible(is.Title), width, t.Strong)
	grades, state := gradeLine(t, &m.entry), t.Dim.Render(m.stateWords())
	if kit.Width(grades)+kit.Width(state)+3 <= width {
		out = append(out, kit.Ends(t, grades, state, width))
	} else {
		out = append(out, kit.Cut(t, grades, width), kit.Cut(t, state, width))
	}
	if doing := m.doing(); doing != "" {
		out = append(out, t.Accent.Render(doing+t.Glyph.Ellipsis))
	}
	return out
}

// stateWords are the state of the issue, its age and who filed it.
func (m *Model) stateWords() string {
	t, is, now := m.env.Theme, m.entry.Issue, m.env.Now()
	words := kit.Dots(t, string(is.State), kit.Age(now.Sub(is.CreatedAt)))
	if is.State == model.Closed && !is.ClosedAt.IsZero() {
		words = closedWords(is) + " " + kit.Ago(now.Sub(is.ClosedAt))
		if is.Author != "" { // beside the closing a name alone would be who closed it
			words = kit.Dots(t, words, "filed by "+model.Visible(is.Author))
		}
		return words
	}
	if is.Author != "" {
		words = kit.Dots(t, words, model.Visible(is.Author))
	}
	return words
}

// closedWords says how an issue was closed; what the queue calls declined is called so here.
func closedWords(is model.Issue) string {
	switch {
	case is.Declined():
		return "declined"
	case is.StateReason == model.NoReason:
		return "closed"
	}
	return "closed as " + model.Visible(strings.ReplaceAll(string(is.StateReason), "_", " "))
}

// gradeLine is the grades in words, the severity with its bar.
func gradeLine(t *theme.Theme, e *model.Entry) string {
	line := kit.SeverityMark(t, e.Grades.Severity)
	for _, axis := range model.Axes()[1:] {
		v := e.Grades.Get(axis)
		if v == "" {
			continue
		}
		if axis == model.Fold {
			v = "fold " + v
		}
		line += t.Faint.Render(t.Glyph.Dot) + t.Text.Render(model.Visible(v))
	}
	return line
}

// sheet is a list of facts, their names in a column.
type sheet struct {
	t     *theme.Theme
	width int
	lines []string
}

// put adds a fact; words that hold nothing add nothing.
func (s *sheet) put(name, words string, style lipgloss.Style) {
	if words == "" {
		return
	}
	for i, line := range kit.Wrap(model.Visible(words), s.width-labelWidth) {
		if i > 0 {
			name = ""
		}
		s.lines = append(s.lines, s.t.Dim.Render(kit.Fit(s.t, name, labelWidth))+style.Render(line))
	}
}

// factLines are what the body holds for machines, decoded, and what the queue
// says of the issue: what one must know before reading on.
func (m *Model) factLines(width int) []string {
	t, e := m.env.Theme, &m.entry
	if e.Issue.Number == 0 {
		return nil
	}
	s := sheet{t: t, width: width}
	s.put("Place", placeWords(e), t.Text)
	switch {
	case e.Moved != nil:
		s.put("", "lies at "+model.Key{Path: e.Moved.Path, Line: e.Moved.Line}.Location()+" now", t.Warn)
	case e.Stale:
		s.put("", "stale: the path is gone", t.Warn)
	}
	if !e.HasKey {
		s.put("Key", keyWords(e.Issue.Body), t.Warn)
	}
	if e.HasOrigin {
		s.put("Origin", e.Origin.Sentence(), t.Text)
	}
	s.put("Not next", exclusionWords(e), t.Text)
	if m.result != nil {
		s.put("", strings.Join(m.result.Notes, "; "), t.Warn)
	}
	return s.lines
}

// otherLines are the facts that can wait.
func (m *Model) otherLines(width int) []string {
	t, e := m.env.Theme, &m.entry
	if e.Issue.Number == 0 {
		return nil
	}
	s := sheet{t: t, width: width}
	if e.HasKey {
		s.put("Class", e.Key.Class, t.Text)
	}
	s.put("Labels", strings.Join(otherLabels(e.Issue.Labels), ", "), t.Text)
	if !e.Issue.CreatedAt.IsZero() {
		s.put("Filed", kit.Exact(e.Issue.CreatedAt, m.env.Now()), t.Text)
	}
	if !e.Issue.ClosedAt.IsZero() {
		s.put("Closed", kit.Exact(e.Issue.ClosedAt, m.env.Now()), t.Text)
	}
	return s.lines
}

// placeWords is where the finding lies.
func placeWords(e *model.Entry) string {
	switch {
	case e.Path == "":
		return "no code cited"
	case e.Line == 0:
		return e.Path
	}
	return model.Key{Path: e.Path, Line: e.Line}.Location()
}

// keyWords says what is wrong with the key of a body that has none.
func keyWords(body string) string {
	for _, line := range model.KeyLines(body) {
		if line.Err != nil {
			return "malformed: " + line.Err.Error()
		}
	}
	return "none: filed by hand"
}

// exclusionWords says why the issue is no candidate for being fixed next.
func exclusionWords(e *model.Entry) string {
	switch {
	case e.Excluded == model.InProgress:
		return "in progress"
	case e.Excluded == model.SpecParked && e.SpecActive:
		return "its spec is being written"
	case e.Excluded == model.SpecParked:
		return "parked until it has a spec"
	case e.Excluded == model.Investigating:
		return "a question is open"
	}
	return ""
}

// otherLabels are the labels that say no grade; the grades are shown above.
func otherLabels(labels []string) []string {
	var out []string
	for _, l := range labels {
		if _, _, ok := model.AxisOf(l); !ok {
			out = append(out, l)
		}
	}
	return out
}

// mateLines are the other members of the batch, with why it is one, and for each
// row whose it is.
func (m *Model) mateLines(width int) (lines []string, whose map[int]int) {
	t, batch := m.env.Theme, m.batch
	if len(batch) == 0 {
		return nil, nil
	}
	whose = map[int]int{}
	digits := 0
	for i := range batch {
		digits = max(digits, len(kit.Numbers(batch[i].Issue.Number)))
	}
	lines = []string{kit.Ends(t, t.Strong.Render("Batch"), t.Dim.Render(batchReason(&m.entry)), width)}
	for i := range batch {
		e := &batch[i]
		bar, style, number := " ", t.Text, t.Dim
		if i == m.picked {
			bar, style, number = t.Accent.Render(t.Glyph.Bar), t.Strong, t.Strong
		}
		grade := t.Severity(e.Grades.Severity).Render(t.Glyph.Severity) + t.Dim.Render(kit.Fit(t, e.Grades.Severity, 11))
		if e.Grades.Severity == "" {
			grade = t.Dim.Render(kit.Fit(t, " no severity", 12))
		}
		room := width - 1 - digits - 1 - 1 - kit.Width(grade)
		whose[len(lines)] = e.Issue.Number
		lines = append(lines, bar+number.Render(kit.FitRight(t, kit.Numbers(e.Issue.Number), digits))+" "+
			style.Render(kit.Fit(t, model.Visible(e.Issue.Title), room))+" "+grade)
	}
	if more := m.batchSize - len(batch); more > 0 {
		lines = append(lines, t.Dim.Render(" and "+strconv.Itoa(more)+" more"))
	}
	return lines, whose
}

// batchReason says why the issue is in its batch.
func batchReason(e *model.Entry) string {
	for _, a := range e.Annotations {
		if a.Kind == model.NoteBatch {
			_, reason, _ := strings.Cut(strings.Trim(a.Text(), "[]"), ": ")
			return model.Visible(reason)
		}
	}
	return ""
}
