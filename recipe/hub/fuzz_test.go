package hub_test

import (
	"encoding/json"
	"testing"

	"gh-debt/recipe/hub/hubtest"
)

func FuzzNoGraphQLDocumentBreaksTheHub(f *testing.F) {
	for _, seed := range []string{
		`{viewer{login}}`, regrade, `query($n:Int=1){repository(owner:"acme",name:"shop"){issue(number:$n){labels(first:1){nodes{name}}}}}`,
		`{a:viewer{...F} b:viewer{...F}} fragment F on User{login}`, `{node(id:"I_kM4AAAAAAI8NGAE"){id ... on Issue{number timelineItems(last:2){nodes{__typename}}}}}`,
		`subscription{viewer{login}}`, `{viewer{...A}} fragment A on Actor{...B} fragment B on User{...A}`, `{repository(owner:{a:[1,"x",null]},name:E){id}}`,
		`mutation{closeIssue(input:null){issue{id}} addComment(input:{subjectId:[1]}){subject{id}}}`, `{repository(owner:"acme",name:"shop"){pullRequest(number:3){mergeable mergeQueueEntry{position} closingIssuesReferences(first:1){nodes{id}}} refs(refPrefix:"",first:2){nodes{target{oid}}}}}`,
		`mutation{enqueuePullRequest(input:{pullRequestId:"PR_1",expectedHeadOid:7}){mergeQueueEntry{state}} dequeuePullRequest(input:{id:null}){clientMutationId}}`,
		`{`, `{viewer{login @skip(if:$x) @include(if:1)}}`,
	} {
		f.Add(seed)
	}
	s, g := withGit(f, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(seeds(2, "tech-debt")...))
	openPull(f, s, g, "debt/1", "Closes #1")
	f.Fuzz(func(t *testing.T, document string) {
		e := ask(t, s, "POST", "/graphql", map[string]any{"query": document})
		if e.status != 200 && e.status != 400 {
			t.Errorf("status %d: %s", e.status, e.body)
		}
		if !json.Valid([]byte(e.body)) {
			t.Errorf("no JSON: %s", e.body)
		}
	})
}

func FuzzNoQueryOfAListBreaksTheHub(f *testing.F) {
	for _, seed := range []string{
		"state=all&labels=a,b&page=2&per_page=1", "page=9223372036854775807&per_page=-1", "since=2026-01-01T00:00:00Z", "labels=%2C%2C%00", "creator=%FF",
	} {
		f.Add(seed)
	}
	s := hubtest.New(f, hubtest.Unchecked(), hubtest.RateLimit(0), hubtest.Seed(seeds(3, "tech-debt")...))
	f.Fuzz(func(t *testing.T, query string) {
		address := "https://api.github.com" + shop + "/issues"
		e := askQuery(t, s, address, query)
		if e.status != 200 && e.status != 422 {
			t.Errorf("status %d: %s", e.status, e.body)
		}
		if !json.Valid([]byte(e.body)) {
			t.Errorf("no JSON: %s", e.body)
		}
	})
}
