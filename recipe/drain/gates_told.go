package drain

import (
	"fmt"
	"strings"

	rule "gh-debt/model/drain"
)

// gateWords says what a gate would run.
func gateWords(g rule.Gate) string {
	if len(g.Command) == 0 {
		return string(g.Kind) + " (nothing to run)"
	}
	return fmt.Sprintf("%s: %s (%s)", g.Kind, strings.Join(g.Command, " "), g.Origin)
}

// gatesTold says how the gates ended, one sentence each, or one for those that did
// not run for the same reason; then what the change does to the queue.
func gatesTold(g rule.Gated) []string {
	var out []string
	told := map[string]int{} // where the gates that did not run for a reason stand
	kinds := map[string][]string{}
	for _, r := range g.Gates {
		end := gateEnd(r)
		if !ran(r) {
			if at, again := told[end]; again {
				kinds[end] = append(kinds[end], string(r.Kind))
				out[at] = strings.Join(kinds[end], ", ") + ": " + end
				continue
			}
			told[end], kinds[end] = len(out), []string{string(r.Kind)}
		}
		out = append(out, string(r.Kind)+": "+end)
	}
	if g.Before != 0 || g.After != 0 {
		out = append(out, fmt.Sprintf("open findings on the touched files: %d before, %d after", g.Before, g.After))
	}
	return out
}

// gateEnd says how a gate ended, and how long it took if it ran.
func gateEnd(g rule.GateResult) string {
	words := strings.ReplaceAll(string(g.Outcome), "-", " ")
	if g.Reason != "" {
		words += " (" + g.Reason + ")"
	}
	if !ran(g) {
		return words
	}
	return fmt.Sprintf("%s, %.1f s", words, g.Took.Seconds())
}

// ran reports whether a gate looked at the change.
func ran(g rule.GateResult) bool {
	return g.Outcome == rule.RanClean || g.Outcome == rule.RanFindings
}
