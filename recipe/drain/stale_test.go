package drain_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// TestAStaleClaimOfANamedNumberIsTakenAway before the number is checked; a dry run says
// so and takes nothing. Park labels stay.
func TestAStaleClaimOfANamedNumberIsTakenAway(t *testing.T) {
	parked := seed(41, "Parked", "app/pay.go", 9, "in-progress", "debt:spec-pending")
	y := newYard(t, []hub.SeedIssue{seed(12, "Forgotten", "app/pay.go", 4, "in-progress"), parked}, hubtest.Private())
	y.workers()
	in := drain.StartInput{Numbers: []int{12}, Named: true, Input: drain.Input{DryRun: true}}
	res, err := y.steps.Start.Run(t.Context(), in)
	y.ok(res, err)
	if want := "take in-progress off #12: nothing lives behind that claim"; len(res.Will) == 0 || res.Will[0] != want || !y.issue(12).HasLabel("in-progress") {
		t.Errorf("%q, %v", res.Will, y.issue(12).Labels)
	}
	in.DryRun = false
	res, err = y.steps.Start.Run(t.Context(), in)
	y.ok(res, err)
	if !slices.Equal(res.Unit.Claims, []int{12}) {
		t.Errorf("%+v", res.Unit)
	}
	in.Numbers = []int{41}
	res, err = y.steps.Start.Run(t.Context(), in)
	if err != nil || res.Refused != "#41 is parked until its design is written" || !y.issue(41).HasLabel("debt:spec-pending") {
		t.Errorf("%q, %v", res.Refused, err)
	}
}

// TestNothingIsStrippedWhenAnyReadFails: branches, pull requests, or the last look at
// one of several issues.
func TestNothingIsStrippedWhenAnyReadFails(t *testing.T) {
	for _, path := range []string{"/branches", "/pulls", "/issues/80"} {
		t.Run(path, func(t *testing.T) {
			y := newYard(t, append(two(), seed(79, "One", "app/x.go", 1, "in-progress"), seed(80, "Two", "app/y.go", 1, "in-progress")), hubtest.Private(), hubtest.Unchecked())
			y.hub.Before(func(_ int, r *http.Request) error {
				if strings.HasSuffix(r.URL.Path, path) {
					return errors.New("no route to host")
				}
				return nil
			})
			c, err := y.steps.Choose.Run(t.Context(), drain.ChooseInput{})
			if err != nil || len(c.Stripped) > 0 || len(c.Notes) != 1 || !strings.HasPrefix(c.Notes[0], "claims were left alone") {
				t.Errorf("stripped %v, %q, %v", c.Stripped, c.Notes, err)
			}
			y.hub.Reset()
			if !y.issue(79).HasLabel("in-progress") || !y.issue(80).HasLabel("in-progress") {
				t.Error("a claim was taken away")
			}
		})
	}
}

// TestAnOfferedMemberThatIsNotFreeIsLeftOut, and the rest goes on; of named numbers
// nothing is claimed.
func TestAnOfferedMemberThatIsNotFreeIsLeftOut(t *testing.T) {
	for name, named := range map[string]bool{"named": true, "offered": false} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, two(), hubtest.Private(), hubtest.Unchecked())
			y.workers()
			y.hub.Peer("bo").Close(77, "completed")
			git(t, y.clone, "push", "--quiet", "origin", "main:refs/heads/debt/41-mine")
			res, err := y.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{12, 41, 77}, Named: named})
			if err != nil {
				t.Fatal(err)
			}
			switch free := !y.issue(12).HasLabel("in-progress"); {
			case named && (!free || !strings.Contains(res.Refused, "#41 is being drained already") || !strings.Contains(res.Refused, "#77 is closed already")):
				t.Errorf("#12 free %t: %q", free, res.Refused)
			case !named && (free || res.Unit.ID != "12" || len(res.Notes) != 2):
				t.Errorf("#12 free %t, unit %s, %q, %q", free, res.Unit.ID, res.Refused, res.Notes)
			}
		})
	}
}

// TestAClaimThatIsTakenUpIsLookedAtAnew: what was done to the issue while the process
// was dead counts, and a label that was taken off is put on again.
func TestAClaimThatIsTakenUpIsLookedAtAnew(t *testing.T) {
	for name, c := range map[string]struct {
		label, bare string
		end         rule.End
		want        string
	}{
		"parked":          {label: "debt:spec-pending", end: rule.SpecParked, want: "#12 is parked until its design is written"},
		"an open inquiry": {label: "severity:investigate", bare: "severity:important", end: rule.HandedBack, want: "#12 is graded investigate: answer its question and re-grade it first"},
		"out of the queue": {bare: "tech-debt", end: rule.HandedBack,
			want: "#12 is not in the queue: it lacks the queue's label"},
		"its claim is gone": {bare: "in-progress"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, two(), hubtest.Private(), hubtest.Unchecked())
			y.workers()
			y.hub.Before(func(_ int, r *http.Request) error {
				if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/git/refs") {
					return hubtest.ErrDropped
				}
				return nil
			})
			in := drain.StartInput{Numbers: []int{12}, Named: true}
			if _, err := y.steps.Start.Run(t.Context(), in); err == nil {
				t.Fatal("it was not cut off")
			}
			y.hub.Reset()
			bo := y.hub.Peer("bo")
			if c.bare != "" {
				bo.Unlabel(12, c.bare)
			}
			if c.label != "" {
				bo.Label(12, c.label)
			}
			res, err := y.steps.Start.Run(t.Context(), in)
			u := y.unit("12")
			switch {
			case err != nil || res.Refused != c.want:
				t.Errorf("%q, %v", res.Refused, err)
			case c.want == "" && (!y.issue(12).HasLabel("in-progress") || u.Branch.Branch == ""):
				t.Errorf("%v, %+v", y.issue(12).Labels, u.Branch)
			case c.want != "" && (y.issue(12).HasLabel("in-progress") || u.Ended == nil || u.Ended.End != c.end):
				t.Errorf("%v, %+v", y.issue(12).Labels, u.Ended)
			}
		})
	}
}
