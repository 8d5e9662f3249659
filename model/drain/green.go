package drain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gh-debt/model"
)

// StartLimit is how long a check may take to appear before it counts as one that
// nothing started.
const StartLimit = 2 * time.Minute

// Judge says whether a commit is green (section 7 of draining): whether all that
// is required of it ran and is well. It asks the commit and not a list of names:
// its check runs, its statuses, and its Actions runs, those without a job
// included. Waited is how long ago the commit was pushed; until StartLimit a
// required check that is not there yet is waited for.
//
// Red is a required check that is red; beside required ones, one that is not
// required is shown and does not stop. Required checks that never ran, skipped ones
// among them, are Missing, and told apart in their states. Silence is never green:
// where nothing is required, something must have run and all of it be well; if it
// is not, or nothing ran, a person must say (Accepts). What was said of another
// commit is not looked at.
func Judge(e model.Evidence, required []string, waited time.Duration) Answer {
	seen := reported(e)
	started := runsSay(e)
	var checks []Check
	for _, name := range requiredNames(required) {
		c, ok := seen[name]
		if !ok {
			c = absent(name, started, seen, waited)
		}
		c.Required = true
		checks = append(checks, c)
		delete(seen, name)
	}
	rest := make([]Check, 0, len(seen))
	for _, c := range seen {
		rest = append(rest, c)
	}
	rest = append(rest, started.rows...)
	byName := func(a, b Check) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(checks, byName)
	slices.SortStableFunc(rest, byName) // two runs of one workflow have one name
	if len(checks) > 0 {
		return requiredAnswer(checks, rest)
	}
	return optionalAnswer(rest, waited)
}

// requiredNames drops the repeats and the empty ones.
func requiredNames(required []string) []string {
	var out []string
	for _, n := range required {
		if n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// requiredAnswer adds up the checks of which some are required.
func requiredAnswer(required, rest []Check) Answer {
	a := Answer{Checks: slices.Concat(required, rest)}
	var failed, pending, never []string
	for _, c := range required {
		switch c.State {
		case CheckFailed:
			failed = append(failed, c.Name)
		case CheckRunning, CheckWaiting:
			pending = append(pending, c.Name)
		case CheckPassed:
		default:
			never = append(never, c.Name+" ("+neverWords(c.State)+")")
		}
	}
	switch {
	case len(failed) > 0:
		a.Color, a.Why = Red, "required and red: "+names(failed)
	case len(pending) > 0:
		a.Color, a.Why = Waiting, "required and not ended: "+names(pending)
	case len(never) > 0:
		a.Color, a.Why = Missing, "required and never ran: "+names(never)
	default:
		a.Color, a.Why = Green, fmt.Sprintf("all that is required ran and is well: %s", names(namesOf(required, CheckPassed)))
	}
	if red := namesOf(rest, CheckFailed); len(red) > 0 {
		a.Why += "; not required and red: " + names(red)
	}
	return a
}

// optionalAnswer adds up the checks where none is required.
func optionalAnswer(checks []Check, waited time.Duration) Answer {
	a := Answer{Checks: checks}
	if a.Checks == nil {
		a.Checks = []Check{}
	}
	failed := namesOf(checks, CheckFailed)
	passed := namesOf(checks, CheckPassed)
	pending := slices.Concat(namesOf(checks, CheckRunning), namesOf(checks, CheckWaiting))
	switch {
	case len(pending) > 0:
		a.Color, a.Why = Waiting, "nothing is required, and this has not ended: "+names(pending)
	case len(failed) > 0:
		a.Color, a.Why = Red, "nothing is required, and this is red: "+names(failed)
	case len(passed) > 0:
		a.Color, a.Why = Green, "nothing is required; all that ran is well: "+names(passed)
	case len(checks) == 0 && waited < StartLimit:
		a.Color, a.Why = Waiting, "nothing is required, and nothing has started yet"
	case len(checks) == 0:
		a.Color, a.Why = Nothing, "nothing is required and nothing ran"
	default:
		a.Color, a.Why = Nothing, "nothing is required and nothing ran: "+strings.Join(neverOf(checks), ", ")
	}
	return a
}

// Accepts names what a person may accept so that the answer counts as green, one of
// the Accept constants: that something which is not required is red, where nothing
// is required, or that nothing ran at all. It is "" when it is green already or
// nothing of that kind helps.
func (a Answer) Accepts() string {
	requires := slices.ContainsFunc(a.Checks, func(c Check) bool { return c.Required })
	switch {
	case someRed(a) && !requires && (a.Color == Red || a.Color == Nothing):
		return AcceptOptional
	case a.Color == Nothing:
		return AcceptNoChecks
	}
	return ""
}

func namesOf(checks []Check, s CheckState) []string {
	var out []string
	for _, c := range checks {
		if c.State == s {
			out = append(out, c.Name)
		}
	}
	return out
}

func neverOf(checks []Check) []string {
	out := make([]string, 0, len(checks))
	for _, c := range checks {
		out = append(out, model.Visible(c.Name)+" ("+neverWords(c.State)+")")
	}
	return out
}

// names joins foreign names for a sentence.
func names(of []string) string {
	const most = 8
	more := ""
	if len(of) > most {
		of, more = of[:most], fmt.Sprintf(" and %d more", len(of)-most)
	}
	return model.Visible(strings.Join(of, ", ")) + more
}

// neverWords says how a check came not to run.
func neverWords(s CheckState) string {
	switch s {
	case CheckSkipped:
		return "skipped"
	case CheckNoEvent:
		return "nothing started it"
	case CheckByHand:
		return "waits for a person"
	case CheckWaiting:
		return "still waiting"
	}
	return string(s)
}
