package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gh-debt/recipe/worker/workertest"
)

// change edits and commits what the entry says.
func change(r workertest.Run) error {
	if r.Branch != "" {
		if _, err := git("switch", "--quiet", "--create", r.Branch); err != nil {
			return err
		}
	}
	for _, c := range r.Commits {
		if err := edit(c.Edits); err != nil {
			return err
		}
		if err := commit(c); err != nil {
			return err
		}
	}
	return edit(r.Dirty)
}

func edit(edits []workertest.Edit) error {
	for _, e := range edits {
		path := filepath.FromSlash(e.Path)
		if !filepath.IsLocal(path) {
			return fmt.Errorf("%s is not in the workspace", e.Path)
		}
		if err := apply(path, e); err != nil {
			return fmt.Errorf("edit %s: %w", e.Path, err)
		}
	}
	return nil
}

func apply(path string, e workertest.Edit) error {
	if e.Remove {
		return os.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	how := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if e.Append {
		how = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	f, err := os.OpenFile(path, how, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(e.Text)
	return errors.Join(err, f.Close())
}

// commit commits the edited files and no other.
func commit(c workertest.Commit) error {
	args := []string{"add", "--force", "--all", "--"}
	for _, e := range c.Edits {
		args = append(args, e.Path)
	}
	if len(c.Edits) > 0 {
		if _, err := git(args...); err != nil {
			return err
		}
	}
	message := c.Message
	if err := fill(&message); err != nil {
		return err
	}
	args = []string{"commit", "--quiet", "--cleanup=verbatim", "--message", message}
	if c.Empty || len(c.Edits) == 0 {
		args = append(args, "--allow-empty")
	}
	_, err := git(args...)
	return err
}

// git runs git in the workspace, as somebody whom no configuration need name, and
// always at one time: the same work has the same id in each run of a test.
func git(args ...string) (string, error) {
	as := []string{"-c", "user.name=Fake Worker", "-c", "user.email=fake@worker.test", "-c", "commit.gpgsign=false"}
	cmd := exec.Command("git", append(as, args...)...)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-11-30T09:00:00Z", "GIT_COMMITTER_DATE=2026-11-30T09:00:00Z")
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}
