package drain

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// issue makes an open issue of the queue, keyed to path:line unless path is "". It
// is as many days older as its number is lower.
func issue(number int, path string, labels ...string) model.Issue {
	body := "Something is wrong."
	if path != "" {
		body = fmt.Sprintf("<!-- gaia-debt-key: v1 class=error-handling/swallowed path=%s line=%d -->\n\n`%s:%d`\n", path, number, path, number)
	}
	return model.Issue{
		Number: number, Title: fmt.Sprintf("Finding %d", number), Body: body, State: model.Open,
		Labels:    append([]string{"tech-debt"}, labels...),
		CreatedAt: time.Date(2026, 1, 1, 0, number, 0, 0, time.UTC),
	}
}

// security makes an issue security-shaped.
func security(is model.Issue) model.Issue {
	is.Title = "SQL injection in the search form"
	return is
}

func queueOf(issues ...model.Issue) *model.Queue {
	q := model.NewQueue(issues, model.Facts{})
	return &q
}

func closed(is model.Issue) model.Issue {
	is.State = model.Closed
	return is
}

func TestRefuseGivesTheFirstReasonOfSectionTwo(t *testing.T) {
	bare := issue(7, "a/b.go")
	bare.Labels = []string{"bug"}
	moved := issue(912, "a/b.go")
	ours := func(is model.Issue) Candidate { return Candidate{Number: 7, Found: true, Issue: is} }
	for _, c := range []struct {
		name string
		in   Candidate
		want Refusal
	}{
		{"nothing of this number", Candidate{Number: 7}, NotAnIssue},
		{"the tracker says not found", Candidate{Number: 7, ReadErr: &model.Fault{Kind: model.FaultNotFound}}, NotAnIssue},
		{"a pull request", Candidate{Number: 7, Found: true, Pull: true, Issue: issue(7, "a/b.go")}, NotAnIssue},
		{"a number never turns into another issue", ours(moved), NotAnIssue},
		{"could not be read", Candidate{Number: 7, ReadErr: errors.New("offline")}, Unreadable},
		{"already closed", ours(closed(issue(7, "a/b.go"))), AlreadyClosed},
		{"closed comes before claimed", ours(closed(issue(7, "a/b.go", "in-progress"))), AlreadyClosed},
		{"lacks the label", ours(bare), LacksLabel},
		{"already claimed", ours(issue(7, "a/b.go", "In-Progress")), AlreadyClaimed},
		{"claimed by the former spelling", ours(issue(7, "a/b.go", "debt:in-progress")), AlreadyClaimed},
		{"claimed comes before parked", ours(issue(7, "a/b.go", "debt:spec-pending", "in-progress")), AlreadyClaimed},
		{"parked pending a design", ours(issue(7, "a/b.go", "debt:spec-pending")), PendingDesign},
		{"parked with a design underway", ours(issue(7, "a/b.go", "debt:spec-active")), DesignUnderway},
		{"graded investigate", ours(issue(7, "a/b.go", "severity:investigate")), GradedInvestigate},
		{"parked comes before investigate", ours(issue(7, "a/b.go", "severity:investigate", "debt:spec-active")), DesignUnderway},
		{"nothing is against it", ours(issue(7, "a/b.go", "severity:critical")), ""},
		{"a spec one alone is not refused", ours(issue(7, "a/b.go", "footprint:spec")), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, refused := Refuse(c.in, model.DefaultRules())
			if got != c.want || refused != (c.want != "") {
				t.Errorf("Refuse = %q, %v, want %q", got, refused, c.want)
			}
		})
	}
}

func TestRefuseGoesByTheQueueLabelOfTheRules(t *testing.T) {
	is := issue(7, "a/b.go")
	is.Labels = []string{"Schuld"}
	if why, refused := Refuse(Candidate{Number: 7, Found: true, Issue: is}, model.Rules{Label: "schuld"}); refused {
		t.Errorf("Refuse = %q, want none", why)
	}
}

func TestRefusalsGivesOneLineEachWithoutTheIssuesOwnText(t *testing.T) {
	got := Refusals([]Candidate{
		{Number: 3, Found: true, Issue: issue(3, "a/b.go")},
		{Number: 4, ReadErr: errors.New("could not read #4: \x1b[2Jgone")},
		{Number: 5, Found: true, Issue: closed(security(issue(5, "a/b.go")))},
	}, model.DefaultRules())
	want := []Refused{
		{4, Unreadable, "#4 could not be read, so nothing is known of it: could not read #4: ^[[2Jgone"},
		{5, AlreadyClosed, "#5 is closed already"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRefusalHasItsOwnSentence(t *testing.T) {
	seen := map[string]Refusal{}
	for _, r := range []Refusal{NotAnIssue, Unreadable, AlreadyClosed, LacksLabel, AlreadyClaimed, PendingDesign, DesignUnderway, GradedInvestigate} {
		s := r.Sentence(12)
		if !strings.HasPrefix(s, "#12 ") || strings.Contains(s, "\n") || seen[s] != "" {
			t.Errorf("%s says %q, as %q does", r, s, seen[s])
		}
		seen[s] = r
	}
}

func TestNumbersDropsRepeats(t *testing.T) {
	if diff := cmp.Diff([]int{7, 3, 9}, Numbers([]int{7, 3, 7, 9, 3})); diff != "" {
		t.Error(diff)
	}
}

func TestMembersOfSaysWhatAUnitKeepsOfItsIssues(t *testing.T) {
	keyless := issue(8, "", "severity:critical")
	got := MembersOf(queueOf(security(issue(7, "a/b.go", "severity:important")), keyless))
	want := []Member{
		{Number: 8, Title: "Finding 8", Severity: "critical"},
		{Number: 7, Title: "SQL injection in the search form", Class: "error-handling/swallowed", Path: "a/b.go", Line: 7, Severity: "important", Security: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestProbeTellsNoFromPerhaps(t *testing.T) {
	good := model.Repository{Owner: "acme", Name: "shop", HasIssues: true, CanWrite: true, CanLabel: true}
	with := func(change func(*model.Repository)) model.Repository { r := good; change(&r); return r }
	fault := func(k model.FaultKind) error {
		return fmt.Errorf("probe: %w", &model.Fault{Kind: k, Op: "read acme/shop"})
	}
	for _, c := range []struct {
		name string
		repo model.Repository
		err  error
		want Access
	}{
		{"reachable, issues on, may write", good, nil, AccessReady},
		{"issues off", with(func(r *model.Repository) { r.HasIssues = false }), nil, AccessNo},
		{"may label, and not push", with(func(r *model.Repository) { r.CanLabel = false }), nil, AccessNo},
		{"may not write", with(func(r *model.Repository) { r.CanWrite = false }), nil, AccessNo},
		{"archived", with(func(r *model.Repository) { r.Archived = true }), nil, AccessNo},
		{"not there", model.Repository{}, fault(model.FaultNotFound), AccessNo},
		{"no permission", model.Repository{}, fault(model.FaultNoPermission), AccessNo},
		{"not signed in", model.Repository{}, fault(model.FaultNotSignedIn), AccessNo},
		{"a time-out or 5xx", model.Repository{}, fault(model.FaultOffline), AccessPerhaps},
		{"rate limited", model.Repository{}, fault(model.FaultRateLimited), AccessPerhaps},
		{"an answer that is none", model.Repository{}, fault(model.FaultAnswer), AccessPerhaps},
		{"an error nobody knows", model.Repository{}, errors.New("boom"), AccessPerhaps},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, why := Probe(c.repo, c.err)
			if got != c.want || (why == "") != (c.want == AccessReady) {
				t.Errorf("Probe = %s, %q, want %s", got, why, c.want)
			}
		})
	}
}
