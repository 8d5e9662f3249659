package drain_test

import (
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
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

// TestEveryStepSaysFirstWhatItWouldDo: a step that is next says so before it is
// taken, or who would ask for it could not be asked whether it may be.
func TestEveryStepSaysFirstWhatItWouldDo(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, m *mortal) {
		if _, err := m.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{12, 41}, Named: true, Implementer: "maker"}); err != nil {
			t.Fatal(err)
		}
		for u := m.unit(pair); u.Deliver == nil; u = m.unit(pair) {
			step, _ := rule.Next(u)
			first, err := m.steps.Take(t.Context(), step, drain.Input{Unit: pair, DryRun: true}, m.answers)
			if err != nil || len(first.Will)+len(first.Questions) == 0 {
				t.Fatalf("%s at %s would do %q, %v: %s", step, u.Stage, first.Will, err, first.Refused)
			}
			for _, q := range first.Questions {
				m.answers[q.ID] = true
			}
			if res, err := m.steps.Take(t.Context(), step, drain.Input{Unit: pair}, m.answers); err != nil || res.Refused != "" {
				t.Fatalf("%s at %s: %q, %v", step, u.Stage, res.Refused, err)
			}
		}
		m.delivered()
	}, "two rounds", "two rounds, no GitHub")
}
