package regrade

import (
	"slices"

	"gh-debt/model"
)

// tally is what the issues have in common, counted once and not for each cell of
// each frame: there may be as many issues as the queue is long.
type tally struct {
	values       map[model.Axis]map[string]int // how many have a value
	investigated bool                          // one or more are under investigation
	lacking      *bool                         // one or more have no question; nil until asked, since it takes the bodies
}

// counted gives the tally of the issues as they are known.
func (m *Model) counted() *tally {
	if m.tally != nil {
		return m.tally
	}
	t := &tally{values: map[model.Axis]map[string]int{}}
	for _, a := range model.Axes() {
		t.values[a] = map[string]int{}
	}
	for _, is := range m.issues {
		grades := model.ReadGrades(is.Labels)
		for a, values := range t.values {
			values[grades.Get(a)]++
		}
		t.investigated = t.investigated || underInvestigation(is)
	}
	m.tally = t
	return t
}

// lackQuestion reports whether one or more of the issues have no question in
// their body.
func (m *Model) lackQuestion() bool {
	t := m.counted()
	if t.lacking == nil {
		lacking := slices.ContainsFunc(m.issues, lacksQuestion)
		t.lacking = &lacking
	}
	return *t.lacking
}

// hasAudience reports whether an issue carries an audience.
func (m *Model) hasAudience() bool {
	values := m.counted().values[model.Audience]
	return len(values) > 1 || len(values) == 1 && values[""] == 0
}

// present is the value that all issues have on an axis; same is false where
// they differ.
func (m *Model) present(axis model.Axis) (value string, same bool) {
	values := m.counted().values[axis]
	if len(values) != 1 {
		return "", false
	}
	for v := range values {
		value = v
	}
	return value, true
}

// put takes a newer state of an issue.
func (m *Model) put(is model.Issue) bool {
	at, ok := m.places[is.Number]
	if ok {
		m.issues[at], m.tally = is, nil
	}
	return ok
}

// known gives an issue as it is known.
func (m *Model) known(number int) (model.Issue, bool) {
	at, ok := m.places[number]
	if !ok {
		return model.Issue{}, false
	}
	return m.issues[at], true
}
