package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type queryRoot struct{}

func (queryRoot) typeName() string { return "Query" }

// repo is the repository as a GraphQL object.
type repo struct{}

func (repo) typeName() string { return "Repository" }

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

func (e *execution) hidden() bool { return !e.c.who.maySee(e.read.repo.Private) }

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
