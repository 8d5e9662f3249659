//go:build !windows

package cmd_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
)

// yard is a GitHub made of a hub, with the real backlog and a bare repository behind
// it, and clones of that in which the program drains.
type yard struct {
	t      *testing.T
	binary string
	hub    *hubtest.Server
	bare   string
	base   string // holds the clones
	socket string

	mu   sync.Mutex
	look func(r *http.Request)      // is told of each request before it is served
	trap func(r *http.Request) bool // answers true where the program is to be killed
	hit  chan struct{}
}

// newYard serves the backlog, and files for every place that its issues cite.
func newYard(t *testing.T, binary string) *yard {
	t.Helper()
	y := &yard{t: t, binary: binary, base: t.TempDir(), hit: make(chan struct{}, 1)}
	y.bare = filepath.Join(y.base, "gaia.git")
	issues := backlog(t)
	y.git(y.base, "init", "--quiet", "--bare", "--initial-branch=main", y.bare)
	first := y.clone("first", nil)
	for path, lines := range citedFiles(issues) {
		writeLines(t, filepath.Join(first.dir, filepath.FromSlash(path)), lines)
	}
	y.git(first.dir, "add", ".")
	y.git(first.dir, "commit", "--quiet", "-m", "Some source files")
	y.git(first.dir, "push", "--quiet", "origin", "HEAD:main")
	y.serve(issues)
	return y
}

// backlog is the real queue, with one more issue that is security-shaped.
func backlog(t *testing.T) []hub.SeedIssue {
	t.Helper()
	data, err := os.ReadFile("testdata/backlog.json")
	if err != nil {
		t.Fatal(err)
	}
	var issues []hub.SeedIssue
	if err := json.Unmarshal(data, &issues); err != nil {
		t.Fatal(err)
	}
	body := "<!-- gaia-debt-key: v1 class=holistic/unclassified path=app/login.ts line=7 -->\n\n`app/login.ts:7`\n\n## Failure mode\n\nSQL injection through the name.\n"
	return append(issues, hub.SeedIssue{
		Number: 2900, Title: "SQL injection in the login form", State: "open", User: "ana", Body: &body,
		Labels: []string{"tech-debt", "severity:critical", "footprint:narrow", "difficulty:easy"}, CreatedAt: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC),
	})
}

// citedFiles are the files that the open issues cite, and how long they must be.
func citedFiles(issues []hub.SeedIssue) map[string]int {
	files := map[string]int{}
	for _, is := range issues {
		if is.Body == nil {
			continue
		}
		cited := model.Citations(*is.Body)
		if key, ok := model.FindKey(*is.Body); ok {
			cited = append(cited, model.Citation{Path: key.Path, Line: key.Line})
		}
		for _, c := range cited {
			if strings.Contains(c.Path, "/") && !strings.HasPrefix(c.Path, "/") && !strings.Contains(c.Path, "..") {
				files[c.Path] = max(files[c.Path], c.Line+5)
			}
		}
	}
	return files
}

func writeLines(t *testing.T, file string, lines int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "line %d of %s\n", i+1, filepath.Base(file))
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// serve begins the GitHub behind a unix socket.
func (y *yard) serve(issues []hub.SeedIssue) {
	y.t.Helper()
	store := checkout.OpenStore(y.bare, checkout.NewGit(gittest.Env()))
	y.hub = hubtest.New(y.t, hubtest.Unchecked(), hubtest.Clock(time.Now), hubtest.Seed(issues...), hubtest.WithGit(store))
	dir, err := os.MkdirTemp("", "gh") // a socket's path must be short
	if err != nil {
		y.t.Fatal(err)
	}
	y.socket = filepath.Join(dir, "s")
	listener, err := net.Listen("unix", y.socket)
	if err != nil {
		y.t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(y.answer), ReadHeaderTimeout: time.Minute}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	y.t.Cleanup(func() {
		_ = server.Close()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			y.t.Errorf("serve GitHub: %v", err)
		}
		_ = os.RemoveAll(dir)
	})
}

// answer serves a request. Where the trap is sprung it is executed and its answer
// kept back until the program is dead.
func (y *yard) answer(w http.ResponseWriter, r *http.Request) {
	y.mu.Lock()
	look := y.look
	y.mu.Unlock()
	if look != nil {
		look(r)
	}
	y.mu.Lock()
	sprung := y.trap != nil && y.trap(r)
	if sprung {
		y.trap = nil
	}
	y.mu.Unlock()
	if !sprung {
		y.hub.ServeHTTP(w, r)
		return
	}
	y.hub.ServeHTTP(discard{http.Header{}}, r)
	y.hit <- struct{}{}
	<-r.Context().Done()
}

// watch has every request from now on looked at before it is served.
func (y *yard) watch(look func(r *http.Request)) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.look = look
}

// discard takes an answer that nobody gets.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

func (y *yard) git(dir string, args ...string) string {
	y.t.Helper()
	c := exec.Command("git", args...)
	c.Dir, c.Env = dir, gittest.Env()
	out, err := c.CombinedOutput()
	if err != nil {
		y.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// issue reads an issue from the hub itself.
func (y *yard) issue(number int) (state string, labels string) {
	y.t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, fmt.Sprintf("https://api.github.com/repos/acme/shop/issues/%d", number), nil)
	if err != nil {
		y.t.Fatal(err)
	}
	r.Header.Set("Authorization", "token token-of-ana")
	answer, err := y.hub.RoundTrip(r)
	if err != nil {
		y.t.Fatal(err)
	}
	defer answer.Body.Close()
	var issue struct {
		State  string `json:"state"`
		Labels []struct {
			Name string `json:"name"`
		} `json:"labels"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&issue); err != nil {
		y.t.Fatal(err)
	}
	for _, l := range issue.Labels {
		labels += l.Name + " "
	}
	return issue.State, labels
}
