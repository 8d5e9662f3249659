package model

import "time"

// PullRequest is one pull request as the tracker told it. A body that GitHub
// gives as null is the empty string.
type PullRequest struct {
	Number   int
	Title    string
	Body     string
	URL      string
	Author   string
	State    State
	Draft    bool
	Merged   bool
	MergeSHA string // the commit that the merge made; "" while not merged
	HeadRef  string // the branch, without refs/heads/
	HeadSHA  string
	HeadRepo string // OWNER/NAME, "" when it was deleted
	BaseRef  string
	BaseSHA  string
	// Mergeable is whether it merges without a conflict.
	Mergeable Mergeability
	// MergeState is GitHub's mergeable_state: clean, blocked, behind, dirty,
	// unstable, draft, unknown …
	MergeState string
	AutoMerge  bool       // GitHub merges it by itself once its checks pass
	Queue      QueueState // in a merge queue; "" while it is in none
	CreatedAt  time.Time
	UpdatedAt  time.Time
	ClosedAt   time.Time // zero while open
	MergedAt   time.Time // zero while not merged
}

// Mergeability is what GitHub knows of a merge.
type Mergeability string

// The values of Mergeability.
const (
	MergeUnknown  Mergeability = "unknown" // GitHub is still computing it: ask again
	MergeClean    Mergeability = "clean"
	MergeConflict Mergeability = "conflict"
)

// QueueState is where a pull request stands in a merge queue, spelled as
// GitHub's GraphQL API does.
type QueueState string

// The states of an entry of a merge queue. A pull request that was in the queue
// and is not any more, without being merged, was ejected.
const (
	NotQueued        QueueState = ""
	QueueQueued      QueueState = "QUEUED"
	QueueAwaiting    QueueState = "AWAITING_CHECKS"
	QueueMergeable   QueueState = "MERGEABLE"
	QueueUnmergeable QueueState = "UNMERGEABLE"
	QueueLocked      QueueState = "LOCKED"
)

// ReviewState is the verdict of a review on GitHub.
type ReviewState string

// The states of a review.
const (
	ReviewApproved  ReviewState = "APPROVED"
	ReviewChanges   ReviewState = "CHANGES_REQUESTED"
	ReviewCommented ReviewState = "COMMENTED"
	ReviewDismissed ReviewState = "DISMISSED"
	ReviewPending   ReviewState = "PENDING"
)

// Review is one review of a pull request.
type Review struct {
	ID     int64
	Author string
	State  ReviewState
	Body   string
	Commit string // the head it was given for
	At     time.Time
}

// CommitMessage is one commit of a branch with all that it says.
type CommitMessage struct {
	SHA     string
	Message string
	Author  string
	At      time.Time
}

// CheckRun is a check of a commit, made by an app such as Actions.
type CheckRun struct {
	Name       string
	App        string // slug of the app
	Suite      int64  // the suite that it is part of; 0 where it is not told
	HeadSHA    string
	Status     string // queued, in_progress, completed, waiting, requested, pending
	Conclusion string // success, failure, neutral, cancelled, skipped, timed_out, action_required, startup_failure, stale; "" until completed
	URL        string
	StartedAt  time.Time
	EndedAt    time.Time
}

// CommitStatus is a status of a commit, the newest of its context.
type CommitStatus struct {
	Context     string
	SHA         string
	State       string // error, failure, pending, success
	Description string
	URL         string
	At          time.Time
}

// WorkflowRun is a run of Actions for a commit.
type WorkflowRun struct {
	ID         int64
	Suite      int64 // of its jobs' check runs; 0 where it is not told
	Name       string
	Event      string // push, pull_request, workflow_dispatch …
	HeadSHA    string
	Status     string // as of a CheckRun
	Conclusion string // as of a CheckRun
	Jobs       int    // how many jobs it has; a run that never started has none
	URL        string
	At         time.Time
}

// Evidence is all that a tracker says of one commit's checks.
type Evidence struct {
	SHA      string
	Runs     []CheckRun
	Statuses []CommitStatus
	Actions  []WorkflowRun
}

// BranchRules are what GitHub asks of a change of a branch.
type BranchRules struct {
	RequiredChecks []string // names of checks or contexts; empty: none is required
	Approvals      int      // how many approving reviews
	MergeQueue     bool     // changes go through a merge queue
	Squash         bool     // squashing is allowed
	PullOnly       bool     // the branch takes no direct push
}

// Squash is what a merge does in git: it puts the commits of a head that are not
// in a base into one commit on that base.
type Squash struct {
	Base    string // the branch
	Head    string // the commit that was approved
	Title   string
	Message string
	Author  string // "" keeps the author of the head
}

// MergeOutcome is how a squash in git ended.
type MergeOutcome string

// The outcomes of a squash.
const (
	SquashDone     MergeOutcome = "merged"
	SquashConflict MergeOutcome = "conflict"
	SquashMoved    MergeOutcome = "moved"   // the base got another commit meanwhile: try again
	SquashBlocked  MergeOutcome = "blocked" // the base is checked out where the change cannot be written
)
