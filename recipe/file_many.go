package recipe

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gh-debt/model"
)

// FileMany files findings one by one, each with its own result; a failure in
// one does not stop the rest (section 8).
type FileMany struct {
	File File
}

func newFileMany(d Deps) FileMany { return FileMany{File: newFile(d)} }

// FileManyInput holds the findings in their order.
type FileManyInput struct {
	Findings []FileInput
	// Progress is told the steps of each finding. Its Done of Total counts the
	// findings in the step named StepFindings.
	Progress Progress
}

// StepFindings counts the findings of a run over many.
const StepFindings = "file the findings"

// FiledItem is what became of one of the findings.
type FiledItem struct {
	Finding FindingInput
	Result  FileResult
	Err     error
	Left    bool // not begun, since the run was interrupted
}

// MarshalJSON prints the finding's result, with its error beside it.
func (i FiledItem) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(i.Result)
	if err != nil || i.Err == nil && !i.Left {
		return text, err
	}
	more := struct {
		Error string `json:"error,omitempty"`
		Left  bool   `json:"left,omitempty"`
	}{Left: i.Left}
	if i.Err != nil {
		more.Error = i.Err.Error()
	}
	extra, err := json.Marshal(more)
	if err != nil {
		return nil, err
	}
	return slices.Concat(text[:len(text)-1], []byte(","), extra[1:]), nil
}

// FileManyResult tells the results in the order of the findings.
type FileManyResult struct {
	Items []FiledItem
}

// MarshalJSON prints an array of results.
func (r FileManyResult) MarshalJSON() ([]byte, error) { return json.Marshal(noNil(r.Items)) }

// Tally counts how the findings ended (C-35).
type Tally struct {
	Filed   int // created in this run
	There   int // known already, declined ones included
	Refused int
	Failed  int // an error; run it again
	Left    int // not begun
}

// Tally counts the results.
func (r FileManyResult) Tally() Tally {
	var t Tally
	for _, i := range r.Items {
		switch {
		case i.Left:
			t.Left++
		case i.Err != nil:
			t.Failed++
		case i.Result.Outcome == OutcomeRefused:
			t.Refused++
		case i.Result.Outcome == OutcomeFiled:
			t.Filed++
		default:
			t.There++
		}
	}
	return t
}

// String is the final report in one line.
func (t Tally) String() string {
	return fmt.Sprintf("%d filed, %d already there, %d refused, %d failed, %d left", t.Filed, t.There, t.Refused, t.Failed, t.Left)
}

// Run files the findings. All texts are kept as drafts before the first request,
// so that an interruption loses none; running it again files what is missing.
// What stands against every finding alike (no sign-in, no right, an archived
// repository) ends the run: the rest are left. The error is always nil; errors
// are beside their findings.
func (r FileMany) Run(ctx context.Context, in FileManyInput) (FileManyResult, error) {
	p := in.Progress.serial()
	items := make([]FiledItem, len(in.Findings))
	for i, f := range in.Findings {
		items[i].Finding = f.FindingInput
		if r.File.Drafts == nil || f.DryRun {
			continue
		}
		if d, err := r.File.Drafts.Save(f.DraftID, f.FindingInput); err == nil {
			items[i].Result.DraftID = d.ID
		}
	}
	file := r.File
	file.shared = &sharedFacts{}
	stopped := false
	for i, f := range in.Findings {
		p(Step{Name: StepFindings, State: StepRunning, Done: i, Total: len(items)})
		if stopped || ctx.Err() != nil {
			items[i].Left = true
			continue
		}
		f.DraftID, f.Progress = items[i].Result.DraftID, p
		items[i].Result, items[i].Err = file.Run(ctx, f)
		stopped = hopeless(items[i].Err)
	}
	p(Step{Name: StepFindings, State: StepDone, Done: len(items), Total: len(items)})
	return FileManyResult{Items: items}, nil
}

// hopeless reports whether the next finding would fail for the same reason.
func hopeless(err error) bool {
	switch faultKind(err) {
	case model.FaultNotSignedIn, model.FaultIssuesOff, model.FaultArchived, model.FaultNoPermission, model.FaultNotFound:
		return true
	}
	return false
}
