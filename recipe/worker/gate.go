package worker

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"gh-debt/model/drain"
)

// GateOutput is how much of the end of a gate's output is kept, in bytes.
const GateOutput = 8 << 10

// RunGate runs a gate's command in dir and says how it went: ran-clean with
// status 0; findings with another one, and when it did not end within the
// runner's limit; skipped when the config gives the gate an empty command;
// not-run, with the reason, when there is no command or it cannot be run. A gate
// gets the four variables that all programs get and no other. The debt checks
// have no command and are made elsewhere: here they are not-run. The one error is
// a *RunError that is Stopped: the context ended, and nothing is known.
func (r Runner) RunGate(ctx context.Context, g drain.Gate, dir string, out func(line string)) (drain.GateResult, error) {
	if why, outcome := unrunnable(g); why != "" {
		return drain.GateResult{Gate: g, Outcome: outcome, Reason: why}, nil
	}
	res, err := r.Run(ctx, Job{Command: g.Command, Dir: dir, Out: out})
	result := drain.GateResult{Gate: g, Outcome: drain.RanClean, Took: res.Took.Round(time.Millisecond), Output: lastBytes(res.Tail, GateOutput)}
	fault, ok := errors.AsType[*RunError](err)
	if !ok {
		return result, nil
	}
	result.Reason = fault.Error()
	switch fault.Kind {
	case Stopped:
		return drain.GateResult{Gate: g, Outcome: drain.GateNotRun, Reason: fault.Error()}, fault
	case Exited:
		if ranNothing(g.Command, fault.Exit) {
			result.Outcome, result.Reason = drain.GateNotRun, "there is nothing for it to run"
			break
		}
		result.Outcome, result.Reason = drain.RanFindings, ending(fault)
	case TimedOut:
		result.Outcome = drain.RanFindings
	case TooMuch: // only a report must be short
		result.Reason = ""
	default:
		result.Outcome = drain.GateNotRun
	}
	return result, nil
}

// unrunnable says why a gate has nothing that could be run.
func unrunnable(g drain.Gate) (string, drain.GateOutcome) {
	switch {
	case g.Kind == drain.GateDebt:
		return "the debt checks are no command", drain.GateNotRun
	case len(g.Command) > 0:
		return "", ""
	case g.Origin == OriginConfig:
		return "the configuration leaves it out", drain.GateSkipped
	default:
		return "no file of the repository says how: name a command under gates in .github/gh-debt.yml", drain.GateNotRun
	}
}

// ending is how a gate with findings ended, without what it printed.
func ending(e *RunError) string {
	if e.Exit < 0 {
		return fmt.Sprintf("ended by %v", e.Err)
	}
	return fmt.Sprintf("exit status %d", e.Exit)
}

// ranNothing reports whether the status is the one by which a test runner says
// that there was no test: silence is never clean.
func ranNothing(command []string, status int) bool {
	const pytestNoTests = 5
	for _, word := range command {
		if strings.TrimSuffix(filepath.Base(word), ".exe") == "pytest" {
			return status == pytestNoTests
		}
	}
	return false
}

// lastBytes is the end of a text in whole lines where there are any.
func lastBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = s[len(s)-most:]
	if at := strings.IndexByte(s, '\n'); at >= 0 && at+1 < len(s) {
		return s[at+1:]
	}
	return strings.ToValidUTF8(s, "")
}
