package checkout

import (
	"context"
	"fmt"
	"strings"
)

// CameFrom is the branch that this work tree was on before the present one, as git
// remembers it; false where it does not, or it was on no branch, or the branch is
// gone since.
func (c *Checkout) CameFrom(ctx context.Context) (string, bool, error) {
	out, err := c.here().text(ctx, "rev-parse", "--verify", "--quiet", "--symbolic-full-name", "@{-1}")
	if exitIs(err, 1) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read what was checked out before: %w", err)
	}
	name, ok := strings.CutPrefix(out, "refs/heads/")
	return name, ok, nil
}
