// Package checkout asks git about the clone at hand: where it lies, its branch,
// HEAD and remotes, what is tracked and how many lines it has, a few lines
// around a line, and where a cited line lies now.
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
