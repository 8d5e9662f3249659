package recipe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// source is the file that the findings of the tests cite.
const source = "app/pay/refund.ts"

// shopClone is a clone with a file to cite. It is made once for a test with many
// stories, since its content does not change.
func shopClone(t *testing.T) *checkout.Checkout {
	t.Helper()
	c := newClone(t)
	c.write(source, lines(1, 200))
	c.write("logo.png", "\x89PNG\x00\x01")
	c.commit("Refund")
	return c.open()
}

// filer is File over a hub and a clone, with a clock that needs no waiting.
func filer(t *testing.T, s http.RoundTripper, c *checkout.Checkout) File {
	t.Helper()
	d, clock := reading(t, s, c)
	f := newFile(d)
	f.Pause = clock.Wait
	return f
}

// finding is a valid one on a line of the source.
func finding(line int) FileInput {
	in := FileInput{FindingInput: sampleFinding()}
	in.Line = line
	return in
}

// openWithKey gives the numbers of the open issues that carry the key, whatever
// their labels.
func openWithKey(t *testing.T, s *hubtest.Server, path string, line int) []int {
	t.Helper()
	var all []struct {
		Number int
		Body   *string
	}
	s.Peer("auditor").Do("GET", "/issues?state=open&per_page=100", nil, &all)
	var out []int
	for _, i := range all {
		if i.Body == nil {
			continue
		}
		if k, ok := model.FindKey(*i.Body); ok && k.Path == path && k.Line == line {
			out = append(out, i.Number)
		}
	}
	slices.Sort(out)
	return out
}

func draftsOf(t *testing.T, f File) []Draft {
	t.Helper()
	list, damaged, err := f.Drafts.(Drafts).List()
	if err != nil || len(damaged) > 0 {
		t.Fatal(damaged, err)
	}
	return list
}

func codesOf(remarks []Remark) []string {
	out := []string{}
	for _, r := range remarks {
		out = append(out, string(r.Code))
	}
	return out
}

func TestFilingCreatesOneIssueThatPassesItsOwnCheck(t *testing.T) {
	s := hubtest.New(t)
	f := filer(t, s, shopClone(t))
	var told steps
	in := finding(118)
	in.Progress = told.add
	res, err := f.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeFiled || res.Number == 0 || !res.Clean() || res.DraftID != "" {
		t.Fatalf("result %+v", res)
	}
	want := fmt.Sprintf(`{"outcome":"filed","number":%d,"url":"https://github.com/acme/shop/issues/%d","state":"OPEN","source":null,"inner_key":"v1 class=holistic/unclassified path=app/pay/refund.ts line=118","findings":[]}`, res.Number, res.Number)
	if got := asJSON(t, res); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	issue, err := f.Tracker.Issue(context.Background(), res.Number)
	if err != nil {
		t.Fatal(err)
	}
	if issue.Body != res.Body {
		t.Errorf("stored %q, sent %q (C-24)", issue.Body, res.Body)
	}
	if problems := model.CheckIssue(issue.Labels, issue.Body, model.DefaultRules()); len(problems) > 0 {
		t.Errorf("problems %+v", problems)
	}
	if issue.Title != "A timeout reaches the empty catch, so the refund is lost" {
		t.Errorf("title %q", issue.Title)
	}
	if left := draftsOf(t, f); len(left) != 0 {
		t.Errorf("%d drafts are left", len(left))
	}
	var names []string
	for _, st := range told {
		if slices.Contains(FileSteps(), st.Name) && !slices.Contains(names, st.Name) {
			names = append(names, st.Name)
		}
	}
	if !slices.Equal(names, FileSteps()) {
		t.Errorf("steps %q, want %q", names, FileSteps())
	}
}

func TestFilingAgainIsAMatchWithTheIssuesOwnKey(t *testing.T) {
	declined := shut(seed(20, keyed(source, 30, "")), "not_planned")
	s := hubtest.New(t, hubtest.Seed(
		seed(12, strings.Replace(keyed(source, 20, ""), "holistic/unclassified", "error/swallowed", 1)),
		declined,
		seed(14, "By hand: `"+source+":40` is wrong."),
	))
	f := filer(t, s, shopClone(t))
	for _, tt := range []struct {
		name    string
		line    int
		outcome Outcome
		number  int
		source  model.Source
		inner   string
	}{
		{"open", 20, OutcomeMatched, 12, model.SourceKey, "v1 class=error/swallowed path=app/pay/refund.ts line=20"},
		{"declined", 30, OutcomeDeclined, 20, model.SourceKey, "v1 class=holistic/unclassified path=app/pay/refund.ts line=30"},
		{"keyless", 40, OutcomeMatched, 14, model.SourceKeyless, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := finding(tt.line)
			in.New = true // overrides tier 4 and likely matches, never these
			res, err := f.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if res.Outcome != tt.outcome || res.Number != tt.number || res.Source != tt.source || res.InnerKey != tt.inner || res.DraftID != "" {
				t.Errorf("result %+v", res)
			}
		})
	}
	if wrote := written(s); len(wrote) > 0 {
		t.Errorf("a match wrote: %v", wrote)
	}
}

// written gives the requests that change something. Queries of GraphQL are posts
// too, and none of these.
func written(s *hubtest.Server) []string {
	var out []string
	for _, r := range s.Requests() {
		if r.Method != "GET" && !(strings.HasSuffix(r.Path, "/graphql") && !strings.Contains(r.Body, "mutation")) {
			out = append(out, r.Method+" "+r.Path)
		}
	}
	return out
}

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

func TestDryRunSendsNothingAndShowsAll(t *testing.T) {
	s := hubtest.New(t)
	f := filer(t, s, shopClone(t))
	in := finding(118)
	in.DryRun = true
	res, err := f.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeFiled || res.Number != 0 || !res.DryRun {
		t.Errorf("result %+v", res)
	}
	want := []string{"tech-debt", "severity:important", "footprint:narrow"}
	if !slices.Equal(res.Labels, want) || !slices.Equal(res.NewLabels, want) {
		t.Errorf("labels %v, to be made %v", res.Labels, res.NewLabels)
	}
	if !strings.HasPrefix(res.Body, "<!-- gaia-debt-key: v1 class=holistic/unclassified path=app/pay/refund.ts line=118 -->\n") {
		t.Errorf("body %q", res.Body)
	}
	if wrote := written(s); len(wrote) > 0 || len(draftsOf(t, f)) > 0 {
		t.Errorf("wrote %v and %d drafts", wrote, len(draftsOf(t, f)))
	}
}

func TestLabelsAreMadeOnceAndSpelledAsTheRepositoryDoes_C06(t *testing.T) {
	var have []model.Label
	for i := range 130 {
		have = append(have, model.Label{Name: fmt.Sprintf("a%03d", i), Color: "ededed"})
	}
	have = append(have, model.Label{Name: "Tech-Debt", Color: "ededed"}, model.Label{Name: "severity:IMPORTANT", Color: "ededed"},
		model.Label{Name: "handler:prompt", Color: "123456"})
	s := hubtest.New(t, hubtest.Labels(have...))
	f := filer(t, s, shopClone(t))
	res, err := f.Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	issue, err := f.Tracker.Issue(context.Background(), res.Number)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"footprint:narrow", "severity:IMPORTANT", "Tech-Debt"}
	got := slices.Clone(issue.Labels)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("labels %v, want %v", got, want)
	}
	for _, r := range s.Requests() {
		if r.Method == "POST" && strings.HasSuffix(r.Path, "/labels") {
			t.Errorf("made a label: %s", r.Body)
		}
	}
	all, err := f.Tracker.Labels(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(have) {
		t.Errorf("%d labels, want %d: a second one beside the first", len(all), len(have))
	}
}

func TestATokenThatMayNotLabelIsToldAndNeverFilesTwice(t *testing.T) {
	s := hubtest.New(t)
	s.SetPermission(hub.Read)
	f := filer(t, s, shopClone(t))
	res, err := f.Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeFiled || res.Clean() || len(res.MissingLabels) != 3 || !res.Has(CodeLabelsMissing) {
		t.Fatalf("result %+v", res)
	}
	again, err := f.Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	if again.Outcome != OutcomeMatched || again.Number != res.Number {
		t.Errorf("again: %+v", again)
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
	if m := res.Findings[len(res.Findings)-1].Message; !strings.Contains(m, "30") || !strings.Contains(m, "32") {
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

func TestAResolvedFindingThatCameBackIsFiledWithAPointer_C10(t *testing.T) {
	s := hubtest.New(t, hubtest.Seed(shut(seed(7, keyed(source, 118, "")), "completed")))
	res, err := filer(t, s, shopClone(t)).Run(context.Background(), finding(118))
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome != OutcomeFiled || !slices.Equal(codesOf(res.Findings), []string{"returned"}) || res.Findings[0].Number != 7 {
		t.Errorf("result %+v", res)
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

func TestWhenNobodyAnswersTheFindingCanBeKept(t *testing.T) {
	s := hubtest.New(t)
	s.Before(func(int, *http.Request) error { return hubtest.ErrDropped })
	c := shopClone(t)
	d, clock := reading(t, s, c)
	local := hubtest.New(t)
	kept, _ := reading(t, local, nil)
	d.Local = func(context.Context) (Tracker, error) { return kept.Tracker, nil }
	f := newFile(d)
	f.Pause = clock.Wait
	res, err := f.Run(context.Background(), finding(118))
	if faultKind(err) != model.FaultOffline || !res.Keepable || res.DraftID == "" {
		t.Fatalf("result %+v, error %v", res, err)
	}
	keep := newKeepLocal(d)
	keep.File.Pause = clock.Wait
	in := finding(118)
	in.DraftID = res.DraftID
	res, err = keep.Run(context.Background(), in)
	if err != nil || res.Outcome != OutcomeFiled {
		t.Fatalf("result %+v, error %v", res, err)
	}
	if len(draftsOf(t, f)) != 0 {
		t.Error("the draft is still there")
	}
}
