package drain_test

import (
	"net/http"
	"strings"
	"syscall"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/worker/workertest"
)

// TestADebtGateThatCannotAskSaysWhy: it did not run, and the sentence names what kept
// it from that.
func TestADebtGateThatCannotAskSaysWhy(t *testing.T) {
	y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle it")}, nil)
	y.take(rule.StepProduce)
	y.hub.Before(func(_ int, r *http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/issues") {
			return syscall.ECONNREFUSED
		}
		return nil
	})
	y.take(rule.StepGates)
	gates := y.unit("12").Gates.Gates
	got := gates[len(gates)-1]
	const want = "the queue could not be read: could not read the open issues of acme/shop: "
	if got.Kind != rule.GateDebt || got.Outcome != rule.GateNotRun || !strings.HasPrefix(got.Reason, want) || len(got.Reason) == len(want) {
		t.Errorf("%s %s %q, want it not run and %q", got.Kind, got.Outcome, got.Reason, want)
	}
}
