package recipe

import (
	"strings"

	"gh-debt/model"
)

// gradeQuestion is what is asked of an axis.
func gradeQuestion(axis model.Axis) string {
	switch axis {
	case model.Severity:
		return "How severe is it?"
	case model.Footprint:
		return "How far does the fix reach?"
	case model.Difficulty:
		return "How much design does the fix need?"
	case model.Fold:
		return "Does the repair's cost lie in the change around it?"
	case model.Audience:
		return "Who can see the defect?"
	}
	return ""
}

// label asks about a label of the axis whose value does not exist.
func (t triage) label(e model.Entry, axis model.Axis, found problems) []TriageItem {
	code, message, ok := found.take(model.Code(axis) + "-value")
	if !ok {
		return nil
	}
	it := item(TriageLabel, e, "Does the label go?", message)
	it.Code, it.Axis = code, axis
	if bad := badLabels(e.Issue.Labels, axis); len(bad) > 0 {
		it.Answers = []TriageAnswer{{
			Value: "drop", Text: "take " + strings.Join(bad, ", ") + " away", Edit: model.LabelEdit{Remove: bad},
			Repair: &RepairInput{Number: e.Issue.Number, Kind: RepairLabel, Labels: bad},
		}}
	}
	return []TriageItem{it}
}

// grade asks for the value of an axis that holds none although it should, or
// that holds several.
func (t triage) grade(e model.Entry, axis model.Axis, found problems) []TriageItem {
	held := heldValues(e.Issue.Labels, axis)
	code, message, ok := found.take(model.Code(axis) + "-count")
	switch {
	case ok && len(held) == 1:
		return nil // beside a bad label, which is asked about by itself
	case ok:
	case axis == model.Severity && len(held) == 0:
		message = "there is no severity that counts"
	case axis == model.Difficulty && len(held) == 0 && !e.Question:
		message = "there is no difficulty label; read the cited code and grade the fix"
	default:
		return nil
	}
	it := item(TriageGrade, e, gradeQuestion(axis), message)
	it.Code, it.Axis, it.Rubric = code, axis, model.Rubric(axis)
	it.Answers = regrades(e, axis)
	if len(held) > 1 && axis != model.Severity && !(axis == model.Audience && t.rules.AudienceRequired) {
		it.Answers = append(it.Answers, regrade(e, axis, ""))
	}
	return []TriageItem{it}
}

// heldValues are the values of the axis that the labels say, without repeats.
func heldValues(labels []string, axis model.Axis) []string {
	var held []string
	for _, l := range labels {
		if a, v, ok := model.AxisOf(l); ok && a == axis && !hasFold(held, v) {
			held = append(held, v)
		}
	}
	return held
}

// regrades gives one answer for each value of the axis, with the rubric's words.
func regrades(e model.Entry, axis model.Axis) []TriageAnswer {
	words := map[string]string{}
	for _, row := range model.Rubric(axis) {
		words[row.Value] = row.Text
	}
	var out []TriageAnswer
	for _, v := range model.Values(axis) {
		a := regrade(e, axis, v)
		a.Text = words[v]
		out = append(out, a)
	}
	return out
}

// regrade is the answer that gives the axis a value; "" takes it away. Leaving
// investigate asks for the answer, entering it for the question.
func regrade(e model.Entry, axis model.Axis, value string) TriageAnswer {
	changes := map[model.Axis]string{axis: value}
	a := TriageAnswer{
		Value: value, Text: "none of them",
		Regrade: &RegradeInput{
			Numbers: []int{e.Issue.Number}, Changes: changes,
			Seen: map[int]model.Grades{e.Issue.Number: e.Grades},
		},
	}
	if value == "" {
		a.Value = "none"
	}
	// An edit that the label ceiling stands against is told by the dry run.
	if edit, err := model.PlanRegrade(e.Issue.Labels, nil, changes); err == nil {
		a.Edit = edit
	}
	if axis != model.Severity {
		return a
	}
	switch {
	case value == model.Investigate && !e.Question:
		a.Asks = []TriageField{AskQuestion, AskSettledBy}
		a.Body = "the research block is added"
	case value != model.Investigate && e.Question:
		a.Asks = []TriageField{AskAnswer}
		a.Body = "the answer takes the research block's place"
	}
	return a
}
