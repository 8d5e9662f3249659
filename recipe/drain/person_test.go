package drain_test

import (
	"context"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// TestAShellThatIsLeftIsNotOpenedAgain: who leaves without a commit has left. The next
// run opens the shell once more, for whoever took the work in hand.
func TestAShellThatIsLeftIsNotOpenedAgain(t *testing.T) {
	y := newYard(t, two())
	opened := 0
	y.deps.Shell = func(context.Context, string, string, string) error { opened++; return nil }
	y.steps = drain.New(y.deps)
	y.answers["12:app/pay.go:4"] = true
	res, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12}, Named: true, Implementer: rule.Me})
	y.ok(res, err)
	for run := 1; run <= 3; run++ {
		if res := y.goOn("12"); opened != run || res.Waits != "the change by you" || res.Next != "gh debt drain produce 12" {
			t.Errorf("run %d: opened %d times, waits for %q, next %q", run, opened, res.Waits, res.Next)
		}
	}
}
