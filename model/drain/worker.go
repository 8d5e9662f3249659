package drain

import "time"

// Me is the name of the worker that is the person: a shell in the workspace.
const Me = "me"

// Role is what a worker may be asked to do.
type Role string

// The roles.
const (
	Implement Role = "implement"
	Review    Role = "review"
)

// Worker is who implements or reviews (section 6.1 of draining). The person is
// the worker named Me and has no command.
type Worker struct {
	Name    string        `json:"name"`
	Roles   []Role        `json:"roles"`
	Family  string        `json:"family,omitempty"` // for independence: whose mind it is
	Tier    string        `json:"tier,omitempty"`   // frontier, deep, balanced; "" for a plain program
	Command []string      `json:"command,omitempty"`
	Timeout time.Duration `json:"timeout,omitempty"` // 0 is DefaultTimeout
	Env     []string      `json:"env,omitempty"`     // variables it gets beside PATH, HOME, LANG and TERM
}

// DefaultTimeout is the time limit of a worker that names none.
const DefaultTimeout = 30 * time.Minute

// Diversity is how far a reviewer's mind is from the implementer's.
type Diversity string

// The values of Diversity, best first.
const (
	OtherFamily Diversity = "other-family"
	SameFamily  Diversity = "same-family" // reduced: another worker of the same family
	SameWorker  Diversity = "same-worker" // not independent: nobody else there
)

// GateKind is one of the gates.
type GateKind string

// The gates, in the order they run.
const (
	GateTests GateKind = "tests"
	GateTypes GateKind = "types"
	GateLint  GateKind = "lint"
	GateDebt  GateKind = "debt" // the debt checks, which need no command
)

// GateOutcome is how a gate ended.
type GateOutcome string

// The outcomes of a gate.
const (
	RanClean    GateOutcome = "ran-clean"
	RanFindings GateOutcome = "findings"
	GateSkipped GateOutcome = "skipped"
	GateNotRun  GateOutcome = "not-run"
)

// Gate is a gate as it is set up.
type Gate struct {
	Kind    GateKind `json:"kind"`
	Command []string `json:"command,omitempty"` // empty for GateDebt, and where there is none
	Origin  string   `json:"origin"`            // "config", or the file it was detected from
}

// GateResult is how one gate went on a head.
type GateResult struct {
	Gate
	Outcome GateOutcome   `json:"outcome"`
	Reason  string        `json:"reason,omitempty"` // of findings, skipped and not-run
	Took    time.Duration `json:"took"`
	Output  string        `json:"output,omitempty"` // the end of what it printed, made visible
}

// Settings are a team's rules for draining (section 6.1).
type Settings struct {
	Target         string                // "" lets the probe decide
	RequiredChecks []string              // for when the branch's rules do not say
	Gates          map[GateKind][]string // commands; a kind that is missing is detected
}
