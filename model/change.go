package model

import (
	"fmt"
	"slices"
	"strings"
)

// ChangeKind says what happened to an issue between two reads.
type ChangeKind string

// The kinds of change between two reads, in the order in which one issue's are told.
const (
	IssueNew       ChangeKind = "new"
	IssueGone      ChangeKind = "gone" // closed, or no longer labelled as debt
	IssueClosed    ChangeKind = "closed"
	IssueReopened  ChangeKind = "reopened"
	IssueRegraded  ChangeKind = "regraded"
	IssueClaimed   ChangeKind = "claimed"
	IssueReleased  ChangeKind = "released"
	IssueParked    ChangeKind = "parked"
	IssueUnparked  ChangeKind = "unparked"
	IssueEdited    ChangeKind = "edited"
	IssueCommented ChangeKind = "commented"
)

// IssueChange is one thing that changed on an issue. Who did it, the lists do not
// say: the issue's timeline does.
type IssueChange struct {
	Number int
	Kind   ChangeKind
	Words  string // "severity: important → critical"
	Issue  Issue  // as it is now; of one that is gone, as it was
}

// Changes tells what differs between two reads of a list, by ascending number. The
// order of either list does not matter.
func Changes(before, after []Issue) []IssueChange {
	old := make(map[int]*Issue, len(before))
	for i := range before {
		old[before[i].Number] = &before[i]
	}
	var out []IssueChange
	for i := range after {
		now := &after[i]
		was, known := old[now.Number]
		delete(old, now.Number)
		switch {
		case !known:
			out = append(out, IssueChange{now.Number, IssueNew, "new", *now})
		case !unchanged(was, now):
			out = append(out, compare(was, now)...)
		}
	}
	for n, was := range old {
		out = append(out, IssueChange{n, IssueGone, "no longer in the list", *was})
	}
	slices.SortStableFunc(out, func(a, b IssueChange) int { return a.Number - b.Number })
	return out
}

// unchanged is the quick answer for most issues of most reads.
func unchanged(was, now *Issue) bool {
	return was.State == now.State && was.Comments == now.Comments && was.Title == now.Title &&
		was.Body == now.Body && slices.Equal(was.Labels, now.Labels)
}

// compare tells the changes of one issue.
func compare(was, now *Issue) []IssueChange {
	var out []IssueChange
	tell := func(kind ChangeKind, words string) {
		out = append(out, IssueChange{now.Number, kind, words, *now})
	}
	if was.State != now.State {
		if now.State == Closed {
			tell(IssueClosed, closedWords(now.StateReason))
		} else {
			tell(IssueReopened, "reopened")
		}
	}
	a, b := standingOf(was.Labels), standingOf(now.Labels)
	for _, axis := range Axes() {
		if from, to := a.grades.Get(axis), b.grades.Get(axis); from != to {
			tell(IssueRegraded, string(axis)+": "+Change{From: from, To: to}.Sentence())
		}
	}
	if a.claimed != b.claimed {
		tell(pick(b.claimed, IssueClaimed, IssueReleased), pick(b.claimed, "claimed", "released"))
	}
	if a.park() != b.park() {
		tell(pick(b.park() != "", IssueParked, IssueUnparked), pick(b.park() != "", b.park(), "no longer parked"))
	}
	if edited := editedParts(was, now); edited != "" {
		tell(IssueEdited, edited+" edited")
	}
	if more := now.Comments - was.Comments; more > 0 {
		tell(IssueCommented, fmt.Sprintf("%d new %s", more, pick(more == 1, "comment", "comments")))
	}
	return out
}

func closedWords(reason StateReason) string {
	if reason == NoReason {
		return "closed"
	}
	return "closed as " + Visible(strings.ReplaceAll(string(reason), "_", " "))
}

// park says in words how the issue is parked, "" if it is not.
func (s standing) park() string {
	switch {
	case s.active:
		return "spec active"
	case s.pending:
		return "spec pending"
	}
	return ""
}

func editedParts(was, now *Issue) string {
	var parts []string
	if was.Title != now.Title {
		parts = append(parts, "title")
	}
	if was.Body != now.Body {
		parts = append(parts, "body")
	}
	return strings.Join(parts, " and ")
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
