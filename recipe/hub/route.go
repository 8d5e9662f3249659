package hub

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// needs are what a route asks of the repository before it is served.
type needs int

const (
	toRead    needs = 0
	issuesOn  needs = 1 << iota // 410 where issues are turned off
	toWrite                     // 403 in an archived repository or with a token that may only read
	noRepo                      // the route names no repository
	uncounted                   // costs no rate limit
)

type route struct {
	method, path string
	needs        needs
	serve        handler
}

// repositoryRoutes are the routes under /repos/{owner}/{repo}, which a
// redirect names as /repositories/{id}.
func repositoryRoutes() []route {
	const issue = "/issues/{number}"
	return []route{
		{"GET", "", toRead, getRepository},
		{"GET", "/issues", issuesOn, listIssues},
		{"POST", "/issues", issuesOn | toWrite, createIssue},
		{"GET", issue, issuesOn, getIssue},
		{"PATCH", issue, issuesOn | toWrite, editIssue},
		{"GET", issue + "/labels", issuesOn, listIssueLabels},
		{"POST", issue + "/labels", issuesOn | toWrite, addIssueLabels},
		{"PUT", issue + "/labels", issuesOn | toWrite, setIssueLabels},
		{"DELETE", issue + "/labels", issuesOn | toWrite, clearIssueLabels},
		{"DELETE", issue + "/labels/{name}", issuesOn | toWrite, removeIssueLabel},
		{"GET", issue + "/timeline", issuesOn, listTimeline},
		{"GET", issue + "/events", issuesOn, listEvents},
		{"GET", issue + "/comments", issuesOn, listComments},
		{"POST", issue + "/comments", issuesOn | toWrite, postComment},
		{"GET", "/labels", toRead, listLabels},
		{"POST", "/labels", toWrite, postLabel},
		{"GET", "/labels/{name}", toRead, getLabel},
		{"PATCH", "/labels/{name}", toWrite, patchLabel},
		{"DELETE", "/labels/{name}", toWrite, deleteLabel},
	}
}

func (h *Hub) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for _, prefix := range []string{"", "/api/v3"} {
		for _, r := range repositoryRoutes() {
			mux.Handle(r.method+" "+prefix+"/repos/{owner}/{repo}"+r.path, h.serving(r))
			mux.Handle(r.method+" "+prefix+"/repositories/{id}"+r.path, h.serving(r))
		}
		mux.Handle("GET "+prefix+"/user", h.serving(route{needs: noRepo, serve: getUser}))
		mux.Handle("GET "+prefix+"/rate_limit", h.serving(route{needs: noRepo | uncounted, serve: getRateLimit}))
		mux.Handle("POST "+graphqlPath(prefix), h.serving(route{path: "/graphql", needs: noRepo, serve: postGraphQL}))
		mux.Handle(prefix+"/", h.serving(route{needs: noRepo, serve: absent}))
	}
	return mux
}

// graphqlPath is /graphql, and /api/graphql on an enterprise server.
func graphqlPath(prefix string) string { return strings.TrimSuffix(prefix, "/v3") + "/graphql" }

// absent serves every path that the hub does not know.
func absent(context.Context, *call) (answer, error) { return answer{}, notFound("") }

// ServeHTTP serves one request of GitHub's API.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.wait(r.Context()) {
		return // the client has gone
	}
	h.mux.ServeHTTP(w, r)
}

// wait is the delay of every request; false when the client left meanwhile.
func (h *Hub) wait(ctx context.Context) bool {
	if h.opt.Delay <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(h.opt.Delay)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// serving makes an http.Handler of a route: who asks, the rate limit, what
// the repository allows, then the route itself.
func (h *Hub) serving(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{hub: h, r: r}
		a, err := h.respond(r.Context(), c, rt, w.Header())
		if err != nil {
			if a, err = problemOf(err).answer(); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
		}
		a.write(w)
	})
}

func (h *Hub) respond(ctx context.Context, c *call, rt route, header http.Header) (answer, error) {
	if err := c.identify(); err != nil {
		return answer{}, err
	}
	if h.opt.RateLimit > 0 && rt.needs&uncounted == 0 {
		rate, allowed := h.spend(c.who.Login, rt.resource())
		rate.write(header, rt.resource())
		if !allowed {
			return answer{}, refuse(http.StatusForbidden, "/using-the-rest-api/rate-limits-for-the-rest-api",
				"API rate limit exceeded for user %s.", c.who.Login)
		}
	}
	c.at = placesOf(c.r, Repository{})
	if rt.needs&noRepo == 0 {
		if err := c.enter(ctx, rt.needs); err != nil {
			return answer{}, err
		}
	}
	a, err := rt.serve(ctx, c)
	if err == nil && a.status == http.StatusNotModified && h.opt.RateLimit > 0 && c.signed {
		h.refund(c.who.Login, rt.resource()).write(header, rt.resource())
	}
	return a, err
}

func (rt route) resource() string {
	if strings.HasSuffix(rt.path, "graphql") {
		return "graphql"
	}
	return "core"
}

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
	var former bool
	err := c.hub.reading(ctx, func(r *reader) (err error) {
		c.repo = r.repo.Repository
		former, err = r.isFormer(ctx, c.slug())
		return err
	})
	if err != nil {
		return err
	}
	c.at = placesOf(c.r, c.repo)
	if c.repo.Private && c.who.Permission < Read {
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
		return nil
	case !c.signed:
		return refuse(http.StatusUnauthorized, "", "Requires authentication")
	case c.who.Restricted:
		return refuse(http.StatusForbidden, "", "Resource not accessible by personal access token")
	case c.repo.Archived:
		return refuse(http.StatusForbidden, "", "Repository was archived so is read-only.")
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

// writing is Hub.writing with the row of the acting account.
func (c *call) writing(ctx context.Context, f func(ctx context.Context, w *writer, actor int64) error) error {
	return c.hub.writing(ctx, func(ctx context.Context, w *writer) error {
		actor, err := w.userID(ctx, c.who.Login)
		if err != nil {
			return err
		}
		return f(ctx, w, actor)
	})
}

func (a answer) write(w http.ResponseWriter) {
	header := w.Header()
	for name, values := range a.header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	if a.etag != "" {
		header.Set("ETag", a.etag)
		header.Set("Cache-Control", "private, max-age=60, s-maxage=60")
		header.Set("Vary", "Accept, Authorization, Cookie, X-GitHub-OTP")
	}
	header.Set("X-GitHub-Media-Type", "github.v3; format=json")
	if len(a.body) > 0 {
		header.Set("Content-Type", "application/json; charset=utf-8")
		header.Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	if _, err := w.Write(a.body); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) {
		return // the client has gone; there is nobody to tell
	}
}
