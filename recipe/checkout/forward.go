package checkout

import "context"

// Forward moves a local branch to a commit that follows on it, and brings the
// worktree that has it checked out along; moved is false where the commit does not
// follow. Where somebody's changes are in the way nothing moves, and the error is a
// *BranchError.
func (c *Checkout) Forward(ctx context.Context, branch, commit string) (moved bool, err error) {
	return c.Store().MoveBranch(ctx, branch, commit, false)
}
