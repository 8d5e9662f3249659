package queue

import (
	"slices"
	"strings"
	"time"

	"gh-debt/model"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"
)

// lines are all lines of the preview.
func (p *preview) lines(m *Model) []string {
	t, e := m.env.Theme, p.item.entry
	var out []string
	for _, line := range kit.Wrap(p.item.title, p.width) {
		out = append(out, t.Strong.Render(line))
	}
	where := "no code cited"
	if e.Path != "" {
		where = model.Visible(place(e))
	}
	now := m.env.Now()
	state := kit.Dots(t, "open", kit.Age(now.Sub(e.Issue.CreatedAt)))
	if e.Issue.State == model.Closed {
		state = closedWords(e) + " " + kit.Ago(now.Sub(e.Issue.ClosedAt))
	}
	if kit.Width(where)+kit.Width(state)+3 > p.width {
		out = append(out, t.Dim.Render(kit.CutFront(t, where, p.width)), t.Dim.Render(state))
	} else {
		out = append(out, kit.Ends(t, t.Dim.Render(where), t.Dim.Render(state), p.width))
	}
	out = append(out, kit.Cut(t, gradeLine(t, e), p.width))
	for _, note := range noteLines(e) {
		out = append(out, kit.Wrapped(note, p.width, t.Dim)...)
	}
	out = append(out, p.codeLines()...)
	out = append(out, bodyLines(t, e.Issue.Body, p.width)...)
	return append(out, p.historyLines(t, now)...)
}

// place is where the finding lies: moved, keyed or cited.
func place(e *model.Entry) string {
	if e.Line == 0 {
		return e.Path
	}
	return model.Key{Path: e.Path, Line: e.Line}.Location()
}

// gradeLine is the grades in words, the severity with its bar.
func gradeLine(t *theme.Theme, e *model.Entry) string {
	line := kit.SeverityMark(t, e.Grades.Severity)
	for _, axis := range model.Axes()[1:] {
		if v := e.Grades.Get(axis); v != "" {
			if axis == model.Fold {
				v = "fold " + v
			}
			line += t.Faint.Render(t.Glyph.Dot) + t.Text.Render(v)
		}
	}
	return line
}

// noteLines are the annotations in full that the grades do not say already.
func noteLines(e *model.Entry) []string {
	var out []string
	for _, a := range e.Annotations {
		switch a.Kind {
		case model.NoteDifficulty, model.NoteFold, model.NoteInvestigate:
		case model.NoteBatch:
			out = append(out, batchWords(e)+": "+model.Visible(batchReason(a)))
		default:
			out = append(out, model.Visible(strings.Trim(a.Text(), "[]")))
		}
	}
	return out
}

// batchReason is what an annotation says of why its batch is one.
func batchReason(a model.Annotation) string {
	_, reason, _ := strings.Cut(strings.Trim(a.Text(), "[]"), ": ")
	return reason
}

func (p *preview) codeLines() []string {
	read, ok := p.excerpts[p.item.number]
	if !ok || read.err != nil && len(read.excerpt.Lines) == 0 {
		return nil
	}
	return append([]string{""}, p.code.Cited(read.excerpt, p.width, codeAround)...)
}

// historyLines are the changes of the grades, the newest first as on the issue's
// own screen.
func (p *preview) historyLines(t *theme.Theme, now time.Time) []string {
	read, ok := p.histories[p.item.number]
	if !ok || read.err != nil {
		return nil
	}
	type line struct {
		at    time.Time
		words string
	}
	var lines []line
	for _, axis := range read.history.Axes {
		for _, c := range axis.Changes {
			if c.From == "" && len(axis.Changes) == 1 {
				continue // set once, at the filing: no history yet
			}
			words := model.Change{From: c.From, To: c.To}.Sentence()
			if axis.Axis != model.Severity {
				words = string(axis.Axis) + " " + words
			}
			who := kit.Short(now.Sub(c.At)) + " ago"
			if c.Actor != "" {
				who += " by " + model.Visible(c.Actor)
			}
			lines = append(lines, line{c.At, kit.Ends(t, t.Text.Render(words), t.Dim.Render(who), p.width)})
		}
	}
	if len(lines) == 0 {
		return nil
	}
	slices.SortStableFunc(lines, func(a, b line) int { return b.at.Compare(a.at) })
	out := []string{"", t.Strong.Render("History")}
	for _, l := range lines {
		out = append(out, l.words)
	}
	return out
}

// bodyLines is a body for a quick look: the machine's lines left out, headings
// strong, the rest as it is. The issue's own screen renders it as Markdown.
func bodyLines(t *theme.Theme, body string, width int) []string {
	if len(body) > previewBytes {
		body = body[:previewBytes]
	}
	var out []string
	blank, under := true, false // an empty line came before; a heading did
	for _, line := range strings.Split(model.VisibleText(body), "\n") {
		line = strings.TrimRight(line, " \t")
		heading := strings.TrimLeft(line, "#")
		switch {
		case strings.HasPrefix(line, "<!--") || strings.HasPrefix(line, "`") && strings.HasSuffix(line, "`") && !strings.Contains(line, " "):
			continue
		case line == "":
			blank = true
			continue
		case heading != line && strings.HasPrefix(heading, " "):
			out = append(out, "", t.Strong.Render(kit.Cut(t, strings.TrimSpace(heading), width)))
			blank, under = false, true
			continue
		}
		if blank && !under {
			out = append(out, "")
		}
		blank, under = false, false
		out = append(out, kit.Wrapped(strings.ReplaceAll(strings.ReplaceAll(line, "**", ""), "\t", "    "), width, t.Text)...)
	}
	return out
}
