package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gh-debt/model"
	"gh-debt/model/drain"
)

// closeByKeywords closes what a merge closes on GitHub: the issues that a
// closing keyword in the pull request's body names, and the issues and pull
// requests that one in a message of the commits names which reached the base.
// Negated, quoted or in code, a keyword acts all the same. A base that is not the
// default branch closes nothing.
func (w *writer) closeByKeywords(ctx context.Context, p pullRow, actor int64, reached []model.CommitMessage) error {
	if p.baseRef != w.repo.DefaultBranch {
		return nil
	}
	for _, m := range reached {
		for _, number := range closedBy(m.Message, w.repo.slug()) {
			if err := w.closeByMerge(ctx, number, actor, &m.SHA); err != nil {
				return err
			}
		}
	}
	if p.body == nil {
		return nil
	}
	for _, number := range closedBy(*p.body, w.repo.slug()) {
		if err := w.closeByMerge(ctx, number, actor, nil); err != nil {
			return err
		}
	}
	return nil
}

// closedBy gives the numbers of this repository that a text closes, each once.
func closedBy(text, slug string) []int {
	var numbers []int
	for _, c := range drain.Closings(text, slug) {
		if c.Repo == "" && !slices.Contains(numbers, c.Number) {
			numbers = append(numbers, c.Number)
		}
	}
	return numbers
}

// closeByMerge closes what a number names, if it is open: an issue, and a pull
// request where a commit says so.
func (w *writer) closeByMerge(ctx context.Context, number int, actor int64, commit *string) error {
	var id int64
	err := w.QueryRowContext(ctx, `SELECT id FROM issue WHERE number = ? AND state = 0 AND (is_pull = 0 OR ?)`,
		number, commit != nil).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find what a merge closes: %w", err)
	}
	i, err := w.issueWhere(ctx, "id", id, notFound(docIssues))
	if err != nil {
		return err
	}
	return w.shut(ctx, &i, actor, "completed", commit)
}

// sameText reports whether two commit messages are one but for white space,
// which git tidies.
func sameText(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// isMerged serves GET …/pulls/{number}/merge: 204 when it is, and 404.
func isMerged(ctx context.Context, c *call) (answer, error) {
	p, err := c.pull(ctx)
	if err != nil {
		return answer{}, err
	}
	if p.mergedAt == nil {
		return answer{}, notFound(docPulls + "#check-if-a-pull-request-has-been-merged")
	}
	return answer{status: 204}, nil
}
