package drain

import (
	"errors"
	"fmt"
	"slices"

	"gh-debt/model"
)

// Refusal says why a number that was given is not drained.
type Refusal string

// The refusals in the order in which they are asked (section 2 of draining).
const (
	NotAnIssue        Refusal = "not-an-issue" // nothing of this number here, or a pull request
	Unreadable        Refusal = "unreadable"
	AlreadyClosed     Refusal = "closed"
	LacksLabel        Refusal = "lacks-label"
	AlreadyClaimed    Refusal = "claimed"
	PendingDesign     Refusal = "spec-pending"
	DesignUnderway    Refusal = "spec-active"
	GradedInvestigate Refusal = "investigate"
)

// Candidate is one number that was given, with what reading it gave.
type Candidate struct {
	Number  int
	Found   bool        // something of this number is here
	Pull    bool        // it is a pull request
	ReadErr error       // the read failed; a fault "not found" counts as no issue
	Issue   model.Issue // as it was read, when it was found
}

// Refuse gives the first reason for which a number is not drained, and false when
// there is none. An answer about another number, as one gives who follows an issue
// to where it was moved, is no issue here: a number never turns into another one.
func Refuse(c Candidate, r model.Rules) (Refusal, bool) {
	var fault *model.Fault
	absent := errors.As(c.ReadErr, &fault) && fault.Kind == model.FaultNotFound
	switch {
	case c.Pull, absent, c.ReadErr == nil && (!c.Found || c.Number < 1 || c.Issue.Number != c.Number):
		return NotAnIssue, true
	case c.ReadErr != nil:
		return Unreadable, true
	case c.Issue.State == model.Closed:
		return AlreadyClosed, true
	case !c.Issue.HasLabel(r.QueueLabel()):
		return LacksLabel, true
	}
	e := entryOf(c.Issue)
	switch {
	case e.Claimed:
		return AlreadyClaimed, true
	case e.SpecPending:
		return PendingDesign, true
	case e.SpecActive:
		return DesignUnderway, true
	case e.Question:
		return GradedInvestigate, true
	}
	return "", false
}

// entryOf reads one issue as the queue does.
func entryOf(is model.Issue) *model.Entry {
	q := model.NewQueue([]model.Issue{is}, model.Facts{})
	return &q.Entries[0]
}

// Sentence says the refusal of a number in one line. It holds nothing of the
// issue's own text.
func (r Refusal) Sentence(number int) string {
	n := fmt.Sprintf("#%d", number)
	switch r {
	case NotAnIssue:
		return n + " is no issue of this repository (a pull request counts as none)"
	case Unreadable:
		return n + " could not be read, so nothing is known of it"
	case AlreadyClosed:
		return n + " is closed already"
	case LacksLabel:
		return n + " is not in the queue: it lacks the queue's label"
	case AlreadyClaimed:
		return n + " is claimed already: it carries " + model.LabelInProgress
	case PendingDesign:
		return n + " is parked until its design is written"
	case DesignUnderway:
		return n + " is parked: its design is underway"
	case GradedInvestigate:
		return n + " is graded investigate: answer its question and re-grade it first"
	}
	return n + " is not drained"
}

// Refused is a number that is not drained.
type Refused struct {
	Number   int     `json:"number"`
	Why      Refusal `json:"why"`
	Sentence string  `json:"sentence"`
}

// Refusals checks every number that was given and gives the first matching reason
// of each that is refused, in the given order. Any of them ends the run with
// nothing claimed.
func Refusals(given []Candidate, r model.Rules) []Refused {
	var all []Refused
	for _, c := range given {
		why, refused := Refuse(c, r)
		if !refused {
			continue
		}
		sentence := why.Sentence(c.Number)
		if why == Unreadable {
			sentence += ": " + model.Visible(c.ReadErr.Error())
		}
		all = append(all, Refused{Number: c.Number, Why: why, Sentence: sentence})
	}
	return all
}

// Numbers drops the repeats of the numbers that were given and keeps their order.
func Numbers(given []int) []int {
	var out []int
	for _, n := range given {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// SecurityShaped reports whether an issue speaks of a weakness that could be
// exploited, by the model's one rule for it.
func SecurityShaped(is model.Issue) bool {
	key, _ := model.FindKey(is.Body)
	_, shaped := model.SecurityShaped(key.Class, is.Title, is.Body)
	return shaped
}

// MembersOf describes the issues of a queue as members of a unit, in its order.
func MembersOf(q *model.Queue) []Member {
	members := make([]Member, 0, len(q.Entries))
	for i := range q.Entries {
		members = append(members, memberOf(&q.Entries[i]))
	}
	return members
}

func memberOf(e *model.Entry) Member {
	m := Member{
		Number: e.Issue.Number, Title: e.Issue.Title,
		Severity: e.Grades.Severity, Security: SecurityShaped(e.Issue),
	}
	if e.HasKey {
		m.Class, m.Path, m.Line = e.Key.Class, e.Key.Path, e.Key.Line
	}
	return m
}
