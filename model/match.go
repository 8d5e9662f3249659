package model

import "slices"

// Source says by which tier of section 3 a finding was recognised.
type Source string

// The sources of a match.
const (
	SourceKey     Source = "key"     // tiers 1 and 2: the key itself
	SourceKeyless Source = "keyless" // tier 3: the text of an issue without a key
	SourceMoved   Source = "moved"   // tier 4: the key, carried forward through git
)

// Match is the issue that a finding is already known as.
type Match struct {
	Issue    Issue
	Source   Source
	Declined bool
	Inner    string // the issue's own inner key as it is written there; "" if keyless
}

// Position is where the line that a key cites lies at HEAD. When Known is false
// the line could not be followed (it was itself changed or deleted, its file was
// split, or the history is too short); Path is then the file as far as that could
// be followed, or "" when not even the file is known.
type Position struct {
	Path  string
	Line  int
	Known bool
}

// Candidate is an issue that tiers 1, 2 and 4 look at: open and keyed, or
// declined and keyed.
type Candidate struct {
	Issue    Issue
	Key      Key
	Declined bool
}

// place is the identity of a finding.
type place struct {
	path string
	line int
}

// keyedIssue is a Candidate before anyone asked for it.
type keyedIssue struct {
	issue    *Issue
	key      Key
	declined bool
}

func (k keyedIssue) candidate() Candidate {
	return Candidate{Issue: *k.issue, Key: k.key, Declined: k.declined}
}

// Index answers questions of identity over the complete lists of open and closed
// issues. It is built once, reads each body once, and is safe to share after. It
// keeps the lists, which must not change as long as it is in use.
type Index struct {
	keyed      []keyedIssue  // in ascending number
	open       map[place]int // tier 1: lowest number, an index into keyed
	declined   map[place]int // tier 2: likewise
	onPath     map[string][]int
	keyless    []*Issue // tier 3: open, in ascending number
	resolved   map[place]*Issue
	duplicates map[place][]*Issue
}

// NewIndex reads the keys of the open and the closed issues. Both lists must be
// complete: a list that was cut short would make "no match" a lie (section 3).
func NewIndex(open, closed []Issue) *Index {
	x := &Index{
		keyed:      make([]keyedIssue, 0, len(open)+len(closed)/2),
		open:       make(map[place]int, len(open)),
		declined:   make(map[place]int, len(closed)/2),
		onPath:     make(map[string][]int, len(open)/4),
		resolved:   make(map[place]*Issue, len(closed)/2),
		duplicates: map[place][]*Issue{},
	}
	for i := range open {
		if key, ok := FindKey(open[i].Body); ok {
			x.keyed = append(x.keyed, keyedIssue{issue: &open[i], key: key})
		} else {
			x.keyless = append(x.keyless, &open[i])
		}
	}
	for i := range closed {
		if key, ok := FindKey(closed[i].Body); ok {
			x.addClosed(&closed[i], key)
		}
	}
	slices.SortStableFunc(x.keyed, func(a, b keyedIssue) int { return a.issue.Number - b.issue.Number })
	slices.SortStableFunc(x.keyless, byNumber)
	for _, same := range x.duplicates {
		slices.SortStableFunc(same, byNumber)
	}
	for i, k := range x.keyed {
		tier := x.open
		if k.declined {
			tier = x.declined
		} else {
			x.onPath[k.key.Path] = append(x.onPath[k.key.Path], i)
		}
		at := place{k.key.Path, k.key.Line}
		if _, taken := tier[at]; !taken {
			tier[at] = i
		}
	}
	return x
}

func byNumber(a, b *Issue) int { return a.Number - b.Number }

// addClosed sorts a closed issue by what its closing means. A reason that is not
// known is no decline and no duplicate, so it counts as resolved.
func (x *Index) addClosed(is *Issue, key Key) {
	at := place{key.Path, key.Line}
	switch {
	case is.Declined():
		x.keyed = append(x.keyed, keyedIssue{issue: is, key: key, declined: true})
	case is.StateReason == Duplicate:
		x.duplicates[at] = append(x.duplicates[at], is)
	default:
		if last, ok := x.resolved[at]; !ok || last.Number < is.Number {
			x.resolved[at] = is
		}
	}
}

// Find looks for the finding at path and line in tiers 1 to 3 of section 3: an
// open issue with that key, a declined one with that key, an open keyless one that
// cites the place. The lowest number of the first tier that hits is the match.
func (x *Index) Find(path string, line int) (Match, bool) {
	at := place{path, line}
	for _, tier := range []map[place]int{x.open, x.declined} {
		if i, ok := tier[at]; ok {
			return x.keyed[i].match(SourceKey), true
		}
	}
	for _, is := range x.keyless {
		if Cites(is.Body, path, line) {
			return Match{Issue: *is, Source: SourceKeyless}, true
		}
	}
	return Match{}, false
}

func (k keyedIssue) match(s Source) Match {
	inner := k.key.Inner()
	if written, ok := FindKeyLine(k.issue.Body); ok {
		inner = written.Inner() // `line=07` is 7, but stays as it is written
	}
	return Match{Issue: *k.issue, Source: s, Declined: k.declined, Inner: inner}
}

// Candidates are the issues of tiers 1 and 2 in ascending number: those whose keys
// must be carried forward through git before tier 4 can be asked.
func (x *Index) Candidates() []Candidate {
	out := make([]Candidate, len(x.keyed))
	for i, k := range x.keyed {
		out[i] = k.candidate()
	}
	return out
}

// OnPath gives the open issues whose key names the path, in ascending number.
func (x *Index) OnPath(path string) []Candidate {
	out := make([]Candidate, 0, len(x.onPath[path]))
	for _, i := range x.onPath[path] {
		out = append(out, x.keyed[i].candidate())
	}
	return out
}

// FindMoved is tier 4: the lowest-numbered candidate whose key, carried forward,
// lies at path and line now. The map holds a Position per issue number; a number
// that is missing has not been followed. unknown reports that there was no match
// but that a candidate which may lie in this file has no known position, so that
// "not moved here" cannot be promised.
func (x *Index) FindMoved(path string, line int, at map[int]Position) (m Match, ok, unknown bool) {
	for _, k := range x.keyed {
		p := at[k.issue.Number]
		switch {
		case p.Known && p.Path == path && p.Line == line:
			return k.match(SourceMoved), true, false
		case !p.Known && (p.Path == "" || p.Path == path):
			unknown = true
		}
	}
	return Match{}, false, unknown
}

// Resolved gives the closed issue that had the finding's key and was neither
// declined nor a duplicate: the defect came back, and a new issue may point to it.
// The highest number wins. Its StateReason may be one that is not known here.
func (x *Index) Resolved(path string, line int) (Issue, bool) {
	is, ok := x.resolved[place{path, line}]
	if !ok {
		return Issue{}, false
	}
	return *is, true
}

// Duplicates gives the issues that were closed as a duplicate and carry the
// finding's key, in ascending number. They are no match in themselves: whoever
// asks follows each to its original.
func (x *Index) Duplicates(path string, line int) []Issue {
	var out []Issue
	for _, is := range x.duplicates[place{path, line}] {
		out = append(out, *is)
	}
	return out
}

// Twins gives the open issues that carry one key, in ascending number: more than
// one means that a race filed a finding twice, and that the first stays.
func Twins(open []Issue, path string, line int) []Issue {
	var out []Issue
	for _, is := range open {
		if key, ok := FindKey(is.Body); ok && key.Path == path && key.Line == line {
			out = append(out, is)
		}
	}
	slices.SortStableFunc(out, func(a, b Issue) int { return a.Number - b.Number })
	return out
}
