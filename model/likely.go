package model

import (
	"strings"
	"unicode"
)

// Sighting is a finding that is about to be filed, with the code of its line.
type Sighting struct {
	Class string
	Path  string
	Line  int
	Text  string // the line as it reads now; "" when it could not be read
}

// Suspect is an open issue that may be the finding under another line number.
type Suspect struct {
	Issue     Issue
	Key       Key
	SameClass bool
	SameLine  bool // the line that the key cited reads the same
}

// Likely gives the open issues that may be the sighting although neither the key
// nor git says so, in ascending number: a person decides, no program. They lie in
// the same file, and either the code their key cited reads like the sighting's
// line, or their position at HEAD is unknown and they share its class
// (holistic/unclassified says nothing). The maps hold, by issue number, the
// position at HEAD and the text of the cited line when the issue was filed.
//
// An equal line counts even where git knows another position: lines inserted in
// the working tree are not in HEAD yet.
func (x *Index) Likely(s Sighting, at map[int]Position, cited map[int]string) []Suspect {
	var out []Suspect
	for _, k := range x.keyed {
		n := k.issue.Number
		p := at[n]
		if k.declined || k.key.Path != s.Path && p.Path != s.Path {
			continue
		}
		suspect := Suspect{
			Issue:     *k.issue,
			Key:       k.key,
			SameClass: !p.Known && k.key.Class == s.Class && s.Class != Unclassified,
			SameLine:  telling(s.Text) && strings.TrimSpace(cited[n]) == strings.TrimSpace(s.Text),
		}
		if suspect.SameClass || suspect.SameLine {
			out = append(out, suspect)
		}
	}
	return out
}

// telling reports whether a line of code says something of its own: a line of
// brackets alone is equal to too many others.
func telling(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
