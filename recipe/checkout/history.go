package checkout

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	// daySlack is how far clocks may be apart when a walk is cut by date.
	daySlack = 24 * 60 * 60
	// alike is the percentage of common content that makes a rename, as for git;
	// related is that from which a second file makes it a split or a copy.
	alike   = 50
	related = 30
	// renameLimit bounds the comparison of every removed with every added file.
	renameLimit = 1000
)

// change is one file that differs between two trees.
type change struct {
	status   byte // R for a rename, C for a copy, else what git says
	score    int  // per cent of common content, of R and C
	from, to string
}

// destination is where a path went: to the one file that most of it is in. It is
// false when there is none, or a second file that holds a good part of it too.
func destination(changes []change, path string) (string, bool) {
	to, candidates := "", 0
	for _, ch := range changes {
		if ch.from != path || ch.status != 'R' && ch.status != 'C' {
			continue
		}
		candidates++
		if ch.status == 'R' && ch.score >= alike {
			to = ch.to
		}
	}
	if candidates != 1 || to == "" || strings.ContainsAny(to, "\n\r") {
		return "", false
	}
	return to, true
}

// oldest is the date of the oldest starting commit, less some slack, as git's
// --max-age takes it.
func (c *Checkout) oldest(ctx context.Context, trails []*trail) (string, error) {
	var commits []string
	seen := map[string]bool{}
	for _, t := range trails {
		if !seen[t.commit] {
			seen[t.commit] = true
			commits = append(commits, t.commit)
		}
	}
	out, err := output(ctx, c.run, Call{Dir: c.top, Stdin: oneALine(commits),
		Args: []string{"rev-list", "--no-walk=unsorted", "--timestamp", "--stdin"}})
	if err != nil {
		return "", err
	}
	first := int64(-1)
	for line := range strings.Lines(string(out)) {
		date, _, _ := strings.Cut(line, " ")
		at, err := strconv.ParseInt(date, 10, 64)
		if err != nil {
			return "", fmt.Errorf("read the date of a commit: %q", line)
		}
		if first < 0 || at < first {
			first = at
		}
	}
	return strconv.FormatInt(max(first-daySlack, 0), 10), nil
}

// removals lists for every path that was removed since the date the commits that
// did it, on the way to HEAD. A removal that only a merge made is not seen.
func (c *Checkout) removals(ctx context.Context, head, since string) (map[string][]string, error) {
	removed := map[string][]string{}
	err := c.run.Git(ctx, Call{Dir: c.top,
		Args: []string{"log", "-z", "--name-only", "--format=%H", "--no-renames", "--no-follow",
			"--diff-filter=D", "--max-age=" + since, head, "--"},
		Read: func(r io.Reader) error { return readRemovals(r, removed) }})
	return removed, err
}

// readRemovals reads what `git log -z --name-only --format=%H` prints: a commit,
// then its paths, the first of them after a line break.
func readRemovals(r io.Reader, removed map[string][]string) error {
	in := bufio.NewReader(r)
	commit, last := "", ""
	for {
		word, err := in.ReadString(0)
		if err == io.EOF && word == "" {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the history: %w", err)
		}
		word = word[:len(word)-1]
		if first, ok := strings.CutPrefix(word, "\n"); ok && fullName(last) {
			// What came before was no path but the commit.
			if paths := removed[last]; commit != "" && len(paths) > 0 {
				removed[last] = paths[:len(paths)-1]
			}
			commit, word = last, first
		}
		if last = word; commit != "" {
			removed[word] = append(removed[word], commit)
		}
	}
}

// compareRenames is compare with renames and copies found.
func (c *Checkout) compareRenames(ctx context.Context, lines []string) ([][]change, error) {
	return c.compare(ctx, lines, fmt.Sprintf("-M%d%%", related), fmt.Sprintf("-C%d%%", related), fmt.Sprintf("-l%d", renameLimit))
}

// compare asks git what differs for each line, which is a commit, compared with
// its parent, or two commits, of which the second is the older.
func (c *Checkout) compare(ctx context.Context, lines []string, options ...string) ([][]change, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	all := make([][]change, 0, len(lines))
	err := c.run.Git(ctx, Call{Dir: c.top, Stdin: oneALine(lines),
		Args: append([]string{"diff-tree", "--stdin", "--always", "-r", "-z", "--raw", "--no-abbrev"}, options...),
		Read: func(r io.Reader) (err error) {
			all, err = readComparisons(r, all)
			return err
		}})
	if err == nil && len(all) != len(lines) {
		err = fmt.Errorf("git compared %d of %d commits", len(all), len(lines))
	}
	return all, err
}

// readComparisons reads what `git diff-tree --stdin --always -z` prints: a
// commit, then for each file ":<modes and objects> <status>", and one name, or
// two of a rename or copy.
func readComparisons(r io.Reader, all [][]change) ([][]change, error) {
	in := bufio.NewReader(r)
	word := func() ([]byte, error) {
		w, err := in.ReadBytes(0)
		return bytes.TrimSuffix(w, []byte{0}), err
	}
	for {
		w, err := word()
		if err == io.EOF && len(w) == 0 {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read a comparison: %w", err)
		}
		if len(w) == 0 || w[0] != ':' {
			all = append(all, nil)
			continue
		}
		status := w[bytes.LastIndexByte(w, ' ')+1:]
		from, err := word()
		if err != nil || len(status) == 0 || len(all) == 0 {
			return nil, fmt.Errorf("read a comparison: %q is incomplete", w)
		}
		ch := change{status: status[0], from: string(from)}
		if ch.status == 'R' || ch.status == 'C' {
			to, err := word()
			score, err2 := strconv.Atoi(string(status[1:]))
			if err != nil || err2 != nil {
				return nil, fmt.Errorf("read a comparison: %q is incomplete", w)
			}
			ch.score, ch.to = score, string(to)
		}
		last := len(all) - 1
		all[last] = append(all[last], ch)
	}
}
