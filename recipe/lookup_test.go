package recipe

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func dedup(t *testing.T, s *hubtest.Server, c *checkout.Checkout, in DedupInput) DedupResult {
	t.Helper()
	d, _ := reading(t, s, c)
	res, err := newDedup(d).Run(context.Background(), in)
	if err != nil {
		t.Fatalf("look for %s:%d: %v", in.Path, in.Line, err)
	}
	return res
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDedupTakesTheFirstTierThatHits(t *testing.T) {
	bodyless := hub.SeedIssue{Number: 60, Title: "Empty", State: "open", User: "ana", Labels: []string{"tech-debt"}, CreatedAt: noon()}
	pull := seed(70, keyed("a/pull.go", 1, ""))
	pull.Pull = true
	s := hubtest.New(t, hubtest.Seed(
		seed(10, keyed("a/open.go", 4, "")),
		seed(11, keyed("a/open.go", 4, "")),
		shut(seed(5, keyed("a/open.go", 4, "")), "not_planned"),
		shut(seed(20, keyed("a/declined.go", 4, "")), "not_planned"),
		shut(seed(21, keyed("a/wontfix.go", 4, ""), "wontfix"), "completed"),
		seed(22, "By hand: `a/declined.go:4` is wrong."),
		seed(30, "The same TODO stands at a/foo.ts:42 and nowhere else."),
		shut(seed(40, keyed("a/fixed.go", 4, "")), "completed"),
		shut(seed(41, keyed("a/closed.go", 4, "")), ""),
		bodyless, pull,
	))
	tests := map[string]struct {
		path string
		line int
		want string
	}{
		"an open issue's key, the lowest number": {"a/open.go", 4,
			`{"match":true,"number":10,"state":"OPEN","declined":false,"source":"key","inner_key":"v1 class=holistic/unclassified path=a/open.go line=4"}`},
		"a declined one before a keyless one": {"a/declined.go", 4,
			`{"match":true,"number":20,"state":"CLOSED","declined":true,"source":"key","inner_key":"v1 class=holistic/unclassified path=a/declined.go line=4"}`},
		"wontfix is declined whatever the reason (C-10)": {"a/wontfix.go", 4,
			`{"match":true,"number":21,"state":"CLOSED","declined":true,"source":"key","inner_key":"v1 class=holistic/unclassified path=a/wontfix.go line=4"}`},
		"the text of a keyless one": {"a/foo.ts", 42,
			`{"match":true,"number":30,"state":"OPEN","declined":false,"source":"keyless","inner_key":null}`},
		"line 4 is not line 42 (C-04)":                                  {"a/foo.ts", 4, `{"match":false}`},
		"foo.ts is not a/foo.ts (C-04)":                                 {"foo.ts", 42, `{"match":false}`},
		"b/foo.ts is not a/foo.ts (C-04)":                               {"b/foo.ts", 42, `{"match":false}`},
		"a pull request's key is none (C-09)":                           {"a/pull.go", 1, `{"match":false}`},
		"a completed one came back (C-10)":                              {"a/fixed.go", 4, `{"match":false}`},
		"closed without a reason came back too":                         {"a/closed.go", 4, `{"match":false}`},
		"a line nobody filed":                                           {"a/never.go", 4, `{"match":false}`},
		"another line of a file with an open issue, without a checkout": {"a/open.go", 5, `{"match":false,"moved":"unknown"}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := asJSON(t, dedup(t, s, nil, DedupInput{Path: tt.path, Line: tt.line}))
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestDedupPointsToTheResolvedIssueThatCameBack_C10(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(
		shut(seed(3, keyed("a.go", 4, "")), "completed"),
		shut(seed(8, keyed("a.go", 4, "")), "completed"),
	))
	res := dedup(t, s, nil, DedupInput{Path: "a.go", Line: 4})
	if res.CameBack == nil || res.CameBack.Number != 8 {
		t.Errorf("came back = %+v, want #8", res.CameBack)
	}
}

func TestDedupFollowsADuplicateToItsOriginal_C10(t *testing.T) {
	duplicate := func(n, of int) hub.SeedIssue {
		d := shut(seed(n, keyed("dup.go", 4, "")), "duplicate")
		d.DuplicateOf = of
		return d
	}
	tests := map[string]struct {
		issues []hub.SeedIssue
		want   string
		back   int
	}{
		"an open one": {[]hub.SeedIssue{seed(2, keyed("other.go", 9, "")), duplicate(5, 2)},
			`{"match":true,"number":2,"state":"OPEN","declined":false,"source":"key","inner_key":"v1 class=holistic/unclassified path=other.go line=9"}`, 0},
		"an open one without a key": {[]hub.SeedIssue{seed(2, "by hand"), duplicate(5, 2)},
			`{"match":true,"number":2,"state":"OPEN","declined":false,"source":"key","inner_key":null}`, 0},
		"a declined one": {[]hub.SeedIssue{shut(seed(2, keyed("other.go", 9, "")), "not_planned"), duplicate(5, 2)},
			`{"match":true,"number":2,"state":"CLOSED","declined":true,"source":"key","inner_key":"v1 class=holistic/unclassified path=other.go line=9"}`, 0},
		"a resolved one, which came back": {[]hub.SeedIssue{shut(seed(2, keyed("other.go", 9, "")), "completed"), duplicate(5, 2)},
			`{"match":false}`, 2},
		"over another duplicate": {[]hub.SeedIssue{seed(2, "by hand"), duplicate(5, 2), duplicate(6, 5)},
			`{"match":true,"number":2,"state":"OPEN","declined":false,"source":"key","inner_key":null}`, 0},
		"an original that nobody named": {[]hub.SeedIssue{shut(seed(5, keyed("dup.go", 4, "")), "duplicate")},
			`{"match":false}`, 0},
		"a key of its own goes first": {[]hub.SeedIssue{seed(2, "by hand"), duplicate(5, 2), seed(9, keyed("dup.go", 4, ""))},
			`{"match":true,"number":9,"state":"OPEN","declined":false,"source":"key","inner_key":"v1 class=holistic/unclassified path=dup.go line=4"}`, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			res := dedup(t, hubtest.New(t, hubtest.Seed(tt.issues...)), nil, DedupInput{Path: "dup.go", Line: 4})
			if got := asJSON(t, res); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if back := res.CameBack; tt.back == 0 && back != nil || tt.back != 0 && (back == nil || back.Number != tt.back) {
				t.Errorf("came back = %+v, want #%d", back, tt.back)
			}
		})
	}
}

func TestDedupSeesLinesInsertedAbove_C01(t *testing.T) {
	c := newClone(t)
	c.write("lib/totals.go", lines(1, 200))
	head := c.commit("Count the totals")
	c.write("lib/totals.go", lines(1001, 1027)+lines(1, 200))
	c.commit("Explain the totals")
	s := hubtest.New(t, hubtest.Seed(seed(12, keyed("lib/totals.go", 155, "branch=main mode=adhoc unit=unknown changed=0 head="+head+" session=unknown"))))
	got := asJSON(t, dedup(t, s, c.open(), DedupInput{Path: "lib/totals.go", Line: 182}))
	want := `{"match":true,"number":12,"state":"OPEN","declined":false,"source":"moved","inner_key":"v1 class=holistic/unclassified path=lib/totals.go line=155"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := asJSON(t, dedup(t, s, c.open(), DedupInput{Path: "lib/totals.go", Line: 181})); got != `{"match":false}` {
		t.Errorf("the line before: %s", got)
	}
}

func TestDedupSeesARenamedFile(t *testing.T) {
	c := newClone(t)
	c.write("old.go", lines(1, 100))
	c.commit("Begin")
	c.git("mv", "old.go", "new.go")
	c.commit("Rename")
	s := hubtest.New(t, hubtest.Seed(func() hub.SeedIssue {
		is := seed(12, keyed("old.go", 55, "")) // without an origin: the creation date says from where
		is.CreatedAt = noon().AddDate(-3, 0, 0).Add(30 * 60e9)
		return is
	}()))
	res := dedup(t, s, c.open(), DedupInput{Path: "new.go", Line: 55})
	if res.Match == nil || res.Match.Issue.Number != 12 || res.Match.Source != model.SourceMoved {
		t.Errorf("match = %+v, want #12, moved", res.Match)
	}
}

func TestDedupSaysMovedUnknownAndGuessesNothing_C01(t *testing.T) {
	c := newClone(t)
	c.write("a.go", lines(1, 20))
	c.write("b.go", lines(1, 20))
	head := c.commit("Begin")
	c.write("a.go", lines(1, 9)+"the tenth statement was changed by someone\n"+lines(11, 20))
	c.commit("Change the cited line")
	s := hubtest.New(t, hubtest.Seed(seed(12, strings.Replace(keyed("a.go", 10, "head="+head), "holistic/unclassified", "errors/swallowed", 1))))
	res := dedup(t, s, c.open(), DedupInput{Path: "a.go", Line: 11, Class: "errors/swallowed"})
	if got := asJSON(t, res); got != `{"match":false,"moved":"unknown"}` {
		t.Errorf("on its path: %s", got)
	}
	if len(res.Likely) != 1 || res.Likely[0].Issue.Number != 12 || !res.Likely[0].SameClass {
		t.Errorf("likely = %+v, want #12 for its class", res.Likely)
	}
	if got := asJSON(t, dedup(t, s, c.open(), DedupInput{Path: "b.go", Line: 11})); got != `{"match":false}` {
		t.Errorf("on another path: %s", got)
	}
}

func TestDedupOffersTheQuotedLineAndDecidesNothing_C01(t *testing.T) {
	c := newClone(t)
	c.write("a.go", "x := risky()\n"+lines(1, 20)+"x := risky()\n")
	head := c.commit("Begin")
	s := hubtest.New(t, hubtest.Seed(seed(12, keyed("a.go", 1, "head="+head))))
	res := dedup(t, s, c.open(), DedupInput{Path: "a.go", Line: 22, Text: "x := risky()"})
	if res.Match != nil {
		t.Errorf("matched %+v, although it is another statement", res.Match)
	}
	if len(res.Likely) != 1 || !res.Likely[0].SameLine {
		t.Errorf("likely = %+v, want #12 for its line", res.Likely)
	}
}

func TestDedupTakesBothUnicodeFormsOfAPathForOne_C37(t *testing.T) {
	const composed, decomposed = "wiki/caf\u00e9.md", "wiki/cafe\u0301.md"
	c := newClone(t)
	c.write(composed, lines(1, 9))
	c.commit("Begin")
	s := hubtest.New(t, hubtest.Seed(seed(12, keyed(composed, 4, ""))))
	for _, path := range []string{composed, decomposed} {
		if res := dedup(t, s, c.open(), DedupInput{Path: path, Line: 4}); res.Match == nil || res.Match.Issue.Number != 12 {
			t.Errorf("%q: no match", path)
		}
	}
}

// deafGit knows the index and nothing else.
type deafGit struct{ *checkout.Checkout }

func (deafGit) Follow(context.Context, []checkout.Start, checkout.Progress) (map[int]model.Position, error) {
	return nil, checkout.ErrNoGit
}

func TestDedupSaysMovedUnknownWhenGitFails(t *testing.T) {
	c := newClone(t)
	c.write("kept.go", lines(1, 9))
	c.commit("Begin")
	for name, tt := range map[string]struct{ key, want string }{
		"a key of this file":                {"kept.go", `{"match":false,"moved":"unknown"}`},
		"a key whose file may be this now":  {"gone.go", `{"match":false,"moved":"unknown"}`},
		"a key of another file still there": {"other.go", `{"match":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			c.write("other.go", lines(1, 9))
			c.git("add", "--all")
			d, _ := reading(t, hubtest.New(t, hubtest.Seed(seed(12, keyed(tt.key, 4, "")))), nil)
			r := newDedup(d)
			r.Checkout = deafGit{c.open()}
			res, err := r.Run(context.Background(), DedupInput{Path: "kept.go", Line: 7})
			if err != nil || asJSON(t, res) != tt.want {
				t.Errorf("%s, %v; want %s", asJSON(t, res), err, tt.want)
			}
		})
	}
}

func TestDedupRefusesAPathThatNoKeyCanHold(t *testing.T) {
	s := hubtest.New(t)
	d, _ := reading(t, s, nil)
	for _, path := range []string{"/etc/passwd", "../x.go", `a\b.go`, "a-->b.go", ""} {
		_, err := newDedup(d).Run(context.Background(), DedupInput{Path: path, Line: 4})
		if _, ok := err.(*UsageError); !ok {
			t.Errorf("%q: error %v, want a usage error", path, err)
		}
	}
	if s.Count() != 0 {
		t.Errorf("%d requests were made", s.Count())
	}
}

func TestDedupNeverTakesAListThatWasCutForNoMatch(t *testing.T) {
	var issues []hub.SeedIssue
	for n := 1; n <= 210; n++ {
		is := seed(n, keyed("a.go", n, ""))
		if n%2 == 0 {
			is = shut(is, "not_planned")
		}
		issues = append(issues, is)
	}
	dup := shut(seed(300, keyed("dup.go", 1, "")), "duplicate")
	dup.DuplicateOf = 1
	s := hubtest.New(t, hubtest.Unchecked(), hubtest.Seed(append(issues, dup)...))
	everyRequest(t, s, func(t *testing.T) error {
		d, _ := reading(t, s, nil)
		res, err := newDedup(d).Run(context.Background(), DedupInput{Path: "dup.go", Line: 1})
		if err == nil && res.Match == nil {
			t.Error("no match")
		}
		return err
	})
}
