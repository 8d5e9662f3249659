package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"gh-debt/model"
)

// rulesOf gives all that is asked of a change of a branch, by rulesets and by
// classic protection together. A branch without rules asks nothing.
func (r *reader) rulesOf(ctx context.Context, branch string) (model.BranchRules, error) {
	all := model.BranchRules{Squash: true}
	for _, classic := range []bool{false, true} {
		one, found, err := r.ruleRow(ctx, branch, classic)
		if err != nil {
			return all, err
		}
		if !found {
			continue
		}
		for _, name := range one.RequiredChecks {
			if !slices.Contains(all.RequiredChecks, name) {
				all.RequiredChecks = append(all.RequiredChecks, name)
			}
		}
		all.Approvals = max(all.Approvals, one.Approvals)
		all.MergeQueue = all.MergeQueue || one.MergeQueue
		all.PullOnly = all.PullOnly || one.PullOnly
		all.Squash = all.Squash && one.Squash
	}
	return all, nil
}

// ruleRow gives the rules of one kind.
func (r *reader) ruleRow(ctx context.Context, branch string, classic bool) (rules model.BranchRules, found bool, err error) {
	rows, err := r.QueryContext(ctx, `SELECT checks, approvals, merge_queue, squash, pull_only FROM branch_rule
		WHERE branch = ? AND classic = ?`, branch, classic)
	if err != nil {
		return rules, false, fmt.Errorf("read the rules of %s: %w", branch, err)
	}
	defer rows.Close()
	for rows.Next() {
		var checks string
		found = true
		err := rows.Scan(&checks, &rules.Approvals, &rules.MergeQueue, &rules.Squash, &rules.PullOnly)
		if err == nil {
			err = json.Unmarshal([]byte(checks), &rules.RequiredChecks)
		}
		if err != nil {
			return rules, false, fmt.Errorf("read the rules of %s: %w", branch, err)
		}
	}
	return rules, found, rows.Err()
}

// SetRules makes rules the ruleset of a branch, as its settings page does. A
// branch that it was not called for allows squashing and asks nothing.
func (h *Hub) SetRules(ctx context.Context, branch string, rules model.BranchRules) error {
	return h.setRules(ctx, branch, rules, false)
}

// SetProtection makes rules the classic protection of a branch, which is told
// in another place than a ruleset and holds beside it.
func (h *Hub) SetProtection(ctx context.Context, branch string, rules model.BranchRules) error {
	return h.setRules(ctx, branch, rules, true)
}

func (h *Hub) setRules(ctx context.Context, branch string, rules model.BranchRules, classic bool) error {
	if rules.RequiredChecks == nil {
		rules.RequiredChecks = []string{}
	}
	checks, err := json.Marshal(rules.RequiredChecks)
	if err != nil {
		return fmt.Errorf("store the rules of %s: %w", branch, err)
	}
	return h.writing(ctx, func(ctx context.Context, w *writer) error {
		err := w.exec(ctx, `INSERT OR REPLACE INTO branch_rule (branch, classic, checks, approvals, merge_queue, squash, pull_only)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, branch, classic, string(checks), rules.Approvals, rules.MergeQueue, rules.Squash, rules.PullOnly)
		if err != nil {
			return fmt.Errorf("store the rules of %s: %w", branch, err)
		}
		return nil
	})
}

// ruleView is one rule of GitHub's repository-rule-detailed.
type ruleView struct {
	Type       string `json:"type"`
	SourceType string `json:"ruleset_source_type"`
	Source     string `json:"ruleset_source"`
	RulesetID  int    `json:"ruleset_id"`
	Parameters any    `json:"parameters,omitempty"` // of the type
}

type pullRuleParameters struct {
	Methods       []string `json:"allowed_merge_methods"`
	Dismiss       bool     `json:"dismiss_stale_reviews_on_push"`
	CodeOwners    bool     `json:"require_code_owner_review"`
	LastPush      bool     `json:"require_last_push_approval"`
	Approvals     int      `json:"required_approving_review_count"`
	ThreadsSolved bool     `json:"required_review_thread_resolution"`
}

type checkRuleParameters struct {
	Checks []checkRule `json:"required_status_checks"`
	Strict bool        `json:"strict_required_status_checks_policy"`
}

type checkRule struct {
	Context string `json:"context"`
}

type queueRuleParameters struct {
	Timeout     int    `json:"check_response_timeout_minutes"`
	Grouping    string `json:"grouping_strategy"`
	MostBuilds  int    `json:"max_entries_to_build"`
	MostMerges  int    `json:"max_entries_to_merge"`
	Method      string `json:"merge_method"`
	FewMerges   int    `json:"min_entries_to_merge"`
	WaitMinutes int    `json:"min_entries_to_merge_wait_minutes"`
}

// listRules serves GET …/rules/branches/{branch}: what rulesets ask of it. A
// branch that is not there has the rules that it would have.
func listRules(ctx context.Context, c *call) (answer, error) {
	branch := c.r.PathValue("branch")
	var views []ruleView
	err := c.hub.reading(ctx, func(r *reader) error {
		rules, found, err := r.ruleRow(ctx, branch, false)
		if found {
			views = ruleViews(rules, r.repo.slug())
		}
		return err
	})
	if err != nil {
		return answer{}, err
	}
	w := windowOf(c.r.URL.Query())
	from, to := w.bounds(len(views))
	return c.page(w, len(views), append([]ruleView{}, views[from:to]...))
}

func ruleViews(rules model.BranchRules, source string) []ruleView {
	var views []ruleView
	add := func(kind string, parameters any) {
		views = append(views, ruleView{Type: kind, SourceType: "Repository", Source: source, RulesetID: 42, Parameters: parameters})
	}
	if rules.PullOnly || rules.Approvals > 0 || !rules.Squash {
		method := "squash"
		if !rules.Squash {
			method = "merge"
		}
		add("pull_request", pullRuleParameters{Methods: []string{method}, Approvals: rules.Approvals})
	}
	if len(rules.RequiredChecks) > 0 {
		p := checkRuleParameters{}
		for _, name := range rules.RequiredChecks {
			p.Checks = append(p.Checks, checkRule{name})
		}
		add("required_status_checks", p)
	}
	if rules.MergeQueue {
		add("merge_queue", queueRuleParameters{Timeout: 60, Grouping: "ALLGREEN", MostBuilds: 5, MostMerges: 5,
			Method: "SQUASH", FewMerges: 1, WaitMinutes: 5})
	}
	return views
}

// protect shows a branch's classic protection in its view.
func (r *reader) protect(ctx context.Context, v *branchView) error {
	rules, found, err := r.ruleRow(ctx, v.Name, true)
	if err != nil || !found {
		return err
	}
	v.Protected, v.Protection.Enabled = true, true
	for _, name := range rules.RequiredChecks {
		v.Protection.Required.Contexts = append(v.Protection.Required.Contexts, name)
		v.Protection.Required.Checks = append(v.Protection.Required.Checks, requiredOne{Context: name})
	}
	if len(rules.RequiredChecks) > 0 {
		v.Protection.Required.Enforcement = "non_admins"
	}
	return nil
}

// protectionView is GitHub's branch-protection, as an administrator sees it.
type protectionView struct {
	URL      string               `json:"url"`
	Required *requiredChecksView  `json:"required_status_checks,omitempty"`
	Reviews  *requiredReviewsView `json:"required_pull_request_reviews,omitempty"`
}

type requiredChecksView struct {
	URL      string        `json:"url"`
	Strict   bool          `json:"strict"`
	Contexts []string      `json:"contexts"`
	Checks   []requiredOne `json:"checks"`
}

type requiredReviewsView struct {
	URL        string `json:"url"`
	Dismiss    bool   `json:"dismiss_stale_reviews"`
	CodeOwners bool   `json:"require_code_owner_reviews"`
	Approvals  int    `json:"required_approving_review_count"`
	LastPush   bool   `json:"require_last_push_approval"`
}

// getProtection serves GET …/branches/{branch}/protection, which is for
// administrators.
func getProtection(ctx context.Context, c *call, branch string) (answer, error) {
	if c.who.Permission < Admin {
		return answer{}, notFound("/branches/branch-protection#get-branch-protection")
	}
	var rules model.BranchRules
	found := false
	err := c.hub.reading(ctx, func(r *reader) (err error) {
		rules, found, err = r.ruleRow(ctx, branch, true)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	if !found {
		return answer{}, refuse(http.StatusNotFound, "/branches/branch-protection#get-branch-protection", "Branch not protected")
	}
	v := protectionView{URL: c.at.repo + "/branches/" + escapePath(branch) + "/protection"}
	if len(rules.RequiredChecks) > 0 {
		checks := &requiredChecksView{URL: v.URL + "/required_status_checks", Contexts: rules.RequiredChecks}
		for _, name := range rules.RequiredChecks {
			checks.Checks = append(checks.Checks, requiredOne{Context: name})
		}
		v.Required = checks
	}
	if rules.Approvals > 0 || rules.PullOnly {
		v.Reviews = &requiredReviewsView{URL: v.URL + "/required_pull_request_reviews", Approvals: rules.Approvals}
	}
	return c.viewTagged(http.StatusOK, v)
}
