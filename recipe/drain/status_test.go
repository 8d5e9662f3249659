package drain_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/ledger"
)

// sha is a commit of a story that has no repository.
func sha(n int) string { return fmt.Sprintf("%040d", n) }

// member is one of a story.
func member(number int, path string) rule.Member {
	return rule.Member{Number: number, Title: fmt.Sprintf("Issue %d", number), Path: path, Line: 4}
}

// life is a unit's facts up to a stage: claimed, isolated, producing, proposed,
// merge-ready or delivered.
func life(stage rule.Stage, members ...rule.Member) []rule.Fact {
	var numbers []int
	facts := []rule.Fact{rule.Chosen{Members: members, Implementer: "maker"}}
	for _, m := range members {
		numbers = append(numbers, m.Number)
		facts = append(facts, rule.Claimed{Number: m.Number})
	}
	n := numbers[0]
	unit := rule.UnitID(numbers)
	later := []struct {
		stage rule.Stage
		facts []rule.Fact
	}{
		{rule.StageClaimed, []rule.Fact{rule.Branched{Branch: "debt/" + unit, Target: "main", Base: sha(1), Default: true}}},
		{rule.StageIsolated, []rule.Fact{rule.Screened{Members: numbers, Private: true}, rule.Isolated{Dir: "/code/" + unit, Mode: rule.ModeWorktree}}},
		{rule.StageProducing, []rule.Fact{rule.Began{Work: rule.Produce, Worker: "maker", Head: sha(1)}}},
		{rule.StageProposed, []rule.Fact{
			rule.Worked{Work: rule.Produce, Worker: "maker", Report: rule.Report{Model: "m", Summary: "Done."}, Head: sha(n), Commits: 1, Files: []string{members[0].Path}},
			rule.Gated{Head: sha(n)}, rule.Pushed{Head: sha(n)}, rule.Proposed{Pull: 1000 + n, URL: "https://github.com/acme/shop/pull/" + unit, Closes: true},
		}},
		{rule.StageMergeReady, []rule.Fact{
			rule.Began{Work: rule.ReviewIt, Worker: "judge", Head: sha(n)},
			rule.Reviewed{Round: 1, Worker: "judge", Independent: true, Diversity: rule.OtherFamily, Verdict: rule.Verdict{Verdict: rule.Pass, HeadSHA: sha(n), Model: "j", Effort: "high"}},
			rule.Checked{Head: sha(n), Answer: rule.Answer{Color: rule.Green, Why: "all is well"}},
		}},
		{rule.StageDelivered, []rule.Fact{rule.Merging{Head: sha(n), Way: rule.MergePlain}, rule.Merged{Head: sha(n), SHA: sha(n + 1)}}},
	}
	for _, l := range later {
		facts = append(facts, l.facts...)
		if l.stage == stage {
			break
		}
	}
	if stage == rule.StageDelivered {
		for _, number := range numbers {
			facts = append(facts, rule.Unclaimed{Number: number})
		}
		facts = append(facts, rule.Delivered{Closed: numbers})
	}
	return facts
}

// minutes is a clock that goes on by one minute at every look.
func minutes() func() time.Time {
	at := start
	return func() time.Time {
		at = at.Add(time.Minute)
		return at
	}
}

// book is a ledger of its own, with nothing around it.
func book(t testing.TB, units ...[]rule.Fact) (*ledger.Ledger, drain.Steps) {
	t.Helper()
	l, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "ledger.db"), ledger.Options{Now: minutes()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	for _, facts := range units {
		var numbers []int
		for _, m := range facts[0].(rule.Chosen).Members {
			numbers = append(numbers, m.Number)
		}
		if _, err := l.Append(context.Background(), rule.UnitID(numbers), "ana", facts...); err != nil {
			t.Fatal(err)
		}
	}
	return l, drain.New(drain.Deps{Ledger: l, Me: "ana", Now: now})
}

// TestStatusSaysWhatEachUnitCanDo among the others: what is furthest comes first,
// one path is changed by one unit at a time, and room is counted.
func TestStatusSaysWhatEachUnitCanDo(t *testing.T) {
	_, steps := book(t,
		life(rule.StageProducing, member(12, "app/pay.go")),
		life(rule.StageIsolated, member(41, "app/pay.go"), member(43, "app/new.go")),
		life(rule.StageProposed, member(50, "app/cache.go")),
		life(rule.StageMergeReady, member(51, "app/cache.go")),
		life(rule.StageClaimed, member(60, "app/far.go")),
		life(rule.StageDelivered, member(70, "app/old.go")),
	)
	over, err := steps.Status.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	type card struct {
		Unit     string
		Step     rule.Step
		Runnable bool
		Waits    string
		Next     string
	}
	var got []card
	for _, c := range over.Cards {
		got = append(got, card{c.Unit.ID, c.Turn.Step, c.Runnable, c.Waits, c.Next})
	}
	want := []card{
		{"50", rule.StepReview, true, "a review of 0000000", "gh debt drain review 50"},
		{"12", rule.StepProduce, true, "the change by maker", "gh debt drain produce 12"},
		{"60", rule.StepScreen, true, "the screens", "gh debt drain start 60"},
		{"51", rule.StepMerge, false, "stacks on 50, which touches app/cache.go too and merges first", "gh debt drain merge 51"},
		{"41-43", rule.StepProduce, false, "waits for 12, which touches app/pay.go too and is not proposed yet", "gh debt drain produce 41-43"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	all, err := steps.Status.All(context.Background())
	if err != nil || len(all.Cards) != 6 || all.Cards[5].Unit.ID != "70" || all.Cards[5].Next != "" || all.Cards[5].Runnable {
		t.Errorf("%d cards, %v", len(all.Cards), err)
	}
}

// TestAFifthUnitWaitsForRoom before it gets a workspace.
func TestAFifthUnitWaitsForRoom(t *testing.T) {
	var units [][]rule.Fact
	for n := 1; n <= 4; n++ {
		units = append(units, life(rule.StageProducing, member(n, fmt.Sprintf("app/%d.go", n))))
	}
	waiting := append(life(rule.StageClaimed, member(60, "app/far.go")), rule.Screened{Members: []int{60}, Private: true})
	l, steps := book(t, append(units, waiting)...)
	story, err := steps.Status.Story(context.Background(), "60")
	if err != nil || story.Waits != "4 units are in flight: one of them must end first" || story.Runnable {
		t.Errorf("%q, runnable %t, %v", story.Waits, story.Runnable, err)
	}
	res, err := steps.Isolate.Run(context.Background(), drain.IsolateInput{Input: drain.Input{Unit: "60"}})
	if err != nil || res.Refused != "4 units are in flight: one of them must end first" || res.Next != "gh debt drain status" {
		t.Errorf("%q, next %q, %v", res.Refused, res.Next, err)
	}
	if u, _, err := l.Unit(context.Background(), "60"); err != nil || u.Place.Dir != "" {
		t.Errorf("%+v, %v", u.Place, err)
	}
}

// TestAUnitIsFoundByItsMembersAndToldInItsOrder, with the time of each stage and who
// decided what.
func TestAUnitIsFoundByItsMembersAndToldInItsOrder(t *testing.T) {
	l, steps := book(t, life(rule.StageProducing, member(50, "app/cache.go")))
	ctx := context.Background()
	for _, fact := range life(rule.StageMergeReady, member(12, "app/pay.go"), member(41, "app/pay.go")) { // a minute each
		if _, err := l.Append(ctx, "12-41", "ana", fact); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Append(ctx, "12-41", "bo", rule.Left{Number: 41, Why: rule.Dropped, Reason: "dropped by bo"}); err != nil {
		t.Fatal(err)
	}
	story, err := steps.Status.Story(ctx, "41")
	if err != nil || story.Unit.ID != "12-41" || len(story.Events) != 15 || story.Next != "gh debt drain merge 12-41" {
		t.Fatalf("%s, %d events, next %q, %v", story.Unit.ID, len(story.Events), story.Next, err)
	}
	for i, e := range story.Events[1:] {
		if !e.At.After(story.Events[i].At) {
			t.Errorf("event %d is not after the one before it", i+1)
		}
	}
	report, err := steps.Report.Run(ctx, drain.ReportInput{Unit: "12"})
	if err != nil {
		t.Fatal(err)
	}
	wantDecided := []string{"ana: chosen: #12, #41, to be done by maker", "bo: #41 left: dropped: dropped by bo"}
	var decided []string
	for _, d := range report.Decisions {
		decided = append(decided, d.By+": "+d.What)
	}
	if diff := cmp.Diff(wantDecided, decided); diff != "" {
		t.Error(diff)
	}
	var stages []string
	for _, s := range report.Stages {
		stages = append(stages, fmt.Sprintf("%s %s", s.Stage, s.Took))
	}
	if diff := cmp.Diff([]string{
		"chosen 1m0s", "claimed 3m0s", "screened 1m0s", "isolated 1m0s", "producing 2m0s", "gated 2m0s", "proposed 1m0s", "reviewing 2m0s", "merge-ready 23h45m0s",
	}, stages); diff != "" {
		t.Error(diff)
	}
	if len(report.Rounds) != 1 {
		t.Errorf("%d rounds", len(report.Rounds))
	}
	_, err = steps.Status.Story(ctx, "99")
	if err == nil || err.Error() != "there is no unit 99 in this clone" {
		t.Errorf("%v", err)
	}
	_, err = steps.Gates.Run(ctx, drain.GatesInput{})
	if err == nil || err.Error() != "several units are in flight: 50, 12-41" {
		t.Errorf("%v", err)
	}
}

// TestAReportOfAUnitWithoutRoundsHoldsAnEmptyList: in JSON no list is null.
func TestAReportOfAUnitWithoutRoundsHoldsAnEmptyList(t *testing.T) {
	y := isolated(t, nil, nil)
	report, err := y.steps.Report.Run(context.Background(), drain.ReportInput{Unit: "12"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(report)
	if err != nil || strings.Contains(string(data), "null") {
		t.Errorf("%v\n%s", err, data)
	}
}
