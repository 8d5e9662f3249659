// Package checkout asks git about the clone at hand: where it lies, its branch,
// HEAD and remotes, what is tracked and how many lines it has, a few lines
// around a line, and where a cited line lies now. It also does what draining a
// unit needs of git: branches, worktrees, fetching and pushing, and, behind the
// embedded tracker, the Store that squashes.
//
// Nothing here loses anybody's work: nothing is committed, stashed, reset or
// cleaned, a worktree with changes or with commits that are nowhere else stays, a
// branch is deleted or pushed over only where it was expected, and every change
// of a branch is one step by its old value.
//
// Everything is asked of the `git` command with its arguments as arguments,
// never of a shell. Text that came from an issue is data: a path is given after
// `--`, is taken literally and never leads out of the checkout, and nothing but
// a full object name is ever given as a commit.
//
//	c, err := checkout.Open(ctx, dir, checkout.NewGit(os.Environ()))
//	if err != nil {
//		return err
//	}
//	file, err := c.Inspect(ctx, "app/pay/refund.ts")
package checkout
