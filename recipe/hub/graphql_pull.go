package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// queued is a place in a merge queue as a GraphQL object.
type queued struct{ pullRow }

func (queued) typeName() string { return "MergeQueueEntry" }

// automatic is what merges a pull request by itself as a GraphQL object.
type automatic struct{ pullRow }

func (automatic) typeName() string { return "AutoMergeRequest" }

// commit is a commit as a GraphQL object.
type commit struct{ sha string }

func (commit) typeName() string { return "Commit" }

// pullField describes a field that needs more of a pull request than what it
// has as an issue.
func pullField(result string, get func(context.Context, *execution, pullRow, arguments) (value, error), args ...string) fieldType {
	return field(result, func(ctx context.Context, e *execution, p pullRequest, a arguments) (value, error) {
		row, err := e.read.pullWhere(ctx, "id", p.id, notFound(docPulls))
		if err != nil {
			return value{}, err
		}
		return get(ctx, e, row, a)
	}, args...)
}

// pullScalar is a pullField of a scalar.
func pullScalar[S string | bool | int | int64 | *string](get func(pullRow) S) fieldType {
	return pullField("", func(_ context.Context, _ *execution, p pullRow, _ arguments) (value, error) { return scalar(get(p)) })
}

func pullRequestType() objectType {
	t := discussedFields()
	t["state"] = plain(func(_ *execution, p pullRequest) string {
		if p.mergedAt != nil {
			return "MERGED"
		}
		return strings.ToUpper(stateName(p.closed))
	})
	t["merged"] = plain(func(_ *execution, p pullRequest) bool { return p.mergedAt != nil })
	t["mergedAt"] = plain(func(_ *execution, p pullRequest) *string { return optionalStamp(p.mergedAt) })
	t["isDraft"] = pullScalar(func(p pullRow) bool { return p.draft })
	t["headRefName"] = pullScalar(func(p pullRow) string { return p.headRef })
	t["headRefOid"] = pullScalar(func(p pullRow) string { return p.headSHA })
	t["baseRefName"] = pullScalar(func(p pullRow) string { return p.baseRef })
	t["baseRefOid"] = pullScalar(func(p pullRow) string { return p.baseSHA })
	t["isInMergeQueue"] = pullScalar(func(p pullRow) bool { return p.queue != nil })
	t["isMergeQueueEnabled"] = pullField("", func(ctx context.Context, e *execution, p pullRow, _ arguments) (value, error) {
		rules, err := e.read.rulesOf(ctx, p.baseRef)
		if err != nil {
			return value{}, err
		}
		return scalar(rules.MergeQueue)
	})
	t["mergeQueueEntry"] = pullField("MergeQueueEntry", func(_ context.Context, _ *execution, p pullRow, _ arguments) (value, error) {
		if p.queue == nil {
			return nullValue()
		}
		return objectValue(queued{p})
	})
	t["autoMergeRequest"] = pullField("AutoMergeRequest", func(_ context.Context, _ *execution, p pullRow, _ arguments) (value, error) {
		if p.auto == nil {
			return nullValue()
		}
		return objectValue(automatic{p})
	})
	t["mergeCommit"] = pullField("Commit", func(_ context.Context, _ *execution, p pullRow, _ arguments) (value, error) {
		if p.mergeSHA == nil {
			return nullValue()
		}
		return objectValue(commit{*p.mergeSHA})
	})
	t["mergeable"] = pullField("", mergeable)
	t["mergeStateStatus"] = pullField("", func(ctx context.Context, e *execution, p pullRow, _ arguments) (value, error) {
		if p.closed || p.headRef == "" {
			return scalar("UNKNOWN")
		}
		d, err := e.c.hub.diff(ctx, p.baseSHA, p.headSHA)
		if err != nil {
			return value{}, err
		}
		state, err := e.read.mergeState(ctx, p, d)
		if err != nil {
			return value{}, err
		}
		return scalar(strings.ToUpper(state))
	})
	t["closingIssuesReferences"] = pullField("IssueConnection", closingIssues, pagingArguments("orderBy", "userLinkedOnly")...)
	return t
}

// mergeable is whether git merges it without a conflict.
func mergeable(ctx context.Context, e *execution, p pullRow, _ arguments) (value, error) {
	if p.closed || p.headRef == "" {
		return scalar("UNKNOWN")
	}
	d, err := e.c.hub.diff(ctx, p.baseSHA, p.headSHA)
	if err != nil {
		return value{}, err
	}
	if d.clean {
		return scalar("MERGEABLE")
	}
	return scalar("CONFLICTING")
}

// closingIssues are the issues that the body of a pull request closes.
func closingIssues(ctx context.Context, e *execution, p pullRow, a arguments) (value, error) {
	var issues []object
	if p.body != nil && p.baseRef == e.read.repo.DefaultBranch {
		for _, number := range closedBy(*p.body, e.read.repo.slug()) {
			ids, err := e.ids(ctx, `SELECT id FROM issue WHERE number = ? AND is_pull = 0`, number)
			if err != nil {
				return value{}, err
			}
			for _, id := range ids {
				i, err := e.read.issueWhere(ctx, "id", id, notFound(docIssues))
				if err != nil {
					return value{}, err
				}
				issues = append(issues, issue{i})
			}
		}
	}
	return objectValue(paged("IssueConnection", len(issues), a, func(_ context.Context, _ *execution, from, to int) ([]object, error) {
		return issues[from:to], nil
	}))
}

func queueEntryType() objectType {
	return objectType{
		"id":         plain(func(_ *execution, q queued) string { return nodeID(queueNode, q.id) }),
		"state":      plain(func(_ *execution, q queued) string { return q.queue.state }),
		"position":   plain(func(_ *execution, q queued) int { return q.queue.position }),
		"enqueuedAt": plain(func(_ *execution, q queued) string { return stamp(q.queue.at) }),
		"jump":       plain(func(*execution, queued) bool { return false }),
		"solo":       plain(func(*execution, queued) bool { return false }),
		"enqueuer": field("Actor", func(_ context.Context, _ *execution, q queued, _ arguments) (value, error) {
			return objectValue(user{q.queue.by, q.queue.login})
		}),
		"headCommit": field("Commit", func(_ context.Context, _ *execution, q queued, _ arguments) (value, error) {
			return objectValue(commit{q.headSHA})
		}),
		"pullRequest": field("PullRequest", func(_ context.Context, _ *execution, q queued, _ arguments) (value, error) {
			return objectValue(pullRequest{q.issueRow})
		}),
	}
}

func autoMergeType() objectType {
	return objectType{
		"enabledAt":      plain(func(_ *execution, a automatic) string { return stamp(a.auto.at) }),
		"commitHeadline": plain(func(_ *execution, a automatic) *string { return a.auto.title }),
		"commitBody":     plain(func(_ *execution, a automatic) *string { return a.auto.message }),
		"mergeMethod":    plain(func(*execution, automatic) string { return "SQUASH" }),
		"enabledBy": field("Actor", func(_ context.Context, _ *execution, a automatic, _ arguments) (value, error) {
			return objectValue(user{a.auto.by, a.auto.login})
		}),
		"pullRequest": field("PullRequest", func(_ context.Context, _ *execution, a automatic, _ arguments) (value, error) {
			return objectValue(pullRequest{a.issueRow})
		}),
	}
}

func commitType() objectType {
	return objectType{
		"id":             plain(func(_ *execution, c commit) string { return commitNodeID(c.sha) }),
		"oid":            plain(func(_ *execution, c commit) string { return c.sha }),
		"abbreviatedOid": plain(func(_ *execution, c commit) string { return c.sha[:min(7, len(c.sha))] }),
		"url":            plain(func(e *execution, c commit) string { return e.c.at.page + "/commit/" + c.sha }),
	}
}

// repositoryPulls gives the pull requests of the repository.
func repositoryPulls(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
	where, args := []string{"is_pull = 1"}, []any{}
	for name, column := range map[string]string{"headRefName": "pull.head_ref", "baseRefName": "pull.base_ref"} {
		if v := a.str(name); v != "" {
			where, args = append(where, column+" = ?"), append(args, v)
		}
	}
	if states := a.strings("states"); len(states) > 0 {
		var any []string
		for state, condition := range map[string]string{"OPEN": "state = 0", "MERGED": "merged_at IS NOT NULL",
			"CLOSED": "(state = 1 AND merged_at IS NULL)"} {
			if slices.Contains(states, state) {
				any = append(any, condition)
			}
		}
		where = append(where, "("+strings.Join(append(any, "0"), " OR ")+")")
	}
	direction := "ASC"
	if a.object("orderBy").str("direction") == "DESC" {
		direction = "DESC"
	}
	column := map[string]string{"UPDATED_AT": "updated_at", "COMMENTS": "comments"}[a.object("orderBy").str("field")]
	if column == "" {
		column = "created_at"
	}
	ids, err := e.ids(ctx, fmt.Sprintf(`SELECT id FROM issue LEFT JOIN pull ON pull.issue_id = issue.id WHERE %s ORDER BY %s %s, id %s`,
		strings.Join(where, " AND "), column, direction, direction), args...)
	if err != nil {
		return value{}, err
	}
	return objectValue(paged("PullRequestConnection", len(ids), a, func(ctx context.Context, e *execution, from, to int) ([]object, error) {
		list := []object{}
		err := e.read.issuesByID(ctx, ids[from:to], func(i issueRow) error {
			list = append(list, issueObject(i))
			return nil
		})
		return list, err
	}))
}

// findPull gives the pull request of a number.
func findPull(ctx context.Context, e *execution, _ repo, a arguments) (value, error) {
	n, _ := a.number("number")
	p, err := e.read.pullWhere(ctx, "number", int64(n), unresolved("a PullRequest", "the number of %d.", n))
	if err != nil {
		return value{}, err
	}
	return objectValue(pullRequest{p.issueRow})
}
