package filing

import (
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
	"gh-debt/ui/theme"

	"github.com/charmbracelet/lipgloss"
)

// postView is the last step: the exact post at the left, the steps of the filing
// at the right; narrow, the steps take the place of the post once it runs.
func (m *Model) postView() []string {
	height := m.size.Height - 1
	if m.beside() {
		width := max(besideLeft, m.size.Width*58/100)
		return kit.Beside(m.postPane(width, height), m.stepsPane(m.size.Width-width, height))
	}
	if m.step == reviewing {
		return m.postPane(m.size.Width, height)
	}
	return m.stepsPane(m.size.Width, height)
}

// postPane shows title, labels and body, to the letter.
func (m *Model) postPane(width, height int) []string {
	t := m.env.Theme
	pane := kit.Pane{Title: "What will be filed", Width: width, Height: height, Focused: m.step == reviewing}
	inner, rows := pane.Inside()
	lines := m.postLines(inner - 2)
	if m.step != ended || m.beside() {
		m.scroll.SetHeight(rows)
		m.scroll.SetLines(lines)
		lines = m.scroll.View()
	}
	if !m.scroll.Fits() {
		pane.Foot = t.Glyph.Up + t.Glyph.Down + " more"
	}
	return pane.Render(t, lines)
}

func (m *Model) postLines(width int) []string {
	t := m.env.Theme
	finding, ok := m.post()
	if !ok {
		return nil
	}
	out := []string{""}
	for _, line := range kit.Wrap(model.Visible(finding.Title), width) {
		out = append(out, " "+t.Strong.Render(line))
	}
	missing, _ := m.oddLabels()
	line := ""
	for _, l := range m.shownLabels() {
		word := l
		for _, lacks := range missing {
			if strings.EqualFold(lacks, l) {
				word += " (new)"
			}
		}
		if line != "" && kit.Width(line)+kit.Width(word)+2 > width {
			out, line = append(out, " "+t.Dim.Render(line)), ""
		}
		if line != "" {
			line += "  "
		}
		line += word
	}
	out = append(out, " "+t.Dim.Render(line), "")
	for _, raw := range strings.Split(strings.TrimRight(finding.Body(), "\n"), "\n") {
		style := bodyStyle(t, raw)
		for _, line := range kit.Wrap(strings.ReplaceAll(model.VisibleText(raw), "\t", "    "), width) {
			out = append(out, " "+style.Render(line))
		}
	}
	return out
}

// bodyStyle lets the lines for programs step back and headings stand out.
func bodyStyle(t *theme.Theme, line string) lipgloss.Style {
	switch {
	case strings.HasPrefix(line, "<!--"):
		return t.Faint
	case strings.HasPrefix(line, "#"):
		return t.Strong
	}
	return t.Text
}

// stepsPane shows the steps, and at the end what they came to.
func (m *Model) stepsPane(width, height int) []string {
	t := m.env.Theme
	pane := kit.Pane{Title: m.stepsTitle(), Width: width, Height: height, Focused: m.step != reviewing}
	inner, rows := pane.Inside()
	lines := []string{""}
	if m.step == ended {
		lines = append(lines, m.endLines(inner-2)...)
		lines = append(lines, "")
	}
	lines = append(lines, m.stepLines(inner-2)...)
	if m.step == ended && !m.beside() {
		m.scroll.SetHeight(rows)
		m.scroll.SetLines(lines)
		if !m.scroll.Fits() {
			pane.Foot = t.Glyph.Up + t.Glyph.Down + " more"
		}
		lines = m.scroll.View()
	}
	return pane.Render(t, lines)
}

func (m *Model) stepsTitle() string {
	switch m.step {
	case reviewing:
		return "Steps"
	case ended:
		return "Not filed"
	case filedStep:
		return "Filed"
	}
	if m.run.stopped {
		return "Stopping"
	}
	return "Filing"
}

// stepLines draws each step with its sign and, at the right, its detail.
func (m *Model) stepLines(width int) []string {
	t := m.env.Theme
	steps := m.run.steps
	if m.step == reviewing {
		steps = nil
		for _, name := range recipe.FileSteps() {
			steps = append(steps, recipe.Step{Name: name})
		}
	}
	var out []string
	for _, s := range steps {
		sign, style := t.Faint.Render(t.Glyph.Timeline), t.Faint
		switch s.State {
		case recipe.StepRunning, recipe.StepWaiting:
			sign, style = strings.TrimSpace(m.run.spinner.View(t)), t.Text
			if sign == "" {
				sign = t.Accent.Render(t.Glyph.Wait)
			}
		case recipe.StepDone:
			sign, style = t.Good.Render(t.Glyph.Check), t.Text
		case recipe.StepFailed:
			sign, style = t.Bad.Render(t.Glyph.Cross), t.Text
		case recipe.StepSkipped:
			sign, style = t.Faint.Render("-"), t.Faint
		}
		detail := t.Dim.Render(kit.Cut(t, model.Visible(stepDetail(s)), max(width-kit.Width(s.Name)-5, 0)))
		out = append(out, kit.Ends(t, " "+sign+" "+style.Render(s.Name), detail, width))
	}
	return out
}

// stepDetail is what a step has to say, and how far it is.
func stepDetail(s recipe.Step) string {
	switch {
	case s.State == recipe.StepFailed:
		return "" // the end says it in full
	case s.State == recipe.StepRunning && s.Total > 0:
		return s.Detail + " " + count(s.Done, s.Total)
	case s.State == recipe.StepSkipped:
		return "not needed"
	}
	return s.Detail
}
