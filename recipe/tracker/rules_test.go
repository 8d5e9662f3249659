package tracker

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gh-debt/model"
)

func TestTheRulesOfABranchAreThoseOfRulesetsAndOfItsProtection(t *testing.T) {
	const (
		rules      = "GET rules/branches/release%2F1?per_page=100"
		branch     = "GET branches/release%2F1"
		protection = "GET branches/release%2F1/protection"
		repo       = "GET "
		bare       = `{"name":"release/1","protected":false,"protection":{"enabled":false,"required_status_checks":{"enforcement_level":"off","contexts":["old"],"checks":[]}}}`
		summary    = `{"name":"release/1","protected":true,"protection":{"enabled":true,"required_status_checks":{"enforcement_level":"everyone","contexts":["lint","build"],"checks":[{"context":"lint","app_id":1},{"context":"build","app_id":null}]}}}`
		whole      = `{"url":"x","required_status_checks":{"strict":true,"contexts":["lint"],"checks":[{"context":"lint","app_id":1}]},"required_pull_request_reviews":{"required_approving_review_count":2}}`
		plain      = `{"full_name":"acme/shop","allow_squash_merge":true}`
	)
	const all = `[{"type":"deletion"},{"type":"workflows","parameters":{"workflows":[{"path":"x","repository_id":1}]}},
{"type":"required_status_checks","parameters":{"required_status_checks":[{"context":"test","integration_id":5},{"context":"build"}],"strict_required_status_checks_policy":true}},
{"type":"pull_request","parameters":{"allowed_merge_methods":["merge","squash"],"required_approving_review_count":1,"dismiss_stale_reviews_on_push":true}},
{"type":"merge_queue","parameters":{"merge_method":"SQUASH","grouping_strategy":"ALLGREEN"}}]`
	tests := []struct {
		name  string
		story func(*script)
		want  model.BranchRules
		kind  model.FaultKind
		says  string
	}{
		{"none", func(s *script) { s.on(rules, 200, `[]`).on(branch, 200, bare).on(repo, 200, plain) }, model.BranchRules{Squash: true}, 0, ""},
		{"rulesets", func(s *script) { s.on(rules, 200, all).on(branch, 200, bare).on(repo, 200, plain) },
			model.BranchRules{RequiredChecks: []string{"build", "test"}, Approvals: 1, MergeQueue: true, Squash: true, PullOnly: true}, 0, ""},
		{"protection, seen by an administrator", func(s *script) {
			s.on(rules, 200, `[]`).on(branch, 200, summary).on(protection, 200, whole).on(repo, 200, plain)
		}, model.BranchRules{RequiredChecks: []string{"lint"}, Approvals: 2, Squash: true, PullOnly: true}, 0, ""},
		{"protection, seen by others", func(s *script) {
			s.whoIs().on(rules, 200, `[]`).on(branch, 200, summary).on(protection, 404, `{"message":"Not Found"}`).on(repo, 200, plain)
		}, model.BranchRules{RequiredChecks: []string{"build", "lint"}, Squash: true}, 0, ""},
		{"both", func(s *script) {
			s.on(rules, 200, all).on(branch, 200, summary).on(protection, 200, whole).on(repo, 200, plain)
		}, model.BranchRules{RequiredChecks: []string{"build", "lint", "test"}, Approvals: 2, MergeQueue: true, Squash: true, PullOnly: true}, 0, ""},
		{"squashing is off", func(s *script) {
			s.on(rules, 200, `[]`).on(branch, 200, bare).on(repo, 200, `{"full_name":"acme/shop","allow_squash_merge":false}`)
		}, model.BranchRules{}, 0, ""},
		{"squashing is against a rule", func(s *script) {
			s.on(rules, 200, `[{"type":"pull_request","parameters":{"allowed_merge_methods":["rebase"],"required_approving_review_count":0}}]`).on(branch, 200, bare).on(repo, 200, plain)
		}, model.BranchRules{PullOnly: true}, 0, ""},
		{"the repository does not tell", func(s *script) {
			s.on(rules, 200, `[]`).on(branch, 200, bare).on(repo, 200, `{"full_name":"acme/shop"}`)
		},
			model.BranchRules{Squash: true}, 0, ""},
		{"a plan without rulesets", func(s *script) {
			s.whoIs().on(rules, 403, `{"message":"Upgrade to GitHub Pro or make this repository public to enable this feature."}`).on(branch, 200, bare).on(repo, 200, plain)
		}, model.BranchRules{Squash: true}, 0, ""},
		{"a server without rulesets", func(s *script) {
			s.on(rules, 404, `{"message":"Not Found"}`).on(branch, 200, bare).on(repo, 200, plain)
		}, model.BranchRules{Squash: true}, 0, ""},
		{"the rules are hidden", func(s *script) {
			s.whoIs().on(rules, 403, `{"message":"Resource not accessible"}`).on(branch, 200, bare).on(repo, 200, plain)
		}, model.BranchRules{}, model.FaultNoPermission, "read the rules of the branch release/1 of acme/shop"},
		{"no such branch", func(s *script) {
			s.on(rules, 200, `[]`).on(branch, 404, `{"message":"Branch not found"}`).on(repo, 200, plain)
		}, model.BranchRules{}, model.FaultNotFound, ""},
		{"a renamed branch", func(s *script) {
			s.on(rules, 200, `[]`).on(branch, 301, `{"message":"Moved Permanently"}`, "Location", "https://api.github.com/repositories/1/branches/v1").on(repo, 200, plain)
			s.on("GET repositories/1/branches/v1", 200, `{"name":"v1","protected":false}`)
		}, model.BranchRules{}, model.FaultNotFound, "renamed to v1"},
		{"the protection fails", func(s *script) {
			s.on(rules, 200, `[]`).on(branch, 200, summary).on(protection, 500, `{}`).on(repo, 200, plain)
		}, model.BranchRules{}, model.FaultOffline, ""},
		{"rules of another form", func(s *script) {
			s.on(rules, 200, `[{"type":"pull_request","parameters":{"required_approving_review_count":"two"}}]`).on(branch, 200, bare).on(repo, 200, plain)
		}, model.BranchRules{}, model.FaultAnswer, "read the rule pull_request"},
		{"no branch in the answer", func(s *script) { s.on(rules, 200, `[]`).on(branch, 200, `{}`).on(repo, 200, plain) }, model.BranchRules{}, model.FaultAnswer, "without a name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScript(t)
			tt.story(s)
			got, err := newClient(t, s).Rules(context.Background(), "release/1")
			if tt.kind != 0 {
				wantFault(t, err, tt.kind, tt.says)
			} else if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
