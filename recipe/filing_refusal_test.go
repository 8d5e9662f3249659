package recipe

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

func TestFilingRefusesWhatTheCheckoutDoesNotConfirm(t *testing.T) {
	s := hubtest.New(t)
	f := filer(t, s, shopClone(t))
	for _, tt := range []struct {
		name, path string
		line       int
		message    string
	}{
		{"past the end (C-40)", source, 201, "line 201 of app/pay/refund.ts is past the end: 200 lines"},
		{"untracked, with the nearest one", "app/pay/refund.js", 1, "app/pay/refund.js is not tracked by git, perhaps app/pay/refund.ts"},
		{"absolute", "/etc/passwd", 1, "/etc/passwd is absolute: give it from the root of the repository"},
		{"outside", "../x.go", 1, "../x.go is outside of the repository"},
		{"a directory", "app/pay", 1, "app/pay is a directory: name a file in it"},
		{"binary", "logo.png", 1, "logo.png is a binary file, which has no lines"},
		{"line zero", source, 0, "line 0 of app/pay/refund.ts is past the end: 200 lines"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := finding(tt.line)
			in.Path = tt.path
			res, err := f.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if res.Outcome != OutcomeRefused || len(res.Findings) != 1 || res.Findings[0].Message != tt.message {
				t.Errorf("result %+v", res)
			}
			if res.DraftID == "" || len(draftsOf(t, f)) == 0 {
				t.Error("the text of a refused filing is lost")
			}
		})
	}
	if n := s.Count(); n != 0 {
		t.Errorf("%d requests for lines that are not there", n)
	}
}

// TestADeletedFileWithASimilarNeighbourIsSaidToBeGone: since which commit, and
// which file may be meant.
func TestADeletedFileWithASimilarNeighbourIsSaidToBeGone_C39(t *testing.T) {
	c := newClone(t)
	c.write("app/refund.ts", lines(1, 3))
	c.write("app/refunds.ts", lines(1, 9))
	c.commit("Begin")
	c.git("rm", "--quiet", "app/refund.ts")
	removed := c.commit("Remove")
	s := hubtest.New(t)
	f := filer(t, s, c.open())
	in := finding(1)
	in.Path = "app/refund.ts"
	res, err := f.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	want := "app/refund.ts: file gone since " + removed[:10] + ", perhaps app/refunds.ts"
	if res.Outcome != OutcomeRefused || len(res.Findings) != 1 || res.Findings[0].Message != want {
		t.Errorf("result %+v, want %q", res, want)
	}
}

func TestFilingWithoutACheckoutIsRefusedAndKeepsTheText(t *testing.T) {
	s := hubtest.New(t)
	f := filer(t, s, nil)
	res, err := f.Run(context.Background(), finding(1))
	if _, ok := err.(*UsageError); !ok || res.Outcome != "" || s.Count() != 0 {
		t.Errorf("result %+v, error %v", res, err)
	}
	if len(draftsOf(t, f)) != 1 {
		t.Error("the text is lost")
	}
}

func TestNothingIsCreatedAfterAFailedCheck(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*FileInput)
		want   []string
	}{
		{"no severity", func(in *FileInput) { in.Severity = "" }, []string{"severity-count"}},
		{"a severity that there is not", func(in *FileInput) { in.Severity = "critical important" }, []string{"severity-value"}},
		{"no footprint", func(in *FileInput) { in.Footprint = "" }, []string{"footprint-count"}},
		{"an empty failure mode", func(in *FileInput) { in.FailureMode, in.Title = " \n", "Title" }, []string{"failure-mode"}},
		{"an empty fix", func(in *FileInput) { in.Fix = "" }, []string{"fix"}},
		{"investigate without its question", func(in *FileInput) { in.Severity = "investigate" },
			[]string{"investigate-question", "investigate-settled-by"}},
		{"all defects at once", func(in *FileInput) { in.Severity, in.Fix, in.Difficulty = "", "", "tricky" },
			[]string{"fix", "severity-count", "difficulty-value"}},
		{"a question that nobody is asked", func(in *FileInput) { in.Question = "Is it reachable?" }, []string{"stray-investigate-block"}},
		{"evidence for no question", func(in *FileInput) { in.SettledBy = "A test." }, []string{"stray-investigate-block"}},
		{"a body over the limit (C-21)", func(in *FileInput) { in.FailureMode += strings.Repeat("x", 65536) }, []string{"body-too-long"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t)
			f := filer(t, s, shopClone(t))
			in := finding(118)
			tt.change(&in)
			res, err := f.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if got := codesOf(res.Findings); res.Outcome != OutcomeRefused || !slices.Equal(got, tt.want) {
				t.Errorf("outcome %s, codes %v, want refused, %v", res.Outcome, got, tt.want)
			}
			if wrote := written(s); len(wrote) > 0 {
				t.Errorf("wrote %v", wrote)
			}
			if len(draftsOf(t, f)) != 1 {
				t.Error("the text is lost")
			}
		})
	}
}

func TestInvestigateCapIsObeyedAndNamesTheOpenOnes(t *testing.T) {
	block := "\n<!-- gaia-investigate: v1 -->\n**Question:** q\n**Settled by:** s\n"
	var seeds []hub.SeedIssue
	for i := range 3 {
		seeds = append(seeds, seed(30+i, keyed("x.go", i+1, "")+block, "severity:investigate"))
	}
	s := hubtest.New(t, hubtest.Seed(seeds...))
	f := filer(t, s, shopClone(t))
	in := finding(118)
	in.Severity, in.Question, in.SettledBy = "investigate", "Is it reachable?", "A test."
	res, err := f.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeRefused || !res.Has(model.CodeCapReached) {
		t.Fatalf("result %+v", res)
	}
	if m := res.Findings[len(res.Findings)-1].Message; !strings.Contains(m, "3 of 3 open investigations are in use (#30, #31 and #32)") {
		t.Errorf("message %q", m)
	}
	if got := openWithKey(t, s, source, 118); len(got) != 0 {
		t.Errorf("created %v", got)
	}
}

func TestSecurityShapedFindingsAreNotForEverybody(t *testing.T) {
	secret := finding(118)
	secret.FailureMode = "The bundle ships " + fakeToken + " to each browser."
	shaped := finding(118)
	shaped.FailureMode = "The order field is pasted into the query, which is an SQL injection."
	for _, tt := range []struct {
		name    string
		in      FileInput
		private bool
		judged  bool
		want    Outcome
		code    string
	}{
		{"a weakness in public", shaped, false, false, OutcomeRefused, "security-shaped"},
		{"a secret in public", secret, false, false, OutcomeRefused, "security-shaped"},
		{"a weakness that a person judged", shaped, false, true, OutcomeFiled, ""},
		{"a weakness in private", shaped, true, false, OutcomeFiled, ""},
		{"a secret in private is told", secret, true, false, OutcomeFiled, "secret"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var options []hubtest.Option
			if tt.private {
				options = append(options, hubtest.Private())
			}
			s := hubtest.New(t, options...)
			f := filer(t, s, shopClone(t))
			tt.in.NotSecurity = tt.judged
			res, err := f.Run(context.Background(), tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if res.Outcome != tt.want || strings.Join(codesOf(res.Findings), " ") != tt.code {
				t.Errorf("result %+v", res)
			}
			for _, r := range res.Findings {
				if strings.Contains(r.Message, fakeToken) {
					t.Errorf("the secret is in the message %q", r.Message)
				}
				if tt.want == OutcomeRefused && !strings.Contains(r.Message, "https://github.com/acme/shop/security") {
					t.Errorf("no private channel is named: %q", r.Message)
				}
			}
			if tt.want == OutcomeRefused && len(written(s)) > 0 {
				t.Errorf("wrote %v", written(s))
			}
		})
	}
}

func TestLikelyMatchesStopTheFilingUntilAPersonSaysNew_C01(t *testing.T) {
	c := newClone(t)
	c.write(source, lines(1, 200))
	head := c.commit("Refund")
	c.write(source, lines(1001, 1027)+lines(1, 200))
	c.commit("Explain")
	// Not committed: git cannot know, so that a person has to say.
	c.write(source, lines(2001, 2010)+lines(1001, 1027)+lines(1, 200))
	s := hubtest.New(t, hubtest.Seed(seed(12, keyed(source, 155, "branch=main mode=adhoc unit=unknown changed=0 head="+head+" session=unknown"))))
	f := filer(t, s, c.open())

	moved := finding(182)
	res, err := f.Run(context.Background(), moved)
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeMatched || res.Source != model.SourceMoved || res.Number != 12 {
		t.Errorf("moved: %+v", res)
	}
	likely := finding(192) // 155 as it lies in the working tree
	res, err = f.Run(context.Background(), likely)
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeRefused || !slices.Equal(codesOf(res.Findings), []string{"likely-match"}) || res.Findings[0].Number != 12 {
		t.Errorf("likely: %+v", res)
	}
	if wrote := written(s); len(wrote) > 0 {
		t.Errorf("wrote %v", wrote)
	}
	likely.New = true
	res, err = f.Run(context.Background(), likely)
	if err != nil || res.Outcome != OutcomeFiled {
		t.Errorf("new: %+v, %v", res, err)
	}
}

func TestBadRepositoriesAreTypedFaultsAndKeepTheText(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(*hub.Repository)
		kind model.FaultKind
	}{
		{"archived", func(r *hub.Repository) { r.Archived = true }, model.FaultArchived},
		{"issues off", func(r *hub.Repository) { r.IssuesOff = true }, model.FaultIssuesOff},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := hubtest.New(t)
			s.Set(tt.set)
			f := filer(t, s, shopClone(t))
			res, err := f.Run(context.Background(), finding(118))
			if faultKind(err) != tt.kind || res.Outcome != "" || len(written(s)) > 0 || len(draftsOf(t, f)) != 1 {
				t.Errorf("result %+v, error %v, writes %v", res, err, written(s))
			}
		})
	}
}
