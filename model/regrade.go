package model

import (
	"fmt"
	"slices"
	"strings"
)

// MaxLabels is how many labels GitHub lets an issue carry.
const MaxLabels = 100

// LabelEdit is a change of an issue's labels by single additions and removals,
// the additions to be sent first (section 9).
type LabelEdit struct {
	Add    []string // spelled as the repository spells them
	Remove []string // spelled as the issue carries them
}

// Empty reports whether there is nothing to do.
func (e LabelEdit) Empty() bool { return len(e.Add) == 0 && len(e.Remove) == 0 }

// GradeError says that a change names an axis or a value that there is not.
type GradeError struct {
	Axis   Axis
	Value  string
	Reason string // one sentence with the way out
}

// Error is the sentence.
func (e *GradeError) Error() string { return e.Reason }

// LabelLimitError says that the additions, which come first, would carry an issue
// over MaxLabels. Nothing has been sent. Edit is the whole edit: who is told to
// may send its removals first.
type LabelLimitError struct {
	Have int
	Edit LabelEdit
}

// Error is one sentence with the way out.
func (e *LabelLimitError) Error() string {
	return fmt.Sprintf("the issue carries %d labels and %d more would pass GitHub's limit of %d; take a label off the issue first",
		e.Have, len(e.Edit.Add), MaxLabels)
}

// CheckGrade says whether an axis may be given a value; the empty value takes an
// optional axis away. It returns nil or a *GradeError.
func CheckGrade(a Axis, value string) error {
	values := Values(a)
	if values == nil {
		return &GradeError{Axis: a, Value: value, Reason: fmt.Sprintf("there is no axis %s; the axes are %s%s",
			quoted(string(a)), orList(axisNames(), "and"), suggestion(string(a), axisNames()))}
	}
	if value == "" && a == Severity {
		return &GradeError{Axis: a, Reason: "severity cannot be taken away; give it one of " + orList(values, "or")}
	}
	if value != "" && !slices.Contains(values, value) {
		return &GradeError{Axis: a, Value: value, Reason: fmt.Sprintf("%s has no value %s; it is %s%s",
			a, quoted(value), orList(values, "or"), suggestion(value, values))}
	}
	return nil
}

func axisNames() []string {
	var names []string
	for _, a := range Axes() {
		names = append(names, string(a))
	}
	return names
}

// suggestion is the tail of a sentence about a misspelled word.
func suggestion(word string, known []string) string {
	if near, ok := Nearest(word, known); ok {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// orList joins words as people do: a, b or c.
func orList(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}

// PlanRegrade gives the label edit that takes an issue with these labels to the
// changed grades. Of each axis that changes, the value's label is added unless
// the issue carries it, in a former spelling too, and every other label of the
// axis is removed; so a second value, or a former spelling beside today's, goes
// as well. The empty value takes an optional axis away. Labels outside the
// vocabulary are never touched, one with an unknown value of the axis included.
//
// spelled maps the lower-case name of a label to the repository's spelling; it
// may be nil. The error is a *GradeError or a *LabelLimitError.
func PlanRegrade(labels []string, spelled map[string]string, changes map[Axis]string) (LabelEdit, error) {
	for _, a := range sortedAxes(changes) {
		if err := CheckGrade(a, changes[a]); err != nil {
			return LabelEdit{}, err
		}
	}
	var edit LabelEdit
	for _, a := range Axes() {
		if value, ok := changes[a]; ok {
			edit.axis(labels, spelled, a, value)
		}
	}
	if have := len(labels); len(edit.Add) > 0 && have+len(edit.Add) > MaxLabels {
		return LabelEdit{}, &LabelLimitError{Have: have, Edit: edit}
	}
	return edit, nil
}

func sortedAxes(changes map[Axis]string) []Axis {
	axes := make([]Axis, 0, len(changes))
	for a := range changes {
		axes = append(axes, a)
	}
	slices.Sort(axes)
	return axes
}

func (e *LabelEdit) axis(labels []string, spelled map[string]string, a Axis, value string) {
	keep := -1 // the label that says the value already, today's spelling before a former one
	for i, l := range labels {
		axis, has, ok := AxisOf(l)
		if !ok || axis != a || has != value {
			continue
		}
		if _, former := CurrentName(l); keep < 0 || !former {
			keep = i
		}
	}
	if keep < 0 && value != "" {
		name := LabelFor(a, value)
		if own := spelled[name]; own != "" {
			name = own
		}
		e.Add = append(e.Add, name)
	}
	for i, l := range labels {
		axis, _, ok := AxisOf(l)
		if ok && axis == a && i != keep && !slices.Contains(e.Remove, l) && (keep < 0 || !strings.EqualFold(l, labels[keep])) {
			e.Remove = append(e.Remove, l)
		}
	}
}
