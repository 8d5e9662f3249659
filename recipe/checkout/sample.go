package checkout

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"
)

// SampleCommit is one commit of a sample checkout.
type SampleCommit struct {
	Files   fs.FS    // files that the commit writes, over those of the commit before
	Removed []string // files that it removes
	Message string
	At      time.Time // its date; sample commits have no other clock
}

// Who makes the commits of a sample checkout.
const sampleAuthor = "gh debt demo <demo@gh-debt.invalid>"

// Sample makes a repository in dir, which must exist, with the commits given on
// the branch main, checked out. It gives the commits' names, the first one
// first. They are the same wherever and whenever the same commits are made, so
// that a sample queue can cite them. No hook, signature or setting of the user
// has a part in it.
func Sample(ctx context.Context, dir string, commits []SampleCommit, run Runner) ([]string, error) {
	stream, err := sampleStream(commits)
	if err != nil {
		return nil, fmt.Errorf("make the sample checkout: %w", err)
	}
	gitDir := filepath.Join(dir, ".git")
	// In a hook git's own variables name another repository.
	env := []string{"GIT_DIR=" + gitDir, "GIT_WORK_TREE=" + dir, "GIT_COMMON_DIR=" + gitDir,
		"GIT_INDEX_FILE=" + filepath.Join(gitDir, "index"), "GIT_OBJECT_DIRECTORY=" + filepath.Join(gitDir, "objects")}
	calls := []Call{
		{Args: []string{"init", "--quiet", "--template="}},
		{Args: []string{"symbolic-ref", "HEAD", "refs/heads/main"}},
		{Args: []string{"fast-import", "--quiet"}, Stdin: bytes.NewReader(stream)},
		{Args: []string{"read-tree", "--reset", "-u", "HEAD"}},
	}
	for _, call := range calls {
		call.Dir, call.Env = dir, env
		if err := run.Git(ctx, call); err != nil {
			return nil, fmt.Errorf("make the sample checkout: %w", err)
		}
	}
	out, err := output(ctx, run, Call{Dir: dir, Env: env, Args: []string{"rev-list", "--reverse", "HEAD"}})
	if err != nil {
		return nil, fmt.Errorf("make the sample checkout: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// sampleStream writes the commits as git fast-import reads them.
func sampleStream(commits []SampleCommit) ([]byte, error) {
	var b bytes.Buffer
	for _, commit := range commits {
		fmt.Fprintf(&b, "commit refs/heads/main\ncommitter %s %d +0000\n", sampleAuthor, commit.At.Unix())
		message := strings.TrimSpace(commit.Message) + "\n"
		fmt.Fprintf(&b, "data %d\n%s\n", len(message), message)
		for _, name := range commit.Removed {
			fmt.Fprintf(&b, "D %s\n", quotedPath(name))
		}
		if commit.Files == nil {
			continue
		}
		err := fs.WalkDir(commit.Files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(commit.Files, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n", quotedPath(name), len(content))
			b.Write(content)
			return b.WriteByte('\n')
		})
		if err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// quotedPath is a path as fast-import reads it, whatever it holds.
func quotedPath(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(name) + `"`
}
