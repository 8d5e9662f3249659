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
	y := isolated(t, nil, nil)
	opened := 0
	y.deps.Workers = []rule.Worker{rule.Person()}
	y.deps.Shell = func(context.Context, string, string, string) error { opened++; return nil }
	y.steps = drain.New(y.deps)
	res, err := y.steps.Produce.Run(context.Background(), drain.ProduceInput{Worker: rule.Me})
	y.ok(res, err)
	for run := 2; run <= 3; run++ {
		if res := y.goOn("12"); opened != run || res.Waits != "the change by you" || res.Next != "gh debt drain produce 12" {
			t.Errorf("run %d: opened %d times, waits for %q, next %q", run, opened, res.Waits, res.Next)
		}
	}
}
