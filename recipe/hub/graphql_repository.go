package hub

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

func repositoryType() objectType {
	facts := func(e *execution) repository { return e.read.repo }
	return objectType{
		"id":               plain(func(*execution, repo) string { return nodeID(repositoryNode, repositoryID) }),
		"databaseId":       plain(func(*execution, repo) int64 { return repositoryID }),
		"name":             plain(func(e *execution, _ repo) string { return facts(e).Name }),
		"nameWithOwner":    plain(func(e *execution, _ repo) string { return facts(e).slug() }),
		"url":              plain(func(e *execution, _ repo) string { return e.c.at.page }),
		"description":      plain(func(e *execution, _ repo) string { return facts(e).Description }),
		"isPrivate":        plain(func(e *execution, _ repo) bool { return facts(e).Private }),
		"isArchived":       plain(func(e *execution, _ repo) bool { return facts(e).Archived }),
		"hasIssuesEnabled": plain(func(e *execution, _ repo) bool { return !facts(e).IssuesOff }),
		"createdAt":        plain(func(e *execution, _ repo) string { return stamp(facts(e).createdAt) }),
		"viewerPermission": field("", func(_ context.Context, e *execution, _ repo, _ arguments) (value, error) {
			p := e.c.who.Permission
			if p == NoAccess && !facts(e).Private {
				p = Read
			}
			if p == NoAccess {
				return nullValue()
			}
			return scalar(p.String())
		}),
		"viewerCanAdminister": plain(func(e *execution, _ repo) bool { return e.c.who.Permission >= Admin }),
		"owner": field("RepositoryOwner", func(ctx context.Context, e *execution, _ repo, _ arguments) (value, error) {
			u, err := e.userNamed(ctx, facts(e).Owner)
			if err != nil {
				return value{}, err
			}
			return objectValue(u)
		}),
		"defaultBranchRef": field("Ref", func(_ context.Context, e *execution, _ repo, _ arguments) (value, error) {
			return objectValue(ref{name: facts(e).DefaultBranch})
		}),
		"issue":              field("Issue", findIssue(false), "number"),
		"issueOrPullRequest": field("IssueOrPullRequest", findIssue(true), "number"),
		"issues":             field("IssueConnection", repositoryIssues, pagingArguments("labels", "states", "orderBy")...),
		"label": field("Label", func(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
			l, found, err := e.read.findLabel(ctx, a.str("name"))
			if err != nil || !found {
				return value{}, err
			}
			return objectValue(label{l})
		}, "name"),
		"labels":       field("LabelConnection", repositoryLabels, pagingArguments()...),
		"pullRequest":  field("PullRequest", findPull, "number"),
		"pullRequests": field("PullRequestConnection", repositoryPulls, pagingArguments("headRefName", "baseRefName", "states", "orderBy")...),
		"ref":          field("Ref", findRef, "qualifiedName"),
		"refs":         field("RefConnection", findRefs, pagingArguments("refPrefix", "query")...),
	}
}

// findIssue gives the issue, and where both are asked for the pull request,
// of a number.
func findIssue(pulls bool) func(context.Context, *execution, repo, arguments) (value, error) {
	return func(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
		n, _ := a.number("number")
		kind := "an Issue"
		if pulls {
			kind = "an issue or pull request"
		}
		absent := unresolved(kind, "the number of %d.", n)
		if e.read.repo.IssuesOff {
			return value{}, absent
		}
		i, err := e.read.issueWhere(ctx, "number", int64(n), refuse(http.StatusNotFound, "", "%s", absent.Message))
		if err != nil {
			return value{}, err
		}
		if i.pull && !pulls {
			return value{}, absent
		}
		return objectValue(issueObject(i))
	}
}

// repositoryIssues gives issues without pull requests, as this list does.
// With several labels it gives those that carry any of them.
func repositoryIssues(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
	where, args := []string{"is_pull = 0"}, []any{}
	if states := a.strings("states"); len(states) == 1 {
		where, args = append(where, "state = ?"), append(args, states[0] == "CLOSED")
	}
	if labels := a.strings("labels"); len(labels) > 0 {
		marks := strings.TrimSuffix(strings.Repeat("?,", len(labels)), ",")
		where = append(where, `EXISTS (SELECT 1 FROM issue_label JOIN label ON label.id = label_id
			WHERE issue_id = issue.id AND folded IN (`+marks+`))`)
		for _, name := range labels {
			args = append(args, fold(name))
		}
	}
	order := a.object("orderBy")
	column := map[string]string{"UPDATED_AT": "updated_at", "COMMENTS": "comments"}[order.str("field")]
	if column == "" {
		column = "created_at"
	}
	direction := "ASC"
	if order.str("direction") == "DESC" {
		direction = "DESC"
	}
	ids, err := e.ids(ctx, `SELECT id FROM issue WHERE `+strings.Join(where, " AND ")+
		` ORDER BY `+column+` `+direction+`, id `+direction, args...)
	if err != nil {
		return value{}, err
	}
	return objectValue(paged("IssueConnection", len(ids), a, func(ctx context.Context, e *execution, from, to int) ([]object, error) {
		list := []object{}
		err := e.read.issuesByID(ctx, ids[from:to], func(i issueRow) error {
			list = append(list, issueObject(i))
			return nil
		})
		return list, err
	}))
}

func repositoryLabels(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
	ids, err := e.ids(ctx, `SELECT id FROM label ORDER BY id`)
	if err != nil {
		return value{}, err
	}
	return objectValue(paged("LabelConnection", len(ids), a, func(ctx context.Context, e *execution, from, to int) ([]object, error) {
		list := []object{}
		for _, id := range ids[from:to] {
			l, _, err := e.read.labelByID(ctx, id)
			if err != nil {
				return nil, err
			}
			list = append(list, label{l})
		}
		return list, nil
	}))
}

func (e *execution) ids(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := e.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	defer rows.Close()
	ids := []int64{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("list: %w", err)
		}
		ids = append(ids, id)
	}
	return slices.Clip(ids), rows.Err()
}
