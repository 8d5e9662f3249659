package drain_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/ledger"
	"gh-debt/recipe/worker/workertest"
)

// thousand fills a ledger up to 1,000 units: those that it is given, 36 that are
// claimed, and delivered ones.
func thousand(tb testing.TB, l drain.Ledger, held int) {
	tb.Helper()
	for n := held; n < 1000; n++ {
		stage := rule.StageDelivered
		if n < held+36 {
			stage = rule.StageClaimed
		}
		m := member(10_000+n, fmt.Sprintf("app/%d.go", n))
		if _, err := l.Append(context.Background(), rule.UnitID([]int{m.Number}), "ana", life(stage, m)...); err != nil {
			tb.Fatal(err)
		}
	}
}

// BenchmarkStatus1000 is `gh debt drain status` of a process that has just begun, with
// 1,000 units in the ledger: four with a workspace, 36 claimed, the rest delivered. It
// may take 50 ms.
func BenchmarkStatus1000(b *testing.B) {
	ctx, path := context.Background(), filepath.Join(b.TempDir(), "ledger.db")
	l, err := ledger.Open(ctx, path, ledger.Options{Now: minutes()})
	if err != nil {
		b.Fatal(err)
	}
	for i, stage := range []rule.Stage{rule.StageIsolated, rule.StageProducing, rule.StageProposed, rule.StageMergeReady} {
		m := member(i+1, "app/pay.go")
		if _, err := l.Append(ctx, rule.UnitID([]int{i + 1}), "ana", life(stage, m)...); err != nil {
			b.Fatal(err)
		}
	}
	thousand(b, l, 4)
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l, err := ledger.Open(ctx, path, ledger.Options{})
		if err != nil {
			b.Fatal(err)
		}
		over, err := drain.New(drain.Deps{Ledger: l, Now: now}).Status.Run(ctx)
		if err != nil || len(over.Cards) != 40 {
			b.Fatalf("%d cards, %v", len(over.Cards), err)
		}
		_ = l.Close()
	}
	milliseconds(b)
}

// milliseconds reports how long one run took.
func milliseconds(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed())/float64(time.Millisecond)/float64(b.N), "ms/op")
}

// BenchmarkStep1000 takes steps of one unit beside 999 others in the ledger and 1,000
// issues in the tracker, which answers at once. Each may take 150 ms of its own; the
// local git that it starts is within that.
func BenchmarkStep1000(b *testing.B) {
	issues := two()
	for n := 1000; n < 2000; n++ {
		issues = append(issues, seed(n, fmt.Sprintf("Issue %d", n), fmt.Sprintf("app/%d.go", n), 4))
	}
	y := newYard(b, []hub.SeedIssue(issues), hubtest.Unchecked(), hubtest.RateLimit(10_000_000))
	y.crew([]workertest.Run{edit("package app // 1\n", "Handle the error")}, []workertest.Run{verdict(rule.Pass)})
	y.deps.Settings.Gates = map[rule.GateKind][]string{rule.GateTests: {}, rule.GateTypes: {}, rule.GateLint: {}}
	y.steps = drain.New(y.deps)
	ctx := context.Background()
	y.begin(12, 41)
	res, err := y.steps.Screen.Run(ctx, drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true, "41:app/pay.go:9": true}})
	y.ok(res, err)
	y.take(rule.StepIsolate, rule.StepProduce)
	thousand(b, y.deps.Ledger, 1)
	step := func(name string, run func() (drain.Result, error)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				res, err := run()
				y.ok(res, err)
			}
			milliseconds(b)
		})
	}
	in := drain.Input{Unit: "12-41"}
	step("Start", func() (drain.Result, error) {
		return y.steps.Start.Run(ctx, drain.StartInput{Numbers: []int{77}, Named: true, Implementer: "maker", Input: drain.Input{DryRun: true}})
	})
	step("Gates", func() (drain.Result, error) { return y.steps.Gates.Run(ctx, drain.GatesInput{Input: in}) })
	y.take(rule.StepPropose)
	step("Brief", func() (drain.Result, error) {
		_, err := y.steps.Brief.Run(ctx, drain.BriefInput{Unit: "12-41", Kind: rule.ReviewIt})
		return drain.Result{}, err
	})
	step("CI", func() (drain.Result, error) { return y.steps.CI.Run(ctx, drain.CIInput{Input: in}) })
	step("Reconcile", func() (drain.Result, error) {
		all, err := y.steps.Reconcile.Run(ctx, drain.ReconcileInput{Input: in})
		if err != nil {
			return drain.Result{}, err
		}
		return all[0], nil
	})
	step("Drop", func() (drain.Result, error) {
		return y.steps.Drop.Run(ctx, drain.DropInput{Input: drain.Input{Unit: "12-41", DryRun: true}, Number: 41})
	})
	y.take(rule.StepReview)
	y.green("12-41", "build")
	y.take(rule.StepCI)
	merge := drain.MergeInput{Input: in}
	merge.DryRun = true
	step("Merge", func() (drain.Result, error) { return y.steps.Merge.Run(ctx, merge) })
	step("Release", func() (drain.Result, error) {
		return y.steps.Release.Run(ctx, drain.ReleaseInput{Input: drain.Input{Unit: "12-41", DryRun: true}})
	})
	step("Report", func() (drain.Result, error) {
		_, err := y.steps.Report.Run(ctx, drain.ReportInput{Unit: "12-41"})
		return drain.Result{}, err
	})
}
