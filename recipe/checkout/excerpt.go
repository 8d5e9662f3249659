package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
)

// LinesIn gives the lines from..to of a file as a commit holds it, counted from 1,
// both included and cut to what there is; ok is false where the commit has no such
// file, or no such line, or the file is no text. The path is one of the tree, as git
// spells it.
func (c *Checkout) LinesIn(ctx context.Context, commit, path string, from, to int) (lines []string, ok bool, err error) {
	if !fullName(commit) || strings.ContainsAny(path, "\n\x00") {
		return nil, false, nil
	}
	from = max(from, 1)
	err = c.contents(ctx, []string{commit + ":" + path}, func(_ int, content []byte, there bool) error {
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
		return nil, false, fmt.Errorf("read %s in %s: %w", shown(path), short(commit), err)
	}
	return lines, ok, nil
}
