package drain

// MergeWay is who merges.
type MergeWay string

// The ways to merge.
const (
	MergePlain MergeWay = "plain" // we do, by the approved head
	MergeQueue MergeWay = "queue" // a merge queue does, once we put it there
	MergeAuto  MergeWay = "auto"  // something merges once checks pass and a review approves
)

// Merging says that the merge of a head was asked for.
type Merging struct {
	Head string   `json:"head"`
	Way  MergeWay `json:"way"`
}

// Merged says that the pull request is merged, as the tracker told it.
type Merged struct {
	Head string `json:"head"` // the head that was merged
	SHA  string `json:"sha"`  // the commit on the target
	By   string `json:"by,omitempty"`
}

// Blocked says why a merge did not happen. It takes back what Merging asked for,
// except where only the time was up: then the merge may still come.
type Blocked struct {
	Head   string `json:"head"`
	Why    string `json:"why"`    // one of the Blocked constants; other words change nothing but the text
	Reason string `json:"reason"` // one sentence
}

// Why a merge did not happen.
const (
	BlockedConflict   = "conflict"   // it does not merge with the target: a fix must bring it there
	BlockedMoved      = "moved"      // the branch is at a head that nobody approved
	BlockedEjected    = "ejected"    // the merge queue let go of it
	BlockedClosed     = "closed"     // its pull request was closed unmerged
	BlockedProtection = "protection" // the target's rules refuse it
	BlockedChecks     = "checks"     // a required check turned red after the merge was asked for
	BlockedKeyword    = "keyword"    // a text would close other issues than the unit's (C-41, C-42)
	BlockedTimeout    = "timeout"    // the time is up; the merge is still asked for
	BlockedAgain      = "again"      // GitHub was not ready for it: asking again may do
	BlockedWithdrawn  = "withdrawn"  // it was taken back on the way to an end
)

// Unclaimed says that the in-progress label was taken off an issue that stays a
// member: after the merge, since GitHub keeps labels on issues that it closes, and
// on the way to an end.
type Unclaimed struct {
	Number int `json:"number"`
}

// Delivered ends a unit well: what was looked at after the merge.
type Delivered struct {
	Closed    []int  `json:"closed"`
	Reopened  []int  `json:"reopened,omitempty"` // closed wrongly, opened again
	StillOpen []int  `json:"stillOpen,omitempty"`
	Kept      string `json:"kept,omitempty"` // the workspace, where it holds what is nowhere else
}

// End is how a unit, or a member, ended otherwise than delivered.
type End string

// The ends.
const (
	HandedBack  End = "handed-back"
	Diverted    End = "diverted"
	Stale       End = "stale"
	SpecParked  End = "spec-parked"
	Dropped     End = "dropped"
	AlreadyDone End = "already-done"
	Descoped    End = "descoped"
	Lost        End = "lost" // another session won the claim
)

// Ending says that the unit is being given up: from here on its claims are given
// back, and nothing else follows than Ended, or a merge that was faster. It is
// written before the first request, so that a crash in between is gone on from.
type Ending struct {
	End    End    `json:"end"`
	Reason string `json:"reason"`
}

// Ended ends a unit with its reason. All its claims were given back before.
type Ended struct {
	End    End    `json:"end"`
	Reason string `json:"reason"`
	Kept   string `json:"kept,omitempty"` // the workspace, where it was kept
}
