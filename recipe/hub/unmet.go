package hub

import (
	"context"
	"fmt"
	"strings"
)

// unmet lists what a branch's rules still ask of a pull request, in GitHub's
// words; the merge queue is not among it. Where nothing is asked, or all is
// there, it is empty.
func (r *reader) unmet(ctx context.Context, p pullRow) ([]string, error) {
	rules, err := r.rulesOf(ctx, p.baseRef)
	if err != nil {
		return nil, err
	}
	var missing []string
	if rules.Approvals > 0 {
		approvals, changes, err := r.verdicts(ctx, p)
		if err != nil {
			return nil, err
		}
		switch {
		case changes > 0:
			missing = append(missing, "Changes have been requested.")
		case approvals < rules.Approvals:
			missing = append(missing, fmt.Sprintf("At least %d approving review%s required by reviewers with write access.",
				rules.Approvals, map[bool]string{true: " is", false: "s are"}[rules.Approvals == 1]))
		}
	}
	if len(rules.RequiredChecks) == 0 {
		return missing, nil
	}
	results, err := r.resultsOf(ctx, p.headSHA)
	if err != nil {
		return nil, err
	}
	for _, name := range rules.RequiredChecks {
		switch results[name] {
		case checkPassed:
		case checkFailed:
			missing = append(missing, fmt.Sprintf("Required status check %q is failing.", name))
		case checkRunning:
			missing = append(missing, fmt.Sprintf("Required status check %q is in progress.", name))
		default:
			missing = append(missing, fmt.Sprintf("Required status check %q is expected.", name))
		}
	}
	return missing, nil
}

// verdicts counts who approves and who asks for changes: the last word of each
// but the author, whatever head it was said of. A comment takes nothing back.
func (r *reader) verdicts(ctx context.Context, p pullRow) (approvals, changes int, err error) {
	list, err := r.reviewsOf(ctx, p.id)
	if err != nil {
		return 0, 0, err
	}
	last := map[int64]string{}
	for _, v := range list {
		if v.author != p.author && (v.state == "APPROVED" || v.state == "CHANGES_REQUESTED" || v.state == "DISMISSED") {
			last[v.author] = v.state
		}
	}
	for _, state := range last {
		switch state {
		case "APPROVED":
			approvals++
		case "CHANGES_REQUESTED":
			changes++
		}
	}
	return approvals, changes, nil
}

// checkResult is what the newest check or status of a name says. The zero
// value is nothing: it never began.
type checkResult int

const (
	checkRunning checkResult = iota + 1
	checkPassed
	checkFailed
)

// resultsOf gives the result of each check and status of a commit by its name.
func (r *reader) resultsOf(ctx context.Context, sha string) (map[string]checkResult, error) {
	results := map[string]checkResult{}
	statuses, err := r.statusesOf(ctx, sha)
	if err != nil {
		return nil, err
	}
	for _, s := range statuses { // the oldest first, so that the newest stays
		switch s.state {
		case "success":
			results[s.context] = checkPassed
		case "pending":
			results[s.context] = checkRunning
		default:
			results[s.context] = checkFailed
		}
	}
	runs, err := r.checksOf(ctx, "sha = ?", sha)
	if err != nil {
		return nil, err
	}
	for _, c := range runs {
		switch {
		case c.conclusion == nil:
			results[c.name] = checkRunning
		case strings.Contains(" success neutral skipped ", " "+*c.conclusion+" "):
			results[c.name] = checkPassed
		default:
			results[c.name] = checkFailed
		}
	}
	return results, nil
}

// mergeState is GitHub's mergeable_state of an open pull request.
func (r *reader) mergeState(ctx context.Context, p pullRow, d diff) (string, error) {
	switch {
	case p.draft:
		return "draft", nil
	case !d.clean:
		return "dirty", nil
	}
	missing, err := r.unmet(ctx, p)
	if err != nil {
		return "", err
	}
	if len(missing) > 0 {
		return "blocked", nil
	}
	results, err := r.resultsOf(ctx, p.headSHA)
	if err != nil {
		return "", err
	}
	for _, result := range results {
		if result != checkPassed {
			return "unstable", nil
		}
	}
	return "clean", nil
}
