package model

import (
	"slices"
	"strings"
	"time"
)

// Exclusion says why an issue is no candidate for being fixed next.
type Exclusion string

// The exclusions, in the order in which they are asked (section 4).
const (
	NotExcluded   Exclusion = ""
	InProgress    Exclusion = "in_progress"
	SpecParked    Exclusion = "spec_parked"
	Investigating Exclusion = "investigate"
)

// Entry is one issue of the queue with all that is known of it.
type Entry struct {
	Issue       Issue
	Key         Key
	HasKey      bool
	Origin      Origin
	HasOrigin   bool
	Path        string // the key's, or the first that a keyless body cites, or ""
	Line        int    // likewise; 0 when there is none
	Grades      Grades
	Claimed     bool // carries in-progress
	SpecPending bool // carries debt:spec-pending
	SpecActive  bool // carries debt:spec-active
	Question    bool // carries severity:investigate
	Excluded    Exclusion
	Annotations []Annotation
	Batch       *Batch    // shared by its members; nil when the issue stands alone
	Stale       bool      // the key's path is gone and did not move
	Moved       *Position // where the key lies now, when that is known and elsewhere

	sharesPath bool // another member of the batch lies in the same file

	text     string // what free text is matched against
	low      string // the same in lower case
	lowPath  string
	lowClass string
}

// Candidate reports whether the issue may be offered as the next to fix: it is not
// closed and nothing excludes it.
func (e *Entry) Candidate() bool { return e.Excluded == NotExcluded && e.Issue.State != Closed }

// Parked reports whether the issue waits for a design.
func (e *Entry) Parked() bool { return e.SpecPending || e.SpecActive }

// AgeDays is how many whole days the issue has existed, never below 0.
func (e *Entry) AgeDays(now time.Time) int {
	return max(0, int(now.Sub(e.Issue.CreatedAt)/(24*time.Hour)))
}

// Queue is a list of issues in the order of section 4.
type Queue struct {
	Entries  []Entry
	Clusters []Batch // ordered by their first members
}

// Find gives the entry of an issue and its place in the order, counted from 0.
func (q *Queue) Find(number int) (*Entry, int, bool) {
	for i := range q.Entries {
		if q.Entries[i].Issue.Number == number {
			return &q.Entries[i], i, true
		}
	}
	return nil, 0, false
}

// Facts are what git says of the keys of a queue.
type Facts struct {
	Tracked   map[string]bool  // the paths of the index; nil: could not look
	Positions map[int]Position // where each followed key lies at HEAD, by issue number
}

// standing is what the labels of an issue say of it.
type standing struct {
	grades      Grades
	claimed     bool
	pending     bool
	active      bool
	investigate bool
}

// standingOf reads the labels once. Former spellings are read as today's. An open
// investigation is one by its label, whatever else the axis holds.
func standingOf(labels []string) standing {
	s := standing{grades: ReadGrades(labels)}
	for _, l := range labels {
		if today, former := CurrentName(l); former {
			l = today
		}
		switch {
		case strings.EqualFold(l, LabelInProgress):
			s.claimed = true
		case strings.EqualFold(l, LabelSpecPending):
			s.pending = true
		case strings.EqualFold(l, LabelSpecActive):
			s.active = true
		case strings.EqualFold(l, "severity:"+Investigate):
			s.investigate = true
		}
	}
	return s
}

// exclusion is the first that applies (section 4).
func (s standing) exclusion() Exclusion {
	switch {
	case s.claimed:
		return InProgress
	case s.pending || s.active:
		return SpecParked
	case s.investigate:
		return Investigating
	}
	return NotExcluded
}

// NewQueue puts issues in order and says of each what section 4 wants known:
// severity rank descending, then creation ascending, then number ascending; the
// exclusion; the batch; the annotations. Closed issues may be among them: they
// stand in the same order and belong to no batch. The issues are not changed.
func NewQueue(issues []Issue, f Facts) Queue {
	standings := make([]standing, len(issues))
	ranks := make([]int, len(issues))
	order := make([]int, len(issues))
	for i := range issues {
		standings[i] = standingOf(issues[i].Labels)
		ranks[i] = SeverityRank(standings[i].grades.Severity)
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if ranks[a] != ranks[b] {
			return ranks[b] - ranks[a]
		}
		if c := issues[a].CreatedAt.Compare(issues[b].CreatedAt); c != 0 {
			return c
		}
		return issues[a].Number - issues[b].Number
	})
	q := Queue{Entries: make([]Entry, len(issues))}
	for place, i := range order {
		fill(&q.Entries[place], issues[i], standings[i])
	}
	q.cluster()
	for i := range q.Entries {
		e := &q.Entries[i]
		e.locate(f)
		e.annotate()
	}
	return q
}

// fill sets what an entry knows without the others.
func fill(e *Entry, is Issue, s standing) {
	e.Issue, e.Grades = is, s.grades
	e.Claimed, e.SpecPending, e.SpecActive = s.claimed, s.pending, s.active
	e.Excluded = s.exclusion()
	e.Question = s.investigate
	e.Key, e.HasKey = FindKey(is.Body)
	e.Origin, e.HasOrigin = FindOrigin(is.Body)
	if e.HasKey {
		e.Path, e.Line = e.Key.Path, e.Key.Line
	} else {
		e.Path, e.Line, _ = FirstCitation(is.Body)
	}
}

// locate says whether the key's path is gone and where its line has moved.
func (e *Entry) locate(f Facts) {
	if !e.HasKey {
		return
	}
	p := f.Positions[e.Issue.Number]
	if p.Known && (p.Path != e.Key.Path || p.Line != e.Key.Line) {
		e.Moved = &p
		return
	}
	e.Stale = f.Tracked != nil && !f.Tracked[e.Key.Path]
}
