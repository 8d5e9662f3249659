package regrade

import (
	"gh-debt/model"
	"gh-debt/recipe"
)

// changes are the axes that get another value on at least one issue.
func (m *Model) changes() map[model.Axis]string {
	out := map[model.Axis]string{}
	for axis, value := range m.wanted {
		if m.counted().values[axis][value] < len(m.issues) {
			out[axis] = value
		}
	}
	return out
}

// underInvestigation reports whether the issue carries severity:investigate,
// whatever else the axis holds.
func underInvestigation(is model.Issue) bool {
	return is.HasLabel(model.LabelFor(model.Severity, model.Investigate))
}

// leaves reports whether the change takes an issue out of its investigation.
func (m *Model) leaves() bool {
	to, ok := m.changes()[model.Severity]
	return ok && to != model.Investigate && m.counted().investigated
}

// enters reports whether the change opens an investigation whose question is not
// in the body yet.
func (m *Model) enters() bool {
	to, ok := m.changes()[model.Severity]
	return ok && to == model.Investigate && m.lackQuestion()
}

func lacksQuestion(is model.Issue) bool {
	blocks := model.FindResearch(is.Body)
	return len(blocks) != 1 || blocks[0].Question == "" || blocks[0].SettledBy == ""
}

// parts are what can have the focus, in order.
func (m *Model) parts() []part {
	var out []part
	for i := range m.axes() {
		out = append(out, part(i))
	}
	switch {
	case m.leaves():
		out = append(out, partAnswer)
	case m.enters():
		out = append(out, partQuestion, partSettled)
	}
	return out
}

// edit is one thing that will happen to an issue.
type edit struct {
	adds  bool
	words string
}

// planned is what will happen to an issue, as far as is known here: the recipe
// reads the issue again before it writes.
func (m *Model) planned(is model.Issue) ([]edit, error) {
	changes := m.changes()
	plan, err := model.PlanRegrade(is.Labels, nil, changes)
	if err != nil {
		return nil, err
	}
	var out []edit
	for _, l := range plan.Add {
		out = append(out, edit{true, model.Visible(l)})
	}
	for _, l := range plan.Remove {
		out = append(out, edit{false, model.Visible(l)})
	}
	to, touches := changes[model.Severity]
	switch blocks := len(model.FindResearch(is.Body)); {
	case touches && to != model.Investigate && underInvestigation(is):
		out = append(out, edit{true, "answer, in the failure mode"})
		if blocks > 0 {
			out = append(out, edit{false, "research block"})
		}
	case touches && to == model.Investigate && lacksQuestion(is):
		out = append(out, edit{true, "research block"})
	}
	return out, nil
}

// lacking says what has to be written before the change can be applied, and
// where; "" when nothing has.
func (m *Model) lacking() (part, string) {
	switch {
	case m.leaves():
		if v := model.CheckAnswer(m.answer.Value()); v.Level == model.Wrong {
			return partAnswer, "first say what was found out: " + v.Text
		}
	case m.enters():
		research := model.Research{Question: m.question.Value(), SettledBy: m.settled.Value()}
		for i, v := range model.CheckResearchFields(model.Grades{Severity: model.Investigate}, research) {
			if v.Level == model.Wrong {
				return partQuestion + part(i), v.Text
			}
		}
	}
	return 0, ""
}

// input is the change as the recipe takes it, with the grades that were seen.
func (m *Model) input(dry bool) recipe.RegradeInput {
	in := recipe.RegradeInput{Numbers: m.numbers(), Changes: m.changes(), Seen: map[int]model.Grades{}, DryRun: dry}
	for _, is := range m.issues {
		in.Seen[is.Number] = model.ReadGrades(is.Labels)
	}
	if m.leaves() {
		in.Answer = m.answer.Value()
	}
	if m.enters() {
		in.Research = model.Research{Question: m.question.Value(), SettledBy: m.settled.Value()}
	}
	return in
}
