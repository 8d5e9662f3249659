package drain

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rule "gh-debt/model/drain"
)

// TestGatesAreTold: those that did not run for one reason share a sentence, and no
// time is told of what did not run.
func TestGatesAreTold(t *testing.T) {
	gate := func(kind rule.GateKind, out rule.GateOutcome, reason string, took time.Duration) rule.GateResult {
		return rule.GateResult{Gate: rule.Gate{Kind: kind}, Outcome: out, Reason: reason, Took: took}
	}
	cases := []struct {
		name  string
		gated rule.Gated
		want  []string
	}{
		{"all ran", rule.Gated{Gates: []rule.GateResult{
			gate(rule.GateTests, rule.RanClean, "", 1200*time.Millisecond),
			gate(rule.GateLint, rule.RanFindings, "exit status 1", 300*time.Millisecond),
		}}, []string{"tests: ran clean, 1.2 s", "lint: findings (exit status 1), 0.3 s"}},
		{"nothing to run", rule.Gated{Gates: []rule.GateResult{
			gate(rule.GateTests, rule.GateNotRun, "no file says how", 0),
			gate(rule.GateTypes, rule.GateSkipped, "left out", 0),
			gate(rule.GateLint, rule.GateNotRun, "no file says how", 0),
			gate(rule.GateDebt, rule.RanClean, "", 0),
		}}, []string{"tests, lint: not run (no file says how)", "types: skipped (left out)", "debt: ran clean, 0.0 s"}},
		{"the score", rule.Gated{Before: 3, After: 1}, []string{"open findings on the touched files: 3 before, 1 after"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, gatesTold(c.gated)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
