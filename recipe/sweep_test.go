package recipe

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

const block = "\n<!-- gaia-investigate: v1 -->\n**Question:** Is it reachable?\n**Settled by:** A trace.\n"

func sweep(t *testing.T, in SweepInput, issues ...hub.SeedIssue) SweepResult {
	t.Helper()
	d, _ := reading(t, hubtest.New(t, hubtest.Seed(issues...)), nil)
	res, err := newSweep(d).Run(context.Background(), in)
	if err != nil {
		t.Fatalf("sweep: %v", err)
	}
	return res
}

func findingCodes(res SweepResult) []string {
	out := []string{}
	for _, f := range res.Findings {
		out = append(out, fmt.Sprintf("#%d %s", f.Number, f.Code))
	}
	return out
}

func TestSweepChecksEveryOpenIssue(t *testing.T) {
	unlabelled := seed(1, keyed("z.go", 1, ""))
	unlabelled.Labels = nil
	issues := []hub.SeedIssue{
		unlabelled,
		seed(2, keyed("a.go", 1, ""), "severity:important", "severity:critical"),
		seed(3, "by hand", "severity:important"),
		seed(4, keyed("b.go", 1, ""), "handler:prompt", "severity:suggestion"), // a former spelling is read
		seed(5, keyed("c.go", 1, ""), "severity:investigate"),
		seed(6, keyed("d.go", 1, "")+block, "severity:important"),
		seed(7, keyed("e.go", 1, ""), "in-progress", "severity:important"), // no drain-label check here
		seed(8, keyed("e.go", 1, ""), "severity:important"),
		shut(seed(9, "closed"), "completed"),
	}
	res := sweep(t, SweepInput{}, issues...)
	want := []string{
		"#2 severity-count", "#3 missing-dedup-key", "#5 missing-investigate-block",
		"#6 stray-investigate-block", "#8 duplicate-dedup-key",
	}
	if diff := cmp.Diff(want, findingCodes(res)); diff != "" || res.Checked != 7 {
		t.Errorf("%d checked (-want +got):\n%s", res.Checked, diff)
	}
	if got := res.Findings[4].Message; !strings.HasPrefix(got, "#7 is open with the same key") {
		t.Errorf("the twin: %s", got)
	}
	one := sweep(t, SweepInput{Number: 1}, issues...)
	if diff := cmp.Diff([]string{"#1 missing-tech-debt", "#1 severity-count"}, findingCodes(one)); diff != "" || one.Checked != 1 {
		t.Errorf("%d checked (-want +got):\n%s", one.Checked, diff)
	}
}

func TestSweepTellsAnEmptyQueueFromACleanOne(t *testing.T) {
	if res := sweep(t, SweepInput{}); res.Checked != 0 || asJSON(t, res) != `{"checked":0,"findings":[]}` {
		t.Errorf("empty: %s", asJSON(t, res))
	}
	if res := sweep(t, SweepInput{}, seed(1, keyed("a.go", 1, ""))); asJSON(t, res) != `{"checked":1,"findings":[]}` {
		t.Errorf("clean: %s", asJSON(t, res))
	}
}
