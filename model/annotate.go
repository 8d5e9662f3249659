package model

import "strconv"

// AnnotationKind names an annotation for programs.
type AnnotationKind string

// The kinds of annotation, in the order in which they are shown (section 4).
const (
	NoteInProgress  AnnotationKind = "in-progress"
	NoteInvestigate AnnotationKind = "investigate"
	NoteNeedsSpec   AnnotationKind = "needs-spec"
	NoteSpecPending AnnotationKind = "spec-pending"
	NoteSpecActive  AnnotationKind = "spec-active"
	NoteFold        AnnotationKind = "fold"
	NoteDifficulty  AnnotationKind = "difficulty"
	NoteStale       AnnotationKind = "stale"
	NoteMoved       AnnotationKind = "moved"
	NoteBatch       AnnotationKind = "batch"
)

// Annotation is one remark on an issue.
type Annotation struct {
	Kind  AnnotationKind
	text  string
	entry *Entry // of a batch's, whose text is put together when it is asked for
}

// Text is what the contract prints, with its brackets. A path in it is as raw as the
// issue holds it. The text of a batch names all the other members, so it is made at
// each call: a batch may be as large as the queue.
func (a Annotation) Text() string {
	if a.entry != nil {
		return a.entry.batchText()
	}
	return a.text
}

// annotate notes each remark that applies, in the order of section 4.
func (e *Entry) annotate() {
	note := func(applies bool, kind AnnotationKind, text string) {
		if applies {
			e.Annotations = append(e.Annotations, Annotation{Kind: kind, text: text})
		}
	}
	note(e.Claimed, NoteInProgress, "[in progress]")
	note(e.Question, NoteInvestigate, "[investigate]")
	note(e.Grades.Footprint == Spec && !e.Parked(), NoteNeedsSpec, "[needs spec]")
	note(e.SpecPending, NoteSpecPending, "[spec pending]")
	note(e.SpecActive, NoteSpecActive, "[spec active]")
	note(e.Grades.Fold == Required, NoteFold, "[fold: required]")
	if e.Grades.Difficulty != "" {
		note(true, NoteDifficulty, "[difficulty: "+e.Grades.Difficulty+"]")
	}
	note(e.Stale, NoteStale, "[stale: path gone]")
	if e.Moved != nil {
		note(true, NoteMoved, "[moved: "+e.Moved.Path+":"+strconv.Itoa(e.Moved.Line)+"]")
	}
	if e.Batch != nil {
		e.Annotations = append(e.Annotations, Annotation{Kind: NoteBatch, entry: e})
	}
}

// batchText names the other members in the order of the queue, and why this entry
// is one of them. In a mixed batch the reason is the entry's own: the file, if
// another member lies in it too, else the class and directory it shares.
func (e *Entry) batchText() string {
	text := append(make([]byte, 0, 80+8*len(e.Batch.Members)), "[batches with"...)
	for _, n := range e.Batch.Members {
		if n != e.Issue.Number {
			text = strconv.AppendInt(append(text, " #"...), int64(n), 10)
		}
	}
	return string(append(text, ": "+e.batchReason()+"]"...))
}

// batchReason is "same file <path>" or "same class <class> in <dir>".
func (e *Entry) batchReason() string {
	if e.sharesPath {
		return "same file " + e.Path
	}
	return "same class " + e.Key.Class + " in " + directory(e.Path)
}
