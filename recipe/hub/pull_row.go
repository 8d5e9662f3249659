package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// pullRow is a pull request with its two branches.
type pullRow struct {
	issueRow
	headRef, headSHA string // headRef is empty for one that was seeded without a branch
	baseRef, baseSHA string
	draft            bool
	mergeSHA         *string
	mergedBy         int64
	mergedByLogin    string
	auto             *autoMerge
	queue            *queueEntry
}

// autoMerge says that a pull request is merged by itself once its rules are
// met, by whom, and with which message; a nil text is GitHub's own.
type autoMerge struct {
	at             int64
	by             int64
	login          string
	title, message *string
}

// queueEntry is a pull request's place in the merge queue.
type queueEntry struct {
	state    string
	at       int64
	by       int64
	login    string
	position int
}

// noCommit is the id of no commit, as git writes it.
var noCommit = strings.Repeat("0", 40)

const pullColumns = `, coalesce(pull.head_ref, ''), coalesce(pull.head_sha, ''), coalesce(pull.base_ref, ''),
	coalesce(pull.base_sha, ''), coalesce(pull.draft, 0), pull.merge_sha, coalesce(pull.merged_by, 0),
	coalesce(merger.login, ''), pull.auto_at, coalesce(pull.auto_by, 0), coalesce(autor.login, ''), pull.auto_title,
	pull.auto_message, pull.queue_state, pull.queue_at, coalesce(pull.queue_by, 0), coalesce(queuer.login, ''),
	CASE WHEN pull.queue_state IS NULL THEN 0 ELSE (SELECT count(*) FROM pull ahead WHERE ahead.base_ref = pull.base_ref
		AND ahead.queue_state IS NOT NULL AND (ahead.queue_at, ahead.issue_id) <= (pull.queue_at, pull.issue_id)) END`

const pullJoins = issueJoins + ` LEFT JOIN pull ON pull.issue_id = issue.id LEFT JOIN user merger ON merger.id = pull.merged_by
	LEFT JOIN user autor ON autor.id = pull.auto_by LEFT JOIN user queuer ON queuer.id = pull.queue_by `

func scanPull(scan func(...any) error) (pullRow, error) {
	var p pullRow
	var a autoMerge
	var q queueEntry
	var autoAt, queueAt *int64
	var queueState *string
	var err error
	p.issueRow, err = scanIssue(func(issue ...any) error {
		return scan(append(issue, &p.headRef, &p.headSHA, &p.baseRef, &p.baseSHA, &p.draft, &p.mergeSHA, &p.mergedBy,
			&p.mergedByLogin, &autoAt, &a.by, &a.login, &a.title, &a.message, &queueState, &queueAt, &q.by, &q.login,
			&q.position)...)
	})
	if p.headRef == "" {
		p.headSHA, p.baseSHA = noCommit, noCommit
	}
	if autoAt != nil {
		a.at, p.auto = *autoAt, &a
	}
	if queueState != nil {
		q.state, q.at, p.queue = *queueState, *queueAt, &q
	}
	return p, err
}

// pullWhere gives one pull request with its labels; where it is not there,
// absent.
func (r *reader) pullWhere(ctx context.Context, column string, value int64, absent error) (pullRow, error) {
	row := r.QueryRowContext(ctx, `SELECT `+issueColumns+pullColumns+` FROM issue`+pullJoins+
		`WHERE issue.is_pull = 1 AND issue.`+column+` = ?`, value)
	p, err := scanPull(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return p, absent
	}
	if err != nil {
		return p, fmt.Errorf("read a pull request: %w", err)
	}
	labels, err := r.labelsOf(ctx, []int64{p.id})
	if err != nil {
		return p, err
	}
	p.labels = labels[p.id]
	return p, nil
}

// pullNumbered gives the pull request that a path names, or a 404.
func (r *reader) pullNumbered(ctx context.Context, number int) (pullRow, error) {
	return r.pullWhere(ctx, "number", int64(number), notFound(docPulls+"#get-a-pull-request"))
}

// pullsWhere gives the pull requests that meet a condition, without their
// labels, in the order of their numbers.
func (r *reader) pullsWhere(ctx context.Context, condition string, args ...any) ([]pullRow, error) {
	rows, err := r.QueryContext(ctx, `SELECT `+issueColumns+pullColumns+` FROM issue`+pullJoins+
		`WHERE issue.is_pull = 1 AND `+condition+` ORDER BY issue.number`, args...)
	if err != nil {
		return nil, fmt.Errorf("list pull requests: %w", err)
	}
	defer rows.Close()
	var list []pullRow
	for rows.Next() {
		p, err := scanPull(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("list pull requests: %w", err)
		}
		list = append(list, p)
	}
	return list, rows.Err()
}
