package recipe

import (
	"context"
	"fmt"
	"time"

	"gh-debt/model"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/tracker"
)

// Clock tells the time; it is time.Now outside of tests.
type Clock func() time.Time

// IssueLister reads a whole list of the queue's issues, or fails.
type IssueLister interface {
	Issues(ctx context.Context, state model.State, p tracker.Progress) ([]model.Issue, error)
}

// OwnIssueLister reads the whole list of the issues that an account opened,
// whatever their state and their labels, or fails; "" are those of all accounts.
type OwnIssueLister interface {
	OwnIssues(ctx context.Context, login string, p tracker.Progress) ([]model.Issue, error)
}

// KnownLister gives the last complete list from disk, without a request.
type KnownLister interface {
	Known(ctx context.Context, state model.State) (issues []model.Issue, at time.Time, ok bool)
}

// RepositoryReader reads what the tracker says of the repository.
type RepositoryReader interface {
	Repository(ctx context.Context) (model.Repository, error)
}

// IssueReader reads one issue.
type IssueReader interface {
	Issue(ctx context.Context, number int) (model.Issue, error)
}

// TimelineReader reads the events of one issue, all pages.
type TimelineReader interface {
	Timeline(ctx context.Context, number int) ([]model.Event, error)
}

// CommentReader reads the comments of one issue, all pages.
type CommentReader interface {
	Comments(ctx context.Context, number int) ([]model.Comment, error)
}

// DuplicateReader tells which issue a duplicate was closed in favour of.
type DuplicateReader interface {
	DuplicateOf(ctx context.Context, number int) (original int, ok bool, err error)
}

// LabelReader reads the repository's labels, all pages.
type LabelReader interface {
	Labels(ctx context.Context) ([]model.Label, error)
}

// IssueCreator creates an issue; it never repeats a request whose answer was lost.
type IssueCreator interface {
	CreateIssue(ctx context.Context, n tracker.NewIssue) (model.Issue, error)
}

// LabelEditor adds and removes single labels of an issue, adding first.
type LabelEditor interface {
	EditLabels(ctx context.Context, number int, edit model.LabelEdit) error
}

// BodyEditor replaces an issue's body if it is still the old one.
type BodyEditor interface {
	EditBody(ctx context.Context, number int, old, new string) error
}

// Commenter adds a comment to an issue.
type Commenter interface {
	Comment(ctx context.Context, number int, body string) error
}

// StateEditor closes an issue for a reason, and opens it again.
type StateEditor interface {
	Close(ctx context.Context, number int, reason model.StateReason) error
	Reopen(ctx context.Context, number int) error
	CloseAsDuplicate(ctx context.Context, number, original int) error
}

// LabelKeeper creates and changes labels of the repository itself.
type LabelKeeper interface {
	CreateLabel(ctx context.Context, l model.Label) error
	EditLabel(ctx context.Context, name string, to model.Label) error
}

// Tracker is all that the recipes together ask of GitHub or of the embedded
// tracker. No recipe takes it whole; each declares what it needs of it.
type Tracker interface {
	IssueLister
	OwnIssueLister
	KnownLister
	RepositoryReader
	IssueReader
	TimelineReader
	CommentReader
	DuplicateReader
	LabelReader
	IssueCreator
	LabelEditor
	BodyEditor
	Commenter
	StateEditor
	LabelKeeper
}

// TrackedLister lists what git tracks.
type TrackedLister interface {
	Tracked(ctx context.Context) (checkout.Files, error)
}

// Follower carries cited lines forward to HEAD (section 3, tier 4).
type Follower interface {
	Follow(ctx context.Context, starts []checkout.Start, p checkout.Progress) (map[int]model.Position, error)
}

// CodeReader looks at one path of the working tree.
type CodeReader interface {
	Inspect(ctx context.Context, path string) (checkout.File, error)
	Lines(ctx context.Context, path string, from, to int) ([]string, error)
	Gone(ctx context.Context, path string) (commit string, ok bool, err error)
}

// Quoter gives the text of cited lines as they were when they were cited, by
// number; those that cannot be read are left out.
type Quoter interface {
	LinesAt(ctx context.Context, starts []checkout.Start) (map[int]string, error)
}

// HeadReader tells the branch and the commit that are checked out; false means
// that there is none (a detached HEAD, no commit yet).
type HeadReader interface {
	Branch(ctx context.Context) (string, bool, error)
	Head(ctx context.Context) (string, bool, error)
}

// Places tells where the clone lies.
type Places interface {
	Root() string
	MainRoot() string
	CommonDir() string
}

// Checkout is all that the recipes together ask of git.
type Checkout interface {
	TrackedLister
	Follower
	CodeReader
	Quoter
	HeadReader
	Places
}

// Deps is what the recipes are made of. Tracker and Now are required; the other
// fields may be left at zero, and a recipe then does without.
type Deps struct {
	Tracker Tracker
	// Checkout must be a nil interface where there is no checkout: nothing is
	// marked stale or moved then, and nothing fails for it.
	Checkout Checkout
	// Local opens the clone's embedded tracker, which publish reads and a filing
	// without a connection is kept in; nil where there is none. It may be called
	// more than once and gives the same tracker each time.
	Local func(ctx context.Context) (Tracker, error)
	Rules model.Rules
	// RepoArg names the repository in the commands that are shown to a person,
	// as `gh -R` takes it: OWNER/NAME or HOST/OWNER/NAME.
	RepoArg string
	// Session and HeadRef are CLAUDE_CODE_SESSION_ID and GITHUB_HEAD_REF.
	Session, HeadRef string
	// StateDir is the owner's own directory for drafts and for the log of changes,
	// one per repository; "" keeps neither.
	StateDir string
	Now      Clock
}

// UsageError says that what was asked for cannot be done as asked: a value that
// does not exist, a path outside of the checkout (exit status 2).
type UsageError struct {
	Err  error
	Hint string // the way out, "" where the sentence says it
}

// Error is one sentence without the hint.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// usagef makes a UsageError from a format.
func usagef(format string, args ...any) error {
	return &UsageError{Err: fmt.Errorf(format, args...)}
}
