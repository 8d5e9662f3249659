package drain_test

import (
	"testing"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
)

// TestACommandNamesItsQueue: the one of the sample is never taken for the person's own.
func TestACommandNamesItsQueue(t *testing.T) {
	t.Parallel()
	for want, set := range map[string]func(d *drain.Deps){
		"gh debt drain produce 12":              func(*drain.Deps) {},
		"gh debt drain produce 12 -R acme/shop": func(d *drain.Deps) { d.RepoArg = "acme/shop" },
		"gh debt drain produce 12 --local":      func(d *drain.Deps) { d.Local = true },
		"gh debt drain produce 12 --demo":       func(d *drain.Deps) { d.Local, d.Sample = true, true },
	} {
		l, _ := book(t, life(rule.StageIsolated, member(12, "app/pay.go")))
		deps := drain.Deps{Ledger: l, Me: "ana", Now: now}
		set(&deps)
		over, err := drain.New(deps).Status.Run(t.Context())
		if err != nil || len(over.Cards) != 1 || over.Cards[0].Next != want {
			t.Errorf("%+v, %v, want %s", over.Cards, err, want)
		}
	}
}
