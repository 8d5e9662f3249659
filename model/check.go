package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Code names a check (section 7).
type Code string

// The checks.
const (
	CodeMissingDebt          Code = "missing-tech-debt"
	CodeSeverityCount        Code = "severity-count"
	CodeSeverityValue        Code = "severity-value"
	CodeAudienceCount        Code = "audience-count"
	CodeAudienceValue        Code = "audience-value"
	CodeDifficultyCount      Code = "difficulty-count"
	CodeDifficultyValue      Code = "difficulty-value"
	CodeFootprintCount       Code = "footprint-count"
	CodeFootprintValue       Code = "footprint-value"
	CodeFoldCount            Code = "fold-count"
	CodeFoldValue            Code = "fold-value"
	CodeMissingKey           Code = "missing-dedup-key"
	CodeMalformedKey         Code = "malformed-dedup-key"
	CodeDuplicateKey         Code = "duplicate-dedup-key"
	CodeKeyPath              Code = "dedup-key-path"
	CodeMissingInvestigate   Code = "missing-investigate-block"
	CodeDuplicateInvestigate Code = "duplicate-investigate-block"
	CodeStrayInvestigate     Code = "stray-investigate-block"
	CodeQuestion             Code = "investigate-question"
	CodeSettledBy            Code = "investigate-settled-by"
	CodeCapReached           Code = "investigate-cap-reached"
	CodeDrainLabel           Code = "drain-label-on-new-filing"
)

// Codes gives every code, in the order of section 7.
func Codes() []Code {
	return []Code{
		CodeMissingDebt, CodeSeverityCount, CodeSeverityValue, CodeAudienceCount, CodeAudienceValue,
		CodeDifficultyCount, CodeDifficultyValue, CodeFootprintCount, CodeFootprintValue, CodeFoldCount, CodeFoldValue,
		CodeMissingKey, CodeMalformedKey, CodeDuplicateKey, CodeKeyPath,
		CodeMissingInvestigate, CodeDuplicateInvestigate, CodeStrayInvestigate, CodeQuestion, CodeSettledBy,
		CodeCapReached, CodeDrainLabel,
	}
}

// Problem is what a check found. Message is one sentence on one line that names
// the thing and the way out.
type Problem struct {
	Code    Code
	Message string
}

func problemf(code Code, format string, args ...any) Problem {
	return Problem{Code: code, Message: fmt.Sprintf(format, args...)}
}

// CheckFiling is the whole of check --pre-file: what is wrong with a filing that
// would carry these labels and this body. Each defect is a verdict of its own and
// all are given, the labels' first, in the order of section 7.
//
// A label is compared whole and literally: nothing in it is a pattern, a
// placeholder or a list. Only the case of ASCII letters is ignored, as GitHub
// does; a label given twice is one label. A former spelling counts for its axis
// and is a bad value here, since it is never written.
func CheckFiling(labels []string, body string, r Rules) []Problem {
	problems := checkLabels(labels, r, true)
	problems = append(problems, checkBody(labels, body)...)
	return append(problems, checkDrainLabels(labels)...)
}

// CheckIssue is the same for an issue that is filed already: former spellings are
// read as today's, and labels that draining and declining put on are in place.
func CheckIssue(labels []string, body string, r Rules) []Problem {
	return append(checkLabels(labels, r, false), checkBody(labels, body)...)
}

func checkBody(labels []string, body string) []Problem {
	return append(checkKeys(body), checkResearch(investigates(labels), body)...)
}

// investigates reports whether the labels hold severity:investigate, whatever
// else the axis holds.
func investigates(labels []string) bool {
	return hasLabel(labels, LabelFor(Severity, Investigate))
}

func hasLabel(labels []string, name string) bool {
	return slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, name) })
}

func checkLabels(labels []string, r Rules, filing bool) []Problem {
	var problems []Problem
	if queue := r.QueueLabel(); !hasLabel(labels, queue) {
		problems = append(problems, problemf(CodeMissingDebt, "the label %s is missing; add it, since it is what puts an issue into the queue", queue))
	}
	for _, a := range []Axis{Severity, Audience, Difficulty, Footprint, Fold} {
		owed := a == Severity || (a == Audience && r.AudienceRequired)
		problems = append(problems, checkAxis(labels, a, owed, filing)...)
	}
	return problems
}

// checkAxis gives at most one verdict on the number of the axis's labels, and one
// on each label with a bad value.
func checkAxis(labels []string, a Axis, owed, filing bool) []Problem {
	var names []string
	var bad []Problem
	for _, l := range labels {
		axis, written, former := splitLabel(l)
		if axis != a || hasLabel(names, l) {
			continue
		}
		names = append(names, l)
		value := canonical(a, written)
		switch {
		case value == "":
			bad = append(bad, problemf(Code(a)+"-value", "the label %s has no value of %s; write %s",
				quoted(l), a, orList(labelNames(a), "or")))
		case former && filing:
			bad = append(bad, problemf(Code(a)+"-value", "the label %s is a former spelling; write %s",
				quoted(l), LabelFor(a, value)))
		}
	}
	var count []Problem
	switch {
	case len(names) > 1 && owed:
		count = []Problem{problemf(Code(a)+"-count", "there are %d %s labels (%s); keep exactly one", len(names), a, shown(names))}
	case len(names) > 1:
		count = []Problem{problemf(Code(a)+"-count", "there are %d %s labels (%s); keep at most one", len(names), a, shown(names))}
	case len(names) == 0 && owed:
		count = []Problem{problemf(Code(a)+"-count", "there is no %s label; add %s", a, orList(labelNames(a), "or"))}
	}
	return append(count, bad...)
}

func labelNames(a Axis) []string {
	var names []string
	for _, v := range Values(a) {
		names = append(names, LabelFor(a, v))
	}
	return names
}

// shown joins labels for a message.
func shown(labels []string) string {
	visible := make([]string, len(labels))
	for i, l := range labels {
		visible[i] = Visible(l)
	}
	return strings.Join(visible, ", ")
}

// checkDrainLabels gives one verdict on each label that says what happened to an
// issue after it was filed.
func checkDrainLabels(labels []string) []Problem {
	var problems []Problem
	for i, l := range labels {
		if drainLabel(l) && !hasLabel(labels[:i], l) {
			problems = append(problems, problemf(CodeDrainLabel,
				"the label %s says what happens to an issue later; leave it out of a new filing", quoted(l)))
		}
	}
	return problems
}

func drainLabel(l string) bool {
	const park = "debt:spec-"
	return sameLabel(l, LabelInProgress) || sameLabel(l, formerInProgress) || sameLabel(l, LabelWontfix) ||
		(len(l) >= len(park) && sameLabel(l[:len(park)], park))
}

// CheckCap says whether one more investigation would pass the cap. It looks at
// nothing unless the labels hold severity:investigate; open are the open issues of
// the queue. An issue that is being re-graded must not be among them.
func CheckCap(labels []string, open []Issue, r Rules) (Problem, bool) {
	if !investigates(labels) {
		return Problem{}, false
	}
	var numbers []int
	for _, i := range open {
		if i.State != Closed && investigates(i.Labels) {
			numbers = append(numbers, i.Number)
		}
	}
	if len(numbers) < r.InvestigateCap {
		return Problem{}, false
	}
	ways := "grade this one critical, important or suggestion"
	if len(numbers) == 0 {
		return problemf(CodeCapReached, "this repository allows no open investigations; %s", ways), true
	}
	slices.Sort(numbers)
	names := make([]string, len(numbers))
	for i, n := range numbers {
		names[i] = strconv.Itoa(n)
	}
	return problemf(CodeCapReached, "%d of %d open investigations are in use (%s); resolve one of them, or %s",
		len(numbers), r.InvestigateCap, numberList(names), ways), true
}
