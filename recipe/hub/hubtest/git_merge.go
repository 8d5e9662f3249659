package hubtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gh-debt/model"
)

// fork is the newest commit that two have in common, or one without files.
func (g *FakeGit) fork(a, b string) fakeCommit {
	var newest fakeCommit
	of := g.ancestors(b)
	for sha := range g.ancestors(a) {
		if of[sha] && g.commits[sha].At.After(newest.At) {
			newest = g.commits[sha]
		}
	}
	return newest
}

// Files gives the paths that head changes since it left base.
func (g *FakeGit) Files(_ context.Context, base, head string) ([]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Sorted(maps.Keys(changed(g.fork(base, head).files, g.commits[head].files))), nil
}

// changed gives the paths on which two trees differ.
func changed(a, b map[string]string) map[string]bool {
	paths := map[string]bool{}
	for _, tree := range []map[string]string{a, b} {
		for path := range tree {
			before, was := a[path]
			after, is := b[path]
			if was != is || before != after {
				paths[path] = true
			}
		}
	}
	return paths
}

// merge gives the tree of head merged into base; ok is false on a conflict.
func (g *FakeGit) merge(base, head string) (tree map[string]string, ok bool) {
	from, theirs := g.fork(base, head).files, g.commits[head].files
	tree = maps.Clone(g.commits[base].files)
	ours := changed(from, tree)
	for path := range changed(from, theirs) {
		content, there := theirs[path]
		present, kept := tree[path]
		if ours[path] && (there != kept || content != present) {
			return nil, false
		}
		if there {
			tree[path] = content
		} else {
			delete(tree, path)
		}
	}
	return tree, true
}

// MergesCleanly reports whether head merges into base without a conflict.
func (g *FakeGit) MergesCleanly(_ context.Context, base, head string) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, ok := g.merge(base, head)
	return ok, nil
}

// Squash puts what head changes into one commit on the base branch.
func (g *FakeGit) Squash(_ context.Context, s model.Squash) (string, model.MergeOutcome, error) {
	before := g.Head(s.Base)
	for _, act := range g.takeSquashes() {
		act()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	base, there := g.branches[s.Base]
	head, known := g.commits[s.Head]
	switch {
	case !there || !known:
		return "", "", fmt.Errorf("squash %s onto %s: it is not there", s.Head, s.Base)
	case base != before:
		return "", model.SquashMoved, nil
	case g.blocked:
		return "", model.SquashBlocked, nil
	}
	tree, ok := g.merge(base, s.Head)
	if !ok {
		return "", model.SquashConflict, nil
	}
	author := s.Author
	if author == "" {
		author = head.Author
	}
	message := strings.TrimSpace(s.Title + "\n\n" + s.Message)
	g.branches[s.Base] = g.store([]string{base}, author, message, tree)
	return g.branches[s.Base], model.SquashDone, nil
}

func (g *FakeGit) takeSquashes() []func() {
	g.mu.Lock()
	defer g.mu.Unlock()
	acts := g.squashes
	g.squashes = nil
	return acts
}
