package checkout

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// networked are the variables of a call that talks to a remote: nobody is asked
// for a password, and a transfer that stands still for a minute is given up.
var networked = []string{
	"GCM_INTERACTIVE=never", "GIT_HTTP_LOW_SPEED_LIMIT=100", "GIT_HTTP_LOW_SPEED_TIME=60",
}

// talk is one run of git that talks to a remote.
func (r repoAt) talk(args ...string) Call {
	call := r.call(args...)
	call.Env = append(call.Env, networked...)
	return call
}

// RemoteRef is the reference under which Fetch puts a remote's branch.
func RemoteRef(remote, branch string) string { return "refs/remotes/" + remote + "/" + branch }

// Fetch brings the branches named, or all, from a remote to RemoteRef. No branch
// of the clone moves, no tag comes, and nothing is pruned. It fails with a
// *FetchError, of kind RemoteNoBranch where the remote lacks one.
func (c *Checkout) Fetch(ctx context.Context, remote string, branches ...string) error {
	if err := c.fetch(ctx, remote, branches); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	return nil
}

func (c *Checkout) fetch(ctx context.Context, remote string, branches []string) error {
	if err := checkRemote(remote); err != nil {
		return err
	}
	args := []string{"fetch", "--quiet", "--no-tags", "--no-prune", "--no-recurse-submodules",
		"--no-write-fetch-head", "--no-auto-gc", "--", remote}
	if len(branches) == 0 {
		args = append(args, "+refs/heads/*:"+RemoteRef(remote, "*"))
	}
	for _, b := range branches {
		if err := checkBranch(b); err != nil {
			return err
		}
		args = append(args, "+"+branchRef(b)+":"+RemoteRef(remote, b))
	}
	at := c.here()
	err := c.run.Git(ctx, at.talk(args...))
	if failed, ok := errors.AsType[*GitError](err); ok && strings.Contains(failed.Stderr, "cannot lock ref") {
		err = c.run.Git(ctx, at.talk(args...)) // another fetch was faster, and its end is ours
	}
	return fetchFault(remote, err)
}

// RemoteHead asks a remote for the commit of a branch; false where it has none.
// It fails with a *FetchError.
func (c *Checkout) RemoteHead(ctx context.Context, remote, branch string) (string, bool, error) {
	if err := checkBranch(branch); err != nil {
		return "", false, fmt.Errorf("ask the remote: %w", err)
	}
	heads, err := c.remoteHeads(ctx, remote, branchRef(branch))
	if err != nil {
		return "", false, fmt.Errorf("ask the remote: %w", err)
	}
	commit, ok := heads[branch]
	return commit, ok, nil
}

// RemoteHeads asks a remote for the commits of all its branches.
func (c *Checkout) RemoteHeads(ctx context.Context, remote string) (map[string]string, error) {
	heads, err := c.remoteHeads(ctx, remote)
	if err != nil {
		return nil, fmt.Errorf("ask the remote: %w", err)
	}
	return heads, nil
}

func (c *Checkout) remoteHeads(ctx context.Context, remote string, patterns ...string) (map[string]string, error) {
	if err := checkRemote(remote); err != nil {
		return nil, err
	}
	out, err := output(ctx, c.run, c.here().talk(append([]string{"ls-remote", "--quiet", "--heads", "--", remote}, patterns...)...))
	if err != nil {
		return nil, fetchFault(remote, err)
	}
	heads := map[string]string{}
	for line := range strings.Lines(string(out)) {
		commit, ref, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if name, ok := strings.CutPrefix(ref, "refs/heads/"); ok && fullName(commit) {
			heads[name] = commit
		}
	}
	return heads, nil
}

// DefaultRemote is the remote that the repository is: the one that
// `gh repo set-default` chose where its address matches, else the first in gh's
// order whose address does; false where none matches.
func (c *Checkout) DefaultRemote(ctx context.Context, matches func(url string) bool) (Remote, bool, error) {
	remotes, err := c.Remotes(ctx)
	if err != nil {
		return Remote{}, false, err
	}
	var found Remote
	ok := false
	for _, r := range remotes {
		if !matches(r.FetchURL) || ok && r.Resolved != "base" {
			continue
		}
		found, ok = r, true
		if r.Resolved == "base" {
			break
		}
	}
	return found, ok, nil
}
