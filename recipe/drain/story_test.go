package drain_test

import (
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/worker/workertest"
)

// two are a batch of one file.
func two() []hub.SeedIssue {
	return []hub.SeedIssue{
		seed(12, "Refund swallows the error", "app/pay.go", 4), seed(41, "Retry never ends", "app/pay.go", 9),
		seed(77, "Cache key ignores the locale", "app/cache.go", 4),
	}
}

// TestAUnitIsDrained: claimed, screened, isolated, produced, reviewed with changes
// wanted, red, mended, and merged.
func TestAUnitIsDrained(t *testing.T) {
	y := newYard(t, two())
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error"), edit("package app // 2\n", "Handle it everywhere"), edit("package app // 3\n", "Mend the build")},
		[]workertest.Run{verdict(rule.NeedsChanges, finding("swallowed error")), verdict(rule.Pass)})
	y.begin(12, 41)
	res := y.goOn("12-41")
	if u := y.unit("12-41"); u.Stage != rule.StageReviewing || len(u.Rounds) != 2 {
		t.Fatalf("%s after %d rounds: %+v", u.Stage, len(u.Rounds), res)
	}
	y.check("12-41", "build", "failure")
	y.goOn("12-41")
	y.green("12-41", "build")
	y.goOn("12-41")
	u := y.unit("12-41")
	if u.Stage != rule.StageDelivered {
		t.Fatalf("%s: %s", u.Stage, rule.WaitsFor(u))
	}
	for _, n := range []int{12, 41} {
		if is := y.issue(n); is.State != model.Closed || is.HasLabel("in-progress") {
			t.Errorf("#%d is %s, %v", n, is.State, is.Labels)
		}
	}
	if is := y.issue(77); is.State != model.Open {
		t.Errorf("#77 is %s", is.State)
	}
}
