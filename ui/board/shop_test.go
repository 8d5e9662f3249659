package board_test

import (
	"strings"
	"time"

	rule "gh-debt/model/drain"
)

// The heads of the units of the shop.
const (
	baseHead  = "0b5e0b5e0b5e0b5e0b5e0b5e0b5e0b5e0b5e0b5e"
	firstHead = "1f3c2aa1f3c2aa1f3c2aa1f3c2aa1f3c2aa1f3c2"
	nextHead  = "2e4d3bb2e4d3bb2e4d3bb2e4d3bb2e4d3bb2e4d3"
)

func member(number int, title, path, severity string) rule.Member {
	return rule.Member{Number: number, Title: title, Class: "holistic/unclassified", Path: path, Line: 12, Severity: severity}
}

// claimed are the facts up to a claim that holds.
func claimed(implementer, branch string, members ...rule.Member) []rule.Fact {
	facts := []rule.Fact{rule.Chosen{Members: members, Named: true, Implementer: implementer}}
	for _, m := range members {
		facts = append(facts, rule.Claimed{Number: m.Number})
	}
	return append(facts, rule.Branched{Branch: branch, Target: "main", Base: baseHead, Default: true})
}

// isolated are the facts of a unit that has a workspace.
func isolated(dir string, members ...rule.Member) []rule.Fact {
	numbers := make([]int, len(members))
	for i, m := range members {
		numbers[i] = m.Number
	}
	return []rule.Fact{rule.Screened{Members: numbers}, rule.Isolated{Dir: dir, Mode: rule.ModeWorktree}}
}

func produced(worker, file string) []rule.Fact {
	return []rule.Fact{
		rule.Began{Work: rule.Produce, Worker: worker, Head: baseHead},
		rule.Worked{Work: rule.Produce, Worker: worker, Report: rule.Report{Model: "m", Effort: "high", Summary: "s"}, Head: firstHead, Commits: 2, Files: []string{file}},
	}
}

func gated(head string) rule.Fact {
	return rule.Gated{Head: head, Gates: []rule.GateResult{{Gate: rule.Gate{Kind: rule.GateTests}, Outcome: rule.RanClean, Took: 3 * time.Second}}}
}

func proposed(head string, pull int) []rule.Fact {
	return []rule.Fact{rule.Pushed{Head: head}, rule.Proposed{Pull: pull, URL: "https://github.com/acme/shop/pull/77", Closes: true}}
}

func reviewed(round int, head, verdict string, independent bool) []rule.Fact {
	v := rule.Verdict{Verdict: verdict, HeadSHA: head, Model: "m", Effort: "high"}
	if verdict == rule.NeedsChanges {
		v.Findings = []rule.Finding{{Theme: "errors", Subject: rule.SubjectCode, Confidence: "high", Blocking: true, Text: "The error is still lost."}}
	}
	near := rule.OtherFamily
	if !independent {
		near = rule.SameWorker
	}
	return []rule.Fact{
		rule.Began{Work: rule.ReviewIt, Worker: "critic", Head: head},
		rule.Reviewed{Round: round, Worker: "critic", Verdict: v, Diversity: near, Independent: independent, Scope: rule.Scope{Full: true, From: baseHead, To: head}},
	}
}

func checked(head string, color rule.Color, why string) rule.Fact {
	return rule.Checked{Head: head, Answer: rule.Answer{Color: color, Why: why}}
}

func join(parts ...[]rule.Fact) []rule.Fact {
	var out []rule.Fact
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// shop has a unit in most of the stages.
func shop() *ledger {
	l := &ledger{}
	refund := []rule.Member{
		member(1402, "Refund path swallows the gateway error", "app/pay/refund.ts", "critical"),
		member(1410, "Retry loop never backs off", "app/pay/retry.ts", "important"),
	}
	l.write("1402-1410", 12*time.Minute, join(
		claimed("fixer", "debt/1402-1410-refund-path-swallows-the", refund...), isolated("/code/shop-worktrees/1402-1410", refund...),
		produced("fixer", "app/pay/refund.ts"), []rule.Fact{gated(firstHead)}, proposed(firstHead, 77),
		reviewed(1, firstHead, rule.NeedsChanges, true))...)
	lock := member(1388, "Lock file is removed while held", "app/lock/file.ts", "critical")
	l.write("1388", 3*time.Hour, join(
		claimed("fixer", "debt/1388-lock-file-is-removed", lock), isolated("/code/shop-worktrees/1388", lock),
		produced("fixer", "app/lock/file.ts"), []rule.Fact{gated(firstHead)}, proposed(firstHead, 78),
		reviewed(1, firstHead, rule.Pass, true), []rule.Fact{checked(firstHead, rule.Green, "build is green")})...)
	cache := member(1290, "Cache key ignores locale", "app/cache/key.ts", "important")
	l.write("1290", 40*time.Second, join(claimed(rule.Me, "debt/1290-cache-key-ignores-locale", cache), isolated("/code/shop-worktrees/1290", cache))...)
	coupon := member(1419, "Percent coupons are rounded line by line", "app/cart/coupon.ts", "suggestion")
	l.write("1419", 25*time.Minute, join(
		claimed(rule.Me, "debt/1419-percent-coupons-are", coupon), isolated("/code/shop-worktrees/1419", coupon),
		produced(rule.Me, "app/cart/coupon.ts"), []rule.Fact{gated(firstHead)})...)
	totals := member(1356, "Sums of a cart are off by a cent", "app/cart/totals.ts", "important")
	l.write("1356", 2*time.Hour, claimed("fixer", "debt/1356-sums-of-a-cart", totals)...)
	gate := member(1432, "Gate forgets the key", "app/gate/b.ts", "critical")
	l.write("1432", 26*time.Hour, join(
		claimed("fixer", "debt/1432-gate-forgets-the-key", gate), isolated("/code/shop-worktrees/1432", gate),
		produced("fixer", "app/gate/b.ts"), []rule.Fact{gated(firstHead)}, proposed(firstHead, 75),
		reviewed(1, firstHead, rule.Pass, true), []rule.Fact{
			checked(firstHead, rule.Green, "build is green"), rule.Merging{Head: firstHead, Way: rule.MergePlain},
			rule.Merged{Head: firstHead, SHA: nextHead}, rule.Unclaimed{Number: 1432}, rule.Delivered{Closed: []int{1432}},
		})...)
	odd := member(1377, strings.Repeat("漢字の題 ", 3)+"\x1b[31mred", "app/odd.ts", "suggestion")
	l.write("1377", 49*time.Hour, append(claimed("fixer", "debt/1377-red", odd), rule.Left{Number: 1377, Why: rule.Stale, Reason: "app/odd.ts is gone"}, rule.Unclaimed{Number: 1377}, rule.Ended{End: rule.Stale, Reason: "app/odd.ts is gone"})...)
	return l
}
