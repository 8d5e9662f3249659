package drain

import (
	"encoding/json"
	"time"
)

// Event is one entry of the ledger.
type Event struct {
	ID   int64     // ascending in the order of writing; 0 while not written
	At   time.Time // by the clock of whoever wrote it: for reading, never for order
	Unit string    // the members joined by "-", as section 5 of the contract names a unit
	By   string    // login or name of whoever did it, "engine" for what the engine decided
	Fact Fact
}

// Fact is what an event says. The types of this file are the only ones.
type Fact interface{ Kind() Kind }

// Kind names a type of fact in the ledger.
type Kind string

// Engine is the Event.By of what the engine decided by itself.
const Engine = "engine"

// Member is one issue of a unit, as it was when it was chosen.
type Member struct {
	Number   int    `json:"number"`
	Title    string `json:"title"`
	Class    string `json:"class,omitempty"`
	Path     string `json:"path,omitempty"` // of its key; "" for a keyless one
	Line     int    `json:"line,omitempty"`
	Severity string `json:"severity,omitempty"`
	Security bool   `json:"security,omitempty"` // its text goes to nothing public
}

// Chosen begins a unit's life; after an end it begins another.
type Chosen struct {
	Members     []Member `json:"members"` // in queue order
	Named       bool     `json:"named"`   // a person named the numbers; else they were offered
	Autonomous  bool     `json:"autonomous,omitempty"`
	Forced      bool     `json:"forced,omitempty"` // over the budget
	Implementer string   `json:"implementer"`      // a worker's name; Me for a person
	HighRisk    bool     `json:"highRisk,omitempty"`
	Target      string   `json:"target,omitempty"` // the branch that a person named to go back to
	// Home is the repository of the issues, OWNER/NAME: a clone may drain those of
	// its GitHub and those of its embedded tracker.
	Home string `json:"home,omitempty"`
	// HomeID is the repository's number on GitHub, by which it is known again under
	// another name; 0 of the embedded tracker, and where an older version chose.
	HomeID int64 `json:"homeId,omitempty"`
}

// Renamed says that the repository of the issues has another name by now, or is
// asked for by another one.
type Renamed struct {
	Home   string `json:"home"` // OWNER/NAME
	HomeID int64  `json:"homeId,omitempty"`
}

// Claiming says that the in-progress label is about to be put on a member. It is
// written before the request, so that a crash between the two leaves a trace: the
// number stands in Unit.Claiming until Claimed, Left or Unclaimed says more.
type Claiming struct {
	Number int `json:"number"`
}

// Claimed says that a member carries the in-progress label for this unit.
type Claimed struct {
	Number int `json:"number"`
}

// Branching says that the unit's branch is about to be created on the remote; as
// Claiming it is written before the request. Whoever takes the unit up again and
// finds the branch there knows by it that it may be the unit's own.
type Branching struct {
	Branch string `json:"branch"`
	Target string `json:"target"`
	Base   string `json:"base"`
}

// Branched says that the unit's branch was created on the remote: the claim holds.
type Branched struct {
	Branch  string `json:"branch"`
	Target  string `json:"target"`  // the branch it starts from and goes back to
	Base    string `json:"base"`    // the commit
	Default bool   `json:"default"` // the target is the default branch: closing keywords act
}

// Left says that a member is no longer one: its claim, if it had one, was given
// back before.
type Left struct {
	Number int    `json:"number"`
	Why    End    `json:"why"` // Diverted, Stale, SpecParked, Dropped, AlreadyDone, Lost
	Reason string `json:"reason,omitempty"`
}

// Confirmed is one answer of the staleness screen about a member.
type Confirmed struct {
	Number int    `json:"number"`
	What   string `json:"what"` // path:line, a count, a comment: what was asked about
	Says   string `json:"says"` // what was found there
	Holds  bool   `json:"holds"`
}

// Screened says that the three screens are passed.
type Screened struct {
	Members  []int `json:"members"`
	Diverted int   `json:"diverted,omitempty"` // how many left for security; never which
	Private  bool  `json:"private"`            // the repository's visibility, read anew
}

// WorkspaceMode is how a unit's workspace was made.
type WorkspaceMode string

// The modes of a workspace (section 5 of draining).
const (
	ModeBranch   WorkspaceMode = "branch"   // a branch in this checkout
	ModeWorktree WorkspaceMode = "worktree" // a worktree of its own
	ModeHere     WorkspaceMode = "here"     // the linked worktree one was in already
)

// Isolated says that the workspace is there.
type Isolated struct {
	Dir      string        `json:"dir"`
	Mode     WorkspaceMode `json:"mode"`
	ReturnTo string        `json:"returnTo,omitempty"` // the branch that was on before, ModeBranch
}

// WorkKind is what a worker is asked to do.
type WorkKind string

// The kinds of work.
const (
	Produce  WorkKind = "produce"
	Fix      WorkKind = "fix"
	ReviewIt WorkKind = "review"
)

// Began says that a worker was started on the workspace, which is at Head.
type Began struct {
	Work   WorkKind `json:"work"`
	Worker string   `json:"worker"`
	Head   string   `json:"head"`
	Scope  Scope    `json:"scope,omitempty"` // of a review
}

// Worked says that an implementing worker ended well: the branch has new commits.
type Worked struct {
	Work    WorkKind `json:"work"`
	Worker  string   `json:"worker"`
	Report  Report   `json:"report"`
	Head    string   `json:"head"`
	Commits int      `json:"commits"`
	Files   []string `json:"files"` // changed against the base
}

// Failed says that a worker, or a step, ended badly: the unit stays where it was
// and no worker is at work on it any more.
type Failed struct {
	Step   string `json:"step"` // a step's name: produce, review, push …
	Worker string `json:"worker,omitempty"`
	Reason string `json:"reason"` // one sentence
}

// Gated is the result of the gates on a head: any head that the workspace was at,
// also one that a person committed there by hand. Findings do not keep a unit from
// being proposed: they are told there, and review and CI, which have the brake,
// deal with them.
type Gated struct {
	Head   string       `json:"head"`
	Gates  []GateResult `json:"gates"`
	Before int          `json:"before"` // open findings on the touched files at the base
	After  int          `json:"after"`  // likewise, without the members
}

// Pushed says that the remote branch is at Head.
type Pushed struct {
	Head string `json:"head"`
}

// Proposed says that the pull request is open.
type Proposed struct {
	Pull   int    `json:"pull"`
	URL    string `json:"url"`
	Closes bool   `json:"closes"`          // its base is the default branch
	Again  bool   `json:"again,omitempty"` // it was closed unmerged, and somebody opened it again
}

// Reviewed is a completed round.
type Reviewed struct {
	Round       int       `json:"round"` // counted from 1
	Worker      string    `json:"worker"`
	Verdict     Verdict   `json:"verdict"`
	Scope       Scope     `json:"scope"`
	Diversity   Diversity `json:"diversity"`
	Independent bool      `json:"independent"`
}

// Checked is what was seen of the checks of a head.
type Checked struct {
	Head   string `json:"head"`
	Answer Answer `json:"answer"`
}

// Accepted is what a person takes upon themselves.
type Accepted struct {
	What string `json:"what"` // one of the Accept constants
	Head string `json:"head"`
}

// What a person may accept.
const (
	AcceptOwnReview = "own-review" // an approval that is not independent
	AcceptNoChecks  = "no-checks"  // that nothing is required and nothing ran
	AcceptOptional  = "optional"   // that nothing is required and something is red
)

// Braked says that the brake stopped the unit.
type Braked struct {
	Round     int       `json:"round"`
	Diagnosis Diagnosis `json:"diagnosis"`
}

// Choice is how a braked unit goes on.
type Choice string

// The choices at the brake.
const (
	ChoiceContinue Choice = "continue" // one more round
	ChoiceClass    Choice = "class"    // one round that must close the whole class
	ChoiceSplit    Choice = "split"
	ChoiceDescope  Choice = "descope"
	ChoiceHandBack Choice = "hand-back"
)

// Decided is a choice at the brake; Event.By tells by whom.
type Decided struct {
	Round  int    `json:"round"`
	Choice Choice `json:"choice"`
}

// Unread is a fact of a kind that this version does not know. It changes nothing.
type Unread struct {
	As   Kind            `json:"-"`
	Data json.RawMessage `json:"-"`
}
