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
	for _, v := range model.CheckGrades(in.Grades(), m.deps.Rules) {
		f := gradeField(v)
		v.Text = strings.Replace(v.Text, string(model.Footprint), "reach", 1) // as the field is called
		m.verdict(f, v)
	}
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

// gradeField is the field that a verdict of CheckGrades is about: each names its
// axis.
func gradeField(v model.Verdict) field {
	for f := fieldSeverity; f <= fieldAudience; f++ {
		if axis, _ := f.axis(); strings.Contains(v.Text, string(axis)) {
			return f
		}
	}
	return fieldSeverity
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

// judgeMatch is about what is filed already.
func (m *Model) judgeMatch() {
	switch m.match.stage {
	case looking:
		m.say(waiting, "looking for a match in %s", m.deps.Place)
	case failed:
		m.say(blind, "could not look for a match: %s; filing looks again and stops if it cannot", m.match.err)
	case found:
		m.judgeFound(m.match.result)
	}
}

func (m *Model) judgeFound(r recipe.DedupResult) {
	if r.Match != nil {
		if r.Match.Source == model.SourceMoved && m.fresh {
			m.say(advice, "you say that it is not #%d, which moved here", r.Match.Issue.Number)
			return
		}
		m.say(wrong, "%s", matchWords(*r.Match))
		return
	}
	switch {
	case len(r.Likely) > 0 && m.fresh:
		m.say(advice, "you say that it is another one than %s", suspects(r.Likely))
	case len(r.Likely) > 0:
		for _, s := range r.Likely {
			m.say(advice, "%s", likelyWords(s))
		}
	default:
		m.say(holds, "not filed yet")
	}
	if r.MovedUnknown {
		m.say(advice, "git cannot say where every older finding of this file lies now; one of them may be this one")
	}
	if r.CameBack != nil {
		m.say(advice, "it was resolved before as #%d and came back", r.CameBack.Number)
	}
}

// matchWords says in a person's words where a finding is filed already.
func matchWords(match model.Match) string {
	verb := "already open as"
	if match.Declined {
		verb = "was declined as"
	}
	how := "same line"
	switch match.Source {
	case model.SourceKeyless:
		how = "its text cites this line"
	case model.SourceMoved:
		how = "it moved here"
		if key, ok := model.FindKey(match.Issue.Body); ok {
			how += " from " + key.Location()
		}
	}
	return fmt.Sprintf("%s #%d (%s)", verb, match.Issue.Number, how)
}

func likelyWords(s model.Suspect) string {
	how := "same class"
	if s.SameLine {
		how = "the same line of code"
	}
	return fmt.Sprintf("perhaps #%d, moved from line %d (%s)", s.Issue.Number, s.Key.Line, how)
}

func suspects(all []model.Suspect) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = fmt.Sprintf("#%d", s.Issue.Number)
	}
	return strings.Join(words, ", ")
}

// judgeCap is about the open investigations: always where they are known, since
// it is one of the two ways out of a doubt.
func (m *Model) judgeCap() {
	most := m.deps.Rules.InvestigateCap
	if m.form.grades.Severity != model.Investigate {
		if m.match.stage == found && m.match.result.Open != nil {
			m.say(holds, "investigate %d of %d in use", investigations(m.match.result.Open), most)
		}
		return
	}
	switch m.cap.stage {
	case looking:
		m.say(waiting, "counting the open investigations")
	case failed:
		m.say(blind, "could not count the open investigations: %s; that does not block", m.cap.err)
	case found:
		if p := m.cap.result.Problem; p != nil {
			m.say(wrong, "%s", p.Message)
			return
		}
		m.say(holds, "investigate %d of %d in use", len(m.cap.result.Open), m.cap.result.Cap)
	}
}

func investigations(open []model.Issue) int {
	n := 0
	for _, is := range open {
		if model.ReadGrades(is.Labels).Severity == model.Investigate {
			n++
		}
	}
	return n
}

// judgeLabels is about the labels that the repository holds.
func (m *Model) judgeLabels() {
	switch m.labels.stage {
	case looking:
		m.say(waiting, "reading the labels of %s", m.deps.Place)
	case failed:
		m.say(blind, "could not read the labels: %s; that does not block, filing looks again", m.labels.err)
	case found:
		missing, former := m.oddLabels()
		switch {
		case len(missing) > 0 && m.rights.stage == found && !m.rights.result.CanLabel:
			m.say(advice, "%s lacks %s, and this account may not create labels", m.deps.Place, strings.Join(missing, ", "))
		case len(missing) > 0:
			m.say(advice, "%s lacks %s, which filing creates", m.deps.Place, strings.Join(missing, ", "))
		case len(former) == 0:
			m.say(holds, "labels exist in %s", m.deps.Place)
		}
		if len(former) > 0 {
			m.say(advice, "%s has a former spelling of %s; labels sync renames it", m.deps.Place, strings.Join(former, ", "))
		}
	}
}

// oddLabels are the labels of the post that the repository lacks, and those that
// it has under a former spelling only.
func (m *Model) oddLabels() (missing, former []string) {
	for _, name := range m.postLabels() {
		for _, row := range m.labels.result {
			if !strings.EqualFold(row.Name, name) {
				continue
			}
			switch row.State {
			case recipe.LabelMissing:
				missing = append(missing, name)
			case recipe.LabelFormer:
				former = append(former, name)
			}
		}
	}
	return missing, former
}

// judgeRepository says what stands against filing there at all, and when a text
// tells how to break in where anybody reads it.
func (m *Model) judgeRepository(in recipe.FindingInput) {
	if fault, ok := errors.AsType[*model.Fault](m.rights.err); ok && m.rights.stage == failed {
		switch fault.Kind {
		case model.FaultArchived, model.FaultIssuesOff:
			m.say(wrong, "%s: %s", m.deps.Place, fault.Detail)
		}
		return
	}
	repo := m.rights.result
	if m.rights.stage != found || repo.Private || repo.Host == "local" {
		return
	}
	text := strings.Join([]string{in.FailureMode, in.Fix, in.Question, in.SettledBy}, "\n")
	if why, shaped := model.SecurityShaped(m.class(), m.title(), text); shaped {
		m.say(advice, "%s, and anybody can read %s: filing will ask whether it is harmless", why, m.deps.Place)
	}
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

// lookalike is the issue that the finding may be: a match, or a likely one.
func (m *Model) lookalike() (int, bool) {
	if m.step == ended && m.run.number() != 0 {
		return m.run.number(), true
	}
	if m.match.stage != found {
		return 0, false
	}
	r := m.match.result
	switch {
	case r.Match != nil:
		return r.Match.Issue.Number, true
	case len(r.Likely) > 0:
		return r.Likely[0].Issue.Number, true
	case r.CameBack != nil:
		return r.CameBack.Number, true
	}
	return 0, false
}

// mayBeFresh reports whether a person can say that it is another finding.
func (m *Model) mayBeFresh() bool {
	if m.match.stage != found {
		return false
	}
	r := m.match.result
	return len(r.Likely) > 0 || r.Match != nil && r.Match.Source == model.SourceMoved
}
