package drain

import (
	"context"
	"strings"

	"gh-debt/model"
	rule "gh-debt/model/drain"
	"gh-debt/recipe"
	"gh-debt/recipe/checkout"
	"gh-debt/recipe/tracker"
	"gh-debt/recipe/worker"
)

// Tracker is what the steps ask of GitHub or of the embedded tracker.
type Tracker interface {
	recipe.RepositoryReader
	recipe.IssueReader
	recipe.IssueLister
	recipe.CommentReader
	recipe.TimelineReader
	recipe.LabelEditor
	recipe.StateEditor
	recipe.Commenter

	RepositoryID(ctx context.Context, slug string) (id int64, ok bool, err error)
	Branches(ctx context.Context) ([]string, error)
	Branch(ctx context.Context, name string) (sha string, ok bool, err error)
	CreateBranch(ctx context.Context, name, sha string) (created bool, err error)
	DeleteBranch(ctx context.Context, name, sha string) error

	Pulls(ctx context.Context, state model.State) ([]model.PullRequest, error)
	PullsOf(ctx context.Context, branch string) ([]model.PullRequest, error)
	Pull(ctx context.Context, number int) (model.PullRequest, error)
	CreatePull(ctx context.Context, n tracker.NewPull) (model.PullRequest, error)
	EditPull(ctx context.Context, number int, e tracker.PullEdit) (model.PullRequest, error)
	ClosePull(ctx context.Context, number int) error
	PullCommits(ctx context.Context, number int) ([]model.CommitMessage, error)
	QueueOf(ctx context.Context, number int) (state model.QueueState, auto bool, err error)
	Reviews(ctx context.Context, number int) ([]model.Review, error)
	PostReview(ctx context.Context, number int, r model.Review) (model.ReviewState, error)

	Evidence(ctx context.Context, sha string) (model.Evidence, error)
	PostStatus(ctx context.Context, s model.CommitStatus) error
	Rules(ctx context.Context, branch string) (model.BranchRules, error)
	MergePull(ctx context.Context, number int, m tracker.Merge) (sha string, err error)
	Enqueue(ctx context.Context, number int, sha string) error
}

// Git is what the steps ask of the clone.
type Git interface {
	recipe.TrackedLister
	recipe.CodeReader
	recipe.HeadReader
	recipe.Places
	Linked() bool

	Fetch(ctx context.Context, remote string, branches ...string) error
	Push(ctx context.Context, remote, branch, expect string) error
	Forward(ctx context.Context, branch, commit string) (moved bool, err error)
	LocalBranches(ctx context.Context) ([]string, error)
	LongLived(ctx context.Context, remote, target string) ([]checkout.Ahead, error)
	Clean(ctx context.Context, dir string) (bool, []string, error)
	Worktrees(ctx context.Context) ([]checkout.Worktree, error)
	AddWorktree(ctx context.Context, dir, branch, start string) error
	RemoveWorktree(ctx context.Context, dir string) error
	SwitchTo(ctx context.Context, branch, start string) error
	Restore(ctx context.Context, branch string) error
	CameFrom(ctx context.Context) (branch string, ok bool, err error)
	LocalHead(ctx context.Context, branch string) (sha string, ok bool, err error)
	DeleteLocalBranch(ctx context.Context, branch, sha string) error
	Workspace(ctx context.Context, dir string) (checkout.Work, error)
	Messages(ctx context.Context, dir, base, head string) ([]model.CommitMessage, error)
	Files(ctx context.Context, dir, base, head string) ([]string, error)
	HasObject(ctx context.Context, commit string) (bool, error)
	PathIn(ctx context.Context, commit, path string) (bool, error)
	LinesIn(ctx context.Context, commit, path string, from, to int) (lines []string, ok bool, err error)
	IsAncestor(ctx context.Context, ancestor, head string) (bool, error)
	Contained(ctx context.Context, head string, in ...string) (bool, error)
}

// Ledger is where the facts are written down.
type Ledger interface {
	Append(ctx context.Context, unit, by string, facts ...rule.Fact) (rule.Unit, error)
	Unit(ctx context.Context, id string) (rule.Unit, []rule.Event, error)
	Active(ctx context.Context) ([]rule.Unit, error)
	All(ctx context.Context) ([]rule.Unit, error)
	Find(ctx context.Context, number int) (unit string, ok bool, err error)
	Since(ctx context.Context, id int64) ([]rule.Event, error)
	Lock(ctx context.Context, unit, step string) (unlock func(), err error)
}

// Runner runs the programs of workers and gates.
type Runner interface {
	Run(ctx context.Context, j worker.Job) (worker.Result, error)
	RunGate(ctx context.Context, g rule.Gate, dir string, out func(line string)) (rule.GateResult, error)
}

// Deps is what the steps are made of. All fields are required unless they say
// otherwise.
type Deps struct {
	Tracker Tracker
	Git     Git
	Ledger  Ledger
	Runner  Runner

	Queue   recipe.ReadQueue
	Regrade recipe.Regrade
	Claims  recipe.Claims

	Rules    model.Rules
	Settings rule.Settings
	Workers  []rule.Worker // those whose command exists; Me is among them
	// Local says that the tracker is the clone's own: its branches are the clone's,
	// nothing is fetched or pushed, and the gates are the checks.
	Local bool
	// Sample says that the tracker, the clone's own, is the sample of --demo: a command
	// that names it otherwise would work on the person's own queue.
	Sample bool
	// Remote is the name of the repository's remote; "" where Local.
	Remote string
	// Me is the name of the person in the ledger: their login, or what git says.
	Me string
	// Dir is the owner's own folder for briefs and logs of workers.
	Dir string
	// Worktrees is the folder in which workspaces are made.
	Worktrees string
	// Home is the repository as closing keywords name it: OWNER/NAME.
	Home string
	// RepoArg is the argument that names the repository in commands, "" where it
	// is the clone's own.
	RepoArg string
	Now     recipe.Clock
	// Wait waits between two looks at something that is not there yet.
	Wait func(ctx context.Context) error
	// Shell opens a shell in a workspace for the person, with the path of the brief
	// and a title, and comes back when they leave it; nil where there is no terminal.
	Shell func(ctx context.Context, dir, brief, title string) error
}

// Command is how a step is run by hand on the tracker at hand.
func (d Deps) Command(words ...string) string {
	all := append([]string{"gh", "debt", "drain"}, words...)
	switch {
	case d.Sample:
		all = append(all, "--demo")
	case d.Local:
		all = append(all, "--local")
	case d.RepoArg != "":
		all = append(all, "-R", d.RepoArg)
	}
	return strings.Join(all, " ")
}
