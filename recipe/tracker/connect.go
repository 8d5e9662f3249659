package tracker

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/cli/go-gh/v2/pkg/api"
	"github.com/cli/go-gh/v2/pkg/auth"

	"gh-debt/model"
)

// atOnce is how many requests a client has under way at the same time.
const atOnce = 6

// silence is how long an answer may take to begin, and patience how long a
// request may take as a whole.
const (
	silence  = 30 * time.Second
	patience = 2 * time.Minute
)

// stand-ins for the host and the token of the embedded tracker.
const (
	localAPIHost = "github.localhost"
	dummyToken   = "embedded"
)

// connection is the pair of go-gh's clients, made at the first request.
type connection struct {
	rest    *api.RESTClient
	graphQL *api.GraphQLClient
	account account
}

// connector makes the connection once; a failure is not kept, so that signing in
// while the app runs is enough.
type connector struct {
	opts    Options
	account account
	mu      sync.Mutex
	conn    *connection
}

func newConnector(o Options) *connector {
	k := &connector{opts: o}
	switch {
	case o.Transport != nil:
		k.account = account{host: o.Repo.Host, token: o.Token, source: sourceGiven}
	default:
		k.account = findAccount(o.Repo.Host)
		if o.Token != "" {
			k.account.token, k.account.source, k.account.user = o.Token, sourceGiven, ""
		}
	}
	return k
}

// get gives the connection, or a fault that says how to sign in.
func (k *connector) get(op string) (*connection, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.conn != nil {
		return k.conn, nil
	}
	a := k.account
	if k.opts.Transport == nil {
		a = a.withToken()
		if a.token == "" {
			return nil, notSignedIn(op, a)
		}
	}
	conn, err := dial(k.opts, a)
	if err != nil {
		return nil, &model.Fault{
			Kind: model.FaultInvalid, Op: op, Detail: a.scrub(err.Error()), Err: err,
			Hint: "correct gh's configuration for " + a.host,
		}
	}
	k.conn = conn
	return conn, nil
}

func notSignedIn(op string, a account) error {
	f := &model.Fault{
		Kind: model.FaultNotSignedIn, Op: op, Detail: "you are not signed in to " + a.host,
		Hint: "run: gh auth login --hostname " + a.host,
	}
	if a.broken != nil {
		f.Detail += ", and gh's configuration cannot be read: " + oneLine(a.broken.Error())
		f.Err = a.broken
	}
	return f
}

// dial makes go-gh's two clients over one transport.
func dial(o Options, a account) (*connection, error) {
	options := api.ClientOptions{
		Host:         a.host,
		AuthToken:    a.token,
		LogIgnoreEnv: true, // go-gh's own log prints bodies
		Headers:      map[string]string{"Accept": "application/vnd.github+json"},
		// Go's client turns a POST into a GET when it follows a 301; the writes
		// follow by themselves.
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if via[0].Method != http.MethodGet || len(via) >= 5 {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
	base := o.Transport
	if base != nil {
		if a.host == LocalHost {
			options.Host = localAPIHost
		}
		if a.token == "" {
			options.AuthToken = dummyToken
		}
		// An API host that is given is not looked for in gh's configuration.
		options.APIHost = apiHost(options.Host)
	} else {
		base = network(a.socket)
		options.Timeout = patience
	}
	options.Transport = &wire{base: base, network: o.Transport == nil, clock: o.Clock, log: newRequestLog(o)}
	rest, err := api.NewRESTClient(options)
	if err != nil {
		return nil, fmt.Errorf("make the client for %s: %w", a.host, err)
	}
	graphQL, err := api.NewGraphQLClient(options)
	if err != nil {
		return nil, fmt.Errorf("make the client for %s: %w", a.host, err)
	}
	return &connection{rest: rest, graphQL: graphQL, account: a}, nil
}

// apiHost is the name that go-gh itself sends to when nothing is configured.
func apiHost(host string) string {
	switch normal := auth.NormalizeHostname(host); {
	case strings.EqualFold(host, "garage.github.com"), auth.IsEnterprise(host):
		return normal
	default:
		return "api." + normal
	}
}

// network is the transport that go-gh would use: the default one, or the unix
// socket of gh's configuration, over which it too dials without TLS.
func network(socket string) http.RoundTripper {
	if socket != "" {
		dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", socket)
		}
		return &http.Transport{
			DialContext: dial, DialTLSContext: dial, DisableKeepAlives: true, ResponseHeaderTimeout: silence,
		}
	}
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.MaxIdleConnsPerHost = atOnce
	t.ResponseHeaderTimeout = silence
	return t
}

// place is where the repository is asked for: under its own name, or, once it is
// known to be renamed, under its new one.
type place struct {
	mu          sync.Mutex
	owner, name string
}

func (p *place) slug() (owner, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.owner, p.name
}

func (p *place) move(owner, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owner, p.name = owner, name
}

// path is the path of the repository itself, with rest after it.
func (p *place) path(rest string) string {
	owner, name := p.slug()
	path := "repos/" + url.PathEscape(owner) + "/" + url.PathEscape(name)
	if rest == "" {
		return path
	}
	return path + "/" + rest
}
