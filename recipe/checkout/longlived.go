package checkout

import (
	"context"
	"fmt"
	"slices"
)

// Ahead is a long-lived branch that holds changes which the default branch lacks.
type Ahead struct {
	Branch  string
	Commits int // how many changes
}

// longLived are the names that branches get into which others are merged. What
// else a remote holds is a branch of one piece of work, or of one release.
var longLived = []string{
	"main", "master", "trunk", "default", "develop", "development", "devel", "dev", "next", "integration",
	"staging", "stage", "unstable", "nightly", "canary", "edge", "future",
}

// LongLived lists the long-lived branches of a remote that hold changes which its
// default branch lacks, by name. The remote is asked what it has, and they are fetched:
// what a clone remembers may have been merged, or be gone. The remote "" means the
// clone's own branches. It fails with a *BranchError of kind BranchAbsent where there is
// no such default branch, and with a *FetchError where the remote cannot be asked.
func (c *Checkout) LongLived(ctx context.Context, remote, defaultBranch string) ([]Ahead, error) {
	ahead, err := c.longLived(ctx, remote, defaultBranch)
	if err != nil {
		return nil, fmt.Errorf("look for another target than %s: %w", defaultBranch, err)
	}
	return ahead, nil
}

func (c *Checkout) longLived(ctx context.Context, remote, defaultBranch string) ([]Ahead, error) {
	if err := checkBranch(defaultBranch); err != nil {
		return nil, err
	}
	at := c.here()
	var heads map[string]string
	var err error
	if remote == "" {
		heads, err = at.refs(ctx, "refs/heads/")
	} else {
		heads, err = c.fetchLongLived(ctx, remote, defaultBranch)
	}
	if err != nil {
		return nil, err
	}
	base, ok := heads[defaultBranch]
	if !ok {
		return nil, &BranchError{Kind: BranchAbsent, Branch: defaultBranch}
	}
	var ahead []Ahead
	for _, name := range slices.Sorted(slices.Values(longLived)) {
		head, ok := heads[name]
		if !ok || name == defaultBranch || head == base {
			continue
		}
		n, err := at.unmerged(ctx, base, head)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			ahead = append(ahead, Ahead{Branch: name, Commits: n})
		}
	}
	return ahead, nil
}

// fetchLongLived gives the commits of the long-lived branches that a remote has now,
// and of its default branch, after fetching those that the clone does not know yet.
func (c *Checkout) fetchLongLived(ctx context.Context, remote, defaultBranch string) (map[string]string, error) {
	patterns := []string{branchRef(defaultBranch)}
	for _, name := range longLived {
		patterns = append(patterns, branchRef(name))
	}
	there, err := c.remoteHeads(ctx, remote, patterns...)
	if err != nil {
		return nil, err
	}
	known, err := c.here().refs(ctx, RemoteRef(remote, ""))
	if err != nil {
		return nil, err
	}
	var names []string
	for name, commit := range there {
		if (name == defaultBranch || slices.Contains(longLived, name)) && known[name] != commit {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		slices.Sort(names)
		if err := c.fetch(ctx, remote, names); err != nil {
			return nil, err
		}
		if known, err = c.here().refs(ctx, RemoteRef(remote, "")); err != nil {
			return nil, err
		}
	}
	heads := map[string]string{}
	for name := range there {
		if commit, ok := known[name]; ok {
			heads[name] = commit
		}
	}
	return heads, nil
}
