package drain

import (
	"fmt"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
)

// Input is what every step takes.
type Input struct {
	// Unit is the id of the unit; "" takes the only one in flight.
	Unit string
	// DryRun says what would happen and does nothing.
	DryRun bool
	// Progress is told how long steps go on.
	Progress recipe.Progress
	// Output takes the live lines of a worker or a gate, made harmless; nil drops them.
	Output func(line string)
}

// Result is what every step gives.
type Result struct {
	Step rule.Step `json:"step"`
	// Unit is the state after the step; its ID is "" where none was chosen.
	Unit rule.Unit `json:"unit"`
	// Will are, in a dry run, the sentences that say what exactly would happen.
	Will []string `json:"will,omitempty"`
	// Wrote are the sentences that say what was done and written down.
	Wrote []string `json:"wrote"`
	// Notes are what a person should know beside it.
	Notes []string `json:"notes,omitempty"`
	// Refused says why nothing was done: exit status 1. "" is no refusal.
	Refused string `json:"refused,omitempty"`
	// Questions must be answered by a person, or with the step's flags, before it
	// goes on.
	Questions []Question `json:"questions,omitempty"`
	// Waits says what the unit waits for, "" where it can go on.
	Waits string `json:"waits,omitempty"`
	// Next is the command that comes next, "" at an end.
	Next string `json:"next,omitempty"`
}

// Question asks a person one thing.
type Question struct {
	ID     string   `json:"id"`    // what an Answer names it by
	Title  string   `json:"title"` // one line
	Lines  []string `json:"lines"` // what it is about: code, a comment, in full
	Yes    string   `json:"yes"`   // what the two answers mean
	No     string   `json:"no"`
	Number int      `json:"number,omitempty"` // the member it is about
}

// Answers are given by the questions' IDs.
type Answers map[string]bool

// said makes a sentence of parts that may come from outside, names of files, branches
// and checks, or what a program or a server said: whatever a terminal would act on is
// made visible.
func said(format string, args ...any) string {
	return model.VisibleText(fmt.Sprintf(format, args...))
}

// wrote adds a sentence on what was done.
func (r *Result) wrote(format string, args ...any) {
	r.Wrote = append(r.Wrote, said(format, args...))
}

// will adds a sentence on what would be done.
func (r *Result) will(format string, args ...any) {
	r.Will = append(r.Will, said(format, args...))
}

// note adds a remark.
func (r *Result) note(format string, args ...any) {
	r.Notes = append(r.Notes, said(format, args...))
}

// usagef makes a recipe.UsageError with a way out.
func usagef(hint, format string, args ...any) error {
	return &recipe.UsageError{Err: fmt.Errorf(format, args...), Hint: hint}
}
