package drain_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe/drain"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// screened starts the first issue and screens it with these answers.
func (y *yard) screened(answers drain.Answers, numbers ...int) drain.Result {
	y.t.Helper()
	y.workers()
	res, err := y.steps.Start.Run(context.Background(), drain.StartInput{Numbers: numbers, Named: true})
	y.ok(res, err)
	res, err = y.steps.Screen.Run(context.Background(), drain.ScreenInput{Input: drain.Input{Unit: res.Unit.ID}, Answers: answers})
	if err != nil {
		y.t.Fatal(err)
	}
	return res
}

func body(text string) *string { return &text }

// TestScreening: each row of section 4, for a unit of one issue.
func TestScreening(t *testing.T) {
	keyed := issueBody("app/pay.go", 4)
	for name, c := range map[string]struct {
		body           string
		labels         []string
		comment        string
		answers        drain.Answers
		stage          rule.Stage
		end            rule.End
		asks           []string
		labelled, bare string // a label that it has at the end, or has not
	}{
		"asks what is cited":                               {body: keyed, stage: rule.StageClaimed, asks: []string{"12:app/pay.go:4"}, labelled: "in-progress"},
		"passes when it holds":                             {body: keyed, answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageScreened, labelled: "in-progress"},
		"ends when it does not":                            {body: keyed, answers: drain.Answers{"12:app/pay.go:4": false}, stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"ends where the key's path is gone":                {body: issueBody("app/gone.go", 4), stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"ends where a cited line is past the end":          {body: keyed + "See app/cache.go:900.\n", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"asks about a file in the root that may be a host": {body: keyed + "On shop.test:80 too.\n", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageClaimed, asks: []string{"12:shop.test:80"}},
		"asks about no version":                            {body: keyed + "Since v1.2:3.\n", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageScreened},
		"ends where a cited path leads outside":            {body: keyed + "See ../shop/pay.go:4.\n", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"asks for a count":                                 {body: keyed + "It is so in 3 places.\n", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageClaimed, asks: []string{"12:count 3 places"}},
		"ends when a comment says it is fixed":             {body: keyed, comment: "This was already fixed.", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"asks nothing more when it ends":                   {body: keyed, comment: "The change was reverted.", stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"ends when it was found to be unsafe":              {body: keyed, comment: "Mending it is unsafe.", stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"ends where another cited file is gone":            {body: keyed + "See `app/gone.go:9`.\n", stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"ends when a count is wrong":                       {body: keyed + "It is so in 3 places.\n", answers: drain.Answers{"12:app/pay.go:4": true, "12:count 3 places": false}, stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"ends when it is no debt as corrected":             {body: keyed, comment: "Actually it is line 9.", answers: drain.Answers{"12:app/pay.go:4": true, "12:comment 1900000001": false}, stage: rule.StageEnded, end: rule.Stale, bare: "in-progress"},
		"asks about a correction":                          {body: keyed, comment: "Actually it is line 9.", answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageClaimed, asks: []string{"12:comment 1900000001"}},
		"asks whether a spec issue needs a design":         {body: keyed, labels: []string{"footprint:spec"}, answers: drain.Answers{"12:app/pay.go:4": true}, stage: rule.StageClaimed, asks: []string{"12:design"}},
		"parks what needs a design": {body: keyed, labels: []string{"footprint:spec"}, answers: drain.Answers{"12:app/pay.go:4": true, "12:design": true},
			stage: rule.StageEnded, end: rule.SpecParked, labelled: "debt:spec-pending", bare: "in-progress"},
		"re-grades what does not": {body: keyed, labels: []string{"footprint:spec"}, answers: drain.Answers{"12:app/pay.go:4": true, "12:design": false},
			stage: rule.StageScreened, labelled: "footprint:wide", bare: "footprint:spec"},
		"parks what was judged to need a design": {body: keyed, answers: drain.Answers{"12:app/pay.go:4": true, "12:design": true},
			stage: rule.StageEnded, end: rule.SpecParked, labelled: "debt:spec-pending", bare: "in-progress"},
	} {
		t.Run(name, func(t *testing.T) {
			issue := seed(12, "Refund swallows the error", "app/pay.go", 4)
			issue.Body = body(c.body)
			if len(c.labels) > 0 {
				issue.Labels = append([]string{"tech-debt", "severity:important"}, c.labels...)
			}
			y := newYard(t, []hub.SeedIssue{issue}, hubtest.Private())
			if c.comment != "" {
				y.hub.Peer("bo").Comment(12, c.comment)
			}
			res := y.screened(c.answers, 12)
			u := y.unit("12")
			if u.Stage != c.stage || c.end != "" && (u.Ended == nil || u.Ended.End != c.end) {
				t.Errorf("%s %+v, want %s %s\n%q", u.Stage, u.Ended, c.stage, c.end, res.Wrote)
			}
			var asks []string
			for _, q := range res.Questions {
				asks = append(asks, q.ID)
			}
			if !slices.Equal(asks, c.asks) {
				t.Errorf("asks %q, want %q", asks, c.asks)
			}
			is := y.issue(12)
			if is.State != model.Open || c.labelled != "" && !is.HasLabel(c.labelled) || c.bare != "" && is.HasLabel(c.bare) {
				t.Errorf("%s, %v", is.State, is.Labels)
			}
			if _, there, err := y.deps.Tracker.Branch(context.Background(), u.Branch.Branch); err != nil || there == (c.end != "") {
				t.Errorf("the branch is there: %v, %v", there, err)
			}
		})
	}
}

// TestTheNewestCommentWins: an issue of which it was said that it is fixed, and then
// that it is not, is asked about, and what corrects it is shown against its own words.
func TestTheNewestCommentWins(t *testing.T) {
	y := newYard(t, []hub.SeedIssue{seed(12, "Refund swallows the error", "app/pay.go", 4)}, hubtest.Private())
	bo := y.hub.Peer("bo")
	bo.Comment(12, "Already fixed on main.")
	bo.Comment(12, "Correction: > not so.\n\n> It fails.\n\nIt only fails\x1b[2J at night.")
	res := y.screened(drain.Answers{"12:app/pay.go:4": true}, 12)
	var got []string
	for _, q := range res.Questions {
		got = append(append(got, q.Title), q.Lines...)
	}
	want := []string{
		"bo corrects #12: is it still debt with that?",
		"the issue says:", "  It fails.", "bo says:", "  Correction: > not so.", "", "  > It fails.", "", "  It only fails^[[2J at night.",
		"bo corrects #12: is it still debt with that?",
		"the issue says:", "  `app/pay.go:4`", "", "  ## Failure mode", "", "  It fails.", "", "  ## Suggested fix", "", "  Mend it.",
		"bo says:", "  Already fixed on main.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if u := y.unit("12"); u.Stage != rule.StageClaimed {
		t.Errorf("it is %s: %+v", u.Stage, u.Ended)
	}
}

// TestACountIsAskedAboutWithItsLine: a person sees what is counted.
func TestACountIsAskedAboutWithItsLine(t *testing.T) {
	issue := seed(12, "Refund swallows the error", "app/pay.go", 4)
	issue.Body = body(*issue.Body + "The same holds in 3 places of app.\n")
	y := newYard(t, []hub.SeedIssue{issue}, hubtest.Private())
	res := y.screened(drain.Answers{"12:app/pay.go:4": true}, 12)
	if len(res.Questions) != 1 || !slices.Equal(res.Questions[0].Lines, []string{"  The same holds in 3 places of app."}) {
		t.Errorf("%+v", res.Questions)
	}
}

// TestASecurityShapedMemberLeavesAnOpenRepository: its claim goes, only a count is
// said, and neither its number nor its text is in what was said or in a branch.
func TestASecurityShapedMemberLeavesAnOpenRepository(t *testing.T) {
	secret := seed(12, "SQL injection in the refund form", "app/pay.go", 4)
	y := newYard(t, []hub.SeedIssue{secret})
	res := y.screened(drain.Answers{"12:app/pay.go:4": true}, 12)
	u := y.unit("12")
	if u.Ended == nil || u.Ended.End != rule.Diverted || y.issue(12).HasLabel("in-progress") {
		t.Fatalf("%+v, %v", u.Ended, y.issue(12).Labels)
	}
	said := strings.Join(slices.Concat(res.Wrote, res.Notes, res.Will, []string{res.Refused, u.Branch.Branch}), "\n")
	for _, word := range []string{"injection", "refund", "pay.go"} {
		if strings.Contains(strings.ToLower(said), word) {
			t.Errorf("%q is said:\n%s", word, said)
		}
	}
	if !strings.Contains(said, "1 left the unit") {
		t.Errorf("no count is said:\n%s", said)
	}
}

// TestAPlaceIsAskedAboutWithWhatIsSaidOfIt: a person sees both, the words and the code.
func TestAPlaceIsAskedAboutWithWhatIsSaidOfIt(t *testing.T) {
	y := newYard(t, []hub.SeedIssue{seed(12, "Refund swallows the error", "app/pay.go", 4)}, hubtest.Private())
	res := y.screened(drain.Answers{}, 12)
	if len(res.Questions) != 1 {
		t.Fatalf("%+v", res.Questions)
	}
	want := []string{"the issue says:", "  It fails.", "the code says:"}
	if got := res.Questions[0].Lines; len(got) < 5 || !slices.Equal(got[:3], want) || !slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, ">     4  ") }) {
		t.Errorf("%q", got)
	}
}

// TestNewWordsDoNotClearASecurityShapedMember: what it was when it was chosen stands in
// its history for everybody to read.
func TestNewWordsDoNotClearASecurityShapedMember(t *testing.T) {
	y := vault(t, []hub.SeedIssue{secretIssue(12)})
	y.crew(nil, nil)
	y.begin(12)
	y.hub.Peer("bo").Do("PATCH", "/issues/12", map[string]string{"title": "Refund swallows the error", "body": issueBody("app/pay.go", 4)}, nil)
	res, err := y.steps.Screen.Run(context.Background(), drain.ScreenInput{Answers: drain.Answers{"12:app/pay.go:4": true}})
	y.ok(res, err)
	if u := y.unit("12"); u.Ended == nil || u.Ended.End != rule.Diverted || y.issue(12).HasLabel("in-progress") {
		t.Errorf("it is %s: %+v", u.Stage, u.Ended)
	}
}
