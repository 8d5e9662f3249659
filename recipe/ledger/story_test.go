package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gh-debt/model/drain"
	"gh-debt/recipe/ledger"
)

// chosen begins a unit of these issues.
func chosen(numbers ...int) drain.Chosen {
	c := drain.Chosen{Named: true, Implementer: "fixer"}
	for _, n := range numbers {
		c.Members = append(c.Members, drain.Member{Number: n, Title: fmt.Sprintf("Issue %d swallows an error", n),
			Class: "error-handling/swallowed", Path: fmt.Sprintf("app/pay/file%d.go", n), Line: 118, Severity: "important"})
	}
	return c
}

// claimed is the way from nothing to a unit whose claims hold.
func claimed(numbers ...int) []drain.Fact {
	facts := []drain.Fact{chosen(numbers...)}
	for _, n := range numbers {
		facts = append(facts, drain.Claiming{Number: n}, drain.Claimed{Number: n})
	}
	branch := fmt.Sprintf("debt/%s-batch", drain.UnitID(numbers))
	return append(facts, drain.Branching{Branch: branch, Target: "main", Base: "base"},
		drain.Branched{Branch: branch, Target: "main", Base: "base", Default: true})
}

// story is a unit's whole life, through one round that asks for changes and a
// red check, with all that workers and gates say on the way.
func story(numbers ...int) []drain.Fact {
	facts := claimed(numbers...)
	var files []string
	for _, n := range numbers {
		facts = append(facts, drain.Confirmed{Number: n, What: fmt.Sprintf("app/pay/file%d.go:118", n), Says: "} catch { }", Holds: true})
		files = append(files, fmt.Sprintf("app/pay/file%d.go", n))
	}
	text := strings.Repeat("The retry never backs off when the gateway times out. ", 12)
	report := drain.Report{Model: "acme-1", Effort: "high", Summary: text}
	work := func(kind drain.WorkKind, from, to string) []drain.Fact {
		return []drain.Fact{
			drain.Began{Work: kind, Worker: "fixer", Head: from},
			drain.Worked{Work: kind, Worker: "fixer", Report: report, Head: to, Commits: 1, Files: files},
			drain.Gated{Head: to, Gates: []drain.GateResult{{Gate: drain.Gate{Kind: drain.GateTests, Command: []string{"go", "test", "./..."}},
				Outcome: drain.RanClean, Took: 12e9, Output: text}}, Before: 2},
			drain.Pushed{Head: to},
		}
	}
	round := func(n int, verdict, head string, findings ...drain.Finding) []drain.Fact {
		scope := drain.Scope{Full: n == 1, To: head}
		return []drain.Fact{
			drain.Began{Work: drain.ReviewIt, Worker: "reader", Head: head, Scope: scope},
			drain.Reviewed{Round: n, Worker: "reader", Scope: scope, Diversity: drain.OtherFamily, Independent: true,
				Verdict: drain.Verdict{Verdict: verdict, HeadSHA: head, Model: "other-2", Effort: "deep", Findings: findings}},
		}
	}
	checked := func(head string, color drain.Color, state drain.CheckState) drain.Fact {
		return drain.Checked{Head: head, Answer: drain.Answer{Color: color, Why: "build and lint are required",
			Checks: []drain.Check{{Name: "build", Required: true, State: state}, {Name: "lint", Required: true, State: state}}}}
	}
	facts = append(facts, drain.Screened{Members: numbers}, drain.Isolated{Dir: "/clone", Mode: drain.ModeBranch, ReturnTo: "main"})
	facts = append(facts, work(drain.Produce, "base", "one")...)
	facts = append(facts, drain.Proposed{Pull: 900, URL: "https://github.com/acme/shop/pull/900", Closes: true})
	facts = append(facts, round(1, drain.NeedsChanges, "one", drain.Finding{Theme: "retry", Subject: drain.SubjectCode, File: files[0], Blocking: true, Text: text})...)
	facts = append(facts, checked("one", drain.Red, drain.CheckFailed))
	facts = append(facts, work(drain.Fix, "one", "two")...)
	facts = append(facts, round(2, drain.Pass, "two")...)
	facts = append(facts, checked("two", drain.Green, drain.CheckPassed),
		drain.Merging{Head: "two", Way: drain.MergePlain}, drain.Merged{Head: "two", SHA: "merge", By: "ana"})
	for _, n := range numbers {
		facts = append(facts, drain.Unclaimed{Number: n})
	}
	return append(facts, drain.Delivered{Closed: slices.Sorted(slices.Values(numbers))})
}

// given up is the shortest way to an end.
func givenUp(numbers ...int) []drain.Fact {
	facts := []drain.Fact{drain.Ending{End: drain.HandedBack, Reason: "it needs a design"}}
	for _, n := range numbers {
		facts = append(facts, drain.Unclaimed{Number: n})
	}
	return append(facts, drain.Ended{End: drain.HandedBack, Reason: "it needs a design"})
}

func add(t testing.TB, l *ledger.Ledger, unit string, facts ...drain.Fact) drain.Unit {
	t.Helper()
	u, err := l.Append(context.Background(), unit, "ana", facts...)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func ids(units []drain.Unit) []string {
	all := []string{}
	for _, u := range units {
		all = append(all, u.ID)
	}
	return all
}
