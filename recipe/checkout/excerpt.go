package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
)

// PathIn reports whether a commit holds a file, or a folder, of a path of the tree, as
// git spells it. A clone that lacks the commit holds nothing of it.
func (c *Checkout) PathIn(ctx context.Context, commit, name string) (bool, error) {
	p, ok := inTree(name)
	if !ok || !fullName(commit) {
		return false, nil
	}
	found, err := c.check(ctx, []string{commit + ":" + p})
	if err != nil {
		return false, fmt.Errorf("look for %s in %s: %w", shown(name), short(commit), err)
	}
	return found[0].id != "", nil
}

// LinesIn gives the lines from..to of a file as a commit holds it, counted from 1,
// both included and cut to what there is; ok is false where the commit has no such
// file, or no such line, or the file is no text or too large. The path is one of the
// tree, as git spells it; one outside of it is no file.
func (c *Checkout) LinesIn(ctx context.Context, commit, name string, from, to int) (lines []string, ok bool, err error) {
	p, ok := inTree(name)
	if !ok || !fullName(commit) {
		return nil, false, nil
	}
	ok = false
	from = max(from, 1)
	err = c.contents(ctx, []string{commit + ":" + p}, func(_ int, content []byte, there bool) error {
		if !there {
			return nil
		}
		found, total, err := readLines(bytes.NewReader(content), from, to)
		if _, unreadable := errors.AsType[*PathError](err); unreadable {
			return nil
		}
		if err != nil {
			return err
		}
		lines, ok = found, from <= total
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("read %s in %s: %w", shown(name), short(commit), err)
	}
	return lines, ok, nil
}

// inTree gives a path, which may be anything that somebody wrote, as a tree spells it.
// It is false for one outside the repository: git ends when it is asked for that.
func inTree(name string) (string, bool) {
	p := path.Clean(name)
	return p, name != "" && p != ".." && !strings.HasPrefix(p, "../") && !strings.ContainsAny(p, "\n\x00")
}
