package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Filter is what someone typed behind '/' on the queue screen. Terms are separated
// by white space and must all hold. A term is
//
//	sev: foot: diff: fold: aud:   a grade, or how it begins; none for a missing one
//	path: class:                  a part of the key's path or class
//	is:                           one of FilterStates, or how it begins
//	"several words"               a part of the text, as it stands
//	word                          free text, which Match leaves to a fuzzy matcher
//
// The long names of the axes serve too, commas within a value mean "or", quotes keep
// white space, and a leading '-' negates. Case does not matter. A term without a
// value yet (sev:) holds for every issue, so that nothing flickers while one types.
type Filter struct {
	Words []string // free text for the fuzzy matcher; all of it must match
	Hints []string // what could not be understood, one sentence each

	terms []term
}

// term is one condition that Match decides.
type term struct {
	negated bool
	holds   func(*Entry) bool
}

// FilterStates are the words that may follow is:, in the order of the help.
func FilterStates() []string {
	return []string{
		"candidate", "claimed", "parked", "spec", "investigate", "batch", "stale", "moved",
		"keyless", "open", "closed", "declined",
	}
}

// FilterFields are the fields of the language, in the order of the help.
func FilterFields() []string {
	return []string{"sev", "foot", "diff", "fold", "aud", "path", "class", "is"}
}

// ParseFilter reads what was typed. It never fails: what it does not understand is
// free text, and Hints say so.
func ParseFilter(typed string) Filter {
	var f Filter
	for _, t := range splitTerms(typed) {
		f.add(t)
	}
	return f
}

// Empty reports whether the filter lets every issue through.
func (f Filter) Empty() bool { return len(f.terms) == 0 && len(f.Words) == 0 }

// Match reports whether all conditions but the free text hold for the entry. It
// allocates nothing, since it runs over the whole queue at each key press: what it
// compares was brought to lower case by NewQueue.
func (f Filter) Match(e *Entry) bool {
	for i := range f.terms {
		if f.terms[i].holds(e) == f.terms[i].negated {
			return false
		}
	}
	return true
}

// typedTerm is a term as it was typed, without its quotes.
type typedTerm struct {
	negated bool
	field   string // in lower case, "" when there is none
	value   string
	quoted  bool // the value began with a quote
}

// splitTerms cuts at white space outside of quotes. A quote that is not closed yet
// reaches to the end.
func splitTerms(typed string) []typedTerm {
	var out []typedTerm
	for {
		typed = strings.TrimSpace(typed)
		if typed == "" {
			return out
		}
		var t typedTerm
		if rest, ok := strings.CutPrefix(typed, "-"); ok {
			t.negated, typed = true, rest
		}
		if n := fieldLength(typed); n > 0 {
			t.field, typed = strings.ToLower(typed[:n]), typed[n+1:]
		}
		t.value, t.quoted, typed = cutValue(typed)
		out = append(out, t)
	}
}

// fieldLength counts the letters before a colon, 0 when text begins otherwise.
func fieldLength(text string) int {
	for i := range len(text) {
		switch c := text[i] | 0x20; {
		case text[i] == ':':
			return i
		case c < 'a' || c > 'z':
			return 0
		}
	}
	return 0
}

// cutValue takes a value off the front of text: to the next white space, or from a
// quote to the quote that closes it.
func cutValue(text string) (value string, quoted bool, rest string) {
	if q, ok := strings.CutPrefix(text, `"`); ok {
		value, rest, _ = strings.Cut(q, `"`)
		return value, true, rest
	}
	if i := strings.IndexFunc(text, isSpace); i >= 0 {
		return text[:i], false, text[i:]
	}
	return text, false, ""
}

func isSpace(r rune) bool { return strings.TrimSpace(string(r)) == "" }

// add turns a typed term into a condition or into free text.
func (f *Filter) add(t typedTerm) {
	value := strings.ToLower(t.value)
	if t.field == "" {
		f.addText(t.value, value, t)
		return
	}
	holds, hint := condition(t.field, value)
	if holds == nil && hint == "" { // no such field
		if !strings.HasPrefix(value, "//") {
			f.Hints = append(f.Hints, unknownField(t.field))
		}
		f.addText(t.field+":"+t.value, t.field+":"+value, t)
		return
	}
	if hint != "" {
		f.Hints = append(f.Hints, hint)
	}
	if value != "" {
		f.terms = append(f.terms, term{t.negated, holds})
	}
}

// addText takes free text: a negated or quoted one is looked for as it stands.
func (f *Filter) addText(typed, low string, t typedTerm) {
	switch {
	case low == "":
	case t.negated || t.quoted:
		f.terms = append(f.terms, term{t.negated, func(e *Entry) bool { return strings.Contains(e.lowText(), low) }})
	default:
		f.Words = append(f.Words, typed)
	}
}

func unknownField(field string) string {
	if near, ok := Nearest(field, FilterFields()); ok {
		return fmt.Sprintf("there is no field %s: (did you mean %s:?), so it is looked for as text", field, near)
	}
	return fmt.Sprintf("there is no field %s:, so it is looked for as text", field)
}

// condition gives what a field and its value ask for, and a hint when the value is
// none that the field can have. Both are empty when there is no such field.
func condition(field, value string) (holds func(*Entry) bool, hint string) {
	values := strings.Split(value, ",")
	values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
	switch field {
	case "path":
		return func(e *Entry) bool { return containsAny(e.lowerPath(), values) }, ""
	case "class":
		return func(e *Entry) bool { return containsAny(e.lowerClass(), values) }, ""
	case "is":
		return stateCondition(values)
	}
	for _, axis := range Axes() {
		if field == string(axis) || field == shortAxis(axis) {
			return gradeCondition(axis, values)
		}
	}
	return nil, ""
}

// shortAxis is the axis as it is typed.
func shortAxis(a Axis) string {
	switch a {
	case Severity:
		return "sev"
	case Footprint:
		return "foot"
	case Difficulty:
		return "diff"
	case Audience:
		return "aud"
	}
	return string(a)
}

func containsAny(text string, values []string) bool {
	for _, v := range values {
		if strings.Contains(text, v) {
			return true
		}
	}
	return len(values) == 0
}

// gradeCondition asks for a value of an axis, or for none.
func gradeCondition(axis Axis, values []string) (func(*Entry) bool, string) {
	const none = "none"
	wanted, hint := complete(values, append(Values(axis), none), string(axis))
	return func(e *Entry) bool {
		grade := e.Grades.Get(axis)
		if grade == "" {
			grade = none
		}
		return len(values) == 0 || slices.Contains(wanted, grade)
	}, hint
}

// stateCondition asks for one of the states of FilterStates.
func stateCondition(values []string) (func(*Entry) bool, string) {
	wanted, hint := complete(values, FilterStates(), "state")
	return func(e *Entry) bool {
		for _, w := range wanted {
			if e.is(w) {
				return true
			}
		}
		return len(values) == 0
	}, hint
}

// is reports whether an entry is in a state of FilterStates.
func (e *Entry) is(state string) bool {
	switch state {
	case "candidate":
		return e.Candidate()
	case "claimed":
		return e.Claimed
	case "parked":
		return e.Parked()
	case "spec":
		return e.Grades.Footprint == Spec
	case "investigate":
		return e.Question
	case "batch":
		return e.Batch != nil
	case "stale":
		return e.Stale
	case "moved":
		return e.Moved != nil
	case "keyless":
		return !e.HasKey
	case "open":
		return e.Issue.State != Closed
	case "closed":
		return e.Issue.State == Closed
	}
	return state == "declined" && e.Issue.Declined()
}

// complete gives the known words that begin with one of the typed ones, and a hint
// about a typed one that begins none.
func complete(typed, known []string, what string) (words []string, hint string) {
	for _, t := range typed {
		n := len(words)
		for _, k := range known {
			if strings.HasPrefix(k, t) {
				words = append(words, k)
			}
		}
		if len(words) == n {
			hint = fmt.Sprintf("no %s is called %s, known are %s", what, strconv.Quote(t), strings.Join(known, ", "))
		}
	}
	return words, hint
}
