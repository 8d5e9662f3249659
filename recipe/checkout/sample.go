package checkout

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// SampleCommit is one commit of a sample checkout: its message, its author, when
// it was made, and all files that it holds.
type SampleCommit struct {
	Message string
	Author  string // "" is sampleAuthor
	At      time.Time
	Files   map[string][]byte // by slash-separated path
}

// Who makes the commits of a sample checkout.
const (
	sampleAuthor  = "gh debt demo"
	sampleAddress = "demo@gh-debt.invalid"
	sampleUser    = "You" // who commits there later, whether git knows a name of theirs or not
)

// Sample makes a repository in dir, which is made where it lacks, with the
// commits given on the branch main, checked out. It gives the commits' names,
// the first one first. They are the same wherever and whenever the same commits
// are made, so that a sample queue can cite them. No hook, signature or setting
// of the user has a part in it.
func Sample(ctx context.Context, dir string, commits []SampleCommit, run Runner) ([]string, error) {
	ids, err := sample(ctx, dir, commits, run)
	if err != nil {
		return nil, fmt.Errorf("make the sample checkout: %w", err)
	}
	return ids, nil
}

func sample(ctx context.Context, dir string, commits []SampleCommit, run Runner) ([]string, error) {
	stream, err := sampleStream(commits)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	// In a hook git's own variables name another repository.
	gitDir := filepath.Join(dir, ".git")
	env := []string{"GIT_DIR=" + gitDir, "GIT_WORK_TREE=" + dir, "GIT_COMMON_DIR=" + gitDir,
		"GIT_INDEX_FILE=" + filepath.Join(gitDir, "index"), "GIT_OBJECT_DIRECTORY=" + filepath.Join(gitDir, "objects")}
	for _, call := range []Call{
		{Args: []string{"init", "--quiet", "--template="}},
		{Args: []string{"symbolic-ref", "HEAD", "refs/heads/main"}},
		{Args: []string{"config", "user.name", sampleUser}},
		{Args: []string{"config", "user.email", sampleAddress}},
		{Args: []string{"fast-import", "--quiet"}, Stdin: bytes.NewReader(stream)},
		{Args: []string{"read-tree", "--reset", "-u", "HEAD"}},
	} {
		call.Dir, call.Env = dir, env
		if err := run.Git(ctx, call); err != nil {
			return nil, err
		}
	}
	out, err := output(ctx, run, Call{Dir: dir, Env: env, Args: []string{"rev-list", "--reverse", "HEAD"}})
	return strings.Fields(string(out)), err
}

// sampleStream writes the commits as git fast-import reads them.
func sampleStream(commits []SampleCommit) ([]byte, error) {
	var b bytes.Buffer
	for _, c := range commits {
		author := c.Author
		if author == "" {
			author = sampleAuthor
		}
		if strings.ContainsAny(author, "<>\n") {
			return nil, fmt.Errorf("%q is no author", author)
		}
		message := strings.TrimSpace(c.Message) + "\n"
		fmt.Fprintf(&b, "commit refs/heads/main\ncommitter %s <%s> %d +0000\ndata %d\n%s\ndeleteall\n",
			author, sampleAddress, c.At.Unix(), len(message), message)
		for _, name := range slices.Sorted(maps.Keys(c.Files)) {
			fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n%s\n", quotedPath(name), len(c.Files[name]), c.Files[name])
		}
	}
	return b.Bytes(), nil
}

// quotedPath is a path as fast-import reads it, whatever it holds.
func quotedPath(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(name) + `"`
}
