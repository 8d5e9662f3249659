package model

import (
	"strings"
	"time"
)

// State is whether an issue is open or closed, spelled as GitHub's REST API does.
type State string

// The two states of an issue.
const (
	Open   State = "open"
	Closed State = "closed"
)

// StateReason is why an issue has its state. Values that are not listed here
// are kept and shown as they came.
type StateReason string

// The reasons that GitHub gives.
const (
	NoReason   StateReason = ""
	Completed  StateReason = "completed"
	NotPlanned StateReason = "not_planned"
	Duplicate  StateReason = "duplicate"
	Reopened   StateReason = "reopened"
)

// Issue is one issue as the tracker told it. Pull requests are never an Issue.
// A body that GitHub gives as null is the empty string.
type Issue struct {
	Number      int
	Title       string
	Body        string
	URL         string
	State       State
	StateReason StateReason
	Labels      []string // names as the repository spells them
	Author      string
	Comments    int // how many
	CreatedAt   time.Time
	UpdatedAt   time.Time
	ClosedAt    time.Time // zero while open
}

// HasLabel reports whether the issue carries the label, compared as GitHub
// compares names: without case.
func (i Issue) HasLabel(name string) bool {
	for _, l := range i.Labels {
		if strings.EqualFold(l, name) {
			return true
		}
	}
	return false
}

// Declined reports whether the issue is closed and either labelled wontfix or
// closed as not planned (section 2).
func (i Issue) Declined() bool {
	return i.State == Closed && (i.StateReason == NotPlanned || i.HasLabel(LabelWontfix))
}

// Comment is one comment of an issue.
type Comment struct {
	ID        int64
	Author    string
	Body      string
	CreatedAt time.Time
}

// EventKind names a kind of timeline event, spelled as GitHub's REST API does.
type EventKind string

// The kinds of event that the rules read; others are kept with their own name.
const (
	Labeled   EventKind = "labeled"
	Unlabeled EventKind = "unlabeled"
	ClosedBy  EventKind = "closed"
	ReopenBy  EventKind = "reopened"
	Commented EventKind = "commented"
	Renamed   EventKind = "renamed" // given another title
)

// Event is one entry of an issue's timeline, in the order it happened.
type Event struct {
	ID     int64
	Kind   EventKind
	Actor  string
	At     time.Time
	Label  string      // labeled, unlabeled
	Reason StateReason // closed
	Body   string      // commented
}

// Label is a label as a repository holds it.
type Label struct {
	Name        string
	Color       string // six hexadecimal digits, no '#'
	Description string
}

// Repository is what the tracker says of the repository itself.
type Repository struct {
	ID            int64  // which it keeps through all its names; 0 where it is not known
	Host          string // github.com, an enterprise host, or "local"
	Owner         string
	Name          string
	URL           string
	Private       bool
	Archived      bool
	HasIssues     bool
	DefaultBranch string
	Viewer        string // login of whoever is signed in
	CanWrite      bool   // may edit issues and labels (triage or more for issues)
	CanLabel      bool   // may create labels (write or more)
	MovedFrom     string // OWNER/NAME that was asked for, when the repository was renamed
}

// Slug is OWNER/NAME.
func (r Repository) Slug() string { return r.Owner + "/" + r.Name }
