package drain

import (
	"context"
	"strings"

	rule "gh-debt/model/drain"
)

// chooseTarget says which branch a unit starts from and goes back to: the one that
// is named, else the team's, else the default branch, unless another long-lived
// branch holds work that it lacks: then a person names it (section 5 of draining).
func (b base) chooseTarget(ctx context.Context, named, standard string) (string, error) {
	if named == "" {
		named = b.Settings.Target
	}
	if named != "" {
		return named, nil
	}
	if b.Local {
		if branch, ok, err := b.Git.Branch(ctx); err != nil {
			return "", err
		} else if _, there, err := b.Tracker.Branch(ctx, standard); err != nil {
			return "", err
		} else if !there && ok && !strings.HasPrefix(branch, "debt/") {
			return branch, nil
		}
	}
	ahead, err := b.Git.LongLived(ctx, b.Remote, standard)
	if err != nil {
		return "", err
	}
	if len(ahead) == 0 {
		return standard, nil
	}
	lines := make([]string, len(ahead))
	for i, a := range ahead {
		lines[i] = a.Branch + " holds " + rule.Commits(a.Commits) + " that it lacks"
	}
	return "", usagef("name the branch with --target, or set drain.target in .github/gh-debt.yml",
		"it is not clear that work goes back to %s: %s", standard, strings.Join(lines, ", "))
}
