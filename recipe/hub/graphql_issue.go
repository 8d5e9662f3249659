package hub

import (
	"context"
	"strings"
)

// issue is an issue as a GraphQL object.
type issue struct{ issueRow }

func (issue) typeName() string { return "Issue" }

// pullRequest is a pull request as a GraphQL object.
type pullRequest struct{ issueRow }

func (pullRequest) typeName() string { return "PullRequest" }

func issueObject(i issueRow) object {
	if i.pull {
		return pullRequest{i}
	}
	return issue{i}
}

type label struct{ labelRow }

func (label) typeName() string { return "Label" }

type comment struct{ commentRow }

func (comment) typeName() string { return "IssueComment" }

// discussed is what issues and pull requests have in common.
type discussed interface {
	object
	row() issueRow
}

func (i issue) row() issueRow       { return i.issueRow }
func (p pullRequest) row() issueRow { return p.issueRow }

func discussedFields() objectType {
	return objectType{
		"id":         plain(func(_ *execution, o discussed) string { return o.row().nodeID() }),
		"databaseId": plain(func(_ *execution, o discussed) int64 { return issueBase + o.row().id }),
		"number":     plain(func(_ *execution, o discussed) int { return o.row().number }),
		"title":      plain(func(_ *execution, o discussed) string { return o.row().title }),
		"body": plain(func(_ *execution, o discussed) string {
			if b := o.row().body; b != nil {
				return *b
			}
			return ""
		}),
		"url":       plain(func(e *execution, o discussed) string { return e.c.at.issuePage(o.row().number, o.row().pull) }),
		"closed":    plain(func(_ *execution, o discussed) bool { return o.row().closed }),
		"createdAt": plain(func(_ *execution, o discussed) string { return stamp(o.row().createdAt) }),
		"updatedAt": plain(func(_ *execution, o discussed) string { return stamp(o.row().updatedAt) }),
		"closedAt":  plain(func(_ *execution, o discussed) *string { return optionalStamp(o.row().closedAt) }),
		"viewerCanUpdate": plain(func(e *execution, o discussed) bool {
			return e.c.who.Permission >= Write || fold(e.c.who.Login) == fold(o.row().authorLogin)
		}),
		"viewerCanLabel": plain(func(e *execution, _ discussed) bool { return e.c.who.Permission >= Triage }),
		"author": field("Actor", func(_ context.Context, _ *execution, o discussed, _ arguments) (value, error) {
			return objectValue(user{o.row().author, o.row().authorLogin})
		}),
		"repository": field("Repository", func(context.Context, *execution, discussed, arguments) (value, error) {
			return objectValue(repo{})
		}),
		"labels":   field("LabelConnection", issueLabels, pagingArguments("orderBy")...),
		"comments": field("IssueCommentConnection", issueComments, pagingArguments()...),
	}
}

func issueType() objectType {
	t := discussedFields()
	t["state"] = plain(func(_ *execution, i issue) string { return strings.ToUpper(stateName(i.closed)) })
	t["stateReason"] = field("", func(_ context.Context, _ *execution, i issue, a arguments) (value, error) {
		if i.stateReason == nil {
			return nullValue()
		}
		reason := strings.ToUpper(*i.stateReason)
		if reason == "DUPLICATE" && !a.flag("enableDuplicate", false) {
			reason = "NOT_PLANNED" // what GitHub tells those who do not know the newer reason
		}
		return scalar(reason)
	}, "enableDuplicate")
	t["timelineItems"] = field("IssueTimelineItemsConnection", timelineItems, pagingArguments("itemTypes", "since", "skip")...)
	return t
}

func issueLabels(_ context.Context, _ *execution, o discussed, a arguments) (value, error) {
	labels := o.row().labels
	return objectValue(paged("LabelConnection", len(labels), a, func(_ context.Context, _ *execution, from, to int) ([]object, error) {
		list := []object{}
		for _, l := range labels[from:to] {
			list = append(list, label{l})
		}
		return list, nil
	}))
}

func issueComments(ctx context.Context, e *execution, o discussed, a arguments) (value, error) {
	all, err := e.read.commentsOf(ctx, o.row().id, 0)
	if err != nil {
		return value{}, err
	}
	return objectValue(paged("IssueCommentConnection", len(all), a, func(_ context.Context, _ *execution, from, to int) ([]object, error) {
		list := []object{}
		for _, c := range all[from:to] {
			list = append(list, comment{c})
		}
		return list, nil
	}))
}

func labelType() objectType {
	return objectType{
		"id":          plain(func(_ *execution, l label) string { return nodeID(labelNode, labelBase+l.id) }),
		"name":        plain(func(_ *execution, l label) string { return l.name }),
		"color":       plain(func(_ *execution, l label) string { return l.color }),
		"description": plain(func(_ *execution, l label) *string { return l.description }),
		"isDefault":   plain(func(_ *execution, _ label) bool { return false }),
		"url":         plain(func(e *execution, l label) string { return e.c.at.page + "/labels/" + l.name }),
		"createdAt":   plain(func(_ *execution, l label) string { return stamp(l.createdAt) }),
		"updatedAt":   plain(func(_ *execution, l label) string { return stamp(l.updatedAt) }),
	}
}

func issueCommentType() objectType {
	return objectType{
		"id":         plain(func(_ *execution, c comment) string { return nodeID(commentNode, commentBase+c.id) }),
		"databaseId": plain(func(_ *execution, c comment) int64 { return commentBase + c.id }),
		"body":       plain(func(_ *execution, c comment) string { return c.body }),
		"createdAt":  plain(func(_ *execution, c comment) string { return stamp(c.createdAt) }),
		"updatedAt":  plain(func(_ *execution, c comment) string { return stamp(c.updatedAt) }),
		"author": field("Actor", func(_ context.Context, _ *execution, c comment, _ arguments) (value, error) {
			return objectValue(user{c.author, c.authorLogin})
		}),
	}
}
