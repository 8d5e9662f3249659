package tracker

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

// pullJSON is a pull request as GitHub describes one, with fields taken over by
// those of change: `"state":"closed"`, and so on.
func pullJSON(number int, change ...string) string {
	fields := []string{
		fmt.Sprintf(`"number":%d`, number), `"node_id":"PR_1"`, `"title":"t"`, `"body":"Closes #7"`, `"state":"open"`, `"draft":false`,
		`"html_url":"https://github.com/acme/shop/pull/9"`, `"user":{"login":"ana"}`, `"auto_merge":null`, `"merged":false`,
		`"merge_commit_sha":"` + newer + `"`, `"mergeable":true`, `"mergeable_state":"clean"`, `"commits":1`, `"changed_files":1`,
		`"created_at":"2026-01-02T03:04:05Z"`, `"updated_at":"2026-01-02T03:04:06Z"`, `"closed_at":null`, `"merged_at":null`,
		`"head":{"label":"acme:debt/7","ref":"debt/7","sha":"` + head + `","repo":{"full_name":"acme/shop"}}`,
		`"base":{"label":"acme:main","ref":"main","sha":"` + base + `","repo":{"full_name":"acme/shop"}}`,
	}
	for _, c := range change {
		key, _, _ := strings.Cut(c, ":")
		for i, f := range fields {
			if strings.HasPrefix(f, key+":") {
				fields[i] = c
			}
		}
	}
	return "{" + strings.Join(fields, ",") + "}"
}

func TestAPullRequestIsReadWhole(t *testing.T) {
	at := func(second int) time.Time { return time.Date(2026, 1, 2, 3, 4, second, 0, time.UTC) }
	plain := model.PullRequest{
		Number: 9, Title: "t", Body: "Closes #7", URL: "https://github.com/acme/shop/pull/9", Author: "ana", State: model.Open,
		HeadRef: "debt/7", HeadSHA: head, HeadRepo: "acme/shop", BaseRef: "main", BaseSHA: base,
		Mergeable: model.MergeClean, MergeState: "clean", CreatedAt: at(5), UpdatedAt: at(6),
	}
	with := func(change func(*model.PullRequest)) model.PullRequest { p := plain; change(&p); return p }
	tests := []struct {
		name   string
		change []string
		want   model.PullRequest
	}{
		{"open", nil, plain},
		{"no body", []string{`"body":null`}, with(func(p *model.PullRequest) { p.Body = "" })},
		{"still computed", []string{`"mergeable":null`, `"mergeable_state":"unknown"`},
			with(func(p *model.PullRequest) { p.Mergeable, p.MergeState = model.MergeUnknown, "unknown" })},
		{"conflict", []string{`"mergeable":false`, `"mergeable_state":"dirty"`},
			with(func(p *model.PullRequest) { p.Mergeable, p.MergeState = model.MergeConflict, "dirty" })},
		{"draft, merged by itself", []string{`"draft":true`, `"auto_merge":{"merge_method":"squash"}`},
			with(func(p *model.PullRequest) { p.Draft, p.AutoMerge = true, true })},
		{"merged", []string{`"state":"closed"`, `"merged":true`, `"merged_at":"2026-01-02T03:04:08Z"`, `"closed_at":"2026-01-02T03:04:08Z"`, `"mergeable":null`},
			with(func(p *model.PullRequest) {
				p.State, p.Merged, p.MergeSHA, p.Mergeable = model.Closed, true, newer, model.MergeUnknown
				p.ClosedAt, p.MergedAt = at(8), at(8)
			})},
		{"closed", []string{`"state":"closed"`, `"closed_at":"2026-01-02T03:04:08Z"`},
			with(func(p *model.PullRequest) { p.State, p.ClosedAt = model.Closed, at(8) })},
		{"the head's repository is gone, its author too", []string{`"user":null`, `"head":{"label":"x","ref":"debt/7","sha":"` + head + `","repo":null}`},
			with(func(p *model.PullRequest) { p.Author, p.HeadRepo = "", "" })},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := newClient(t, newScript(t).on("GET pulls/9", 200, pullJSON(9, tt.change...))).Pull(context.Background(), 9)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	_, err := newClient(t, newScript(t).on("GET pulls/9", 404, `{"message":"Not Found"}`)).Pull(context.Background(), 9)
	wantFault(t, err, model.FaultNotFound, "read the pull request acme/shop#9")
	_, err = newClient(t, newScript(t).on("GET pulls/9", 200, `{}`)).Pull(context.Background(), 9)
	wantFault(t, err, model.FaultAnswer, "without a number")
}

func pullNumbers(pulls []model.PullRequest) []int {
	numbers := make([]int, len(pulls))
	for i, p := range pulls {
		numbers[i] = p.Number
	}
	return numbers
}

// pullPage is a page of the list, of which each entry lacks what a list lacks.
func pullPage(numbers ...int) string {
	entries := make([]string, len(numbers))
	for i, n := range numbers {
		entries[i] = strings.NewReplacer(`"merged":false,`, "", `"mergeable":true,`, "", `"mergeable_state":"clean",`, "").Replace(pullJSON(n))
	}
	return "[" + strings.Join(entries, ",") + "]"
}

func linkTo(page int) string {
	return fmt.Sprintf(`<https://api.github.com/repositories/1/pulls?page=%d>; rel="next", <https://api.github.com/repositories/1/pulls?page=%d>; rel="last"`, page, page)
}

func TestPullRequestsThatShiftWhileTheyAreReadAreNotMissed(t *testing.T) {
	const list = "GET pulls?state=open&sort=created&direction=asc&per_page=100"
	tests := []struct {
		name  string
		story func(*script)
		want  []int
		kind  model.FaultKind
	}{
		{"one page", func(s *script) { s.on(list, 200, pullPage(4, 2)) }, []int{2, 4}, 0},
		{"none", func(s *script) { s.on(list, 200, `[]`) }, []int{}, 0},
		{"two pages", func(s *script) {
			s.on(list, 200, pullPage(upTo(1, 100)...), "Link", linkTo(2)).on(list+"&page=2", 200, pullPage(101, 102))
		}, upTo(1, 102), 0},
		{"one is closed meanwhile", func(s *script) {
			s.on(list, 200, pullPage(upTo(1, 100)...), "Link", linkTo(2)).on(list, 200, pullPage(upTo(2, 101)...), "Link", linkTo(2))
			s.on(list+"&page=2", 200, pullPage(102))
		}, upTo(2, 102), 0},
		{"it never settles", func(s *script) {
			for i := range 3 {
				s.on(list, 200, pullPage(upTo(i+1, i+100)...), "Link", linkTo(2))
			}
			s.on(list+"&page=2", 200, pullPage(200))
		}, nil, model.FaultUnstable},
		{"the second page fails", func(s *script) {
			s.on(list, 200, pullPage(upTo(1, 100)...), "Link", linkTo(2)).on(list+"&page=2", 500, `{"message":"Server Error"}`)
		}, nil, model.FaultOffline},
		{"no right", func(s *script) { s.whoIs().on(list, 403, `{"message":"Forbidden"}`) }, nil, model.FaultNoPermission},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).Pulls(context.Background(), model.Open)
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, "read the open pull requests of acme/shop")
				if got != nil {
					t.Error("some were given beside the fault")
				}
				return
			}
			if diff := cmp.Diff(tt.want, pullNumbers(got)); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestThePullRequestsOfABranchAreThoseOfItsRepository(t *testing.T) {
	list := "GET pulls?head=acme%3Adebt%2F7&state=all&sort=created&direction=asc&per_page=100"
	fork := pullJSON(3, `"head":{"label":"bo:debt/7","ref":"debt/7","sha":"`+head+`","repo":{"full_name":"bo/shop"}}`)
	other := pullJSON(4, `"head":{"label":"acme:x","ref":"x","sha":"`+head+`","repo":{"full_name":"acme/shop"}}`)
	gone := pullJSON(5, `"head":{"label":"acme:debt/7","ref":"debt/7","sha":"`+head+`","repo":null}`)
	s := newScript(t).on(list, 200, "["+strings.Join([]string{pullJSON(9), fork, other, gone, pullJSON(1, `"state":"closed"`)}, ",")+"]")
	got, err := newClient(t, s).PullsOf(context.Background(), "debt/7")
	if diff := cmp.Diff([]int{1, 5, 9}, pullNumbers(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestTheBranchOfAMovedRepositoryIsAskedForByItsNewOwner(t *testing.T) {
	const rest = "&state=all&sort=created&direction=asc&per_page=100"
	s := newScript(t)
	s.on("GET pulls?head=acme%3Adebt%2F7"+rest, 301, `{"message":"Moved Permanently"}`, "Location", "https://api.github.com/repositories/9/pulls?head=acme%3Adebt%2F7"+rest)
	s.on("GET repositories/9/pulls?head=acme%3Adebt%2F7"+rest, 200, `[]`)
	s.on("GET ", 200, `{"id":9,"full_name":"store/shop"}`)
	s.on("GET repos/store/shop/pulls?head=store%3Adebt%2F7"+rest, 200, "["+strings.ReplaceAll(pullJSON(9), "acme", "store")+"]")
	got, err := newClient(t, s).PullsOf(context.Background(), "debt/7")
	if diff := cmp.Diff([]int{9}, pullNumbers(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
}
