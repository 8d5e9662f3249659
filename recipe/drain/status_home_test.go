package drain_test

import (
	"context"
	"strings"
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// TestUnitsOfAnotherTrackerAreNotMixedUp: one clone drains its GitHub and its
// embedded tracker, and both have a #12.
func TestUnitsOfAnotherTrackerAreNotMixedUp(t *testing.T) {
	y := newYard(t, two())
	y.crew(nil, nil)
	y.begin(12)
	other := y.deps
	other.Home, other.Local = "local/shop", true
	steps, ctx := drain.New(other), context.Background()
	over, err := steps.Status.Run(ctx)
	if err != nil || len(over.Cards) != 0 {
		t.Errorf("%d cards, %v", len(over.Cards), err)
	}
	for name, run := range map[string]func() error{
		"release": func() error {
			_, err := steps.Release.Run(ctx, drain.ReleaseInput{Input: drain.Input{Unit: "12"}})
			return err
		},
		"start": func() error {
			_, err := steps.Start.Run(ctx, drain.StartInput{Numbers: []int{12}, Named: true})
			return err
		},
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), "unit 12 is one of acme/shop, not of local/shop") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAUnitOfTheEmbeddedTrackerIsNoUnitOfGitHub, of which nobody is asked.
func TestAUnitOfTheEmbeddedTrackerIsNoUnitOfGitHub(t *testing.T) {
	y := newYard(t, two())
	chosen := rule.Chosen{Members: []rule.Member{{Number: 12}}, Implementer: "me", Home: "local/shop"}
	if _, err := y.deps.Ledger.Append(t.Context(), "12", "ana", chosen); err != nil {
		t.Fatal(err)
	}
	if over, err := y.steps.Status.Run(t.Context()); err != nil || len(over.Cards) != 0 || y.hub.Count() != 0 {
		t.Errorf("%d cards, %d requests, %v", len(over.Cards), y.hub.Count(), err)
	}
}
