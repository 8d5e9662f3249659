package drain_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/worker/workertest"
)

// TestABriefIsForWhoeverWorksThisTime and not for the unit's implementer: a program
// is told how its report looks, and a person is not.
func TestABriefIsForWhoeverWorksThisTime(t *testing.T) {
	y := isolated(t, []workertest.Run{edit("package app // 1\n", "Handle it")}, nil)
	for _, c := range []struct {
		worker string
		report bool
	}{{rule.Me, false}, {"maker", true}} {
		res, err := y.steps.Produce.Run(context.Background(), drain.ProduceInput{Worker: c.worker})
		y.ok(res, err)
		brief, err := os.ReadFile(filepath.Join(y.deps.Dir, "12", "produce.md"))
		if err != nil || strings.Contains(string(brief), "One JSON object") != c.report {
			t.Errorf("%s: %v\n%s", c.worker, err, brief)
		}
	}
}

// TestABriefLacksNoCitedCode: a place of the body that the base does not hold is
// named, and none is left out in silence.
func TestABriefLacksNoCitedCode(t *testing.T) {
	y := isolated(t, nil, nil)
	whole := y.issue(12).Body
	for cited, want := range map[string]string{
		"`app/gone.go:3`":   "cited code of #12 at app/gone.go:3",
		"`app/pay.go:4000`": "cited code of #12 at app/pay.go:4000",
		"`v1.2:3`":          "",
	} {
		y.hub.Peer("ana").Do("PATCH", "/issues/12", map[string]string{"body": whole + "\nSee " + cited + " as well.\n"}, nil)
		_, err := y.steps.Brief.Run(context.Background(), drain.BriefInput{Unit: "12", Kind: rule.Produce})
		got := ""
		if missing, ok := errors.AsType[*rule.MissingFact](err); ok {
			got = missing.Name
		} else if err != nil {
			t.Errorf("%s: %v", cited, err)
		}
		if got != want {
			t.Errorf("%s: %q is missing, want %q", cited, got, want)
		}
	}
}
