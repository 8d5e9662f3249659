package recipe

import (
	"encoding/json"

	"gh-debt/model"
)

// Remark is one entry of a result's findings: what stopped a change, or what a
// person should know of it. Code is a check code of section 7 or one of the
// codes below.
type Remark struct {
	Code    model.Code `json:"code"`
	Message string     `json:"message"`
	Number  int        `json:"number,omitempty"` // the issue it points to
}

// The codes that changes add to those of the checks.
const (
	// Of a filing.
	CodeNoSuchLine    model.Code = "cited-line"      // the checkout does not confirm the cited line
	CodeNotText       model.Code = "not-utf-8"       // a text is not UTF-8
	CodeTitle         model.Code = "title"           // empty, or too long
	CodeFailureMode   model.Code = "failure-mode"    // empty, or names no outcome
	CodeFix           model.Code = "fix"             // empty
	CodeClass         model.Code = "class"           // not one that the rules know
	CodeBodyTooLong   model.Code = "body-too-long"   // more than GitHub takes
	CodeSecurity      model.Code = "security-shaped" // not for a repository that anybody reads
	CodeLikelyMatch   model.Code = "likely-match"    // an open issue may be the same finding; --new files on
	CodeReturned      model.Code = "returned"        // the finding was resolved before and came back
	CodeMovedUnknown  model.Code = "moved-unknown"   // git could not say where an older finding lies now
	CodeCapUnknown    model.Code = "cap-unknown"     // the open investigations could not be counted
	CodeLabelsMissing model.Code = "labels-missing"  // the new issue lacks labels
	CodeTwin          model.Code = "twin"            // two open issues carry one key
	CodeSecret        model.Code = "secret"          // the text holds a live secret
	CodeDraft         model.Code = "draft-not-kept"  // the draft could not be written or removed

	// Of a change.
	CodeChangedSince  model.Code = "changed-meanwhile" // somebody changed it since it was seen
	CodeAnswerMissing model.Code = "answer-missing"    // leaving investigate takes the answer
	CodeAnswerUnused  model.Code = "answer-unused"     // there is no investigation to answer
	CodeLabelCeiling  model.Code = "label-ceiling"     // an issue carries at most 100 labels
	CodeAxisRepaired  model.Code = "axis-repaired"     // the axis had to be put right after the change
	CodeAxisCount     model.Code = "axis-count"        // the axis does not hold exactly one value
	CodeNotUndoable   model.Code = "not-undoable"      // the issue is not as the change left it
	CodeClosed        model.Code = "closed"            // the issue is closed already
	CodeFormer        model.Code = "former-spelling"   // a label of the repository was made or renamed
	CodeLog           model.Code = "log-not-kept"      // the log of changes could not be written
)

// ChangeOutcome says what became of a change on one issue.
type ChangeOutcome string

// The outcomes of a change on one issue.
const (
	Changed   ChangeOutcome = "changed"
	Unchanged ChangeOutcome = "unchanged" // it was already so
	Refused   ChangeOutcome = "refused"   // a rule stands against it; nothing was written
	Failed    ChangeOutcome = "failed"    // an error, perhaps half way: see Err and Remedy
	Left      ChangeOutcome = "left"      // not begun, since the run was interrupted
	Overtaken ChangeOutcome = "overtaken" // somebody set another value at the same moment, and theirs stays
)

// IssueChange is what was done, or in a dry run would be done, to one issue.
type IssueChange struct {
	Number   int
	Title    string
	URL      string
	Before   model.Grades
	After    model.Grades // planned in a dry run, else as read back
	Edit     model.LabelEdit
	OldBody  string // equal to NewBody when the body is not touched
	NewBody  string
	Comment  string            // the comment that was written
	Closed   model.StateReason // closed for this reason, "" when the state is not touched
	Reopened bool
	Outcome  ChangeOutcome
	Remarks  []Remark
	Remedy   string // the command that finishes what was left half done
	Err      error
}

// ChangesBody reports whether the body is edited.
func (c IssueChange) ChangesBody() bool { return c.OldBody != c.NewBody }

// remark adds a remark.
func (c *IssueChange) remark(code model.Code, message string) {
	c.Remarks = append(c.Remarks, Remark{Code: code, Message: message})
}

// refuse makes the change one that a rule stands against.
func (c IssueChange) refuse(code model.Code, message string) IssueChange {
	c.Outcome = Refused
	c.remark(code, message)
	return c
}

// fail makes the change one that an error ended.
func (c IssueChange) fail(err error) IssueChange {
	c.Outcome = Failed
	c.Err = err
	return c
}

// MarshalJSON prints the change for --json; the body itself is left out, only
// whether it is edited is told.
func (c IssueChange) MarshalJSON() ([]byte, error) {
	out := struct {
		Number   int               `json:"number"`
		Title    string            `json:"title"`
		URL      string            `json:"url"`
		Outcome  ChangeOutcome     `json:"outcome"`
		Before   map[string]string `json:"before"`
		After    map[string]string `json:"after"`
		Add      []string          `json:"add"`
		Remove   []string          `json:"remove"`
		Body     bool              `json:"body"`
		Comment  string            `json:"comment,omitempty"`
		Closed   string            `json:"closed,omitempty"`
		Reopened bool              `json:"reopened,omitempty"`
		Findings []Remark          `json:"findings"`
		Remedy   string            `json:"remedy,omitempty"`
		Error    string            `json:"error,omitempty"`
	}{
		Number: c.Number, Title: c.Title, URL: c.URL, Outcome: c.Outcome,
		Before: gradeMap(c.Before), After: gradeMap(c.After),
		Add: noNil(c.Edit.Add), Remove: noNil(c.Edit.Remove), Body: c.ChangesBody(),
		Comment: c.Comment, Closed: string(c.Closed), Reopened: c.Reopened,
		Findings: noNil(c.Remarks), Remedy: c.Remedy,
	}
	if c.Err != nil {
		out.Error = c.Err.Error()
	}
	return json.Marshal(out)
}

// ChangeResult holds one entry for each issue, in the order they were named.
type ChangeResult struct {
	DryRun bool          `json:"dryRun"`
	Issues []IssueChange `json:"issues"`
	Notes  []Remark      `json:"notes,omitempty"`  // about the run: the log could not be written
	Undoes string        `json:"undoes,omitempty"` // of an undo: the change that it takes back
}

// Clean reports whether every issue was changed or was already so.
func (r ChangeResult) Clean() bool {
	for _, c := range r.Issues {
		if c.Outcome != Changed && c.Outcome != Unchanged {
			return false
		}
	}
	return true
}

// With gives the changes that ended so.
func (r ChangeResult) With(o ChangeOutcome) []IssueChange {
	var out []IssueChange
	for _, c := range r.Issues {
		if c.Outcome == o {
			out = append(out, c)
		}
	}
	return out
}

// gradeMap is the grades by axis, without the axes that hold none.
func gradeMap(g model.Grades) map[string]string {
	m := map[string]string{}
	for _, a := range model.Axes() {
		if v := g.Get(a); v != "" {
			m[string(a)] = v
		}
	}
	return m
}

// noNil gives an empty list for a nil one, so that JSON shows [] and not null.
func noNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
