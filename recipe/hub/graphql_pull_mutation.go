package hub

import (
	"context"
	"strings"
)

// pullMutation describes a mutation of one pull request, which the input names
// by its opaque id; do makes what the payload holds.
func pullMutation(name, subject string, do func(context.Context, *writer, pullRow, change) (object, error)) fieldType {
	return field(name+"Payload", func(ctx context.Context, e *execution, _ mutationRoot, a arguments) (value, error) {
		input := a.object("input")
		o, err := e.node(ctx, input.str(subject))
		if err != nil {
			return value{}, err
		}
		on, ok := o.(pullRequest)
		if !ok {
			return value{}, unresolved("a PullRequest node", "the global id of '%s'.", input.str(subject))
		}
		if err := e.mayMutate(name, Write, on.issueRow); err != nil {
			return value{}, err
		}
		actor, err := e.write.userID(ctx, e.c.who.Login)
		if err != nil {
			return value{}, err
		}
		p, err := e.write.pullWhere(ctx, "id", on.id, notFound(docPulls))
		if err != nil {
			return value{}, err
		}
		result := payload{name: name + "Payload"}
		if result.subject, err = do(ctx, e.write, p, change{e, actor, input}); err != nil {
			return value{}, err
		}
		if id, ok := input["clientMutationId"].(string); ok {
			result.client = &id
		}
		return objectValue(result)
	}, "input")
}

// pullMutations are the mutations of pull requests.
func pullMutations() objectType {
	return objectType{
		"enqueuePullRequest": pullMutation("EnqueuePullRequest", "pullRequestId", func(ctx context.Context, w *writer, p pullRow, m change) (object, error) {
			if err := w.enqueue(ctx, p, m.actor, m.input.str("expectedHeadOid")); err != nil {
				return nil, err
			}
			p, err := w.pullWhere(ctx, "id", p.id, notFound(docPulls))
			return queued{p}, err
		}),
		"dequeuePullRequest": pullMutation("DequeuePullRequest", "id", func(ctx context.Context, w *writer, p pullRow, m change) (object, error) {
			if p.queue == nil {
				return nil, &graphqlError{Type: "UNPROCESSABLE", Message: "Pull request is not in the queue"}
			}
			return queued{p}, w.leaveQueue(ctx, &p.issueRow, m.actor)
		}),
		"enablePullRequestAutoMerge":  pullMutation("EnablePullRequestAutoMerge", "pullRequestId", enableAutoMerge),
		"disablePullRequestAutoMerge": pullMutation("DisablePullRequestAutoMerge", "pullRequestId", disableAutoMerge),
	}
}

// enableAutoMerge is refused, as on GitHub, where there is nothing to wait for.
func enableAutoMerge(ctx context.Context, w *writer, p pullRow, m change) (object, error) {
	unprocessable := func(why string) error { return &graphqlError{Type: "UNPROCESSABLE", Message: why} }
	if head := m.input.str("expectedHeadOid"); head != "" && head != p.headSHA {
		return nil, unprocessable("Expected head sha didn’t match current head ref.")
	}
	if p.closed {
		return nil, unprocessable("Pull request is closed")
	}
	if m.input.str("mergeMethod") != "SQUASH" {
		return nil, unprocessable("Merge method " + strings.ToLower(m.input.str("mergeMethod")) + " merging is not allowed on this repository")
	}
	missing, err := w.unmet(ctx, p)
	if err != nil {
		return nil, err
	}
	if len(missing) == 0 {
		return nil, unprocessable("Pull request Pull request is in clean status")
	}
	var title, message *string
	if s, given := m.input["commitHeadline"].(string); given {
		title = &s
	}
	if s, given := m.input["commitBody"].(string); given {
		message = &s
	}
	return pullRequest{p.issueRow}, w.setAutoMerge(ctx, p, m.actor, true, title, message)
}

func disableAutoMerge(ctx context.Context, w *writer, p pullRow, m change) (object, error) {
	if p.auto == nil {
		return nil, &graphqlError{Type: "UNPROCESSABLE", Message: "Can't disable auto-merge for this pull request."}
	}
	return pullRequest{p.issueRow}, w.setAutoMerge(ctx, p, m.actor, false, nil, nil)
}
