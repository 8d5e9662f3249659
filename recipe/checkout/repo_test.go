package checkout

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/checkout/gittest"
)

// repo is a real git repository with fixed dates and no configuration but its own.
type repo struct {
	tb  testing.TB
	dir string
	run *Git
	at  time.Time // of the next commit
}

// day0 is the date of the first commit; each next one is an hour later.
var day0 = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// realTemp is a temporary directory without symbolic links in its name.
func realTemp(tb testing.TB) string {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

func newRepo(tb testing.TB) *repo {
	tb.Helper()
	r := &repo{tb: tb, dir: realTemp(tb), run: NewGit(gittest.Env()), at: day0}
	r.git("init", "--quiet", "--template=", ".")
	r.git("symbolic-ref", "HEAD", "refs/heads/main")
	r.git("config", "core.autocrlf", "false")
	return r
}

// in is the same runner and clock in another directory.
func (r *repo) in(dir string) *repo {
	return &repo{tb: r.tb, dir: dir, run: r.run, at: r.at}
}

func (r *repo) git(args ...string) string {
	r.tb.Helper()
	date := fmt.Sprintf("%d +0000", r.at.Unix())
	out, err := output(context.Background(), r.run, Call{Dir: r.dir, Args: args,
		Env: []string{"GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_DATE=" + date}})
	if err != nil {
		r.tb.Fatalf("git %v: %v", args, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

func (r *repo) write(name, content string) {
	r.tb.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		r.tb.Fatal(err)
	}
}

// commit commits everything and gives the commit.
func (r *repo) commit(message string) string {
	r.tb.Helper()
	r.git("add", "-A")
	r.git("commit", "--quiet", "--allow-empty", "-m", message)
	r.at = r.at.Add(time.Hour)
	return r.git("rev-parse", "HEAD")
}

func (r *repo) open() *Checkout {
	r.tb.Helper()
	c, err := Open(context.Background(), r.dir, r.run)
	if err != nil {
		r.tb.Fatal(err)
	}
	return c
}

// follow gives the position of one start.
func (r *repo) follow(s Start) model.Position {
	r.tb.Helper()
	s.Number = 7
	at, err := r.open().Follow(context.Background(), []Start{s}, nil)
	if err != nil {
		r.tb.Fatal(err)
	}
	if len(at) != 1 {
		r.tb.Fatalf("positions for %d numbers, want 1", len(at))
	}
	return at[7]
}

// numbered is a text of n lines that all differ.
func numbered(prefix string, n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "%s line %d\n", prefix, i)
	}
	return b.String()
}

// spy counts the runs of git by their command.
type spy struct {
	Runner
	mu   sync.Mutex
	runs []string
}

func (s *spy) Git(ctx context.Context, c Call) error {
	s.mu.Lock()
	s.runs = append(s.runs, c.Args[0])
	s.mu.Unlock()
	return s.Runner.Git(ctx, c)
}
