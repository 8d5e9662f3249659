package model

import "strings"

// VocabularyLabel is one row of section 2.
type VocabularyLabel struct {
	Label
	Axis  Axis   // empty for a label that is no grade
	Value string // the axis's value
	Rank  int    // severity alone: 3 for critical down to 0 for investigate
	// Unasked marks the labels of an axis that this repository's rules do not ask
	// for. They are known and may be used; there is no need to create them.
	Unasked bool
}

// Vocabulary gives every label that the queue uses, in the order of section 2,
// with today's names, colours and descriptions. The queue's own label has the
// name that the rules give it.
func Vocabulary(r Rules) []VocabularyLabel {
	grade := func(axis Axis, value, color, description string) VocabularyLabel {
		return VocabularyLabel{
			Label: Label{Name: LabelFor(axis, value), Color: color, Description: description},
			Axis:  axis, Value: value,
			Unasked: axis == Audience && !r.AudienceRequired,
		}
	}
	other := func(name, color, description string) VocabularyLabel {
		return VocabularyLabel{Label: Label{Name: name, Color: color, Description: description}}
	}
	all := []VocabularyLabel{
		other(r.QueueLabel(), "ededed", "A finding in the code that is not fixed yet; this label makes the queue."),
		grade(Severity, Critical, "b60205", "Loses data, opens a hole or gives a wrong result now; fix it first."),
		grade(Severity, Important, "fbca04", "Will hurt: a real defect, or a trap for the next change."),
		grade(Severity, Suggestion, "c5def5", "An improvement; nothing breaks while it waits."),
		grade(Severity, Investigate, "1d76db", "How bad it is cannot be said yet; a question has to be answered first."),
		grade(Footprint, Narrow, "d4c5f9", "The fix stays in one unit of one file and changes no public contract."),
		grade(Footprint, Wide, "8957e5", "The fix reaches several units or files, or changes a public contract."),
		grade(Footprint, Spec, "4c2889", "The fix must start with a design."),
		grade(Difficulty, Easy, "bfe3df", "The issue and the code settle the change; no design decision is left."),
		grade(Difficulty, Medium, "4c9c8f", "One design decision is left, and the code around it settles it."),
		grade(Difficulty, Hard, "1b6b5f", "A design decision is left that the code around it does not settle."),
		grade(Fold, Required, "fbb6ce", "Too costly on its own: repair it along with another change to the same place."),
		grade(Audience, Adopter, "d9a86c", "Whoever uses the project can run into the defect."),
		grade(Audience, Maintainer, "8a5a2b", "Only the people who work on the project can see the defect."),
		other(LabelInProgress, "ffd33d", "Claimed: somebody is working on it."),
		other(LabelSpecPending, "a6e3b8", "Parked until its design is written."),
		other(LabelSpecActive, "3b9b58", "Parked while its design is being written."),
		other(LabelWontfix, "e5e5e5", "Declined: it will stay as it is."),
	}
	for i := range all {
		if all[i].Axis == Severity {
			all[i].Rank = SeverityRank(all[i].Value)
		}
	}
	return all
}

// Axes gives the axes in the order in which they are shown.
func Axes() []Axis { return []Axis{Severity, Footprint, Difficulty, Fold, Audience} }

// Values gives the values of an axis, the gravest or simplest first, as the
// vocabulary lists them; nothing for what is no axis.
func Values(a Axis) []string {
	switch a {
	case Severity:
		return []string{Critical, Important, Suggestion, Investigate}
	case Footprint:
		return []string{Narrow, Wide, Spec}
	case Difficulty:
		return []string{Easy, Medium, Hard}
	case Fold:
		return []string{Required}
	case Audience:
		return []string{Adopter, Maintainer}
	}
	return nil
}

// LabelFor is today's name of the label that says the value.
func LabelFor(a Axis, value string) string { return string(a) + ":" + value }

// AxisOf reads a label as a grade: its axis and value, in today's spelling. Case
// is ignored, as GitHub does, and former spellings are read as today's. A label
// with the name of an axis and a value that the vocabulary does not have is no
// grade.
func AxisOf(label string) (Axis, string, bool) {
	axis, written, _ := splitLabel(label)
	if axis == "" {
		return "", "", false
	}
	value := canonical(axis, written)
	return axis, value, value != ""
}

// splitLabel cuts a label at the colon behind the name of an axis; former says
// that the name is a former spelling, whose value is then given as today's. The
// axis is empty for any other label.
func splitLabel(label string) (axis Axis, value string, former bool) {
	colon := strings.IndexByte(label, ':')
	if colon < 0 {
		return "", "", false
	}
	name, value := label[:colon], label[colon+1:]
	switch {
	case sameLabel(name, string(Severity)):
		return Severity, value, false
	case sameLabel(name, string(Footprint)):
		return Footprint, value, false
	case sameLabel(name, string(Difficulty)):
		return Difficulty, value, false
	case sameLabel(name, string(Fold)):
		return Fold, value, false
	case sameLabel(name, string(Audience)):
		return Audience, value, false
	case sameLabel(name, "surface"):
		return Audience, value, true
	case sameLabel(name, "handler"):
		switch {
		case sameLabel(value, "prompt"):
			return Footprint, Narrow, true
		case sameLabel(value, "plan"):
			return Footprint, Wide, true
		case sameLabel(value, "spec"):
			return Footprint, Spec, true
		}
	}
	return "", "", false
}

// canonical gives the axis's own spelling of a value, or nothing.
func canonical(a Axis, value string) string {
	switch a {
	case Severity:
		return among(value, Critical, Important, Suggestion, Investigate)
	case Footprint:
		return among(value, Narrow, Wide, Spec)
	case Difficulty:
		return among(value, Easy, Medium, Hard)
	case Fold:
		return among(value, Required)
	case Audience:
		return among(value, Adopter, Maintainer)
	}
	return ""
}

func among(value string, known ...string) string {
	for _, k := range known {
		if sameLabel(value, k) {
			return k
		}
	}
	return ""
}

// sameLabel compares a label, or a part of one, with a name of the vocabulary:
// whole, and without regard to the case of ASCII letters.
func sameLabel(s, name string) bool {
	if len(s) != len(name) {
		return false
	}
	for i := 0; i < len(s); i++ {
		a, b := s[i], name[i]
		if a >= 'A' && a <= 'Z' {
			a |= 0x20
		}
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		if a != b {
			return false
		}
	}
	return true
}

// CurrentName gives today's name of a label in a former spelling: handler:prompt
// is footprint:narrow, surface:adopter is audience:adopter, debt:in-progress is
// in-progress. It is false for every other label.
func CurrentName(label string) (string, bool) {
	if sameLabel(label, formerInProgress) {
		return LabelInProgress, true
	}
	if axis, written, former := splitLabel(label); former {
		if value := canonical(axis, written); value != "" {
			return LabelFor(axis, value), true
		}
	}
	return "", false
}

const formerInProgress = "debt:in-progress"

// ReadGrades reads the grades of an issue from its labels; see Grades for what an
// axis with several labels gives. Labels outside the vocabulary are passed over.
func ReadGrades(labels []string) Grades {
	var g Grades
	for _, l := range labels {
		axis, value, ok := AxisOf(l)
		if !ok {
			continue
		}
		have := g.Get(axis)
		if have == "" || (axis == Severity && SeverityRank(value) > SeverityRank(have)) {
			g.Set(axis, value)
		}
	}
	return g
}

// Get gives the value of an axis, empty when there is none.
func (g Grades) Get(a Axis) string {
	switch a {
	case Severity:
		return g.Severity
	case Footprint:
		return g.Footprint
	case Difficulty:
		return g.Difficulty
	case Fold:
		return g.Fold
	case Audience:
		return g.Audience
	}
	return ""
}

// Set gives an axis a value; what is no axis changes nothing.
func (g *Grades) Set(a Axis, value string) {
	switch a {
	case Severity:
		g.Severity = value
	case Footprint:
		g.Footprint = value
	case Difficulty:
		g.Difficulty = value
	case Fold:
		g.Fold = value
	case Audience:
		g.Audience = value
	}
}

// SeverityRank is the rank that orders the queue: critical 3, important 2,
// suggestion 1 (and an issue without a severity), investigate 0.
func SeverityRank(severity string) int {
	switch severity {
	case Critical:
		return 3
	case Important:
		return 2
	case Investigate:
		return 0
	}
	return 1
}
