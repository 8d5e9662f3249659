package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// issueRow is an issue, or a pull request seen as one.
type issueRow struct {
	id                 int64
	number             int
	title              string
	body               *string
	closed, pull       bool
	stateReason        *string
	author             int64
	authorLogin        string
	closedBy           int64
	closedByLogin      string
	comments           int
	createdAt          int64
	updatedAt          int64
	closedAt, mergedAt *int64
	rev                int64
	labels             []labelRow // in the order of their ids, as GitHub lists them
}

func (i issueRow) nodeID() string {
	if i.pull {
		return nodeID(pullNode, issueBase+i.id)
	}
	return nodeID(issueNode, issueBase+i.id)
}

const issueColumns = `issue.id, issue.number, issue.title, issue.body, issue.state, issue.is_pull,
	issue.state_reason, issue.author, author.login, coalesce(issue.closed_by, 0), coalesce(closer.login, ''),
	issue.comments, issue.created_at, issue.updated_at, issue.closed_at, issue.merged_at, issue.rev`

const issueJoins = ` JOIN user author ON author.id = issue.author LEFT JOIN user closer ON closer.id = issue.closed_by `

func scanIssue(scan func(...any) error) (issueRow, error) {
	var i issueRow
	err := scan(&i.id, &i.number, &i.title, &i.body, &i.closed, &i.pull, &i.stateReason, &i.author, &i.authorLogin,
		&i.closedBy, &i.closedByLogin, &i.comments, &i.createdAt, &i.updatedAt, &i.closedAt, &i.mergedAt, &i.rev)
	return i, err
}

// issueWhere gives one issue with its labels; where it is not there, absent.
func (r *reader) issueWhere(ctx context.Context, column string, value int64, absent *problem) (issueRow, error) {
	row := r.QueryRowContext(ctx, `SELECT `+issueColumns+` FROM issue`+issueJoins+`WHERE issue.`+column+` = ?`, value)
	i, err := scanIssue(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return i, absent
	}
	if err != nil {
		return i, fmt.Errorf("read an issue: %w", err)
	}
	labels, err := r.labelsOf(ctx, []int64{i.id})
	if err != nil {
		return i, err
	}
	i.labels = labels[i.id]
	return i, nil
}

// issueNumbered gives the issue that a path names, or a 404.
func (r *reader) issueNumbered(ctx context.Context, number int) (issueRow, error) {
	return r.issueWhere(ctx, "number", int64(number), notFound(docIssues+"#get-an-issue"))
}

// issuesByID calls each with the issues of ids, in their order.
func (r *reader) issuesByID(ctx context.Context, ids []int64, each func(issueRow) error) error {
	labels, err := r.labelsOf(ctx, ids)
	if err != nil {
		return err
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("list issues: %w", err)
	}
	rows, err := r.QueryContext(ctx, `SELECT `+issueColumns+` FROM json_each(?) wanted
		CROSS JOIN issue ON issue.id = wanted.value`+issueJoins+`ORDER BY wanted.key`, string(list))
	if err != nil {
		return fmt.Errorf("list issues: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		i, err := scanIssue(rows.Scan)
		if err != nil {
			return fmt.Errorf("list issues: %w", err)
		}
		i.labels = labels[i.id]
		if err := each(i); err != nil {
			return err
		}
	}
	return rows.Err()
}

// labelsOf gives the labels of several issues. A label that many of them
// carry is read once.
func (r *reader) labelsOf(ctx context.Context, ids []int64) (map[int64][]labelRow, error) {
	known, err := r.labelsUsed(ctx, ids)
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	rows, err := r.QueryContext(ctx, `SELECT issue_label.issue_id, issue_label.label_id FROM json_each(?) wanted
		CROSS JOIN issue_label ON issue_label.issue_id = wanted.value
		ORDER BY wanted.key, issue_label.label_id`, string(list))
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	defer rows.Close()
	labels := make(map[int64][]labelRow, len(ids))
	for rows.Next() {
		var issue, label int64
		if err := rows.Scan(&issue, &label); err != nil {
			return nil, fmt.Errorf("read labels: %w", err)
		}
		labels[issue] = append(labels[issue], known[label])
	}
	return labels, rows.Err()
}

// labelsUsed gives the labels that any of the issues carries, by their ids.
func (r *reader) labelsUsed(ctx context.Context, ids []int64) (map[int64]labelRow, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	rows, err := r.QueryContext(ctx, `SELECT `+labelColumns+` FROM label WHERE id IN (SELECT label_id
		FROM json_each(?) wanted CROSS JOIN issue_label ON issue_label.issue_id = wanted.value)`, string(list))
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	defer rows.Close()
	known := map[int64]labelRow{}
	for rows.Next() {
		l, err := scanLabel(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("read labels: %w", err)
		}
		known[l.id] = l
	}
	return known, rows.Err()
}

const labelColumns = `label.id, label.name, label.color, label.description, label.created_at, label.updated_at`

func scanLabel(scan func(...any) error) (labelRow, error) {
	var l labelRow
	err := scan(&l.id, &l.name, &l.color, &l.description, &l.createdAt, &l.updatedAt)
	return l, err
}

func itoa(n int) string { return strconv.Itoa(n) }
