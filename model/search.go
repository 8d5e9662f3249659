package model

import (
	"strconv"
	"strings"
)

// namedMates is how large a batch may be for its members to be found by each
// other's numbers.
const namedMates = 20

// SearchText is what free text is matched against: number, title, path, class,
// grades and annotations, separated by spaces. Of a large batch it holds the
// reason alone.
func (e *Entry) SearchText() string {
	if e.text != "" {
		return e.text
	}
	return e.makeText()
}

// makeText puts the text together.
func (e *Entry) makeText() string {
	text := make([]byte, 0, 256)
	text = strconv.AppendInt(append(text, '#'), int64(e.Issue.Number), 10)
	part := func(s string) {
		if s != "" {
			text = append(append(text, ' '), s...)
		}
	}
	part(e.Issue.Title)
	part(e.Path)
	if e.Line > 0 {
		text = strconv.AppendInt(append(text, ':'), int64(e.Line), 10)
	}
	part(e.Key.Class)
	part(e.Grades.Severity)
	part(e.Grades.Footprint)
	part(e.Grades.Difficulty)
	part(e.Grades.Fold)
	part(e.Grades.Audience)
	for _, a := range e.Annotations {
		if a.Kind == NoteBatch && len(e.Batch.Members) > namedMates {
			part("[batches: " + e.batchReason() + "]")
		} else {
			part(a.Text())
		}
	}
	return string(text)
}

// IndexText readies the entries for being filtered again and again. It writes to
// them, so it belongs before they are shared; entries without it make their
// texts anew at each match.
func (q *Queue) IndexText() {
	for i := range q.Entries {
		q.Entries[i].index()
	}
}

// index keeps what a filter compares, so that no key press has to make it.
func (e *Entry) index() {
	e.text = e.makeText()
	e.low = strings.ToLower(e.text)
	e.lowPath = strings.ToLower(e.Path)
	e.lowClass = strings.ToLower(e.Key.Class)
}

// lowText is SearchText in lower case; likewise the next two. An entry without
// IndexText makes them anew.
func (e *Entry) lowText() string {
	if e.text != "" {
		return e.low
	}
	return strings.ToLower(e.makeText())
}

func (e *Entry) lowerPath() string {
	if e.text != "" {
		return e.lowPath
	}
	return strings.ToLower(e.Path)
}

func (e *Entry) lowerClass() string {
	if e.text != "" {
		return e.lowClass
	}
	return strings.ToLower(e.Key.Class)
}
