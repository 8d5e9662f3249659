package checkout

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// HasObject reports whether the clone holds the commit of a full object name.
func (c *Checkout) HasObject(ctx context.Context, commit string) (bool, error) {
	found, err := c.here().has(ctx, commit)
	if err != nil {
		return false, fmt.Errorf("look for the commit: %w", err)
	}
	return found, nil
}

// has reports whether the repository holds a commit.
func (r repoAt) has(ctx context.Context, commit string) (bool, error) {
	if !fullName(commit) {
		return false, nil
	}
	found, err := r.look(ctx, commit)
	if err != nil {
		return false, err
	}
	return found[0] == commit, nil
}

// IsAncestor reports whether b holds the commit a. Both are full object names,
// whole references or branches; one that is not there is a *RevisionError.
func (c *Checkout) IsAncestor(ctx context.Context, a, b string) (bool, error) {
	yes, err := c.here().isAncestor(ctx, a, b)
	if err != nil {
		return false, fmt.Errorf("compare two commits: %w", err)
	}
	return yes, nil
}

func (r repoAt) isAncestor(ctx context.Context, a, b string) (bool, error) {
	ends, err := r.commits(ctx, a, b)
	if err != nil {
		return false, err
	}
	return r.answers(ctx, "merge-base", "--is-ancestor", ends[0], ends[1])
}

// Contained reports whether every commit of head is in one of the others, by
// history and not by likeness. One of the others that the clone lacks counts for
// nothing; a head that it lacks is a *RevisionError.
func (c *Checkout) Contained(ctx context.Context, head string, in ...string) (bool, error) {
	yes, err := c.contained(ctx, head, in)
	if err != nil {
		return false, fmt.Errorf("look where the commits are: %w", err)
	}
	return yes, nil
}

func (c *Checkout) contained(ctx context.Context, head string, in []string) (bool, error) {
	at := c.here()
	found, err := at.commits(ctx, head)
	if err != nil {
		return false, err
	}
	holders, err := at.look(ctx, in...)
	if err != nil {
		return false, err
	}
	holders = slices.DeleteFunc(holders, func(commit string) bool { return commit == "" })
	only, err := at.text(ctx, append(append([]string{"rev-list", "--max-count=1", found[0], "--not"}, holders...), "--")...)
	return only == "" && err == nil, err
}

// Unmerged counts the commits of head whose change upstream lacks, as git cherry
// tells them: a commit that was picked or rebased is the same change. Merges do
// not count.
func (c *Checkout) Unmerged(ctx context.Context, upstream, head string) (int, error) {
	n, err := c.here().unmerged(ctx, upstream, head)
	if err != nil {
		return 0, fmt.Errorf("compare %s with %s: %w", shown(head), shown(upstream), err)
	}
	return n, nil
}

func (r repoAt) unmerged(ctx context.Context, upstream, head string) (n int, err error) {
	ends, err := r.commits(ctx, upstream, head)
	if err != nil {
		return 0, err
	}
	call := r.call("cherry", ends[0], ends[1])
	call.Read = func(out io.Reader) error {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "+") {
				n++
			}
		}
		return lines.Err()
	}
	return n, r.run.Git(ctx, call)
}
