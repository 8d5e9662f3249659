package drain_test

import (
	"context"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker/workertest"
)

// TestALongStepSaysWhatItBegins before the first line of what it lets run, which may
// be long in coming.
func TestALongStepSaysWhatItBegins(t *testing.T) {
	y := isolated(t, []workertest.Run{edit("package app\n", "Handle it")}, []workertest.Run{verdict(rule.Pass)})
	var lines []string
	in := drain.Input{Unit: "12", Output: func(line string) { lines = append(lines, y.noCommits(line)) }}
	for _, c := range []struct {
		step rule.Step
		want string
	}{
		{rule.StepProduce, "maker works in /shop"},
		{rule.StepGates, "tests: git diff --check HEAD (config)"},
		{rule.StepPropose, ""},
		{rule.StepReview, "judge reviews …"},
	} {
		lines = nil
		res, err := y.steps.Take(context.Background(), c.step, in, nil)
		y.ok(res, err)
		if first := strings.Join(lines[:min(1, len(lines))], ""); first != c.want {
			t.Errorf("%s begins with %q, want %q", c.step, first, c.want)
		}
	}
}
