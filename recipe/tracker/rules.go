package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"golang.org/x/sync/errgroup"

	"gh-debt/model"
)

// wireRule is one rule of a ruleset that holds for a branch.
type wireRule struct {
	Type       string          `json:"type"`
	Parameters json.RawMessage `json:"parameters"`
}

// ruleParameters are those of the rules that are read here.
type ruleParameters struct {
	Checks []struct {
		Context string `json:"context"`
	} `json:"required_status_checks"`
	Approvals int      `json:"required_approving_review_count"`
	Methods   []string `json:"allowed_merge_methods"`
}

// wireBranch is a branch with the summary of its protection, which whoever may read
// the branch may read.
type wireBranch struct {
	Name       string         `json:"name"`
	Protected  bool           `json:"protected"`
	Protection wireProtection `json:"protection"`
}

// wireProtection is the protection of a branch; its summary has the checks alone.
type wireProtection struct {
	Checks *struct {
		Enforcement string   `json:"enforcement_level"`
		Contexts    []string `json:"contexts"`
		Checks      []struct {
			Context string `json:"context"`
		} `json:"checks"`
	} `json:"required_status_checks"`
	Reviews *struct {
		Approvals int `json:"required_approving_review_count"`
	} `json:"required_pull_request_reviews"`
}

// Rules reads what GitHub asks of a change of a branch: by rulesets and by the
// branch's protection, of which only an administrator sees the number of approvals.
// A branch that is not there is a FaultNotFound.
func (c *Client) Rules(ctx context.Context, branch string) (model.BranchRules, error) {
	op := "read the rules of the branch " + c.branchName(branch)
	if err := checkBranch(op, branch); err != nil {
		return model.BranchRules{}, err
	}
	var (
		rules      []wireRule
		protection wireProtection
		squash     = true
	)
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		rules, err = c.rulesets(gctx, op, branch)
		return err
	})
	g.Go(func() (err error) {
		protection, err = c.protection(gctx, op, branch)
		return err
	})
	g.Go(func() (err error) {
		squash, err = c.maySquash(gctx, op)
		return err
	})
	if err := g.Wait(); err != nil {
		return model.BranchRules{}, err
	}
	found := model.BranchRules{Squash: squash}
	protection.add(&found)
	for _, rule := range rules {
		if err := rule.add(&found); err != nil {
			return model.BranchRules{}, c.fault(ctx, request{op: op, method: http.MethodGet}, &exchange{}, &answerError{err: err, whole: true})
		}
	}
	slices.Sort(found.RequiredChecks)
	found.RequiredChecks = slices.Compact(found.RequiredChecks)
	return found, nil
}

func (w *wireProtection) add(to *model.BranchRules) {
	if w.Checks != nil && w.Checks.Enforcement != "off" {
		to.RequiredChecks = append(to.RequiredChecks, w.Checks.Contexts...)
		for _, check := range w.Checks.Checks {
			to.RequiredChecks = append(to.RequiredChecks, check.Context)
		}
	}
	if w.Reviews != nil {
		to.PullOnly = true
		to.Approvals = max(to.Approvals, w.Reviews.Approvals)
	}
}

func (w *wireRule) add(to *model.BranchRules) error {
	switch w.Type {
	case "merge_queue":
		to.MergeQueue, to.PullOnly = true, true
		return nil
	case "required_status_checks", "pull_request":
	default:
		return nil
	}
	var p ruleParameters
	if len(w.Parameters) > 0 {
		if err := json.Unmarshal(w.Parameters, &p); err != nil {
			return fmt.Errorf("read the rule %s: %w", w.Type, err)
		}
	}
	for _, check := range p.Checks {
		to.RequiredChecks = append(to.RequiredChecks, check.Context)
	}
	if w.Type == "pull_request" {
		to.PullOnly = true
		to.Approvals = max(to.Approvals, p.Approvals)
		to.Squash = to.Squash && (len(p.Methods) == 0 || slices.Contains(p.Methods, "squash"))
	}
	return nil
}

// rulesets reads the rules of all rulesets for a branch. Servers and plans without
// rulesets have none.
func (c *Client) rulesets(ctx context.Context, op, branch string) ([]wireRule, error) {
	r := request{op: op, rest: "rules/branches/" + url.PathEscape(branch)}
	rules, err := readPages(ctx, c, r, func(w *wireRule) wireRule { return *w })
	if refusedWith(err, http.StatusNotFound) || refusedWith(err, http.StatusForbidden) && says(err, "upgrade to") {
		return nil, nil
	}
	return rules, err
}

// protection reads the protection of a branch, whole where the account may see it.
func (c *Client) protection(ctx context.Context, op, branch string) (wireProtection, error) {
	var w wireBranch
	r := request{op: op, rest: "branches/" + url.PathEscape(branch)}
	x, err := c.read(ctx, r, func(body io.Reader) error {
		w = wireBranch{}
		if err := json.NewDecoder(body).Decode(&w); err != nil {
			return err
		}
		if w.Name == "" {
			return &answerError{err: errors.New("a branch without a name"), whole: true}
		}
		return nil
	})
	if err != nil {
		return wireProtection{}, err
	}
	if w.Name != branch { // GitHub leads on from the old name of a renamed branch
		return wireProtection{}, &model.Fault{
			Kind: model.FaultNotFound, Op: op, Detail: "it was renamed to " + oneLine(w.Name), Hint: "name that one",
		}
	}
	if err := c.samePlace(ctx, r, x); err != nil || !w.Protected {
		return wireProtection{}, err
	}
	var whole wireProtection
	r.rest += "/protection"
	_, err = c.read(ctx, r, func(body io.Reader) error {
		whole = wireProtection{}
		return json.NewDecoder(body).Decode(&whole)
	})
	switch {
	case refusedWith(err, http.StatusNotFound), refusedWith(err, http.StatusForbidden):
		return w.Protection, nil
	case err != nil:
		return wireProtection{}, err
	}
	return whole, nil
}

// maySquash reads whether the repository lets one squash; an account that is not
// told may try.
func (c *Client) maySquash(ctx context.Context, op string) (bool, error) {
	var w struct {
		Squash *bool `json:"allow_squash_merge"`
	}
	_, err := c.read(ctx, request{op: op}, func(body io.Reader) error {
		w.Squash = nil
		return json.NewDecoder(body).Decode(&w)
	})
	return w.Squash == nil || *w.Squash, err
}
