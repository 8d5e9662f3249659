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
	ID      string    `json:"id"`
	Chosen  Chosen    `json:"chosen,omitzero"`
	Stage   Stage     `json:"stage"`            // "" while it was never chosen
	Since   time.Time `json:"since,omitzero"`   // of the event that brought it to this stage
	Started time.Time `json:"started,omitzero"` // of its Chosen
	Events  int       `json:"events"`           // of this life
	LastID  int64     `json:"lastId,omitempty"` // of its newest event

	Claiming  []int       `json:"claiming,omitempty"` // numbers that may carry our claim: it was begun, and not heard of again
	Claims    []int       `json:"claims,omitempty"`   // numbers that carry our claim now
	Left      []Left      `json:"left,omitempty"`     // former members
	Branching Branching   `json:"branching,omitzero"` // zero unless the creation was begun, and not heard of again
	Branch    Branched    `json:"branch,omitzero"`    // zero until it was created
	Passed    Screened    `json:"passed,omitzero"`
	Answers   []Confirmed `json:"answers,omitempty"`
	Place     Isolated    `json:"place,omitzero"`

	Head     string     `json:"head,omitempty"`    // of the workspace as it was last written down; "" before any work
	FixHead  string     `json:"fixHead,omitempty"` // the head that a review, the checks or a merge found wanting; "" when none does
	Working  *Began     `json:"working,omitempty"` // a worker that was begun and did not end
	Done     []Worked   `json:"done,omitempty"`
	Gates    *Gated     `json:"gates,omitempty"`  // the newest
	Pushed   string     `json:"pushed,omitempty"` // the remote branch's head; "" before the first push
	Pull     Proposed   `json:"pull,omitzero"`
	Rounds   []Reviewed `json:"rounds,omitempty"`
	Checks   *Checked   `json:"checks,omitempty"` // the newest
	Accepted []Accepted `json:"accepted,omitempty"`
	Brake    *Braked    `json:"brake,omitempty"` // not yet decided
	Decided  []Decided  `json:"decided,omitempty"`
	Halt     Choice     `json:"halt,omitempty"`    // the choice that ended the rounds: split, descope or hand-back; "" while they may go on
	Asked    *Merging   `json:"asked,omitempty"`   // the merge that was asked for and of which nothing was heard
	Blocked  *Blocked   `json:"blocked,omitempty"` // the newest, until something is done about it
	Merged   *Merged    `json:"merged,omitempty"`
	Settled  bool       `json:"settled,omitempty"` // what was merged was approved and green, or is the very head that was asked for
	Deliver  *Delivered `json:"deliver,omitempty"`
	Ending   *Ending    `json:"ending,omitempty"`
	Ended    *Ended     `json:"ended,omitempty"`
	Trouble  *Failed    `json:"trouble,omitempty"` // the newest, until the step went well
}
