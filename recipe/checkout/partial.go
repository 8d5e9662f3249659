package checkout

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gh-debt/model"
)

// lacksContent reports whether git gave up over content that a partial clone
// (git clone --filter) lacks. It is never fetched for a position.
func lacksContent(err error) bool {
	failed, ok := errors.AsType[*GitError](err)
	return ok && strings.Contains(failed.Stderr, "promisor remote")
}

// maxPaths is how many bytes of paths are given to one run of git.
const maxPaths = 16 << 10

// traceUnchanged follows the trails of a partial clone as far as no content is
// needed: a line of a file that is the same at the start and at HEAD is where it
// was. The others are not known, and wait for the content.
func (c *Checkout) traceUnchanged(ctx context.Context, head string, trails []*trail) error {
	var q questions
	for _, t := range trails {
		q.ask(t.commit)
	}
	if err := q.answer(ctx, c); err != nil {
		return err
	}
	trails = slices.DeleteFunc(slices.Clone(trails), func(t *trail) bool {
		t.wait = true
		return q.get(t.commit).kind != "commit"
	})
	slices.SortStableFunc(trails, func(a, b *trail) int { return strings.Compare(a.start.Path, b.start.Path) })
	for len(trails) > 0 {
		n, size := 0, 0
		for n < len(trails) && (n == 0 || size < maxPaths) {
			size += len(trails[n].start.Path)
			n++
		}
		if err := c.settleUnchanged(ctx, head, trails[:n]); err != nil {
			return err
		}
		trails = trails[n:]
	}
	return nil
}

// settleUnchanged is traceUnchanged for a part of the trails.
func (c *Checkout) settleUnchanged(ctx context.Context, head string, trails []*trail) error {
	var paths, commits, lines []string
	for _, t := range trails {
		if !slices.Contains(paths, t.start.Path) {
			paths = append(paths, t.start.Path)
		}
		if !slices.Contains(commits, t.commit) {
			commits = append(commits, t.commit)
			lines = append(lines, head+" "+t.commit)
		}
	}
	out, err := output(ctx, c.run, Call{Dir: c.top,
		Args: append([]string{"ls-tree", "-r", "-z", "--full-tree", "--name-only", head, "--"}, paths...)})
	if err != nil {
		return err
	}
	here := strings.Split(string(out), "\x00")
	changes, err := c.compare(ctx, lines, append([]string{"--no-renames", "--"}, paths...)...)
	if err != nil {
		return err
	}
	for _, t := range trails {
		if !slices.Contains(here, t.start.Path) {
			continue
		}
		t.at = model.Position{Path: t.start.Path}
		touched := func(ch change) bool { return ch.from == t.start.Path }
		if !slices.ContainsFunc(changes[slices.Index(commits, t.commit)], touched) {
			t.at.Line, t.at.Known = t.start.Line, true
			t.wait = false
		}
	}
	return nil
}
