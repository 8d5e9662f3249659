package hub

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// places are the addresses that the answers to one request name, derived from
// the host that was asked, as each GitHub server names itself.
type places struct {
	api  string // https://api.github.com or https://HOST/api/v3
	html string // https://github.com or https://HOST
	repo string // api + /repos/OWNER/NAME
	page string // html + /OWNER/NAME

	// Accounts and labels come again and again in one answer.
	users  map[string]*userView
	labels map[labelRow]labelView
}

func placesOf(r *http.Request, repo Repository) places {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	scheme := schemeOf(r)
	p := places{api: scheme + host + "/api/v3", html: scheme + host}
	if name, ok := strings.CutPrefix(host, "api."); ok {
		p = places{api: scheme + host, html: scheme + name}
	}
	slug := url.PathEscape(repo.Owner) + "/" + url.PathEscape(repo.Name)
	p.repo = p.api + "/repos/" + slug
	p.page = p.html + "/" + slug
	p.users, p.labels = map[string]*userView{}, map[labelRow]labelView{}
	return p
}

// schemeOf is https:// or http://, as the client asked: a request that came
// over a connection does not say so itself.
func schemeOf(r *http.Request) string {
	switch {
	case r.URL.Scheme != "":
		return r.URL.Scheme + "://"
	case r.TLS == nil:
		return "http://"
	}
	return "https://"
}

func (p places) issue(number int) string { return fmt.Sprintf("%s/issues/%d", p.repo, number) }

func (p places) label(name string) string { return p.repo + "/labels/" + url.PathEscape(name) }

// escapePath escapes a name that may hold slashes, which stay.
func escapePath(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}

func (p places) comment(id int64) string {
	return fmt.Sprintf("%s/issues/comments/%d", p.repo, commentBase+id)
}

func (p places) event(id int64) string {
	return fmt.Sprintf("%s/issues/events/%d", p.repo, eventBase+id)
}

// issuePage is where a person reads the issue or the pull request.
func (p places) issuePage(number int, pull bool) string {
	kind := "issues"
	if pull {
		kind = "pull"
	}
	return fmt.Sprintf("%s/%s/%d", p.page, kind, number)
}
