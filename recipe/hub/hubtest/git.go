package hubtest

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"gh-debt/model"
)

// Deleted is the content that takes a file away in FakeGit.Commit.
const Deleted = "\x00deleted"

// FakeGit is a repository of commits in memory. It merges file by file: two
// sides that change one file differently conflict.
type FakeGit struct {
	mu       sync.Mutex
	now      func() time.Time
	commits  map[string]fakeCommit
	branches map[string]string
	squashes []func()
	blocked  bool
}

type fakeCommit struct {
	model.CommitMessage
	parents []string
	files   map[string]string
}

// NewGit makes a repository whose branch main has one commit with README.md,
// at 2026-09-30 12:00 UTC; each further commit is a minute later.
func NewGit() *FakeGit {
	now := time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC)
	g := &FakeGit{commits: map[string]fakeCommit{}, branches: map[string]string{}, now: func() time.Time {
		now = now.Add(time.Minute)
		return now
	}}
	g.Commit("main", "", "Begin", map[string]string{"README.md": "shop\n"})
	return g
}

// Commit puts a commit on a branch and gives its id. A branch that is new
// begins at the branch parent, or with nothing when parent is empty. files are
// what the commit writes, by path; Deleted takes a file away.
func (g *FakeGit) Commit(branch, parent, message string, files map[string]string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, there := g.branches[branch]
	if !there {
		at = g.branches[parent]
	}
	var parents []string
	if at != "" {
		parents = []string{at}
	}
	tree := maps.Clone(g.commits[at].files)
	if tree == nil {
		tree = map[string]string{}
	}
	for path, content := range files {
		if content == Deleted {
			delete(tree, path)
			continue
		}
		tree[path] = content
	}
	g.branches[branch] = g.store(parents, "Ana Example <ana@example.test>", message, tree)
	return g.branches[branch]
}

// store keeps a commit and gives its id.
func (g *FakeGit) store(parents []string, author, message string, tree map[string]string) string {
	at := g.now()
	sum := sha1.New()
	fmt.Fprintf(sum, "%q %q %q %s", parents, author, message, at)
	for _, path := range slices.Sorted(maps.Keys(tree)) {
		fmt.Fprintf(sum, "%q %q", path, tree[path])
	}
	sha := hex.EncodeToString(sum.Sum(nil))
	g.commits[sha] = fakeCommit{CommitMessage: model.CommitMessage{SHA: sha, Message: message, Author: author, At: at},
		parents: parents, files: tree}
	return sha
}

// Head gives the commit of a branch, or the empty string.
func (g *FakeGit) Head(branch string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.branches[branch]
}

// File gives a file as a branch has it; ok is false where it has none.
func (g *FakeGit) File(branch, path string) (content string, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	content, ok = g.commits[g.branches[branch]].files[path]
	return content, ok
}

// Reset moves a branch to a commit, as a push with force does.
func (g *FakeGit) Reset(branch, sha string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.branches[branch] = sha
}

// BeforeSquash runs act once, right before the next squash looks at the base:
// what a peer pushes there makes the squash meet a base that moved. The hub waits
// meanwhile: act must not ask it for anything.
func (g *FakeGit) BeforeSquash(act func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.squashes = append(g.squashes, act)
}

// Block lets every squash end as blocked, as when the base is checked out with
// changes, until it is called with false.
func (g *FakeGit) Block(blocked bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.blocked = blocked
}

// Branches gives the commit of every branch.
func (g *FakeGit) Branches(context.Context) (map[string]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return maps.Clone(g.branches), nil
}

// Branch gives the commit of one branch.
func (g *FakeGit) Branch(_ context.Context, name string) (string, bool, error) {
	sha := g.Head(name)
	return sha, sha != "", nil
}

// CreateBranch makes a branch where there is none.
func (g *FakeGit) CreateBranch(_ context.Context, name, sha string) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, there := g.branches[name]; there {
		return false, nil
	}
	g.branches[name] = sha
	return true, nil
}

// MoveBranch moves a branch, without force only forward.
func (g *FakeGit) MoveBranch(_ context.Context, name, sha string, force bool) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, there := g.branches[name]
	if !there || !force && !g.ancestors(sha)[at] {
		return false, nil
	}
	g.branches[name] = sha
	return true, nil
}

// DeleteBranch deletes a branch.
func (g *FakeGit) DeleteBranch(_ context.Context, name string) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, there := g.branches[name]
	delete(g.branches, name)
	return there, nil
}

// Has reports whether a commit is there.
func (g *FakeGit) Has(_ context.Context, sha string) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, there := g.commits[sha]
	return there, nil
}

// ancestors gives a commit and all that it follows on.
func (g *FakeGit) ancestors(sha string) map[string]bool {
	all, next := map[string]bool{}, []string{sha}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if _, there := g.commits[at]; !there || all[at] {
			continue
		}
		all[at] = true
		next = append(next, g.commits[at].parents...)
	}
	return all
}

// Messages gives the commits of base..head, the oldest first.
func (g *FakeGit) Messages(_ context.Context, base, head string) ([]model.CommitMessage, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	known := g.ancestors(base)
	list := []model.CommitMessage{}
	for sha := range g.ancestors(head) {
		if !known[sha] {
			list = append(list, g.commits[sha].CommitMessage)
		}
	}
	slices.SortFunc(list, func(a, b model.CommitMessage) int { return a.At.Compare(b.At) })
	return list, nil
}
