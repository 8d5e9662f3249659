package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gh-debt/model"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// gitHub is a GitHub behind a unix socket, which gh's setting http_unix_socket
// leads to: the binary takes the very way that it takes to the real one.
type gitHub struct {
	*hubtest.Server
	mu     sync.Mutex
	came   *sync.Cond // with mu: a request has come
	asked  []string
	faults []fault
}

// fault is an answer that requests get instead of the hub's, or, where after is
// set, once the hub has executed them.
type fault struct {
	method, path string // "" holds for all
	kind         string
	after        bool
}

type gitHubKey struct{ work string }

// gitHubs gives the command `github` of the scripts:
//
//	github serve [FILE]            begin, with the issues of a JSON file
//	github labels                  give it the whole vocabulary
//	github NAME=VALUE...           archived=true private=true issues=false name=OWNER/NAME permission=read token=NAME:PERMISSION scopes=a,b sso=URL
//	github fail KIND [METHOD [PART]]   every such request gets: down, drop, cut, html, 401, 403, 404, 410, 500, limit, secondary
//	github fail-after KIND [METHOD [PART]] the same once the hub has executed it; hang never answers
//	github heal                    no more faults
//	github await [METHOD [PART]]   wait until such a request has come since the last look
//	github peer FILE               put more issues in
//	github requests                print what was asked since the last time
func gitHubs(t *testing.T) func(*testscript.TestScript, bool, []string) {
	var mu sync.Mutex
	servers := map[gitHubKey]*gitHub{}
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("usage: github COMMAND...")
		}
		mu.Lock()
		defer mu.Unlock()
		key := gitHubKey{ts.Getenv("WORK")}
		g := servers[key]
		if args[0] == "serve" {
			servers[key] = serveGitHub(t, ts, args[1:])
			return
		}
		if g == nil {
			ts.Fatalf("first: github serve")
		}
		g.command(ts, args)
	}
}

func serveGitHub(t *testing.T, ts *testscript.TestScript, files []string) *gitHub {
	options := []hubtest.Option{hubtest.Unchecked()}
	for _, file := range files {
		options = append(options, hubtest.Seed(seedFile(ts, file)...))
	}
	g := &gitHub{Server: hubtest.New(t, options...)}
	g.came = sync.NewCond(&g.mu)
	dir, err := os.MkdirTemp("", "gh") // a socket's path must be short
	ts.Check(err)
	socket := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", socket)
	ts.Check(err)
	server := &http.Server{Handler: g, ReadHeaderTimeout: time.Minute}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(listener); err != http.ErrServerClosed {
			t.Errorf("serve GitHub: %v", err)
		}
	}()
	ts.Defer(func() {
		if err := server.Close(); err != nil {
			t.Errorf("close GitHub: %v", err)
		}
		<-done
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("remove the socket: %v", err)
		}
	})
	config := filepath.Join(ts.Getenv("GH_CONFIG_DIR"), "config.yml")
	ts.Check(os.WriteFile(config, []byte("http_unix_socket: "+socket+"\n"), 0o600))
	ts.Setenv("GH_TOKEN", "fake-token-of-ana")
	return g
}

func seedFile(ts *testscript.TestScript, file string) []hub.SeedIssue {
	var issues []hub.SeedIssue
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(file)), &issues))
	return issues
}

func (g *gitHub) command(ts *testscript.TestScript, args []string) {
	switch args[0] {
	case "labels":
		var list []model.Label
		for _, l := range model.Vocabulary(model.DefaultRules()) {
			list = append(list, l.Label)
		}
		ts.Check(g.Seed(context.Background(), nil, list...))
	case "peer":
		ts.Check(g.Seed(context.Background(), seedFile(ts, args[1])))
	case "requests":
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, line := range g.asked {
			fmt.Fprintln(ts.Stdout(), line)
		}
		g.asked = nil
	case "await":
		g.await(append(args[1:], "", "")[:2])
	case "heal":
		g.mu.Lock()
		defer g.mu.Unlock()
		g.faults = nil
	case "fail", "fail-after":
		g.mu.Lock()
		defer g.mu.Unlock()
		f := fault{kind: args[1], after: args[0] == "fail-after"}
		if len(args) > 2 {
			f.method = args[2]
		}
		if len(args) > 3 {
			f.path = args[3]
		}
		g.faults = append(g.faults, f)
	default:
		for _, arg := range args {
			g.set(ts, arg)
		}
	}
}

// await waits for a request that came since the requests were last printed.
func (g *gitHub) await(what []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !slices.ContainsFunc(g.asked, func(line string) bool {
		return strings.HasPrefix(line, what[0]) && strings.Contains(line, what[1])
	}) {
		g.came.Wait()
	}
}

func permission(ts *testscript.TestScript, word string) hub.Permission {
	p, ok := map[string]hub.Permission{
		"none": hub.NoAccess, "read": hub.Read, "triage": hub.Triage, "write": hub.Write, "admin": hub.Admin,
	}[word]
	if !ok {
		ts.Fatalf("no permission %q", word)
	}
	return p
}

func (g *gitHub) set(ts *testscript.TestScript, arg string) {
	name, value, _ := strings.Cut(arg, "=")
	switch name {
	case "permission":
		g.SetPermission(permission(ts, value))
	case "token":
		token, what, _ := strings.Cut(value, ":")
		if what == "invalid" {
			g.SetAccount(token, hub.Account{})
			return
		}
		g.SetAccount(token, hub.Account{Login: "bo", Permission: permission(ts, what)})
	case "restricted":
		g.SetAccount(value, hub.Account{Login: "ana", Permission: hub.Admin, Restricted: true})
	case "sso":
		g.SetViewer(hub.Account{Login: "ana", Permission: hub.Admin, SSO: value})
	default:
		g.Set(func(r *hub.Repository) {
			switch name {
			case "archived":
				r.Archived = value == "true"
			case "private":
				r.Private = value == "true"
			case "issues":
				r.IssuesOff = value == "false"
			case "name":
				r.Owner, r.Name, _ = strings.Cut(value, "/")
			default:
				ts.Fatalf("github has no setting %q", name)
			}
		})
	}
}

// ServeHTTP takes a request as it comes through the socket, where the scheme and
// the host of the address are lost but for the Host header.
func (g *gitHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.URL.Scheme, r.URL.Host, r.RequestURI = "https", r.Host, ""
	asked := r.Method + " " + r.Host + r.URL.Path
	f := g.arrived(r)
	r.URL.Path = strings.TrimPrefix(strings.Replace(r.URL.Path, "/api/graphql", "/graphql", 1), "/api/v3")
	var resp *http.Response
	if f.kind == "" || f.after || f.kind == "cut" {
		var err error
		if resp, err = g.RoundTrip(r); err != nil {
			panic(http.ErrAbortHandler)
		}
		defer resp.Body.Close()
	}
	g.answered(asked)
	if f.kind != "" {
		if f.kind == "hang" {
			<-r.Context().Done()
			return
		}
		if f.kind == "drop" {
			panic(http.ErrAbortHandler)
		}
		resp = answerOf(f.kind)(r, resp)
	}
	for name, values := range resp.Header {
		w.Header()[name] = values
	}
	if f.kind == "cut" {
		w.Header().Del("Content-Length")
	}
	w.WriteHeader(resp.StatusCode)
	if _, err := io.Copy(w, resp.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func (g *gitHub) arrived(r *http.Request) fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range g.faults {
		if (f.method == "" || f.method == "*" || f.method == r.Method) && strings.Contains(r.URL.Path, f.path) {
			return f
		}
	}
	return fault{}
}

// answered notes a request, once the hub has executed it.
func (g *gitHub) answered(asked string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked = append(g.asked, asked)
	g.came.Broadcast()
}

func answerOf(kind string) hubtest.Answer {
	switch kind {
	case "html":
		return hubtest.HTML(http.StatusOK)
	case "cut":
		return hubtest.Cut
	case "limit":
		return hubtest.PrimaryLimit(time.Now().Add(50 * time.Minute).Unix())
	case "secondary":
		return hubtest.SecondaryLimit(http.StatusForbidden, 60)
	}
	status, err := strconv.Atoi(kind)
	if err != nil {
		status = http.StatusTeapot
	}
	messages := map[int]string{
		401: "Bad credentials", 403: "Resource not accessible by personal access token", 404: "Not Found",
		410: "Issues are disabled for this repo", 500: "Server Error", 503: "Service Unavailable",
	}
	return hubtest.Status(status, messages[status])
}
