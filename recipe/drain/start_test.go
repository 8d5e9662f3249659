package drain_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// TestNumbersAreRefusedWithNothingClaimed: one line for each, and the first matching
// reason of each (section 2).
func TestNumbersAreRefusedWithNothingClaimed(t *testing.T) {
	closed := seed(13, "Closed", "app/pay.go", 1)
	closed.State, closed.StateReason, closed.ClosedAt = "closed", body("completed"), start.Add(time.Hour)
	bare := seed(14, "Bare", "app/pay.go", 2)
	bare.Labels = []string{"bug"}
	pull := seed(15, "A pull request", "app/pay.go", 3)
	pull.Pull = true
	y := newYard(t, []hub.SeedIssue{
		seed(12, "Free", "app/pay.go", 4), closed, bare, pull,
		seed(16, "Claimed", "app/pay.go", 5, "in-progress"), seed(17, "Parked", "app/pay.go", 6, "debt:spec-pending"),
		seed(18, "Underway", "app/pay.go", 7, "debt:spec-active"),
		func() hub.SeedIssue {
			is := seed(19, "Asked", "app/pay.go", 8)
			is.Labels = []string{"tech-debt", "severity:investigate"}
			return is
		}(),
	}, hubtest.Private(), hubtest.Unchecked())
	git(t, y.clone, "push", "--quiet", "origin", "main:refs/heads/debt/16-claimed")
	res, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12, 13, 14, 15, 16, 17, 18, 19, 99, 12}, Named: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"#13 is closed already",
		"#14 is not in the queue: it lacks the queue's label",
		"#15 is no issue of this repository (a pull request counts as none)",
		"#16 is claimed already: it carries in-progress",
		"#17 is parked until its design is written",
		"#18 is parked: its design is underway",
		"#19 is graded investigate: answer its question and re-grade it first",
		"#99 is no issue of this repository (a pull request counts as none)",
	}
	if diff := cmp.Diff(want, strings.Split(res.Refused, "\n")); diff != "" {
		t.Error(diff)
	}
	if y.issue(12).HasLabel("in-progress") {
		t.Error("#12 was claimed")
	}
}

// TestABatchOverItsBudgetIsRefusedWithWhatFits, and taken by force.
func TestABatchOverItsBudgetIsRefusedWithWhatFits(t *testing.T) {
	hard := func(n int, path string) hub.SeedIssue {
		is := seed(n, "Hard", path, 4)
		is.Labels = []string{"tech-debt", "severity:important", "footprint:narrow", "difficulty:hard"}
		return is
	}
	y := newYard(t, []hub.SeedIssue{hard(12, "app/pay.go"), hard(13, "lib/x.go")}, hubtest.Private())
	res, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12, 13}, Named: true})
	if err != nil || !strings.Contains(res.Refused, "together they cost 14 points, and the limit is 12") || !strings.Contains(res.Refused, "fits: gh debt drain start 12") {
		t.Errorf("%q, %v", res.Refused, err)
	}
	res, err = y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12, 13}, Named: true, Force: true})
	y.ok(res, err)
	if u := y.unit("12-13"); u.Branch.Branch != "debt/12-13-batch" || !slices.Equal(u.Claims, []int{12, 13}) {
		t.Errorf("%+v", u)
	}
}

// TestProbingComesFirst: surely impossible is a usage error, perhaps impossible a
// fault, and nothing is done in either case.
func TestProbingComesFirst(t *testing.T) {
	y := newYard(t, two())
	y.hub.Set(func(r *hub.Repository) { r.Archived = true })
	_, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12}, Named: true})
	if u, ok := err.(*recipe.UsageError); !ok {
		t.Errorf("archived: %T %v", u, err)
	}
	y.hub.Set(func(r *hub.Repository) { r.Archived = false })
	y.hub.SetAccount("token-of-ana", hub.Account{Login: "ana", Permission: hub.Triage})
	_, err = y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12}, Named: true})
	if u, ok := err.(*recipe.UsageError); !ok || u.Error() != "you may not write to acme/shop, so no branch could be made there" {
		t.Errorf("who may label only: %T %v", err, err)
	}
	y.hub.SetAccount("token-of-ana", hub.Account{Login: "ana", Permission: hub.Admin})
	y.hub.Reset()
	for n := 1; n <= 6; n++ {
		y.hub.Instead(n, hubtest.Status(503, "no server"))
	}
	_, err = y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: []int{12}, Named: true})
	if f, ok := err.(*model.Fault); !ok || f.Kind != model.FaultOffline {
		t.Errorf("down: %T %v", err, err)
	}
	y.hub.Reset()
	if y.issue(12).HasLabel("in-progress") {
		t.Error("something was claimed")
	}
}

// TestChoosingTakesStaleClaimsAway, leaves the live ones alone, and offers the batch
// that the first candidate heads before it alone.
func TestChoosingTakesStaleClaimsAway(t *testing.T) {
	y := newYard(t, append(two(), seed(80, "Claimed and forgotten", "app/x.go", 1, "in-progress"), seed(81, "Claimed on a branch", "app/y.go", 1, "in-progress")), hubtest.Private())
	git(t, y.clone, "push", "--quiet", "origin", "main:refs/heads/debt/81-claimed")
	c, err := y.steps.Choose.Run(context.Background(), drain.ChooseInput{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{80}, c.Stripped); diff != "" {
		t.Error(diff)
	}
	if y.issue(80).HasLabel("in-progress") || !y.issue(81).HasLabel("in-progress") {
		t.Error("the labels say otherwise")
	}
	var offers [][]int
	for _, o := range c.Offers {
		offers = append(offers, o.Numbers)
	}
	if diff := cmp.Diff([][]int{{12, 41, 77, 80}, {12}}, offers); diff != "" {
		t.Error(diff)
	}
}

// TestReleasingFreesEverything: before any work the branch goes too.
func TestReleasingFreesEverything(t *testing.T) {
	y := newYard(t, two())
	y.crew(nil, nil)
	y.begin(12, 41)
	res, err := y.steps.Release.Run(context.Background(), drain.ReleaseInput{Input: drain.Input{Unit: "41"}})
	y.ok(res, err)
	u := y.unit("12-41")
	if u.Ended == nil || u.Ended.End != rule.HandedBack || y.issue(12).HasLabel("in-progress") || y.issue(41).HasLabel("in-progress") {
		t.Errorf("%+v", u.Ended)
	}
	if branches := git(t, y.bare, "branch", "--format=%(refname:short)"); branches != "main" {
		t.Errorf("branches: %s", branches)
	}
	again, err := y.steps.Release.Run(context.Background(), drain.ReleaseInput{Input: drain.Input{Unit: "12-41"}})
	if err != nil || again.Refused != "unit 12-41 has ended" {
		t.Errorf("again: %q, %v", again.Refused, err)
	}
	y.begin(12)
}
