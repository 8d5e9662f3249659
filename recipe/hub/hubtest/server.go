package hubtest

import (
	"context"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/hub"
)

// Server is a hub under test. It is an http.RoundTripper.
type Server struct {
	*hub.Hub
	tb    testing.TB
	git   hub.Git
	inner http.RoundTripper
	check *checker // nil when nothing is validated

	mu       sync.Mutex
	accounts map[string]hub.Account
	viewer   hub.Account
	before   []Before
	after    []After
	log      []Request
	count    int
}

// settings are what the options of New change.
type settings struct {
	hub      hub.Options
	path     string
	issues   []hub.SeedIssue
	labels   []model.Label
	validate bool
}

// Option changes what New makes.
type Option func(*settings)

// Repo names the repository; without it, it is acme/shop.
func Repo(owner, name string) Option {
	return func(s *settings) { s.hub.Owner, s.hub.Name = owner, name }
}

// Private makes the repository a private one.
func Private() Option { return func(s *settings) { s.hub.Private = true } }

// Seed puts issues into the hub.
func Seed(issues ...hub.SeedIssue) Option {
	return func(s *settings) { s.issues = append(s.issues, issues...) }
}

// Labels puts labels into the hub, before the issues.
func Labels(labels ...model.Label) Option {
	return func(s *settings) { s.labels = append(s.labels, labels...) }
}

// Clock gives the hub its time; without it, it is 2026-10-01 12:00 UTC, one
// second later at every look.
func Clock(now func() time.Time) Option { return func(s *settings) { s.hub.Clock = now } }

// Delay makes each request take so long.
func Delay(d time.Duration) Option { return func(s *settings) { s.hub.Delay = d } }

// RateLimit is how many requests an account has in an hour; without it, 5,000.
func RateLimit(n int) Option { return func(s *settings) { s.hub.RateLimit = n } }

// File keeps the hub in a file of one's own choice, so that it can be opened
// a second time.
func File(path string) Option { return func(s *settings) { s.path = path } }

// WithGit gives the hub its commits and branches, such as a FakeGit.
func WithGit(g hub.Git) Option { return func(s *settings) { s.hub.Git = g } }

// Unchecked validates nothing, for benchmarks and for answers that GitHub's
// description does not allow.
func Unchecked() Option { return func(s *settings) { s.validate = false } }

// New opens a hub in a temporary file; it is closed when the test ends. Every
// token is the administrator ana's until SetAccount or SetViewer say
// otherwise.
func New(tb testing.TB, options ...Option) *Server {
	tb.Helper()
	set := settings{validate: true, hub: hub.Options{Owner: "acme", Name: "shop", RateLimit: 5000, Throwaway: true,
		Clock: Ticking(time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC))}}
	for _, o := range options {
		o(&set)
	}
	if set.path == "" {
		set.path = filepath.Join(tb.TempDir(), "hub.db")
	}
	s := &Server{tb: tb, git: set.hub.Git, accounts: map[string]hub.Account{}, viewer: hub.Account{Login: "ana", Permission: hub.Admin}}
	set.hub.Account = s.account
	ctx := context.Background()
	h, err := hub.Open(ctx, set.path, set.hub)
	if err != nil {
		tb.Fatalf("open the hub: %v", err)
	}
	tb.Cleanup(func() {
		if err := h.Close(); err != nil {
			tb.Errorf("close the hub: %v", err)
		}
	})
	s.Hub, s.inner = h, h.Transport()
	if set.validate {
		s.check = newChecker(tb)
	}
	if len(set.issues)+len(set.labels) > 0 {
		if err := h.Seed(ctx, set.issues, set.labels...); err != nil {
			tb.Fatalf("seed the hub: %v", err)
		}
	}
	return s
}

// Ticking is a clock that starts at a time and goes on by one second at every
// look.
func Ticking(start time.Time) func() time.Time {
	var mu sync.Mutex
	now := start
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		defer func() { now = now.Add(time.Second) }()
		return now
	}
}

func (s *Server) account(token string) (hub.Account, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.accounts[token]; ok {
		return a, a.Login != ""
	}
	return s.viewer, s.viewer.Login != ""
}

// SetAccount says whose a token is; an account without a login makes it a
// token that is not valid.
func (s *Server) SetAccount(token string, a hub.Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accounts[token] = a
}

// SetViewer says whose every token is that SetAccount was not told of.
func (s *Server) SetViewer(a hub.Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.viewer = a
}

// SetPermission changes what the viewer may do.
func (s *Server) SetPermission(p hub.Permission) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.viewer.Permission = p
}

// Set changes the repository: archived, renamed, private, issues off.
func (s *Server) Set(change func(*hub.Repository)) {
	s.tb.Helper()
	if err := s.Change(context.Background(), change); err != nil {
		s.tb.Fatalf("change the repository: %v", err)
	}
}
