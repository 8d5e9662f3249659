package checkout

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Start is where an issue's key is carried forward from (section 3, tier 4).
// All of it may be text from an issue.
type Start struct {
	Number int    // of the issue
	Path   string // of the key
	Line   int
	Head   string // the origin line's head; "" or "unknown" when there is none
	// CreatedAt is when the issue was made. It serves where there is no Head: the
	// start is then the last commit of the default branch before it.
	CreatedAt time.Time
	// DefaultBranch is its name as the tracker tells it; "" lets the clone say.
	DefaultBranch string
}

// followable reports whether the key's path is one that git can be asked about:
// relative, inside, and without what would break the line it stands on.
func (s Start) followable() bool {
	return s.Line >= 1 && s.Path != "" && !absolute(s.Path) && path.Clean(s.Path) == s.Path &&
		s.Path != "." && s.Path != ".." && !strings.HasPrefix(s.Path, "../") &&
		!strings.ContainsAny(s.Path, "\n\r\x00")
}

// head is the commit of the origin line, "" when it names none. Nothing else
// than a full object name is ever given to git.
func (s Start) head(like string) string {
	h := strings.ToLower(s.Head)
	if len(h) != len(like) || !fullName(h) {
		return ""
	}
	return h
}

// timeline is the default branch as far as the clone knows it, newest first.
type timeline struct {
	tip     string
	commits []string
	// latest and earliest enclose when each commit came onto the branch: the
	// latest date at or before it, and the earliest at or after. Both fall along
	// the list, and they differ where a clock was wrong.
	latest, earliest []int64
}

// before is the last commit of the branch before a time. It is false when there
// is none, or when the commits' own dates contradict each other about it.
func (t *timeline) before(at time.Time) (string, bool) {
	when := at.Unix()
	i := sort.Search(len(t.commits), func(i int) bool { return t.latest[i] < when })
	j := sort.Search(len(t.commits), func(i int) bool { return t.earliest[i] < when })
	if i != j || i == len(t.commits) {
		return "", false
	}
	return t.commits[i], true
}

// defaultBranch finds the tip of the default branch: that of the name given, or
// the one that a remote's HEAD names, or main or master, or else HEAD itself. A
// remote's branch goes before a local one, which may hold what was never pushed.
func (c *Checkout) defaultBranch(ctx context.Context, name, head string) (tip string, err error) {
	names := []string{"main", "master"}
	if name != "" && !strings.ContainsAny(name, "*?[\\\n\x00") {
		names = []string{name}
	}
	args := []string{"for-each-ref", "--format=%(refname)%00%(objectname)", "refs/remotes/*/HEAD"}
	for _, n := range names {
		args = append(args, "refs/remotes/*/"+n, "refs/heads/"+n)
	}
	out, err := output(ctx, c.run, Call{Dir: c.top, Args: args})
	if err != nil {
		return "", fmt.Errorf("find the default branch: %w", err)
	}
	best, rank := head, 1<<20
	for line := range strings.Lines(string(out)) {
		ref, id, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\x00")
		if r := refRank(ref, name, names); ok && fullName(id) && r < rank {
			best, rank = id, r
		}
	}
	return best, nil
}

// refRank orders what may be the default branch; the lowest is taken.
func refRank(ref, name string, names []string) int {
	if branch, ok := strings.CutPrefix(ref, "refs/heads/"); ok {
		return 1000 + slices.Index(names, branch)
	}
	remote, branch, _ := strings.Cut(strings.TrimPrefix(ref, "refs/remotes/"), "/")
	rank := 10 * preference(remote)
	switch {
	case branch == "HEAD" && name == "":
		return rank
	case branch == "HEAD":
		return 500 + rank // the name that the tracker told is not in this clone
	}
	return 100 + rank + slices.Index(names, branch)
}

// readTimeline reads the commits of the branch with their dates, once.
func (c *Checkout) readTimeline(ctx context.Context, tip string) (*timeline, error) {
	c.timelineMu.Lock()
	defer c.timelineMu.Unlock()
	if c.timeline != nil && c.timeline.tip == tip {
		return c.timeline, nil
	}
	t := &timeline{tip: tip}
	err := c.run.Git(ctx, Call{Dir: c.top, Args: []string{"rev-list", "--first-parent", "--timestamp", tip, "--"},
		Read: func(r io.Reader) error { return t.read(r) }})
	if err != nil {
		return nil, fmt.Errorf("read the default branch: %w", err)
	}
	c.timeline = t
	return t, nil
}

// read takes the lines "<seconds> <commit>" in.
func (t *timeline) read(r io.Reader) error {
	in := bufio.NewScanner(r)
	for in.Scan() {
		date, id, ok := bytes.Cut(in.Bytes(), []byte{' '})
		at, err := strconv.ParseInt(string(date), 10, 64)
		if !ok || err != nil {
			return fmt.Errorf("read the default branch: %q is no commit with its date", in.Text())
		}
		t.commits = append(t.commits, string(id))
		t.latest = append(t.latest, at)
	}
	t.earliest = slices.Clone(t.latest)
	for i := 1; i < len(t.earliest); i++ {
		t.earliest[i] = min(t.earliest[i], t.earliest[i-1])
	}
	for i := len(t.latest) - 2; i >= 0; i-- {
		t.latest[i] = max(t.latest[i], t.latest[i+1])
	}
	return in.Err()
}
