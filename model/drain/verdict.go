package drain

// Report is what an implementing worker prints: one JSON object, alone on
// standard output. What it says actually ran is what counts.
type Report struct {
	Model   string `json:"model"`
	Effort  string `json:"effort"`
	Summary string `json:"summary"`
	Notes   string `json:"notes"`
}

// The two verdicts.
const (
	Pass         = "PASS"
	NeedsChanges = "NEEDS_CHANGES"
)

// Verdict is what a reviewer prints (section 7 of draining).
type Verdict struct {
	Verdict  string    `json:"verdict"`
	HeadSHA  string    `json:"headSha"`
	Model    string    `json:"model"`
	Effort   string    `json:"effort"`
	Findings []Finding `json:"findings"`
}

// The subjects of a finding.
const (
	SubjectCode     = "code"
	SubjectEvidence = "evidence"
)

// Finding is one thing that a review found.
type Finding struct {
	Theme      string `json:"theme"`
	Class      string `json:"class"`
	Subject    string `json:"subject"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	Confidence string `json:"confidence"` // high, medium, low
	Blocking   bool   `json:"blocking"`
	Text       string `json:"text"`
}

// Scope is what a review looks at.
type Scope struct {
	Full bool   `json:"full"`
	From string `json:"from,omitempty"` // the last reviewed head; the base of a full one
	To   string `json:"to"`
	Why  string `json:"why"` // the reason of a full scope, in words
}

// Color is the answer to "is this commit green?".
type Color string

// The answers. Silence is never Green.
const (
	Green   Color = "green"   // all that is required ran and is well, and something ran
	Red     Color = "red"     // required and red; where nothing is required, anything red
	Waiting Color = "waiting" // something has not ended, or not begun
	Missing Color = "missing" // something that is required never ran
	Nothing Color = "nothing" // nothing is required and nothing ran: a person must say
)

// CheckState is how one check stands.
type CheckState string

// The states of a check. The last three are told apart though none of them ran.
const (
	CheckPassed  CheckState = "passed"
	CheckFailed  CheckState = "failed"
	CheckSkipped CheckState = "skipped"
	CheckRunning CheckState = "running"
	CheckWaiting CheckState = "still-waiting"
	CheckNoEvent CheckState = "missing-event" // nothing started it
	CheckByHand  CheckState = "by-hand"       // it waits for a person: approval, a manual run
)

// Check is one check of a commit.
type Check struct {
	Name     string     `json:"name"`
	Required bool       `json:"required"`
	State    CheckState `json:"state"`
	Detail   string     `json:"detail,omitempty"` // in words
	URL      string     `json:"url,omitempty"`
}

// Answer is what a commit's checks add up to.
type Answer struct {
	Color  Color   `json:"color"`
	Checks []Check `json:"checks"` // required first, by name
	Why    string  `json:"why"`    // one sentence
}

// Pattern is what the themes of the rounds look like.
type Pattern string

// The patterns (the brake, section 7 of draining).
const (
	NewThemes Pattern = "new-themes" // new ones each time, few
	Returning Pattern = "returning"  // one theme came back
	Recurring Pattern = "recurring"  // it came back after a round that had to close its class
	Spreading Pattern = "spreading"  // they spread over design
)

// Diagnosis is what the brake says.
type Diagnosis struct {
	Pattern Pattern  `json:"pattern"`
	Themes  []string `json:"themes"`           // what it rests on, most frequent first
	Choices []Choice `json:"choices"`          // what may be done, the advised one first
	Engine  Choice   `json:"engine,omitempty"` // what the engine may take by itself; "" leaves it to a person
	Why     string   `json:"why"`
}
