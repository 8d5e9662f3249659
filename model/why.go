package model

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Why is where an issue stands in the queue, and what put it there. Its JSON is what
// why --json prints.
type Why struct {
	Number      int       `json:"number"`
	Title       string    `json:"title"`
	URL         string    `json:"url"`
	State       string    `json:"state"`
	Place       int       `json:"place"` // counted from 1
	Of          int       `json:"of"`    // how many are in the queue
	Severity    *string   `json:"severity"`
	Rank        int       `json:"rank"` // of the severity
	PlaceInRank int       `json:"placeInRank"`
	OfRank      int       `json:"ofRank"`
	AgeDays     int       `json:"ageDays"`
	Candidate   bool      `json:"candidate"`
	Excluded    *string   `json:"excluded"`
	PlaceInLine int       `json:"placeInLine"` // its place among the candidates, 0 if it is none
	Question    *string   `json:"question"`    // of an open investigation
	SettledBy   *string   `json:"settledBy"`
	Footprint   *string   `json:"footprint"`
	Difficulty  *string   `json:"difficulty"`
	Fold        *string   `json:"fold"`
	Audience    *string   `json:"audience"`
	Key         *WhyKey   `json:"key"`
	Origin      *string   `json:"origin"` // in words
	Stale       bool      `json:"stale"`
	Moved       *string   `json:"moved"` // path:line
	Batch       *WhyBatch `json:"batch"`
	Annotations []string  `json:"annotations"`
}

// WhyKey is the key of an issue.
type WhyKey struct {
	Class string `json:"class"`
	Path  string `json:"path"`
	Line  int    `json:"line"`
}

// WhyBatch is the batch of an issue and why it belongs there.
type WhyBatch struct {
	Members []int    `json:"members"`
	Signal  string   `json:"signal"`
	Paths   []string `json:"paths"`
	Reason  string   `json:"reason"` // "same file app/a.go"
}

// Fact is one thing to know of an issue, in words. Name is short and lower-case.
type Fact struct {
	Name string
	Text string
}

// Why gathers what is known of an issue's place; ok is false when the queue does
// not hold the issue.
func (q *Queue) Why(number int, now time.Time) (w Why, ok bool) {
	e, at, ok := q.Find(number)
	if !ok {
		return Why{}, false
	}
	w = Why{
		Number: number, Title: e.Issue.Title, URL: e.Issue.URL, State: string(e.Issue.State),
		Place: at + 1, Of: len(q.Entries), Rank: SeverityRank(e.Grades.Severity), AgeDays: e.AgeDays(now),
		Candidate: e.Candidate(), Stale: e.Stale, Annotations: []string{},
		Severity: given(e.Grades.Severity), Footprint: given(e.Grades.Footprint),
		Difficulty: given(e.Grades.Difficulty), Fold: given(e.Grades.Fold), Audience: given(e.Grades.Audience),
		Excluded: given(string(e.Excluded)),
	}
	q.countAround(&w, at)
	if e.Question {
		if blocks := FindResearch(e.Issue.Body); len(blocks) > 0 {
			w.Question, w.SettledBy = given(blocks[0].Question), given(blocks[0].SettledBy)
		}
	}
	if e.HasKey {
		w.Key = &WhyKey{e.Key.Class, e.Key.Path, e.Key.Line}
	}
	if e.HasOrigin {
		w.Origin = given(e.Origin.Sentence())
	}
	if e.Moved != nil {
		w.Moved = given(e.Moved.Path + ":" + strconv.Itoa(e.Moved.Line))
	}
	if b := e.Batch; b != nil {
		w.Batch = &WhyBatch{b.Members, b.Signal, b.Paths, e.batchReason()}
	}
	for _, a := range e.Annotations {
		w.Annotations = append(w.Annotations, a.Text())
	}
	return w, true
}

// countAround counts the issues of the same rank and the candidates before it.
func (q *Queue) countAround(w *Why, at int) {
	for i := range q.Entries {
		e := &q.Entries[i]
		if SeverityRank(e.Grades.Severity) == w.Rank {
			w.OfRank++
			if i <= at {
				w.PlaceInRank++
			}
		}
		if w.Candidate && i <= at && e.Candidate() {
			w.PlaceInLine++
		}
	}
}

// given is a pointer to s, or nil when s is empty: null in JSON.
func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Facts says the same in words that are fit to be shown, in the order in which a
// person asks.
func (w Why) Facts() []Fact {
	facts := []Fact{
		{"place", fmt.Sprintf("%d of %d", w.Place, w.Of)},
		{"order", w.severityWords() + ", " + w.ageWords()},
		{"candidate", w.candidateWords()},
	}
	add := func(name string, text *string) {
		if text != nil {
			facts = append(facts, Fact{name, Visible(*text)})
		}
	}
	add("question", w.Question)
	add("settled by", w.SettledBy)
	add("footprint", w.Footprint)
	add("difficulty", w.Difficulty)
	add("fold", w.Fold)
	add("audience", w.Audience)
	if w.Key != nil {
		add("key", given(Key{w.Key.Class, w.Key.Path, w.Key.Line}.Inner()))
	} else {
		add("key", given("none: it was filed by hand"))
	}
	add("origin", w.Origin)
	if w.Stale {
		add("stale", given("the path is not in git's index any more; check the rest of the issue before fixing it"))
	}
	add("moved", w.Moved)
	if w.Batch != nil {
		add("batch", given(w.batchWords()))
	}
	if len(w.Annotations) > 0 {
		add("annotations", given(strings.Join(w.Annotations, " ")))
	}
	return facts
}

func (w Why) severityWords() string {
	if w.Severity == nil {
		return "no severity label, so it ranks as suggestion (1)"
	}
	return fmt.Sprintf("%s ranks %d", *w.Severity, w.Rank)
}

func (w Why) candidateWords() string {
	switch {
	case State(w.State) == Closed:
		return "no: it is closed"
	case w.Excluded == nil:
		return fmt.Sprintf("yes, %s in line", ordinal(w.PlaceInLine))
	}
	switch Exclusion(*w.Excluded) {
	case InProgress:
		return "no: someone has claimed it (in-progress)"
	case SpecParked:
		return "no: it is parked on a design"
	}
	return "no: its severity is still a question; answer it and re-grade the issue"
}

func (w Why) batchWords() string {
	var mates []string
	for _, n := range w.Batch.Members {
		if n != w.Number {
			mates = append(mates, "#"+strconv.Itoa(n))
		}
	}
	return fmt.Sprintf("with %s: %s (signal %s)", strings.Join(mates, " "), w.Batch.Reason, w.Batch.Signal)
}

// ageWords says how the issue stands to the others of its rank.
func (w Why) ageWords() string {
	age := strconv.Itoa(w.AgeDays) + " days old"
	switch w.AgeDays {
	case 0:
		age = "filed today"
	case 1:
		age = "1 day old"
	}
	switch {
	case w.OfRank == 1:
		return "the only one of this rank, " + age
	case w.PlaceInRank == 1:
		return fmt.Sprintf("the oldest of %d of this rank, %s", w.OfRank, age)
	}
	return fmt.Sprintf("the %s oldest of %d of this rank, %s", ordinal(w.PlaceInRank), w.OfRank, age)
}

// ordinal is "1st", "2nd", "3rd", "4th", … "11th".
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
