package tracker

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/cli/go-gh/v2/pkg/api"

	"gh-debt/model"
)

// refusalFault reads what GitHub said no to, and why.
func (c *Client) refusalFault(ctx context.Context, f *model.Fault, r request, e *api.HTTPError) {
	f.Status = e.StatusCode
	f.Detail = oneLine(e.Message)
	if f.Detail == "" {
		f.Detail = fmt.Sprintf("%s answers with status %d", c.account().host, e.StatusCode)
	}
	message := strings.ToLower(e.Message)
	writes := r.method != http.MethodGet
	switch {
	case e.StatusCode == http.StatusUnauthorized:
		c.unauthorized(f)
	case strings.Contains(message, "archived") && e.StatusCode == http.StatusForbidden:
		f.Kind = model.FaultArchived
		f.Detail = c.repo() + " is archived and read-only"
		f.Hint = "ask its owner to unarchive it"
	case e.StatusCode == http.StatusForbidden, e.StatusCode == http.StatusNotFound && writes,
		e.StatusCode == http.StatusUnavailableForLegalReasons:
		c.forbidden(ctx, f, r, e)
	case e.StatusCode == http.StatusNotFound:
		c.notFound(f)
	case e.StatusCode == http.StatusGone && strings.Contains(message, "deleted"):
		f.Kind, f.Detail = model.FaultNotFound, "it was deleted"
	case e.StatusCode == http.StatusGone:
		f.Kind = model.FaultIssuesOff
		f.Detail = "the issues of " + c.repo() + " are turned off"
		f.Hint = hintIssuesOff(c.repoArg())
	case e.StatusCode >= 500 || e.StatusCode == http.StatusRequestTimeout:
		f.Kind = model.FaultOffline
		f.Detail = fmt.Sprintf("%s is in trouble (status %d: %s)", c.account().host, e.StatusCode, f.Detail)
		f.Hint = "try again in a while"
		if c.account().host == "github.com" {
			f.Hint += "; https://www.githubstatus.com tells how GitHub is"
		}
		if writes {
			lost(f)
		}
	case redirects(e):
		f.Kind, f.Hint = model.FaultNotFound, "name the repository it moved to with --repo"
		f.Detail = "it was moved to " + oneLine(e.Headers.Get("Location"))
	case e.StatusCode >= 400:
		f.Kind = model.FaultInvalid
		f.Detail = c.keeper() + " refuses it: " + f.Detail
	default:
		f.Kind = model.FaultAnswer
		f.Detail = fmt.Sprintf("the answer of %s has status %d, which was not expected", c.account().host, e.StatusCode)
	}
}

// keeper is whose rules a refusal goes by.
func (c *Client) keeper() string {
	if c.opts.Repo.Host == LocalHost {
		return "the embedded tracker"
	}
	return "GitHub"
}

// notFound says that something is not there. GitHub answers so too where a token
// may not see it; the embedded tracker, which nobody signs in to, does not.
func (c *Client) notFound(f *model.Fault) {
	a := c.account()
	f.Kind = model.FaultNotFound
	if a.host == LocalHost {
		f.Detail, f.Hint = "it is not in the embedded tracker", "check the number; list --state all shows what there is"
		return
	}
	f.Detail = "it is not there, or " + a.words() + " may not see it"
	f.Hint = "check the name and the number, or sign in with an account that may see it: gh auth login --hostname " + a.host
}

// unauthorized says which credential GitHub does not take.
func (c *Client) unauthorized(f *model.Fault) {
	a := c.account()
	f.Kind = model.FaultNotSignedIn
	f.Detail = fmt.Sprintf("%s does not accept %s (%s)", a.host, a.words(), f.Detail)
	f.Hint = "run: gh auth login --hostname " + a.host
	if a.fromEnvironment() {
		f.Hint = "replace " + a.source + ", or unset it and run: gh auth login --hostname " + a.host
	}
}

// forbidden says which credential was used and which right it lacks. A write
// that is answered by 404 is the same: GitHub hides what one may not touch.
func (c *Client) forbidden(ctx context.Context, f *model.Fault, r request, e *api.HTTPError) {
	a := c.account()
	f.Kind = model.FaultNoPermission
	if link, ok := ssoLink(e.Headers); ok {
		f.Detail = "the organisation asks for single sign-on with " + c.credential(ctx, r)
		f.Hint = "authorise it at " + link
		return
	}
	right := r.right
	if right == "" {
		right = "the right to read " + c.repo()
	}
	f.Detail = fmt.Sprintf("%s lacks %s, or it is not there (%s)", c.credential(ctx, r), right, f.Detail)
	if e.StatusCode == http.StatusForbidden {
		f.Detail = fmt.Sprintf("%s lacks %s (%s)", c.credential(ctx, r), right, oneLine(e.Message))
	}
	switch granted, wanted := scopes(e.Headers, "X-OAuth-Scopes"), scopes(e.Headers, "X-Accepted-OAuth-Scopes"); {
	case a.fromEnvironment():
		f.Hint = "give " + a.source + " a token with that right, or unset it to use the login that gh keeps"
	case len(granted) > 0 && len(wanted) > 0 && !overlap(granted, wanted):
		f.Hint = fmt.Sprintf("run: gh auth refresh --hostname %s --scopes %s", a.host, wanted[0])
	default:
		f.Hint = "ask for that right, or sign in with another account: gh auth switch --hostname " + a.host
	}
	if need := e.Headers.Get("X-Accepted-GitHub-Permissions"); need != "" {
		f.Hint += " (the token needs " + oneLine(need) + ")"
	}
}

// credential names the token and, where it can be found out, the account.
func (c *Client) credential(ctx context.Context, r request) string {
	a := c.account()
	if a.user == "" && r.direct != pathUser {
		if v, err := c.whoAmI(ctx); err == nil && v.login != "" {
			return a.words() + " (account " + v.login + ")"
		}
	}
	return a.words()
}

// ssoLink reads the address at which a token is authorised for an organisation.
func ssoLink(h http.Header) (string, bool) {
	for _, part := range strings.Split(h.Get("X-GitHub-SSO"), ";") {
		if link, ok := strings.CutPrefix(strings.TrimSpace(part), "url="); ok && strings.HasPrefix(link, "https://") {
			return oneLine(link), true
		}
	}
	return "", false
}

func scopes(h http.Header, name string) []string {
	return strings.FieldsFunc(h.Get(name), func(r rune) bool { return r == ',' || r == ' ' })
}

func overlap(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

func hintIssuesOff(repo string) string {
	return "turn them on under Settings, Features, Issues (gh repo edit " + repo + " --enable-issues), or use --local"
}
