package queue

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gh-debt/model"
	"gh-debt/recipe"
)

// listing is a list as it was read, with all that the screen needs to draw and to
// filter it. It is made off the program's goroutine and never changed after.
type listing struct {
	result recipe.QueueResult
	items  []item
	at     map[int]int // index of an item by its number
	order  [tabs][]int // indexes of items, for each tab that this list serves
	digits int         // of the longest number
	text   string      // the search texts of all items, a line each
	starts []int       // where the line of each begins

	claimed, questions int // open issues that are claimed, open investigations
}

// item is an issue as it is drawn. Its texts passed model.Visible.
type item struct {
	entry  *model.Entry
	number int
	title  string
	group  string   // the heading it stands under on the open tab
	notes  []string // annotations in few words
	warn   int      // how many of the notes, at their front, ask for attention
	search searchText
}

// newListing prepares a list.
func newListing(res recipe.QueueResult) *listing {
	res.Queue.IndexText()
	l := &listing{result: res, items: make([]item, len(res.Queue.Entries)), at: make(map[int]int, len(res.Queue.Entries))}
	highest := 0
	for i := range res.Queue.Entries {
		e := &res.Queue.Entries[i]
		l.items[i] = newItem(e)
		l.at[e.Issue.Number] = i
		highest = max(highest, e.Issue.Number)
		for t := range tabs {
			if t.holds(e) {
				l.order[t] = append(l.order[t], i)
			}
		}
		if e.Issue.State != model.Closed {
			l.count(e)
		}
	}
	for _, t := range []tab{tabClosed, tabDeclined} {
		slices.SortStableFunc(l.order[t], func(a, b int) int {
			return l.items[b].entry.Issue.ClosedAt.Compare(l.items[a].entry.Issue.ClosedAt)
		})
	}
	l.digits = len(strconv.Itoa(highest))
	l.join()
	return l
}

// join puts the search texts one behind the other; each item's own text is a part
// of the whole, so that it is kept once. No word holds the line break between.
func (l *listing) join() {
	var b strings.Builder
	l.starts = make([]int, len(l.items))
	for i := range l.items {
		l.starts[i] = b.Len()
		b.WriteString(l.items[i].search.low)
		b.WriteByte('\n')
	}
	l.text = b.String()
	for i := range l.items {
		l.items[i].search.low = l.text[l.starts[i] : l.starts[i]+len(l.items[i].search.low)]
	}
}

// count adds an open issue to the figures of the header.
func (l *listing) count(e *model.Entry) {
	if e.Claimed {
		l.claimed++
	}
	if e.Question {
		l.questions++
	}
}

// holds reports whether the tab shows an issue.
func (t tab) holds(e *model.Entry) bool {
	switch t {
	case tabOpen:
		return e.Issue.State != model.Closed
	case tabDeclined:
		return e.Issue.Declined()
	}
	return e.Issue.State == model.Closed && !e.Issue.Declined()
}

// find gives the issue with a number.
func (l *listing) find(number int) (*item, bool) {
	if l == nil {
		return nil, false
	}
	i, ok := l.at[number]
	if !ok {
		return nil, false
	}
	return &l.items[i], true
}

func newItem(e *model.Entry) item {
	it := item{
		entry:  e,
		number: e.Issue.Number,
		title:  model.Visible(e.Issue.Title),
		group:  groupOf(e),
	}
	it.notes, it.warn = notesOf(e, it.group)
	it.search = newSearchText(e, it.title)
	return it
}

// groupOf is the heading an issue stands under: its severity, where none counts
// as suggestion (section 4).
func groupOf(e *model.Entry) string {
	return cmp.Or(e.Grades.Severity, model.Suggestion)
}

// notesOf puts the annotations in few words, those that ask for attention first.
// One that only repeats the heading is left out.
func notesOf(e *model.Entry, group string) (notes []string, warn int) {
	if e.Stale {
		notes = append(notes, "stale: path gone")
	}
	if e.Moved != nil {
		notes = append(notes, "moved to "+model.Visible(e.Moved.Path)+":"+strconv.Itoa(e.Moved.Line))
	}
	warn = len(notes)
	if e.Issue.State == model.Closed {
		notes = append(notes, closedWords(e))
	}
	if e.Grades.Severity == "" {
		notes = append(notes, "no severity")
	}
	for _, a := range e.Annotations {
		switch {
		case a.Kind == model.NoteStale || a.Kind == model.NoteMoved:
		case a.Kind == model.NoteInvestigate && group == model.Investigate:
		case a.Kind == model.NoteDifficulty:
			notes = append(notes, e.Grades.Difficulty)
		case a.Kind == model.NoteFold:
			notes = append(notes, "fold required")
		default:
			words, _, _ := strings.Cut(strings.Trim(a.Text(), "[]"), ": ")
			notes = append(notes, model.Visible(words))
		}
	}
	return notes, warn
}

// batchShown is how many mates a row names; a batch may be as large as the queue.
const batchShown = 4

// batchWords names the first of the issue's mates.
func batchWords(e *model.Entry) string {
	words, left := "batches with", len(e.Batch.Members)-1
	for _, n := range e.Batch.Members {
		if n == e.Issue.Number {
			continue
		}
		if len(e.Batch.Members)-1-left == batchShown && left > 1 {
			return words + fmt.Sprintf(" and %d more", left)
		}
		words += " #" + strconv.Itoa(n)
		left--
	}
	return words
}

// closedWords says how an issue was closed; a reason that GitHub may invent is
// shown as it is.
func closedWords(e *model.Entry) string {
	reason := strings.ReplaceAll(string(e.Issue.StateReason), "_", " ")
	switch {
	case e.Issue.Declined():
		return "declined"
	case reason == "":
		return "closed"
	}
	return model.Visible(reason)
}
