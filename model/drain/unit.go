package drain

import "time"

// Stage is how far a unit is (section 1 of draining). It is derived from the
// unit's events and kept nowhere else.
type Stage string

// The stages, in their order, and the ends.
const (
	StageChosen     Stage = "chosen" // before its first claim
	StageClaimed    Stage = "claimed"
	StageScreened   Stage = "screened"
	StageIsolated   Stage = "isolated"
	StageProducing  Stage = "producing"
	StageGated      Stage = "gated"
	StageProposed   Stage = "proposed"
	StageReviewing  Stage = "reviewing"
	StageFixing     Stage = "fixing"
	StageMergeReady Stage = "merge-ready"
	StageMerging    Stage = "merging"
	StageDelivered  Stage = "delivered"
	StageEnded      Stage = "ended" // Unit.Ended says how
)

// Unit is the state of a unit: what its events since it was last chosen add up to.
type Unit struct {
	ID      string
	Chosen  Chosen
	Stage   Stage
	Since   time.Time // of the event that brought it to this stage
	Started time.Time
	Events  int
	LastID  int64 // of its newest event

	Claims  []int    // numbers that carry our claim now
	Left    []Left   // former members
	Branch  Branched // zero until it was created
	Passed  Screened
	Answers []Confirmed
	Place   Isolated

	Head     string // of the workspace as it was last written down; "" before any work
	FixHead  string // the head that a review or the checks found wanting; "" when none does
	Working  *Began // a worker that was begun and did not end
	Done     []Worked
	Gates    *Gated // the newest
	Pushed   string // the remote branch's head
	Pull     Proposed
	Rounds   []Reviewed
	Checks   *Checked // the newest
	Accepted []Accepted
	Brake    *Braked // not yet decided
	Decided  []Decided
	Asked    *Merging
	Blocked  *Blocked // the newest, until something is done about it
	Merged   *Merged
	Deliver  *Delivered
	Ended    *Ended
	Trouble  *Failed // the newest, until the step went well
}
