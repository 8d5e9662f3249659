package tracker

import (
	"context"
	"errors"
	"net/http"

	"gh-debt/model"
)

// queueQuery asks where a pull request stands in a merge queue, and whether GitHub
// merges it by itself.
const queueQuery = `query QueueOf($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      id
      isInMergeQueue
      mergeQueueEntry { state }
      autoMergeRequest { enabledAt }
    }
  }
}`

// enqueueMutation puts a pull request into the queue, if its head is the expected one.
const enqueueMutation = `mutation Enqueue($pull: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: {pullRequestId: $pull, expectedHeadOid: $head}) {
    mergeQueueEntry { state }
  }
}`

// queueEntry is an entry of a merge queue.
type queueEntry struct{ State model.QueueState }

// queued is what queueQuery tells.
type queued struct {
	ID               string
	IsInMergeQueue   bool
	MergeQueueEntry  *queueEntry
	AutoMergeRequest *struct{ EnabledAt *string }
}

func (q *queued) state() model.QueueState {
	switch {
	case q.MergeQueueEntry != nil:
		return q.MergeQueueEntry.State
	case q.IsInMergeQueue:
		return model.QueueQueued
	}
	return model.NotQueued
}

// QueueOf reads where a pull request stands in a merge queue, NotQueued where it is
// in none, and whether GitHub merges it by itself once its checks pass.
func (c *Client) QueueOf(ctx context.Context, number int) (state model.QueueState, auto bool, err error) {
	q, err := c.queueOf(ctx, number)
	if err != nil {
		return model.NotQueued, false, err
	}
	return q.state(), q.AutoMergeRequest != nil, nil
}

func (c *Client) queueOf(ctx context.Context, number int) (*queued, error) {
	var data struct {
		Repository *struct{ PullRequest *queued }
	}
	r := request{op: "read where " + c.pullName(number) + " stands in the merge queue", method: http.MethodGet}
	owner, name := c.place.slug()
	variables := map[string]any{"owner": owner, "name": name, "number": number}
	if err := c.query(ctx, r, queueQuery, variables, &data); err != nil {
		return nil, err
	}
	if data.Repository == nil || data.Repository.PullRequest == nil {
		return nil, &model.Fault{Kind: model.FaultNotFound, Op: r.op, Detail: "it is not there"}
	}
	return data.Repository.PullRequest, nil
}

// Enqueue puts a pull request into the merge queue of its base, if its head still
// is the commit that was approved. One that is in the queue already is no error.
// GitHub's refusal is a *MergeRefused. It is sent once; a lost answer is a
// FaultUnknownResult, after which one looks with QueueOf.
func (c *Client) Enqueue(ctx context.Context, number int, sha string) error {
	r := request{
		op:    "put " + c.pullName(number) + " into the merge queue",
		right: "the right to merge pull requests of " + c.repo() + " (the write role or more)", method: http.MethodPost,
	}
	if err := checkCommit(r.op, sha); err != nil {
		return err
	}
	q, err := c.queueOf(ctx, number)
	if err != nil || q.state() != model.NotQueued {
		return err
	}
	var done struct {
		EnqueuePullRequest *struct{ MergeQueueEntry *queueEntry }
	}
	err = c.mutate(ctx, r, enqueueMutation, map[string]any{"pull": q.ID, "head": sha}, &done)
	if f := asGraphQLFault(err); f != nil && (f.Kind == model.FaultInvalid || f.Kind == model.FaultNotFound) {
		if q, look := c.queueOf(ctx, number); look == nil && q.state() != model.NotQueued {
			return nil
		}
		return c.enqueueRefused(ctx, number, sha, err)
	}
	if err != nil {
		return err
	}
	if done.EnqueuePullRequest == nil || done.EnqueuePullRequest.MergeQueueEntry == nil {
		f := &model.Fault{Kind: model.FaultAnswer, Op: r.op, Detail: "the answer does not say that it is in the queue"}
		lost(f)
		return f
	}
	return nil
}

// enqueueRefused is mergeRefused where it is the queue that refuses.
func (c *Client) enqueueRefused(ctx context.Context, number int, sha string, refusal error) error {
	err := c.mergeRefused(ctx, number, sha, refusal)
	var refused *MergeRefused
	if errors.As(err, &refused) && refused.Why == RefusedQueue {
		refused.Why = RefusedProtection
	}
	return err
}
