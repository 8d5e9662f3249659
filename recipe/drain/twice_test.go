package drain_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker/workertest"
)

// TestEveryStepIsSafeToRunTwice: the second run is no error, changes nothing that
// others see, writes nothing down but the gates' results, and names the same command
// as next.
func TestEveryStepIsSafeToRunTwice(t *testing.T) {
	y := newYard(t, two())
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle it")}, []workertest.Run{verdict(rule.Pass)})
	y.begin(12, 41)
	ctx := context.Background()
	in := drain.Input{Unit: "12-41"}
	answers := drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": true}
	step := func(name rule.Step) func() (drain.Result, error) {
		return func() (drain.Result, error) { return y.steps.Take(ctx, name, in, answers) }
	}
	for _, c := range []struct {
		name  string
		run   func() (drain.Result, error)
		again string // what the second run refuses with, "" for no refusal
	}{
		{"claim", step(rule.StepClaim), ""},
		{"screen", step(rule.StepScreen), "unit 12-41 is screened: isolate comes first (it has no workspace yet)"},
		{"isolate", step(rule.StepIsolate), "unit 12-41 is isolated: produce comes first (nothing is produced yet)"},
		{"produce", step(rule.StepProduce), "unit 12-41 is producing: gates comes first (the gates did not run on …)"},
		{"gates", step(rule.StepGates), ""},
		{"propose", step(rule.StepPropose), "unit 12-41 is proposed: review comes first (… is not reviewed yet)"},
		{"review", step(rule.StepReview), ""},
		{"ci", step(rule.StepCI), ""},
		{"brake", step(rule.StepBrake), "the brake did not stop unit 12-41"},
		{"reconcile", func() (drain.Result, error) {
			all, err := y.steps.Reconcile.Run(ctx, drain.ReconcileInput{Input: in})
			return append(all, drain.Result{})[0], err
		}, ""},
		{"drop", func() (drain.Result, error) {
			return y.steps.Drop.Run(ctx, drain.DropInput{Input: in, Number: 41})
		}, "#41 is no member of unit 12-41"},
		{"merge", step(rule.StepMerge), "unit 12-41 has ended"},
		{"release", step(rule.StepRelease), "unit 12-41 has ended"},
	} {
		if c.name == "ci" {
			y.green("12-41", "build")
		}
		first, err := c.run()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		before := y.unit("12-41").Events
		y.hub.Reset()
		second, err := c.run()
		if err != nil || y.noCommits(second.Refused) != c.again || second.Next != first.Next {
			t.Errorf("%s again: %q, next %q after %q, %v", c.name, y.noCommits(second.Refused), second.Next, first.Next, err)
		}
		if after := y.unit("12-41").Events; after != before && c.name != "gates" {
			t.Errorf("%s again wrote %d events", c.name, after-before)
		}
		for _, r := range y.hub.Requests() {
			if r.Method != http.MethodGet && (!strings.HasSuffix(r.Path, "/graphql") || strings.Contains(r.Body, "mutation")) {
				t.Errorf("%s again: %s %s", c.name, r.Method, r.Path)
			}
		}
	}
}
