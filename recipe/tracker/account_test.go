package tracker

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cli/go-gh/v2/pkg/config"
	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
	"gh-debt/recipe/hub/hubtest"
)

// ghConfig puts a configuration of gh in place of the one on this machine, and
// takes all tokens out of the environment.
func ghConfig(t *testing.T, yaml string) {
	t.Helper()
	old := config.Read
	config.Read = func(*config.Config) (*config.Config, error) { return config.ReadFromString(yaml), nil }
	t.Cleanup(func() { config.Read = old })
	for _, name := range []string{"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GH_HOST", "CODESPACES"} {
		t.Setenv(name, "")
	}
	t.Setenv("GH_PATH", filepath.Join(t.TempDir(), "no-gh"))
}

const signedIn = `
hosts:
  github.com:
    user: stored
    oauth_token: stored-secret
  ghe.example.test:
    user: worker
    oauth_token: enterprise-secret
`

func TestTheTokenIsTheOneThatGhWouldUse_C33(t *testing.T) {
	tests := []struct {
		name, host  string
		env         map[string]string
		token, user string
		words       string
	}{
		{"stored", "github.com", nil, "stored-secret", "stored", "the token of stored that gh keeps in hosts.yml for github.com"},
		{"GITHUB_TOKEN outranks", "github.com", map[string]string{"GITHUB_TOKEN": "b"}, "b", "", "the token in GITHUB_TOKEN"},
		{"GH_TOKEN outranks both", "github.com", map[string]string{"GITHUB_TOKEN": "b", "GH_TOKEN": "a"}, "a", "", "the token in GH_TOKEN"},
		{"an empty GH_TOKEN is none", "github.com", map[string]string{"GH_TOKEN": ""}, "stored-secret", "stored", "the token of stored that gh keeps in hosts.yml for github.com"},
		{"enterprise ignores GH_TOKEN", "ghe.example.test", map[string]string{"GH_TOKEN": "a"}, "enterprise-secret", "worker", "the token of worker that gh keeps in hosts.yml for ghe.example.test"},
		{"GH_ENTERPRISE_TOKEN", "ghe.example.test", map[string]string{"GH_ENTERPRISE_TOKEN": "e"}, "e", "", "the token in GH_ENTERPRISE_TOKEN"},
		{"another host has none", "other.example.test", nil, "", "", "no token"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ghConfig(t, signedIn)
			for k, v := range tt.env {
				t.Setenv(k, v)
			}
			a := findAccount(tt.host)
			if a.token != tt.token || a.user != tt.user || a.words() != tt.words {
				t.Errorf("%q of %q: %s", a.token, a.user, a.words())
			}
		})
	}
}

func TestWithoutATokenNothingIsAskedAndTheWayOutIsSaid(t *testing.T) {
	ghConfig(t, "")
	c, err := New(Options{Repo: repository.Repository{Host: "ghe.example.test", Owner: "acme", Name: "api"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Issues(context.Background(), model.Open, nil)
	wantFault(t, err, model.FaultNotSignedIn, "you are not signed in to ghe.example.test", "gh auth login --hostname ghe.example.test")
	_, err = c.CreateIssue(context.Background(), NewIssue{Title: "t"})
	wantFault(t, err, model.FaultNotSignedIn)
}

func TestAnUnreadableConfigurationIsNamed(t *testing.T) {
	ghConfig(t, "")
	config.Read = func(*config.Config) (*config.Config, error) { return nil, os.ErrPermission }
	c, err := New(Options{Repo: shop})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Labels(context.Background())
	wantFault(t, err, model.FaultNotSignedIn, "gh's configuration cannot be read: permission denied")
}

func TestATokenThatIsNotAcceptedIsNamedBySource_C33(t *testing.T) {
	tests := []struct {
		name, env string
		says      []string
	}{
		{"from the environment", "GH_TOKEN", []string{"the token in GH_TOKEN", "unset it and run: gh auth login"}},
		{"stored", "", []string{"the token of stored that gh keeps in hosts.yml", "run: gh auth login --hostname github.com"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ghConfig(t, signedIn+"http_unix_socket: "+serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(401)
				_, _ = w.Write([]byte(`{"message":"Bad credentials"}`))
			})))
			if tt.env != "" {
				t.Setenv(tt.env, "a-secret")
			}
			c, err := New(Options{Repo: shop})
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Labels(context.Background())
			wantFault(t, err, model.FaultNotSignedIn, tt.says...)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("%v", err)
			}
		})
	}
}

// serve answers on a new unix socket.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: h}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return path
}

func TestTheUnixSocketOfGhIsHonouredAndBodiesKeepTheirBytes(t *testing.T) {
	s := hubtest.New(t)
	s.Peer("bo").Create("t", odd, "tech-debt")
	var seen []string
	ghConfig(t, signedIn+"http_unix_socket: "+serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Host+" "+r.Header.Get("Authorization"))
		s.ServeHTTP(w, r)
	})))
	c, err := New(Options{Repo: shop, Clock: newFakeClock()})
	if err != nil {
		t.Fatal(err)
	}
	i, err := c.Issue(context.Background(), 1)
	if err != nil || i.Body != odd {
		t.Errorf("%q, %v", i.Body, err)
	}
	if len(seen) != 1 || seen[0] != "api.github.com token stored-secret" {
		t.Errorf("asked %q", seen)
	}
}

func TestASocketThatNobodyServesIsOfflineAndNothingWasSent(t *testing.T) {
	ghConfig(t, signedIn+"http_unix_socket: "+filepath.Join(t.TempDir(), "nobody"))
	c, err := New(Options{Repo: shop, Clock: newFakeClock()})
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range writes() {
		t.Run(name, func(t *testing.T) {
			wantFault(t, write(context.Background(), c), model.FaultOffline, "cannot be reached")
		})
	}
}

func TestAConnectionThatBreaksAfterTheRequestWasSentIsUnknown(t *testing.T) {
	ghConfig(t, signedIn+"http_unix_socket: "+serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		panic(http.ErrAbortHandler)
	})))
	c, err := New(Options{Repo: shop, Clock: newFakeClock()})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.CreateIssue(context.Background(), NewIssue{Title: "t"})
	wantFault(t, err, model.FaultUnknownResult)
}

func TestEveryRequestGoesToTheHostOfTheRepository_C31(t *testing.T) {
	tests := []struct{ host, rest, graphQL string }{
		{"github.com", "https://api.github.com/repos/acme/shop/issues/1", "https://api.github.com/graphql"},
		{"ghe.example.test", "https://ghe.example.test/api/v3/repos/acme/shop/issues/1", "https://ghe.example.test/api/graphql"},
		{"acme.ghe.com", "https://api.acme.ghe.com/repos/acme/shop/issues/1", "https://api.acme.ghe.com/graphql"},
		{"local", "http://api.github.localhost/repos/acme/shop/issues/1", "http://api.github.localhost/graphql"},
	}
	for _, tt := range tests {
		t.Run(tt.host, func(t *testing.T) {
			ghConfig(t, "")
			config.Read = func(*config.Config) (*config.Config, error) {
				t.Error("the configuration was read")
				return nil, os.ErrNotExist
			}
			t.Setenv("GH_HOST", "another.example.test")
			var seen []string
			c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
				seen = append(seen, r.URL.String())
				if r.Header.Get("Authorization") == "" {
					t.Errorf("no token for %s", r.URL)
				}
				return reply(r, 200, `{"number":1,"data":{}}`), nil
			}), func(o *Options) { o.Repo.Host = tt.host })
			if _, err := c.Issue(context.Background(), 1); err != nil {
				t.Fatal(err)
			}
			_, _, _ = c.DuplicateOf(context.Background(), 1)
			if len(seen) != 2 || seen[0] != tt.rest || seen[1] != tt.graphQL {
				t.Errorf("asked %q", seen)
			}
		})
	}
}

func TestARedirectToAnotherHostGetsNoToken(t *testing.T) {
	c := newClient(t, tripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "evil.test" {
			if got := r.Header.Get("Authorization"); got != "" {
				t.Errorf("the token was sent to %s: %s", r.URL, got)
			}
			return reply(r, 200, `<html>`, "Content-Type", "text/html"), nil
		}
		return reply(r, 302, ``, "Location", "https://evil.test/login"), nil
	}))
	_, err := c.Labels(context.Background())
	wantFault(t, err, model.FaultAnswer)
}

func TestNothingSecretAndNoFindingIsInTheLog(t *testing.T) {
	for _, debug := range []string{"", "0", "1", "api"} {
		t.Run("GH_DEBUG="+debug, func(t *testing.T) {
			s := hubtest.New(t, hubtest.Seed(debt(1, 1)...))
			var log bytes.Buffer
			c := newClient(t, s, func(o *Options) { o.Debug, o.Log = debug, &log })
			t.Setenv("GH_DEBUG", debug)
			if _, err := c.CreateIssue(context.Background(), NewIssue{Title: "a hidden title", Body: "a hidden body", Labels: []string{"tech-debt"}}); err != nil {
				t.Fatal(err)
			}
			if err := c.EditLabels(context.Background(), 1, model.LabelEdit{Remove: []string{"severity:important"}}); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Issues(context.Background(), model.Open, nil); err != nil {
				t.Fatal(err)
			}
			got := log.String()
			for _, secret := range []string{"token-of-ana", "hidden", "body of", "finding 1", "mutation"} {
				if strings.Contains(got, secret) {
					t.Errorf("%q is in the log", secret)
				}
			}
			if on := debug == "1" || debug == "api"; on != strings.Contains(got, "> POST /repos/acme/shop/issues\n") ||
				on != strings.Contains(got, "< 201 Created") || on != strings.Contains(got, "* Request took ") {
				t.Errorf("the log is %q", got)
			}
			if headers := debug == "api"; headers != strings.Contains(got, "> Authorization: (not shown)") || headers != strings.Contains(got, "< Etag: ") {
				t.Errorf("the log is %q", got)
			}
		})
	}
}

func TestARepositoryThatCannotBeNamedIsRefused_C39(t *testing.T) {
	for _, bad := range []repository.Repository{
		{Host: "github.com", Owner: "-x", Name: "shop"}, {Host: "github.com", Owner: "acme", Name: ""}, {Host: "", Owner: "acme", Name: "shop"},
		{Host: "github.com", Owner: "acme", Name: "a/b"}, {Host: "github.com", Owner: "..", Name: "shop"}, {Host: "evil.test/x?", Owner: "a", Name: "b"},
	} {
		_, err := New(Options{Repo: bad})
		wantFault(t, err, model.FaultInvalid, "is no host, owner or name")
	}
}
