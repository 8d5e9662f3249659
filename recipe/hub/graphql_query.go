package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

type queryRoot struct{}

func (queryRoot) typeName() string { return "Query" }

// repo is the repository as a GraphQL object.
type repo struct{}

func (repo) typeName() string { return "Repository" }

type ref struct{ name string }

func (ref) typeName() string { return "Ref" }

type user struct {
	id    int64
	login string
}

func (user) typeName() string { return "User" }

type rateLimit struct{ rateView }

func (rateLimit) typeName() string { return "RateLimit" }

func unresolved(kind, format string, args ...any) *graphqlError {
	return &graphqlError{Type: "NOT_FOUND", Message: "Could not resolve to " + kind + " with " + fmt.Sprintf(format, args...)}
}

func queryType() objectType {
	return objectType{
		"viewer": field("User", func(ctx context.Context, e *execution, _ queryRoot, _ arguments) (value, error) {
			u, err := e.userNamed(ctx, e.c.who.Login)
			if err != nil {
				return value{}, err
			}
			return objectValue(u)
		}),
		"repository": field("Repository", func(ctx context.Context, e *execution, _ queryRoot, a arguments) (value, error) {
			if err := e.findRepository(ctx, a); err != nil {
				return value{}, err
			}
			return objectValue(repo{})
		}, "owner", "name", "followRenames"),
		"node": field("Node", func(ctx context.Context, e *execution, _ queryRoot, a arguments) (value, error) {
			o, err := e.node(ctx, a.str("id"))
			if err != nil {
				return value{}, err
			}
			return objectValue(o)
		}, "id"),
		"rateLimit": field("RateLimit", func(_ context.Context, e *execution, _ queryRoot, _ arguments) (value, error) {
			if e.c.hub.opt.RateLimit == 0 {
				return nullValue()
			}
			return objectValue(rateLimit{e.c.hub.rateNow(e.c.who.Login, "graphql")})
		}, "dryRun"),
	}
}

// findRepository refuses a name that is not the repository's, or that the
// account may not see.
func (e *execution) findRepository(ctx context.Context, a arguments) error {
	slug := a.str("owner") + "/" + a.str("name")
	absent := unresolved("a Repository", "the name '%s'.", slug)
	if e.hidden() {
		return absent
	}
	if fold(slug) != fold(e.read.repo.slug()) {
		former, err := e.read.isFormer(ctx, slug)
		if err != nil {
			return err
		}
		if !former || !a.flag("followRenames", true) {
			return absent
		}
	}
	if e.c.who.SSO != "" {
		e.header.Set("X-GitHub-SSO", "required; url="+e.c.who.SSO)
		return &graphqlError{Type: "FORBIDDEN", Message: "Resource protected by organization SAML enforcement. " +
			"You must grant your OAuth token access to this organization."}
	}
	return nil
}

func (e *execution) hidden() bool { return e.read.repo.Private && e.c.who.Permission < Read }

func (e *execution) userNamed(ctx context.Context, login string) (user, error) {
	u := user{login: login}
	err := e.read.QueryRowContext(ctx, `SELECT id FROM user WHERE folded = ?`, fold(login)).Scan(&u.id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return u, fmt.Errorf("read an account: %w", err)
	}
	return u, nil
}

// node finds an object by its opaque id.
func (e *execution) node(ctx context.Context, id string) (object, error) {
	absent := unresolved("a node", "the global id of '%s'", id)
	if e.hidden() {
		return nil, absent
	}
	gone := refuse(http.StatusNotFound, "", "%s", absent.Message)
	for _, kind := range []string{issueNode, pullNode} {
		if row, ok := rowOfNode(kind, id); ok {
			i, err := e.read.issueWhere(ctx, "id", row-issueBase, gone)
			if err == nil && i.pull != (kind == pullNode) {
				err = absent
			}
			return issueObject(i), err
		}
	}
	if row, ok := rowOfNode(labelNode, id); ok {
		l, found, err := e.read.labelByID(ctx, row-labelBase)
		if err == nil && !found {
			err = absent
		}
		return label{l}, err
	}
	if row, ok := rowOfNode(repositoryNode, id); ok && row == repositoryID {
		return repo{}, nil
	}
	return nil, absent
}

func (r *reader) labelByID(ctx context.Context, id int64) (l labelRow, found bool, err error) {
	l, err = scanLabel(r.QueryRowContext(ctx, `SELECT `+labelColumns+` FROM label WHERE id = ?`, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return l, false, nil
	}
	if err != nil {
		return l, false, fmt.Errorf("read a label: %w", err)
	}
	return l, true, nil
}

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
			return objectValue(ref{facts(e).DefaultBranch})
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
		"labels": field("LabelConnection", repositoryLabels, pagingArguments()...),
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

func userType() objectType {
	return objectType{
		"id":         plain(func(_ *execution, u user) string { return nodeID(userNode, userBase+u.id) }),
		"databaseId": plain(func(_ *execution, u user) int64 { return userBase + u.id }),
		"login":      plain(func(_ *execution, u user) string { return u.login }),
		"name":       plain(func(_ *execution, u user) *string { return nil }),
		"url":        plain(func(e *execution, u user) string { return e.c.at.html + "/" + u.login }),
		"avatarUrl": field("", func(_ context.Context, e *execution, u user, _ arguments) (value, error) {
			return scalar(e.c.at.html + "/" + u.login + ".png")
		}, "size"),
	}
}

func rateLimitType() objectType {
	return objectType{
		"limit":     plain(func(_ *execution, r rateLimit) int { return r.Limit }),
		"remaining": plain(func(_ *execution, r rateLimit) int { return r.Remaining }),
		"used":      plain(func(_ *execution, r rateLimit) int { return r.Used }),
		"cost":      plain(func(_ *execution, r rateLimit) int { return 1 }),
		"resetAt":   plain(func(_ *execution, r rateLimit) string { return time.Unix(r.Reset, 0).UTC().Format(time.RFC3339) }),
	}
}
