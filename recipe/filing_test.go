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
