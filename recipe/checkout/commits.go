package checkout

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gh-debt/model"
)

// pushed makes git show commits as a push sends them, whatever git replace put in
// their place here.
const pushed = "GIT_NO_REPLACE_OBJECTS=1"

// messages gives the commits of head that base lacks, the oldest first, each
// with its whole message.
func (r repoAt) messages(ctx context.Context, base, head string) ([]model.CommitMessage, error) {
	ends, err := r.commits(ctx, base, head)
	if err != nil {
		return nil, err
	}
	call := r.call("log", "-z", "--topo-order", "--reverse", "--encoding=UTF-8", "--no-notes", "--no-color",
		"--format=%H%n%an%n%at%n%B", "^"+ends[0], ends[1], "--")
	call.Env = append(call.Env, pushed)
	out, err := output(ctx, r.run, call)
	if err != nil {
		return nil, err
	}
	var found []model.CommitMessage
	for entry := range strings.SplitSeq(string(out), "\x00") {
		if entry == "" {
			continue
		}
		part := strings.SplitN(entry, "\n", 4)
		if len(part) != 4 || !fullName(part[0]) {
			return nil, fmt.Errorf("git says of a commit that %q", entry)
		}
		at, err := seconds(part[2])
		if err != nil {
			return nil, fmt.Errorf("read the time of commit %s: %w", part[0], err)
		}
		found = append(found, model.CommitMessage{SHA: part[0], Author: part[1], At: at,
			Message: strings.TrimRight(part[3], "\n")})
	}
	return found, nil
}

// seconds is a time as git writes it.
func seconds(s string) (time.Time, error) {
	var n int64
	if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
		return time.Time{}, err
	}
	return time.Unix(n, 0).UTC(), nil
}

// files gives the paths that differ between head and the commit where it left
// base, sorted as git sorts them; a renamed file stands with both of its paths.
func (r repoAt) files(ctx context.Context, base, head string) ([]string, error) {
	ends, err := r.commits(ctx, base, head)
	if err != nil {
		return nil, err
	}
	from, err := r.text(ctx, "merge-base", ends[0], ends[1])
	if exitIs(err, 1) {
		from = ends[0] // no history in common: all that differs
	} else if err != nil {
		return nil, err
	}
	return r.changed(ctx, from, ends[1], "")
}

// changed gives the paths in which two commits differ; filter is git's letters
// for the kinds of change, "" for all.
func (r repoAt) changed(ctx context.Context, from, to, filter string) ([]string, error) {
	args := []string{"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--ignore-submodules=none"}
	if filter != "" {
		args = append(args, "--diff-filter="+filter)
	}
	call := r.call(append(args, from, to, "--")...)
	call.Env = append(call.Env, pushed)
	out, err := output(ctx, r.run, call)
	if err != nil {
		return nil, err
	}
	return fields(string(out)), nil
}

// fields are the parts of a text that zero bytes end.
func fields(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\x00"), "\x00")
}

// Messages gives the commits of head that base lacks, the oldest first, as seen
// from the worktree dir ("" is this one): its HEAD is what "HEAD" stands for.
// Both are full object names, whole references or branches. It fails with a
// *RevisionError where the clone lacks one, and with a *WorktreeError where dir
// is no worktree of this clone.
func (c *Checkout) Messages(ctx context.Context, dir, base, head string) ([]model.CommitMessage, error) {
	at, err := c.worktreeAt(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("read the commits: %w", err)
	}
	found, err := at.messages(ctx, base, head)
	if err != nil {
		return nil, fmt.Errorf("read the commits: %w", err)
	}
	return found, nil
}

// Files gives the paths that differ between head and the commit where it left
// base, a renamed file with both of its paths. The names and the errors are
// those of Messages.
func (c *Checkout) Files(ctx context.Context, dir, base, head string) ([]string, error) {
	at, err := c.worktreeAt(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("list the changed files: %w", err)
	}
	found, err := at.files(ctx, base, head)
	if err != nil {
		return nil, fmt.Errorf("list the changed files: %w", err)
	}
	return found, nil
}
