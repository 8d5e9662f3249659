package filing

import (
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
)

// title is the title as it will be filed; until a person has written one it
// follows the failure mode.
func (m *Model) title() string { return strings.TrimSpace(m.form.text(fieldTitle)) }

// post is what would be filed; false while there is no key to file it under.
func (m *Model) post() (model.Finding, bool) {
	in := m.form.finding()
	path := in.Path
	if m.place.stage == found && m.place.result.Problem == "" {
		path = m.place.result.Path // as the tree has it
	}
	key, err := model.NewKey(m.class(), path, in.Line)
	if err != nil {
		return model.Finding{}, false
	}
	return model.Finding{
		Key: key, Origin: m.origin, Title: m.title(), FailureMode: in.FailureMode, Fix: in.Fix, Grades: in.Grades(),
		Research: model.Research{Question: in.Question, SettledBy: in.SettledBy},
	}, true
}

// postLabels are the labels that would be filed, in the vocabulary's spelling.
func (m *Model) postLabels() []string {
	return model.Finding{Grades: m.form.grades}.Labels(m.deps.Rules)
}

// shownLabels are the same in the repository's spelling, where that is known.
func (m *Model) shownLabels() []string {
	labels := m.postLabels()
	for i, name := range labels {
		for _, row := range m.labels.result {
			if strings.EqualFold(row.Name, name) && row.Spelled != "" {
				labels[i] = row.Spelled
			}
		}
	}
	return labels
}

// sent is the finding as it is filed: without the research of who has graded it
// otherwise since, which the form keeps out of sight.
func (f *form) sent() recipe.FindingInput {
	in := f.finding()
	if in.Severity != model.Investigate {
		in.Question, in.SettledBy = "", ""
	}
	return in
}
