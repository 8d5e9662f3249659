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
	withGit                     // 409 in a repository without commits
	toPush                      // 404 without the permission to push
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
	return append([]route{
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
		{"GET", "/branches", withGit, listBranches},
		{"GET", "/branches/{branch...}", withGit, getBranch},
		{"GET", "/git/ref/{ref...}", withGit, getRef},
		{"GET", "/git/matching-refs/{ref...}", withGit, matchRefs},
		{"POST", "/git/refs", withGit | toWrite | toPush, createRef},
		{"PATCH", "/git/refs/{ref...}", withGit | toWrite | toPush, moveRef},
		{"DELETE", "/git/refs/{ref...}", withGit | toWrite | toPush, deleteRef},
	}, pullRoutes()...)
}

// pullRoutes are those about pull requests and the checks of commits.
func pullRoutes() []route {
	const pull = "/pulls/{number}"
	return []route{
		{"GET", "/pulls", toRead, listPulls},
		{"POST", "/pulls", withGit | toWrite, createPull},
		{"GET", pull, toRead, getPull},
		{"PATCH", pull, withGit | toWrite, editPull},
		{"GET", pull + "/commits", withGit, listPullCommits},
		{"GET", pull + "/files", withGit, listPullFiles},
		{"GET", pull + "/merge", toRead, isMerged},
		{"PUT", pull + "/merge", withGit | toWrite, mergePull},
		{"GET", pull + "/reviews", toRead, listReviews},
		{"POST", pull + "/reviews", withGit | toWrite, postReview},
		{"GET", "/commits/{rest...}", withGit, aboutCommit},
		{"POST", "/statuses/{sha}", withGit | toWrite | toPush, postStatus},
		{"POST", "/check-runs", withGit | toWrite | toPush, postCheck},
		{"PATCH", "/check-runs/{check}", withGit | toWrite | toPush, patchCheck},
		{"GET", "/actions/runs", toRead, listRuns},
		{"GET", "/actions/runs/{run}/jobs", toRead, listJobs},
		{"GET", "/rules/branches/{branch...}", toRead, listRules},
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
			noteFault(r.Context(), err)
			if a, err = problemOf(err).answer(); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
		}
		a.write(w)
	})
}

func (h *Hub) respond(ctx context.Context, c *call, rt route, header http.Header) (answer, error) {
	header.Set("Date", h.opt.Clock().UTC().Format(http.TimeFormat))
	if err := c.identify(); err != nil {
		return answer{}, err
	}
	if c.who.Scopes != nil {
		header.Set("X-OAuth-Scopes", strings.Join(c.who.Scopes, ", "))
		header.Set("X-Accepted-OAuth-Scopes", rt.scopes())
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

// scopes are those of which the route accepts one, as GitHub lists them.
func (rt route) scopes() string {
	if rt.needs&noRepo != 0 {
		return ""
	}
	return "repo"
}

func (rt route) resource() string {
	if strings.HasSuffix(rt.path, "graphql") {
		return "graphql"
	}
	return "core"
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
