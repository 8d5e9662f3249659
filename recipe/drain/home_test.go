package drain_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
)

// rename gives the repository another name, by which the clone's sessions ask for it
// from here on, as gh repo rename has it.
func (y *yard) rename(name string) {
	y.t.Helper()
	y.hub.Set(func(r *hub.Repository) { r.Name = name })
	deps := y.sessionAs(name, y.clone, filepath.Join(y.clone, ".git", "gh-debt"))
	deps.Workers = y.deps.Workers
	y.deps, y.steps = deps, drain.New(deps)
}

// old takes the repository's number out of what was written down, as an older version
// wrote it.
func (y *yard) old(unit string) {
	y.t.Helper()
	c := y.unit(unit).Chosen
	if c.HomeID == 0 {
		y.t.Fatal("the repository's number was not written down")
	}
	if _, err := y.deps.Ledger.Append(y.t.Context(), unit, "ana", rule.Renamed{Home: c.Home}); err != nil {
		y.t.Fatal(err)
	}
}

// TestARenamedRepositoryKeepsItsUnits in flight, whether its number was written down
// when they were chosen or an older version did not: they are shown, go on, and are
// known by the new name from then on without asking anybody.
func TestARenamedRepositoryKeepsItsUnits(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(y *yard){
		"with its number":     func(*yard) {},
		"of an older version": func(y *yard) { y.old("12") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := ready(t)
			before(y)
			y.rename("store")
			over, err := y.steps.Status.Run(t.Context())
			if err != nil || len(over.Cards) != 1 {
				t.Fatalf("%d cards, %v", len(over.Cards), err)
			}
			plan, err := y.steps.Merge.Run(t.Context(), drain.MergeInput{Input: drain.Input{Unit: "12", DryRun: true}})
			y.ok(plan, err)
			if home := y.unit("12").Chosen.Home; home != "acme/shop" {
				t.Errorf("a dry run wrote down %s", home)
			}
			res, err := y.steps.Merge.Run(t.Context(), drain.MergeInput{Input: drain.Input{Unit: "12"}, Watch: true})
			y.ok(res, err)
			if want := "the repository was acme/shop when unit 12 was chosen, and is acme/store by now"; len(res.Notes) == 0 || res.Notes[0] != want {
				t.Errorf("it says %q", res.Notes)
			}
			if u := y.unit("12"); u.Stage != rule.StageDelivered || u.Chosen.Home != "acme/store" || u.Chosen.HomeID == 0 {
				t.Errorf("%s, of %s (%d)", u.Stage, u.Chosen.Home, u.Chosen.HomeID)
			}
			if is := y.issue(12); is.State != model.Closed || is.HasLabel("in-progress") {
				t.Errorf("#12 is %s, %v", is.State, is.Labels)
			}
		})
	}
}

// TestARenamingIsAskedForOnce: what was learned stands in the ledger.
func TestARenamingIsAskedForOnce(t *testing.T) {
	t.Parallel()
	y := ready(t)
	y.rename("store")
	if _, err := y.steps.Reconcile.Run(t.Context(), drain.ReconcileInput{}); err != nil {
		t.Fatal(err)
	}
	before := y.hub.Count()
	if over, err := drain.New(y.deps).Status.Run(t.Context()); err != nil || len(over.Cards) != 1 || y.hub.Count() != before {
		t.Errorf("%d cards, %d requests, %v", len(over.Cards), y.hub.Count()-before, err)
	}
}

// TestARenamedRepositoryReleasesItsUnits: release frees everything of one that is
// taken up by its numbers, too.
func TestARenamedRepositoryReleasesItsUnits(t *testing.T) {
	t.Parallel()
	y := newYard(t, two())
	y.crew(nil, nil)
	y.begin(12)
	y.rename("store")
	res, err := y.steps.Start.Run(t.Context(), drain.StartInput{Numbers: []int{12}, Named: true, Implementer: "maker"})
	y.ok(res, err)
	if home := y.unit("12").Chosen.Home; home != "acme/store" {
		t.Errorf("it is one of %s", home)
	}
	res, err = y.steps.Release.Run(t.Context(), drain.ReleaseInput{})
	y.ok(res, err)
	if is := y.issue(12); is.HasLabel("in-progress") || y.unit("12").Ended == nil {
		t.Errorf("#12: %v", is.Labels)
	}
}

// TestARenamingThatCannotBeLookedUp shows the units all the same, and does nothing.
func TestARenamingThatCannotBeLookedUp(t *testing.T) {
	t.Parallel()
	y := ready(t)
	y.rename("store")
	y.deps.Tracker = deaf{y.deps.Tracker}
	steps := drain.New(y.deps)
	if over, err := steps.Status.Run(t.Context()); err != nil || len(over.Cards) != 1 {
		t.Errorf("%d cards, %v", len(over.Cards), err)
	}
	if _, err := steps.Merge.Run(t.Context(), drain.MergeInput{}); err == nil || err.Error() != errDeaf.Error() {
		t.Errorf("the merge: %v", err)
	}
}

var errDeaf = &model.Fault{Kind: model.FaultOffline, Op: "read the repository", Detail: "nobody answers"}

// deaf is a GitHub that does not tell of the repository.
type deaf struct{ drain.Tracker }

func (deaf) Repository(context.Context) (model.Repository, error) {
	return model.Repository{}, errDeaf
}

// another is a GitHub on which the name is another repository's now.
type another struct{ drain.Tracker }

func (a another) Repository(ctx context.Context) (model.Repository, error) {
	repo, err := a.Tracker.Repository(ctx)
	repo.ID++
	return repo, err
}

// TestAnotherRepositoryWithTheOldNameIsLeftAlone: its #12 is another issue.
func TestAnotherRepositoryWithTheOldNameIsLeftAlone(t *testing.T) {
	t.Parallel()
	y := ready(t)
	y.deps.Tracker = another{y.deps.Tracker}
	steps := drain.New(y.deps)
	for name, run := range map[string]func() error{
		"merge":   func() error { _, err := steps.Merge.Run(t.Context(), drain.MergeInput{}); return err },
		"release": func() error { _, err := steps.Release.Run(t.Context(), drain.ReleaseInput{}); return err },
	} {
		err := run()
		if err == nil || !strings.Contains(err.Error(), "unit 12 is one of the repository that was acme/shop before, and another one has that name now") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if u := y.unit("12"); u.Stage != rule.StageMergeReady || !y.issue(12).HasLabel("in-progress") {
		t.Errorf("%s, %v", u.Stage, y.issue(12).Labels)
	}
}

// TestAUnitOfAnotherRepositoryIsNotTaken for one of a renamed one: a clone may have
// two on GitHub.
func TestAUnitOfAnotherRepositoryIsNotTaken(t *testing.T) {
	t.Parallel()
	y := newYard(t, two())
	y.crew(nil, nil)
	y.begin(12)
	if _, err := y.deps.Ledger.Append(t.Context(), "12", "ana", rule.Renamed{Home: "bo/fork", HomeID: 5}); err != nil {
		t.Fatal(err)
	}
	if over, err := y.steps.Status.Run(t.Context()); err != nil || len(over.Cards) != 0 {
		t.Errorf("%d cards, %v", len(over.Cards), err)
	}
	if _, err := y.steps.Release.Run(t.Context(), drain.ReleaseInput{Input: drain.Input{Unit: "12"}}); err == nil || !strings.Contains(err.Error(), "unit 12 is one of bo/fork, not of acme/shop") {
		t.Errorf("the release: %v", err)
	}
}
