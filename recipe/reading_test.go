package recipe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cli/go-gh/v2/pkg/repository"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/checkout/gittest"
	"gh-debt/recipe/hub"
	"gh-debt/recipe/hub/hubtest"
	"gh-debt/recipe/tracker"
)

// noon is when the tests of the reading recipes take place.
func noon() time.Time { return time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC) }

// hands is a clock that stands still until it is moved.
type hands struct {
	mu  sync.Mutex
	now time.Time
}

func (h *hands) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

// Wait lets the time pass at once.
func (h *hands) Wait(ctx context.Context, d time.Duration) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
	return ctx.Err()
}

// reading gives recipes over a hub and, when it is not nil, a checkout.
func reading(t *testing.T, s http.RoundTripper, c *checkout.Checkout) (Deps, *hands) {
	t.Helper()
	clock := &hands{now: noon()}
	client, err := tracker.New(tracker.Options{
		Repo:      repository.Repository{Host: "github.com", Owner: "acme", Name: "shop"},
		Transport: s, CacheDir: t.TempDir(), Clock: clock,
		Random: func() float64 { return 0 },
	})
	if err != nil {
		t.Fatalf("make the tracker: %v", err)
	}
	d := Deps{
		Tracker: client, Rules: model.DefaultRules(), RepoArg: "acme/shop", StateDir: t.TempDir(),
		Now: clock.Now,
	}
	if c != nil {
		d.Checkout = c
	}
	return d, clock
}

// seed is an issue to be put into a hub, open and graded important unless its
// labels say otherwise.
func seed(number int, body string, labels ...string) hub.SeedIssue {
	if len(labels) == 0 {
		labels = []string{"severity:important"}
	}
	return hub.SeedIssue{
		Number: number, Title: fmt.Sprintf("Finding %d", number), State: "open", User: "ana", Body: &body,
		Labels: append([]string{"tech-debt"}, labels...), CreatedAt: noon().AddDate(0, 0, number-1000),
	}
}

// shut closes a seed for a reason; "" is none.
func shut(s hub.SeedIssue, reason string) hub.SeedIssue {
	s.State = "closed"
	if reason != "" {
		s.StateReason = &reason
	}
	return s
}

// keyed is a body with a key and an origin.
func keyed(path string, line int, origin string) string {
	key := fmt.Sprintf("<!-- gaia-debt-key: v1 class=holistic/unclassified path=%s line=%d -->\n", path, line)
	if origin != "" {
		key += "<!-- gaia-debt-origin: " + origin + " -->\n"
	}
	return key + "`" + fmt.Sprintf("%s:%d", path, line) + "`\n\n## Failure mode\n\nIt breaks.\n\n## Suggested fix\n\nMend it.\n"
}

// clone is a git repository in a temporary directory.
type clone struct {
	t   *testing.T
	dir string
	at  time.Time // of the next commit
}

func newClone(t *testing.T) *clone {
	t.Helper()
	c := &clone{t: t, dir: t.TempDir(), at: noon().AddDate(-3, 0, 0)}
	c.git("init", "--quiet", "--initial-branch=main")
	return c
}

func (c *clone) git(args ...string) string {
	c.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = c.dir
	date := c.at.Format(time.RFC3339)
	cmd.Env = gittest.Env("GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (c *clone) write(path, text string) {
	c.t.Helper()
	name := filepath.Join(c.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

// commit commits everything and gives the commit.
func (c *clone) commit(message string) string {
	c.t.Helper()
	c.git("add", "--all")
	c.git("commit", "--quiet", "--allow-empty", "--message", message)
	c.at = c.at.Add(time.Hour)
	return c.git("rev-parse", "HEAD")
}

func (c *clone) open() *checkout.Checkout {
	c.t.Helper()
	co, err := checkout.Open(context.Background(), c.dir, checkout.NewGit(gittest.Env()))
	if err != nil {
		c.t.Fatalf("open the clone: %v", err)
	}
	return co
}

// lines gives text lines that differ from one another.
func lines(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "statement number %d does something of its own\n", i)
	}
	return b.String()
}

// steps collects the reports of a recipe.
type steps []Step

func (s *steps) add(step Step) { *s = append(*s, step) }

func queueNumbers(q model.Queue) []int {
	out := []int{}
	for _, e := range q.Entries {
		out = append(out, e.Issue.Number)
	}
	return out
}

func notes(e model.Entry) string {
	var out []string
	for _, a := range e.Annotations {
		out = append(out, a.Text())
	}
	return strings.Join(out, " ")
}

// everyRequest runs a story that only reads, first to count its requests, and
// then for each of them with every fault from there on. The recipes are new each
// time, the hub is the same.
func everyRequest(t *testing.T, s *hubtest.Server, story func(t *testing.T) error) {
	t.Helper()
	if err := story(t); err != nil {
		t.Fatalf("without a fault: %v", err)
	}
	faults := map[string]hubtest.After{
		"is lost": func(int, *http.Request, *http.Response) (*http.Response, error) { return nil, hubtest.ErrDropped },
		"is cut short": func(_ int, r *http.Request, resp *http.Response) (*http.Response, error) {
			return hubtest.Cut(r, resp), nil
		},
	}
	for n := range s.Count() {
		for name, fault := range faults {
			t.Run(fmt.Sprintf("the answer to request %d %s", n+1, name), func(t *testing.T) {
				s.Reset()
				s.After(func(at int, r *http.Request, resp *http.Response) (*http.Response, error) {
					if at <= n {
						return resp, nil
					}
					return fault(at, r, resp)
				})
				err := story(t)
				if err == nil && name == "is cut short" {
					return // a 304 has nothing to cut, and the story saw the whole list
				}
				if _, ok := errors.AsType[*model.Fault](err); !ok {
					t.Errorf("error %v, want a fault of the tracker", err)
				}
			})
		}
	}
}
