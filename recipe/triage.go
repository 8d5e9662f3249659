package recipe

import (
	"context"

	"gh-debt/model"
)

// Triage lists the queue's loose ends, so that a person can answer them one at a
// time: what the sweep finds wrong, missing grades, former spellings, issues
// without a key, stale and moved ones, open investigations.
type Triage struct {
	Queue ReadQueue
	Code  Code
}

func newTriage(d Deps) Triage { return Triage{Queue: newReadQueue(d), Code: newCode(d)} }

// TriageKind says what sort of loose end it is.
type TriageKind string

// The kinds of loose end, in the order in which those of one issue are asked.
const (
	TriageTwin      TriageKind = "twin"      // two open issues carry one key
	TriageKey       TriageKind = "key"       // no key, a malformed one, or two
	TriageStale     TriageKind = "stale"     // the key's path is gone
	TriageMoved     TriageKind = "moved"     // the key's line lies elsewhere now
	TriageSpelling  TriageKind = "spelling"  // a label under a former spelling
	TriageLabel     TriageKind = "label"     // a label of an axis with a value that there is not
	TriageGrade     TriageKind = "grade"     // an axis holds no value, or several
	TriageBlock     TriageKind = "block"     // the research block is missing, incomplete, twice, or left over
	TriageQuestion  TriageKind = "question"  // an open investigation
	TriageUnsettled TriageKind = "unsettled" // anything else that the check finds
)

// TriageItem is one loose end of one issue.
type TriageItem struct {
	Kind     TriageKind
	Code     model.Code // what check --sweep calls it; "" for what only triage asks
	Axis     model.Axis // of a grade
	Entry    model.Entry
	Question string            // what is asked: "How severe is it?"
	Detail   string            // what is wrong, in the check's words
	Rubric   []model.RubricRow // of the question at hand
	Answers  []TriageAnswer    // none: it can only be skipped
	Cited    CodeInput         // what to show of the code; an empty path shows none
}

// TriageField is a text that an answer takes before it can be given.
type TriageField string

// The texts that answers take.
const (
	AskAnswer    TriageField = "answer"     // what was found out
	AskQuestion  TriageField = "question"   // what must be determined
	AskSettledBy TriageField = "settled by" // what would settle it
	AskPath      TriageField = "path"
	AskLine      TriageField = "line"
	AskClass     TriageField = "class"
)

// TriageAnswer is one answer and the change that it makes. At most one of
// Regrade, Repair and Sync is set; a texts' fields are filled in by the caller
// as Asks says: the answer and the research of Regrade, the key and the research
// of Repair. The exact edits are those of a dry run.
type TriageAnswer struct {
	Value   string // the short word on the key: "critical"
	Text    string // what it means or does
	Asks    []TriageField
	Edit    model.LabelEdit // of the issue's labels
	Body    string          // what is done to the body, in words; "" leaves it
	Regrade *RegradeInput
	Repair  *RepairInput
	Sync    *SyncInput // labels of the repository are renamed in place
}

// TriageInput says which queue to look at.
type TriageInput struct {
	// Queue is the one that is on the screen; nil reads it.
	Queue    *model.Queue
	Progress Progress
}

// TriageResult holds the loose ends in the order of the queue.
type TriageResult struct {
	Items  []TriageItem
	Issues int // how many open issues were looked at
	Notes  []string
}

// Run looks at every open issue. Without a queue it reads one, whole or not at
// all; with one it makes no request.
func (r Triage) Run(ctx context.Context, in TriageInput) (TriageResult, error) {
	var res TriageResult
	queue := in.Queue
	if queue == nil {
		read, err := r.Queue.Run(ctx, QueueInput{Progress: in.Progress})
		if err != nil {
			return TriageResult{}, err
		}
		queue, res.Notes = &read.Queue, read.Notes
	}
	t := triage{rules: r.Queue.Rules, twins: twinsOf(byNumber(issuesOf(*queue)))}
	for _, e := range queue.Entries {
		if e.Issue.State == model.Closed {
			continue
		}
		res.Issues++
		res.Items = append(res.Items, t.items(e)...)
	}
	return res, ctx.Err()
}

// Excerpt reads the code that an item is about, which is worth reading only
// when the item is on the screen.
func (r Triage) Excerpt(ctx context.Context, item TriageItem, around int) (Excerpt, error) {
	if item.Cited.Path == "" {
		return Excerpt{}, nil
	}
	in := item.Cited
	in.Around = around
	return r.Code.Run(ctx, in)
}
