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

// Order gives the stages in which a unit is active, in their order: the columns of
// a board. The two ends are not among them.
func Order() []Stage {
	return []Stage{
		StageChosen, StageClaimed, StageScreened, StageIsolated, StageProducing, StageGated,
		StageProposed, StageReviewing, StageFixing, StageMergeReady, StageMerging,
	}
}

// Unit is the state of a unit: what its events since it was last chosen add up to.
// The zero Unit, and one of which only the ID is known, was never chosen.
type Unit struct {
	ID      string
	Chosen  Chosen
	Stage   Stage     // "" while it was never chosen
	Since   time.Time // of the event that brought it to this stage
	Started time.Time // of its Chosen
	Events  int       // of this life
	LastID  int64     // of its newest event

	Claiming  []int     // numbers that may carry our claim: it was begun, and not heard of again
	Claims    []int     // numbers that carry our claim now
	Left      []Left    // former members
	Branching Branching // zero unless the creation was begun, and not heard of again
	Branch    Branched  // zero until it was created
	Passed    Screened
	Answers   []Confirmed
	Place     Isolated

	Head     string // of the workspace as it was last written down; "" before any work
	FixHead  string // the head that a review, the checks or a merge found wanting; "" when none does
	Working  *Began // a worker that was begun and did not end
	Done     []Worked
	Gates    *Gated // the newest
	Pushed   string // the remote branch's head; "" before the first push
	Pull     Proposed
	Rounds   []Reviewed
	Checks   *Checked // the newest
	Accepted []Accepted
	Brake    *Braked // not yet decided
	Decided  []Decided
	Halt     Choice   // the choice that ended the rounds: split, descope or hand-back; "" while they may go on
	Asked    *Merging // the merge that was asked for and of which nothing was heard
	Blocked  *Blocked // the newest, until something is done about it
	Merged   *Merged
	Settled  bool // what was merged was approved and green, or is the very head that was asked for
	Deliver  *Delivered
	Ending   *Ending
	Ended    *Ended
	Trouble  *Failed // the newest, until the step went well
}
