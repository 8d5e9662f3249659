package filing

import (
	"errors"
	"fmt"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
	"gh-debt/ui/kit"
)

func count(done, total int) string { return fmt.Sprintf("%d of %d", done, total) }

// endLines say why the finding is not filed, and what can be done now.
func (m *Model) endLines(width int) []string {
	t := m.env.Theme
	var out []string
	say := func(sign, words string, style func(...string) string) {
		for _, line := range signed(sign, model.Visible(words), style, width-1) {
			out = append(out, " "+line)
		}
	}
	cross, note := t.Bad.Render(t.Glyph.Cross), t.Warn.Render("!")
	for _, words := range m.reasons() {
		say(cross, words, t.Text.Render)
	}
	for _, f := range m.run.result.Findings {
		if m.run.result.Outcome != recipe.OutcomeRefused {
			say(note, f.Message, t.Text.Render)
		}
	}
	out = append(out, "")
	for _, words := range m.waysOut() {
		for _, line := range kit.Wrap(words, width-1) {
			out = append(out, " "+t.Dim.Render(line))
		}
	}
	return out
}

// reasons are what stood against the filing.
func (m *Model) reasons() []string {
	res := m.run.result
	switch {
	case m.run.err != nil && m.run.stopped:
		return []string{"stopped: " + m.run.err.Error()}
	case m.run.err != nil:
		return []string{m.run.err.Error()}
	case res.Outcome == recipe.OutcomeRefused:
		var out []string
		for _, f := range res.Findings {
			out = append(out, inWords(f.Message))
		}
		return out
	}
	words := fmt.Sprintf("it is open already as #%d; nothing was created", res.Number)
	switch {
	case res.Outcome == recipe.OutcomeDeclined:
		words = fmt.Sprintf("it was declined as #%d; nothing was created", res.Number)
	case res.Source == model.SourceMoved:
		words = fmt.Sprintf("it is #%d, which moved here; nothing was created", res.Number)
	}
	if m.run.has(recipe.CodeTwin) {
		words = fmt.Sprintf("it is #%d", res.Number)
	}
	return []string{words}
}

// inWords says with a key of this screen what a recipe says with a flag.
func inWords(message string) string {
	message = strings.ReplaceAll(message, "file it with --new", "file it as a new one")
	return strings.ReplaceAll(message, "a person who judges it harmless files it with --not-security", "judge whether it is harmless before you file it")
}

// waysOut say what can be done now, in sentences; the keys stand in the footer.
func (m *Model) waysOut() []string {
	var out []string
	if fault, ok := errors.AsType[*model.Fault](m.run.err); ok && fault.Hint != "" {
		out = append(out, model.Visible(fault.Hint))
	}
	if usage, ok := errors.AsType[*recipe.UsageError](m.run.err); ok && usage.Hint != "" {
		out = append(out, model.Visible(usage.Hint))
	}
	if m.whyNotLocal() == "" {
		out = append(out, m.env.Keys.Key("keep-local", "e")+" keeps it in the embedded tracker of this clone; gh debt publish files it later")
	}
	if n, ok := m.lookalike(); ok {
		out = append(out, fmt.Sprintf("%s looks at #%d", m.env.Keys.Key("look", "g"), n))
	}
	if m.whyNotNew() == "" {
		out = append(out, m.env.Keys.Key("another", "n")+" files it as a new finding")
	}
	if m.whyNotHarmless() == "" {
		out = append(out, m.env.Keys.Key("harmless", "s")+" files it after you have judged it harmless")
	}
	return append(out, "the text is kept; "+m.env.Keys.Key("back", "esc")+" goes back to the form")
}
