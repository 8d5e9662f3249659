package filing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
)

// standing is how a check stands.
type standing int

const (
	holds   standing = iota
	wrong            // it blocks
	owed             // it blocks: a field that nobody has been to is empty
	waiting          // still looking
	blind            // could not look; the words say whether that blocks
	advice           // worth a look; it does not block
)

// check is one line of the checks.
type check struct {
	standing standing
	words    string
}

// judge makes the checks anew, in the order in which they are read.
func (m *Model) judge() {
	in := m.form.finding()
	m.checks = m.checks[:0]
	m.judgePlace(in)
	m.judgeMatch()
	m.judgeGrades(in.Grades())
	m.judgeCap()
	m.verdict(fieldFailure, model.CheckFailureMode(in.FailureMode))
	m.verdict(fieldFix, model.CheckFix(in.Fix))
	for i, v := range model.CheckResearchFields(in.Grades(), model.Research{Question: in.Question, SettledBy: in.SettledBy}) {
		m.verdict(fieldQuestion+field(i), v)
	}
	if v := model.CheckTitle(in.Title, in.FailureMode); v.Level != model.Wrong || in.Title != "" {
		m.verdict(fieldTitle, v)
	}
	if v := model.CheckClass(in.Class, m.deps.Rules); in.Class != "" {
		m.verdict(fieldClass, v)
	}
	m.judgeLabels()
	m.judgeRepository(in)
	m.judgePost()
}

func (m *Model) say(s standing, format string, args ...any) {
	m.checks = append(m.checks, check{s, model.Visible(fmt.Sprintf(format, args...))})
}

// verdict adds what the model says of a field. What is wrong with a field that
// is empty and was not visited yet is only owed.
func (m *Model) verdict(f field, v model.Verdict) {
	s := holds
	switch {
	case v.Level == model.Advice:
		s = advice
	case v.Level == model.Wrong && !m.tried && !m.seen[f] && m.form.empty(f):
		s = owed
	case v.Level == model.Wrong:
		s = wrong
	}
	m.say(s, "%s", v.Text)
}

// judgeGrades is about the fields with choices, each of which is a grade.
func (m *Model) judgeGrades(g model.Grades) {
	for f := fieldSeverity; f <= fieldAudience; f++ {
		axis, _ := f.axis()
		v, said := model.CheckNewGrade(axis, g.Get(axis), m.deps.Rules)
		if !said {
			continue
		}
		if axis == model.Footprint {
			v.Text = strings.Replace(v.Text, string(axis), "reach", 1) // as the field is called
		}
		m.verdict(f, v)
	}
}

// judgePlace is about the cited line.
func (m *Model) judgePlace(in recipe.FindingInput) {
	e := m.place.result
	switch {
	case in.Path == "":
		m.verdict(fieldPath, model.CheckPath(in.Path))
	case model.CheckPath(in.Path).Level == model.Wrong:
		m.verdict(fieldPath, model.CheckPath(in.Path))
	case m.focus == fieldPath && m.listing():
		m.say(owed, "the path is not whole yet")
	case m.place.stage == looking:
		m.say(waiting, "looking at %s", in.Path)
	case m.place.stage == failed:
		m.sayNoPlace(m.place.err)
	case e.Problem != "":
		words := in.Path + ": " + e.Problem
		if strings.HasPrefix(e.Problem, "is ") {
			words = in.Path + " " + e.Problem
		}
		if e.Nearest != "" {
			words += "; did you mean " + e.Nearest + "?"
		}
		m.say(wrong, "%s", words)
	case in.Line == 0 && !m.seen[fieldLine] && !m.tried:
		m.say(owed, "the line is missing")
	case in.Line == 0:
		m.say(wrong, "the line is missing: a number from 1")
	case m.place.stage == found:
		m.say(holds, "the line exists")
	}
}

func (m *Model) sayNoPlace(err error) {
	if usage, ok := errors.AsType[*recipe.UsageError](err); ok {
		m.say(wrong, "the line cannot be checked: %s", usage)
		return
	}
	m.say(blind, "could not look at the line: %s; filing looks again", err)
}

// judgePost runs the whole of check --pre-file over what would be sent, as soon
// as there is a post; what the fields' own checks have said is not said twice.
func (m *Model) judgePost() {
	finding, ok := m.post()
	if !ok || slices.ContainsFunc(m.checks, func(c check) bool { return c.standing == wrong || c.standing == owed }) {
		return
	}
	body := finding.Body()
	problems := model.CheckFiling(finding.Labels(m.deps.Rules), body, m.deps.Rules)
	for _, p := range problems {
		m.say(wrong, "%s", p.Message)
	}
	if v := model.CheckSize(body); v.Level == model.Wrong {
		m.say(wrong, "%s", v.Text)
		return
	}
	if len(problems) == 0 {
		m.say(holds, "labels and body pass the check of a filing")
	}
}

// blockers are the checks that keep the finding from being filed.
func (m *Model) blockers() []check {
	var out []check
	for _, c := range m.checks {
		if c.standing == wrong || c.standing == owed {
			out = append(out, c)
		}
	}
	return out
}
