package drain

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// unitOf makes a unit in a public repository whose base is the default branch.
func unitOf(members ...Member) Unit {
	return Unit{
		ID:     "10-11",
		Chosen: Chosen{Members: members, Implementer: "fixer"},
		Branch: Branched{Branch: "debt/10-11-batch", Target: "main", Base: "base", Default: true},
	}
}

func TestBranchNameC46(t *testing.T) {
	title := func(n int, s string) Member { return Member{Number: n, Title: s} }
	secret := Member{Number: 7, Title: "SQL injection in the search form", Security: true}
	for _, c := range []struct {
		name    string
		members []Member
		private bool
		want    string
	}{
		{"a plain title", []Member{title(7, "Refund path: swallows 'the' error")}, false, "debt/7-refund-path-swallows-the-error"},
		{"300 characters", []Member{title(7, strings.Repeat("long word ", 30))}, false, "debt/7-long-word-long-word-long-word-long-word-long-word-long"},
		{"only emoji", []Member{title(7, "🚒🔥")}, false, "debt/7"},
		{"only CJK", []Member{title(7, "返金処理")}, false, "debt/7"},
		{"what git refuses", []Member{title(7, `a..b~^:?*[\`)}, false, "debt/7-a-b"},
		{"ending in .lock", []Member{title(7, "yarn.lock")}, false, "debt/7-yarn-lock"},
		{"ending in a slash or a dot", []Member{title(7, "a/b/.")}, false, "debt/7-a-b"},
		{"beginning with a dash", []Member{title(7, "--force")}, false, "debt/7-force"},
		{"holding @{", []Member{title(7, "a@{u}")}, false, "debt/7-a-u"},
		{"a batch by its numbers alone", []Member{title(12, "x"), title(7, "y")}, false, "debt/7-12-batch"},
		{"no slug of a security-shaped one in public", []Member{secret}, false, "debt/7"},
		{"a slug in private", []Member{secret}, true, "debt/7-sql-injection-in-the-search-form"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := BranchName(c.members, c.private)
			if err != nil || got != c.want {
				t.Errorf("BranchName = %q, %v, want %q", got, err, c.want)
			}
		})
	}
	t.Run("equal after cleaning for two issues", func(t *testing.T) {
		a, _ := BranchName([]Member{title(7, "a:b")}, false)
		b, _ := BranchName([]Member{title(8, "a/b")}, false)
		if a == b {
			t.Errorf("both are %q", a)
		}
	})
	t.Run("a batch that is too large for a name", func(t *testing.T) {
		var many []Member
		for i := range 30 {
			many = append(many, title(1000+i, ""))
		}
		if name, err := BranchName(many, false); err == nil {
			t.Errorf("BranchName = %q, want an error", name)
		}
	})
}

func TestPullTitle(t *testing.T) {
	long := strings.Repeat("word ", 40)
	for _, c := range []struct {
		name    string
		members []Member
		private bool
		want    string
	}{
		{"one member", []Member{{Number: 10, Title: "Refund path swallows the error"}}, false, "Debt #10 Refund path swallows the error"},
		{"two", []Member{{Number: 10, Title: "A"}, {Number: 11, Title: "B"}}, false, "Debt #10 and #11"},
		{"three", []Member{{Number: 10}, {Number: 11}, {Number: 12}}, false, "Debt #10, #11 and #12"},
		{"a title that closes something", []Member{{Number: 10, Title: "fixes #8 properly"}}, false, "Debt #10 fixes issue 8 properly"},
		{"a security-shaped one in public", []Member{{Number: 10, Title: "SQL injection", Security: true}}, false, "Debt #10"},
		{"a security-shaped one in private", []Member{{Number: 10, Title: "SQL injection", Security: true}}, true, "Debt #10 SQL injection"},
		{"a long title", []Member{{Number: 10, Title: long}}, false, "Debt #10 " + strings.TrimSpace(long[:67]) + "…"},
		{"a title with an escape", []Member{{Number: 10, Title: "a\x1b[2Jb\nc"}}, false, "Debt #10 a^[[2Jb^Jc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(c.members...)
			u.Passed.Private = c.private
			if got := PullTitle(u); got != c.want {
				t.Errorf("PullTitle = %q, want %q", got, c.want)
			}
		})
	}
}

func TestPullBody(t *testing.T) {
	two := []Member{{Number: 10, Title: "Refunds close #9"}, {Number: 11, Title: "Retries"}}
	worked := func(u Unit) Unit {
		u.Done = []Worked{{Report: Report{Summary: "The error is rethrown.\nfixes #8"}}}
		u.Gates = &Gated{Head: headSHA, Before: 3, After: 1, Gates: []GateResult{{Gate: Gate{Kind: GateTests}, Outcome: RanClean}, {Gate: Gate{Kind: GateTypes}, Outcome: GateNotRun}}}
		return u
	}
	secret := worked(unitOf(two[0], Member{Number: 12, Title: "SQL injection", Security: true}))
	former := worked(unitOf(two[0], Member{Number: 12, Title: "SQL injection", Security: true}))
	former.Left = []Left{{Number: 12, Why: Diverted}}
	dev := worked(unitOf(two...))
	dev.Branch.Target, dev.Branch.Default = "dev", false
	for _, c := range []struct {
		name string
		unit Unit
		want string
	}{
		{"one closing line a member, each alone", worked(unitOf(two...)),
			"Closes #10\nCloses #11\n\n- #10 Refunds close issue 9\n- #11 Retries\n\nThe error is rethrown.\nfixes issue 8\n" +
				"\nGates on 1f3c2aa:\n\n- tests: ran clean\n- types: not run\n\nOpen findings on the touched files: 3 before, 1 after.\n"},
		{"nothing was said yet", unitOf(two...), "Closes #10\nCloses #11\n\n- #10 Refunds close issue 9\n- #11 Retries\n"},
		{"a base that is not the default branch closes nothing, which is said", dev,
			"`dev` is not the default branch, so merging this closes no issue.\n\n- #10 Refunds close issue 9\n- #11 Retries\n\nThe error is rethrown.\nfixes issue 8\n" +
				"\nGates on 1f3c2aa:\n\n- tests: ran clean\n- types: not run\n\nOpen findings on the touched files: 3 before, 1 after.\n"},
		{"nothing of a security-shaped member in public, nor of what was written about it", secret,
			"Closes #10\nCloses #12\n\n- #10 Refunds close issue 9\n- #12\n" +
				"\nGates on 1f3c2aa:\n\n- tests: ran clean\n- types: not run\n\nOpen findings on the touched files: 3 before, 1 after.\n"},
		{"nothing of a former one either", former,
			"Closes #10\n\n- #10 Refunds close issue 9\n" +
				"\nGates on 1f3c2aa:\n\n- tests: ran clean\n- types: not run\n\nOpen findings on the touched files: 3 before, 1 after.\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, PullBody(c.unit)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSquash(t *testing.T) {
	u := unitOf(Member{Number: 10, Title: "what it fixes"}, Member{Number: 11, Title: "Closes #3"})
	u.Done = []Worked{{Report: Report{Summary: "resolved: #4"}}}
	u.Pull.Pull = 45
	if got, want := SquashTitle(u), "Debt #10 and #11 (#45)"; got != want {
		t.Errorf("SquashTitle = %q, want %q", got, want)
	}
	if got, want := SquashMessage(u), "- #10 what it fixes\n- #11 Closes issue 3\n\nresolved: issue 4"; got != want {
		t.Errorf("SquashMessage = %q, want %q", got, want)
	}
	u.Chosen.Members = u.Chosen.Members[:1]
	if got, want := SquashTitle(u), "Debt #10 what it fixes (issue 45)"; got != want {
		t.Errorf("SquashTitle = %q, want %q", got, want)
	}
}

// Whatever titles and reports say, a pull request closes its members and nothing
// else, and the texts of its squash close nothing.
func TestProposalClosesItsMembersAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var members []Member
		for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(1, 40), 1, 4, rapid.ID[int]).Draw(t, "numbers") {
			members = append(members, Member{Number: n, Title: hostile().Draw(t, "title"), Security: rapid.Bool().Draw(t, "security")})
		}
		u := unitOf(members...)
		u.Pull.Pull = rapid.IntRange(0, 50).Draw(t, "pull")
		u.Passed.Private = rapid.Bool().Draw(t, "private")
		u.Branch.Target = rapid.SampledFrom([]string{"main", "fixes#3", "a`b"}).Draw(t, "target")
		u.Branch.Default = rapid.Bool().Draw(t, "default")
		u.Done = []Worked{{Report: Report{Summary: hostile().Draw(t, "summary")}}}
		r := Reviewed{Round: 1, Worker: "w", Verdict: Verdict{Verdict: NeedsChanges, Findings: []Finding{{Theme: hostile().Draw(t, "theme"), Text: hostile().Draw(t, "text")}}}}
		for name, text := range map[string]string{
			"title": PullTitle(u), "squash title": SquashTitle(u), "squash message": SquashMessage(u), "review": ReviewBody(u, r),
		} {
			if found := Closings(text, "acme/shop"); len(found) > 0 {
				t.Fatalf("the %s %q closes %+v", name, text, found)
			}
		}
		body := PullBody(u)
		troubles := Carriers(Carrying{Title: PullTitle(u), Body: body, Members: u.Numbers(), Home: "acme/shop", Default: u.Branch.Default})
		if len(troubles) > 0 {
			t.Fatalf("the body %q has %+v", body, troubles)
		}
		if !u.Branch.Default && len(Closings(body, "acme/shop")) > 0 {
			t.Fatalf("the body %q closes something", body)
		}
	})
}

// In public nothing of a security-shaped member's title, class or path is in any
// text that leaves the clone.
func TestProposalKeepsSecurityShapedTextsToItself(t *testing.T) {
	secret := Member{Number: 10, Title: "Zebra overflow", Class: "security/zebra", Path: "src/zebra.go", Line: 3, Security: true}
	u := unitOf(secret, Member{Number: 11, Title: "Retries"})
	u.Done = []Worked{{Report: Report{Summary: "zebra", Notes: "zebra"}}}
	u.Gates = &Gated{Gates: []GateResult{{Gate: Gate{Kind: GateTests}, Outcome: RanFindings, Reason: "zebra", Output: "zebra"}}}
	r := Reviewed{Round: 1, Worker: "w", Verdict: Verdict{Verdict: Pass, Findings: []Finding{{Theme: "zebra", File: "src/zebra.go", Text: "zebra"}}}}
	branch, err := BranchName([]Member{secret}, false)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{PullTitle(u), PullBody(u), SquashTitle(u), SquashMessage(u), ReviewBody(u, r), HandOff(10, "https://github.com/acme/shop/issues/10"), branch, PublicName(secret, false)}
	if i := slices.IndexFunc(texts, func(s string) bool { return strings.Contains(strings.ToLower(s), "zebra") }); i >= 0 {
		t.Errorf("it is told in %q", texts[i])
	}
}

func TestReviewBody(t *testing.T) {
	r := Reviewed{Round: 2, Worker: "checker", Diversity: SameFamily, Verdict: Verdict{Verdict: NeedsChanges, HeadSHA: headSHA, Model: "acme-3",
		Findings: []Finding{{Theme: "locking", File: "a/b.go", Line: 7, Blocking: true, Text: "the lock\nis held"}, {Theme: "naming", Text: "odd"}}}}
	want := "Round 2: NEEDS CHANGES on 1f3c2aa, by checker (acme-3, reduced diversity: the same family).\n" +
		"\n- blocking, locking at a/b.go:7: the lock is held\n\n- naming: odd\n"
	if diff := cmp.Diff(want, ReviewBody(unitOf(Member{Number: 10}), r)); diff != "" {
		t.Error(diff)
	}
}

func TestHandOffNamesTheIssueAndWhatClosesIt(t *testing.T) {
	want := "Write the design for issue #12 (https://github.com/acme/shop/issues/12). It is parked until the design is there. " +
		`The pull request that implements the design closes the issue: its body has the line "Closes #12".`
	if got := HandOff(12, "https://github.com/acme/shop/issues/12"); got != want {
		t.Errorf("HandOff = %q, want %q", got, want)
	}
}

func TestPublicName(t *testing.T) {
	for _, c := range []struct {
		in      Member
		private bool
		want    string
	}{
		{Member{Number: 10, Title: " A\tb "}, false, "#10 A^Ib"},
		{Member{Number: 10}, false, "#10"},
		{Member{Number: 10, Title: "A", Security: true}, false, "#10"},
		{Member{Number: 10, Title: "A", Security: true}, true, "#10 A"},
	} {
		if got := PublicName(c.in, c.private); got != c.want {
			t.Errorf("PublicName = %q, want %q", got, c.want)
		}
	}
}
