package model

// Axis is one of the dimensions an issue is graded on (section 2).
type Axis string

// The axes, in the order in which they are shown.
const (
	Severity   Axis = "severity"
	Footprint  Axis = "footprint"
	Difficulty Axis = "difficulty"
	Fold       Axis = "fold"
	Audience   Axis = "audience"
)

// The values of the axes.
const (
	Critical    = "critical"
	Important   = "important"
	Suggestion  = "suggestion"
	Investigate = "investigate"
	Narrow      = "narrow"
	Wide        = "wide"
	Spec        = "spec"
	Easy        = "easy"
	Medium      = "medium"
	Hard        = "hard"
	Required    = "required"
	Adopter     = "adopter"
	Maintainer  = "maintainer"
)

// The labels that are no grade.
const (
	LabelDebt        = "tech-debt"
	LabelInProgress  = "in-progress"
	LabelSpecPending = "debt:spec-pending"
	LabelSpecActive  = "debt:spec-active"
	LabelWontfix     = "wontfix"
)

// Grades holds one value per axis; the empty string means that the issue
// carries no label of that axis. An issue with several labels of one axis has
// the highest-ranked of severity, and of another axis the first in its labels.
type Grades struct {
	Severity   string
	Footprint  string
	Difficulty string
	Fold       string
	Audience   string
}

// Rules are what a repository's .github/gh-debt.yml says of its debt (section 7.1).
type Rules struct {
	Label            string   // the queue's label
	InvestigateCap   int      // how many open investigations there may be
	AudienceRequired bool     // whether every issue must carry an audience label
	Classes          []string // known classes, for completion and a spelling check
}

// DefaultRules are the rules of a repository without a configuration.
func DefaultRules() Rules {
	return Rules{Label: LabelDebt, InvestigateCap: 3}
}

// QueueLabel is the label that makes the queue: the one the rules name, else
// LabelDebt.
func (r Rules) QueueLabel() string {
	if r.Label == "" {
		return LabelDebt
	}
	return r.Label
}
