// Package workertest is for tests that need a worker: a program that does to a
// workspace what a script says, well and badly, and the script's form.
package workertest

import (
	"gh-debt/model/drain"
)

// ScriptVariable names the variable that holds the path of the script, for a
// program that is started without arguments. A worker's config must name it.
const ScriptVariable = "FAKE_WORKER"

// HeadPlaceholder stands, in everything that the program prints and in commit
// messages, for the workspace's head when it is written.
const HeadPlaceholder = "{{head}}"

// Script is what a fake worker does, run after run.
type Script struct {
	Runs   []Run `json:"runs"`             // each run takes the next
	Repeat bool  `json:"repeat,omitempty"` // the last one again when all are taken; else that is a failure
}

// Run is what one run of the program does, in the order of the fields.
type Run struct {
	SaveBrief string   `json:"saveBrief,omitempty"` // the file that standard input is written to; the program reads it to its end in any case
	SaveEnv   string   `json:"saveEnv,omitempty"`   // the file that its environment and its directory are written to
	Deaf      bool     `json:"deaf,omitempty"`      // it does not read standard input
	Say       []string `json:"say,omitempty"`       // lines on standard error
	Branch    string   `json:"branch,omitempty"`    // it goes to another branch first, which is made: the wrong one
	Commits   []Commit `json:"commits,omitempty"`
	Dirty     []Edit   `json:"dirty,omitempty"`  // edits that it leaves uncommitted
	Escape    bool     `json:"escape,omitempty"` // escape sequences, a long line and bytes that are no text, on standard error
	Flood     int      `json:"flood,omitempty"`  // so many bytes on standard output before anything else

	Report  *drain.Report  `json:"report,omitempty"`  // printed as JSON
	Verdict *drain.Verdict `json:"verdict,omitempty"` // likewise; its head may be HeadPlaceholder
	Before  string         `json:"before,omitempty"`  // on standard output, before the JSON
	After   string         `json:"after,omitempty"`   // and after it

	Hang *Hang `json:"hang,omitempty"` // it does not end, or leaves processes behind
	Exit int   `json:"exit,omitempty"` // its status
}

// Commit is one commit: the edits and its message, which may be a bad one.
type Commit struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
	Empty   bool   `json:"empty,omitempty"` // it changes nothing
}

// Edit changes one file of the workspace.
type Edit struct {
	Path   string `json:"path"` // from the workspace, with slashes
	Text   string `json:"text,omitempty"`
	Append bool   `json:"append,omitempty"` // at the end; else it is the whole file
	Remove bool   `json:"remove,omitempty"`
}

// Hang is how a run does not end. When all its children run, the program says
// "hanging", its own process number and theirs on standard error.
type Hang struct {
	Children int  `json:"children,omitempty"` // how many it starts, each the parent of the next
	Deaf     bool `json:"deaf,omitempty"`     // all refuse to end when they are asked to
	Detached bool `json:"detached,omitempty"` // each child has a session of its own
	Leave    bool `json:"leave,omitempty"`    // the program itself ends, and its children keep its streams
}

// Implemented is a run that commits the edits and reports it, as a good
// implementing worker does.
func Implemented(message string, edits ...Edit) Run {
	return Run{
		Commits: []Commit{{Message: message, Edits: edits}},
		Report:  &drain.Report{Model: "fake-1", Effort: "low", Summary: message},
	}
}

// Passed is a run that reviews the head and finds nothing.
func Passed() Run {
	return Run{Verdict: &drain.Verdict{
		Verdict: drain.Pass, HeadSHA: HeadPlaceholder, Model: "fake-2", Effort: "high", Findings: []drain.Finding{},
	}}
}

// Refused is a run that reviews the head and finds something.
func Refused(findings ...drain.Finding) Run {
	return Run{Verdict: &drain.Verdict{
		Verdict: drain.NeedsChanges, HeadSHA: HeadPlaceholder, Model: "fake-2", Effort: "high", Findings: findings,
	}}
}
