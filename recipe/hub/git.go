package hub

import (
	"context"

	"gh-debt/model"
)

// Git is the repository of commits that a hub serves branches and pull
// requests from. With --local it is the clone itself, in a test of GitHub a
// bare repository or a fake one. Branches are named without refs/heads/ and
// commits by their full ids. Every method may be called by several at once, and
// by several processes.
type Git interface {
	// Branches gives the commit of every branch by the branch's name.
	Branches(ctx context.Context) (map[string]string, error)
	// Branch gives the commit of one branch; ok is false where there is none.
	Branch(ctx context.Context, name string) (sha string, ok bool, err error)
	// CreateBranch makes a branch at a commit. created is false when it exists:
	// of two that race for one name exactly one gets true.
	CreateBranch(ctx context.Context, name, sha string) (created bool, err error)
	// MoveBranch moves a branch to a commit, with force also to one that does
	// not follow on the present one. moved is false when it must not.
	MoveBranch(ctx context.Context, name, sha string, force bool) (moved bool, err error)
	// DeleteBranch deletes a branch; deleted is false where there is none.
	DeleteBranch(ctx context.Context, name string) (deleted bool, err error)
	// Has reports whether a commit is there.
	Has(ctx context.Context, sha string) (bool, error)
	// Messages gives the commits of base..head, the oldest first.
	Messages(ctx context.Context, base, head string) ([]model.CommitMessage, error)
	// Files gives the paths that head changes since it left base.
	Files(ctx context.Context, base, head string) ([]string, error)
	// MergesCleanly reports whether head merges into base without a conflict.
	MergesCleanly(ctx context.Context, base, head string) (bool, error)
	// Squash puts what head changes into one commit on the base branch. The
	// commit's message is the title, and after an empty line the message.
	Squash(ctx context.Context, s model.Squash) (sha string, outcome model.MergeOutcome, err error)
}
