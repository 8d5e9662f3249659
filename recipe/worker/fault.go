package worker

import (
	"fmt"
	"time"

	"gh-debt/model"
)

// FaultKind says in which way a run went badly.
type FaultKind string

// The ways in which a run goes badly.
const (
	NoCommand   FaultKind = "no-command"   // the command has no words
	NotFound    FaultKind = "not-found"    // its program is not on the PATH, or not in the workspace
	NoWorkspace FaultKind = "no-workspace" // the workspace is not there any more
	NotStarted  FaultKind = "not-started"  // the system refused to start it
	TimedOut    FaultKind = "timed-out"    // it was ended at its limit
	Stopped     FaultKind = "stopped"      // it was ended because the context ended
	Exited      FaultKind = "exited"       // it ended itself, with a status that is not 0
	TooMuch     FaultKind = "too-much"     // it printed more than MaxStdout
	NotEnded    FaultKind = "not-ended"    // it could not be ended
)

// RunError is a run that went badly. The result beside it holds what there is.
type RunError struct {
	Kind    FaultKind
	Program string        // the first word of the command, or the workspace of NoWorkspace
	Exit    int           // of Exited: its status, -1 when a signal ended it
	Limit   time.Duration // of TimedOut
	Said    string        // of Exited: the last line that it printed, made visible
	Err     error         // what lies beneath, if anything
}

// Error says in one sentence what happened. What the program said is made visible.
func (e *RunError) Error() string {
	name := model.Visible(e.Program)
	switch e.Kind {
	case NoCommand:
		return "there is no command to run"
	case NotFound:
		return fmt.Sprintf("%s cannot be found: %v", name, e.Err)
	case NoWorkspace:
		return fmt.Sprintf("the workspace %s is not there any more", name)
	case TimedOut:
		return fmt.Sprintf("%s did not end within %s and was ended, with all that it had started", name, e.Limit)
	case Stopped:
		return fmt.Sprintf("%s was stopped before it ended: %v", name, e.Err)
	case TooMuch:
		return fmt.Sprintf("%s printed more than %d KiB on standard output", name, MaxStdout>>10)
	case Exited:
		return e.exited(name)
	case NotEnded:
		return fmt.Sprintf("%s could not be ended: a process of it is stuck in the system", name)
	default:
		return fmt.Sprintf("%s could not be started: %v", name, e.Err)
	}
}

func (e *RunError) exited(name string) string {
	said := ""
	if e.Said != "" {
		said = ": " + e.Said
	}
	if e.Exit < 0 {
		return fmt.Sprintf("%s was ended by %v%s", name, e.Err, said)
	}
	return fmt.Sprintf("%s ended with status %d%s", name, e.Exit, said)
}

// Unwrap gives what lies beneath: of Stopped the context's error.
func (e *RunError) Unwrap() error { return e.Err }
