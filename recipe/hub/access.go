package hub

import (
	"context"
	"net/http"
	"strconv"
	"strings"
)

// identify finds whose the request's token is.
func (c *call) identify() error {
	if c.hub.opt.Account == nil {
		c.who, c.signed = Account{Login: c.hub.opt.Viewer, Permission: Admin}, true
		return nil
	}
	_, token, _ := strings.Cut(c.r.Header.Get("Authorization"), " ")
	if token = strings.TrimSpace(token); token == "" {
		return nil
	}
	who, known := c.hub.opt.Account(token)
	if !known {
		return refuse(http.StatusUnauthorized, "", "Bad credentials")
	}
	c.who, c.signed = who, true
	return nil
}

// enter sees that the path names the repository and that the account may do
// there what the route needs.
func (c *call) enter(ctx context.Context, n needs) error {
	former, merging := false, false
	err := c.hub.reading(ctx, func(r *reader) (err error) {
		c.repo = r.repo.Repository
		if c.hub.opt.Git != nil {
			if merging, err = r.hasIntents(ctx); err != nil {
				return err
			}
		}
		if !c.names(c.repo) {
			former, err = r.isFormer(ctx, c.slug())
		}
		return err
	})
	if err != nil {
		return err
	}
	if merging {
		if err := c.hub.settleMerges(ctx); err != nil {
			return err
		}
	}
	c.at = placesOf(c.r, c.repo)
	if !c.who.maySee(c.repo.Private) {
		return notFound(docRepos)
	}
	if !c.names(c.repo) {
		if former {
			return c.redirect()
		}
		return notFound(docRepos)
	}
	switch {
	case c.who.SSO != "":
		p := refuse(http.StatusForbidden, "", "Resource protected by organization SAML enforcement. "+
			"You must grant your OAuth token access to this organization.")
		p.header = http.Header{"X-Github-Sso": {"required; url=" + c.who.SSO}}
		return p
	case n&issuesOn != 0 && c.repo.IssuesOff:
		return refuse(http.StatusGone, docIssues, "Issues has been disabled in this repository.")
	case n&toWrite == 0:
		return c.mayReadGit(n)
	case !c.signed:
		return refuse(http.StatusUnauthorized, "", "Requires authentication")
	case !c.who.mayWrite(c.repo.Private):
		return notFound("")
	case c.who.Restricted:
		return refuse(http.StatusForbidden, "", "Resource not accessible by personal access token")
	case c.repo.Archived:
		return refuse(http.StatusForbidden, "", "Repository was archived so is read-only.")
	case n&toPush != 0 && c.who.Permission < Write:
		return notFound("")
	}
	return c.mayReadGit(n)
}

// mayReadGit refuses what needs commits where there are none.
func (c *call) mayReadGit(n needs) error {
	if n&withGit != 0 && c.hub.opt.Git == nil {
		return refuse(http.StatusConflict, docRefs, "Git Repository is empty.")
	}
	return nil
}

// slug is OWNER/NAME of the path, empty where the path has an id.
func (c *call) slug() string {
	if c.r.PathValue("id") != "" {
		return ""
	}
	return c.r.PathValue("owner") + "/" + c.r.PathValue("repo")
}

// names reports whether the path means the repository.
func (c *call) names(r Repository) bool {
	if id := c.r.PathValue("id"); id != "" {
		return id == strconv.FormatInt(repositoryID, 10)
	}
	return fold(c.slug()) == fold(r.slug())
}

func (r *reader) isFormer(ctx context.Context, slug string) (bool, error) {
	var is bool
	err := r.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM former_name WHERE folded = ?)`, fold(slug)).Scan(&is)
	return is, err
}

// redirect sends to the repository by its id: 301 for a read, and 307, which
// keeps the method, for a write.
func (c *call) redirect() error {
	rest := strings.TrimPrefix(c.r.URL.EscapedPath(), "/api/v3")
	parts := strings.SplitN(strings.TrimPrefix(rest, "/repos/"), "/", 3)
	to := c.at.api + "/repositories/" + strconv.FormatInt(repositoryID, 10)
	if len(parts) == 3 {
		to += "/" + parts[2]
	}
	if c.r.URL.RawQuery != "" {
		to += "?" + c.r.URL.RawQuery
	}
	status := http.StatusTemporaryRedirect
	if c.r.Method == http.MethodGet || c.r.Method == http.MethodHead {
		status = http.StatusMovedPermanently
	}
	p := refuse(status, docRedirect, "Moved Permanently")
	p.body.URL = to
	p.header = http.Header{"Location": {to}}
	return p
}

// number is the issue's number in the path, or a 404.
func (c *call) number() (int, error) {
	n, err := strconv.Atoi(c.r.PathValue("number"))
	if err != nil || n < 1 {
		return 0, notFound(docIssues)
	}
	return n, nil
}
