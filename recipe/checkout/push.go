package checkout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Push sends a branch to the same name on a remote, where it must be at the
// commit expect ("" where it must not be there yet): whatever else somebody put
// there meanwhile stays. What the remote has already is no error, so that a push
// whose answer was lost can be made again. The pre-push hook runs in the worktree
// that has the branch. It fails with a *PushError, and with a *BranchError where
// the clone has no such branch.
func (c *Checkout) Push(ctx context.Context, remote, branch, expect string) error {
	if err := c.push(ctx, remote, branch, expect); err != nil {
		return fmt.Errorf("push: %w", err)
	}
	return nil
}

func (c *Checkout) push(ctx context.Context, remote, branch, expect string) error {
	if err := checkRemote(remote); err != nil {
		return err
	}
	if expect != "" && !fullName(expect) {
		return &RevisionError{Name: expect, Err: errors.New("it is no full name of a commit")}
	}
	now, err := c.here().branch(ctx, branch)
	if err != nil {
		return err
	}
	if now == "" {
		return &BranchError{Kind: BranchAbsent, Branch: branch}
	}
	at, err := c.holder(ctx, branch)
	if err != nil {
		return err
	}
	ref := branchRef(branch)
	call := at.talk("push", "--porcelain", "--no-progress", "--no-follow-tags", "--recurse-submodules=check",
		"--force-with-lease="+ref+":"+expect, "--", remote, ref+":"+ref)
	var answer []byte
	call.Read = func(out io.Reader) (err error) {
		answer, err = io.ReadAll(out)
		return err
	}
	err = c.run.Git(ctx, call)
	failed, ok := errors.AsType[*GitError](err)
	if !ok {
		return err
	}
	kind, said := pushFault(string(answer), failed)
	if kind == RemoteHook && !at.hooked(ctx) {
		kind = faultOf(failed.Stderr)
	}
	return &PushError{Kind: kind, Remote: remote, Branch: branch, Detail: said, Err: scrubbed(failed)}
}

// holder is the worktree that has a branch checked out, or else this one.
func (c *Checkout) holder(ctx context.Context, branch string) (repoAt, error) {
	list, err := c.Worktrees(ctx)
	if err != nil {
		return repoAt{}, err
	}
	for _, w := range list {
		if w.Branch == branch && !w.Bare && !w.Gone && w.Dir != "" {
			return c.worktreeAt(ctx, w.Dir)
		}
	}
	return c.here(), nil
}

// pushFault tells why a push failed by the answer of `git push --porcelain`,
// "!<TAB>from:to<TAB>[rejected] (stale info)", and by what else was said.
func pushFault(answer string, failed *GitError) (RemoteFault, string) {
	said := failed.Stderr
	for line := range strings.Lines(answer) {
		part := strings.SplitN(strings.TrimRight(line, "\r\n"), "\t", 3)
		if len(part) != 3 || part[0] != "!" {
			continue
		}
		return refusedRef(part[2], said), strings.TrimSpace(part[2] + " " + remoteSaid(failed))
	}
	// A remote that is not reached is fatal; after its own hook git only ends.
	kind := faultOf(said)
	if failed.Exit == 1 && !brokenOff(said) {
		kind = RemoteHook
	}
	return kind, detail(failed)
}

// refusedRef tells why one branch was not taken.
func refusedRef(summary, said string) RemoteFault {
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(summary, w) {
				return true
			}
		}
		return false
	}
	switch {
	case strings.HasPrefix(summary, "[rejected]"):
		return RemoteRejected
	case diskFull(said):
		return RemoteDiskFull
	case has("(fetch first)", "failed to update ref", "cannot lock ref", "incorrect old value", "reference already exists"):
		return RemoteRejected
	case has("unpacker error", "unpack-objects", "[remote failure]"):
		return faultOf(said)
	case strings.HasPrefix(summary, "[remote rejected]"):
		return RemoteProtected
	}
	return faultOf(said)
}

// brokenOff reports whether the connection broke in the middle of a push.
func brokenOff(said string) bool {
	return strings.Contains(said, "hung up unexpectedly") || strings.Contains(said, "RPC failed") ||
		strings.Contains(said, "unexpected disconnect")
}

// hooked reports whether a pre-push hook runs in a worktree.
func (r repoAt) hooked(ctx context.Context) bool {
	name, err := r.text(ctx, "rev-parse", "--git-path", "hooks/pre-push")
	if err != nil {
		return false
	}
	_, err = os.Stat(rooted(r.dir, name))
	return err == nil
}

// remoteSaid are the lines that the remote wrote, as GitHub does with the rule
// that does not take a push.
func remoteSaid(failed *GitError) string {
	var lines []string
	for line := range strings.Lines(failed.Stderr) {
		if text, ok := strings.CutPrefix(line, "remote: "); ok {
			if text = strings.TrimSpace(text); text != "" {
				lines = append(lines, text)
			}
		}
	}
	if len(lines) == 0 {
		return ""
	}
	own := *failed
	own.Stderr = strings.Join(lines, " ")
	return detail(&own)
}
