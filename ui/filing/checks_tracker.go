package filing

import (
	"errors"
	"fmt"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
)

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
