package checkout

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// patience bounds the search through a long history.
const patience = 5 * time.Second

// ErrTooLong says that a history was too long to be searched in time.
var ErrTooLong = errors.New("the history is too long to be searched in time")

// Gone gives the commit that removed a path on the way to HEAD, so that a reader
// can be told "file gone since <commit>" (C-39). It is false for a path that
// HEAD has, or that the history at hand never had. A renamed file is gone too;
// Follow tells where it went. A search that takes too long fails with
// ErrTooLong.
func (c *Checkout) Gone(ctx context.Context, path string) (commit string, ok bool, err error) {
	p, err := c.typedPath(path)
	if err != nil {
		return "", false, err
	}
	head, ok, err := c.Head(ctx)
	if err != nil || !ok {
		return "", false, err
	}
	specs := []string{p}
	if !ascii(p) {
		specs = []string{p, norm.NFC.String(p), norm.NFD.String(p)}
	}
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = head + ":" + s
	}
	found, err := c.check(ctx, names)
	if err != nil {
		return "", false, fmt.Errorf("look for %s in HEAD: %w", shown(p), err)
	}
	for _, o := range found {
		if o.id != "" {
			return "", false, nil
		}
	}
	bounded, stop := context.WithTimeoutCause(ctx, patience, ErrTooLong)
	defer stop()
	// A removal that a merge itself made shows only when merges are compared too,
	// and then a merge hides the removals that it merely brought.
	for _, merges := range [][]string{nil, {"-m"}} {
		args := append([]string{"log", "--max-count=1", "--format=%H", "--no-patch", "--no-renames",
			"--no-follow", "--diff-filter=D"}, merges...)
		out, err := output(bounded, c.run, Call{Dir: c.top, Args: append(append(args, head, "--"), specs...)})
		if err != nil {
			return "", false, fmt.Errorf("look since when %s is gone: %w", shown(p), err)
		}
		// A merge is named once for each of its parents.
		if first, _, ok := strings.Cut(string(out), "\n"); ok {
			return first, true, nil
		}
	}
	return "", false, nil
}
