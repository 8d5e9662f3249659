package hub

import (
	"context"
	"fmt"
	"maps"
	"strings"
)

type mutationRoot struct{}

func (mutationRoot) typeName() string { return "Mutation" }

// payload is what a mutation answers with.
type payload struct {
	name    string
	subject object
	client  *string // clientMutationId
}

func (p payload) typeName() string { return p.name }

func payloadType(subject, result string) objectType {
	return objectType{
		"clientMutationId": plain(func(_ *execution, p payload) *string { return p.client }),
		subject: field(result, func(_ context.Context, _ *execution, p payload, _ arguments) (value, error) {
			return objectValue(p.subject)
		}),
	}
}

func mutationType() objectType {
	t := pullMutations()
	maps.Copy(t, objectType{
		"addLabelsToLabelable":      mutation("AddLabelsToLabelable", "labelableId", Triage, addLabels),
		"removeLabelsFromLabelable": mutation("RemoveLabelsFromLabelable", "labelableId", Triage, removeLabels),
		"clearLabelsFromLabelable": mutation("ClearLabelsFromLabelable", "labelableId", Triage,
			func(ctx context.Context, w *writer, i *issueRow, m change) error {
				return w.setLabels(ctx, i, m.actor, nil)
			}),
		"closeIssue": mutation("CloseIssue", "issueId", Triage, closeIssue),
		"reopenIssue": mutation("ReopenIssue", "issueId", Triage, func(ctx context.Context, w *writer, i *issueRow, m change) error {
			if !i.closed {
				return nil
			}
			return w.reopen(ctx, i, m.actor)
		}),
		"addComment": mutation("AddComment", "subjectId", Read, func(ctx context.Context, w *writer, i *issueRow, m change) error {
			if errs := checkComment(m.input.str("body")); errs != nil {
				return invalid(docComments, errs...)
			}
			if _, err := w.comment(ctx, i, m.actor, m.e.c.who.Login, m.input.str("body")); err != nil {
				return err
			}
			return w.reload(ctx, i)
		}),
	})
	return t
}

// change is a mutation under way.
type change struct {
	e     *execution
	actor int64
	input arguments
}

// mutation describes a mutation of one issue, which the input names by its
// opaque id, and the permission that it takes of whoever is not its author.
func mutation(name, subject string, p Permission, do func(context.Context, *writer, *issueRow, change) error) fieldType {
	return field(name+"Payload", func(ctx context.Context, e *execution, _ mutationRoot, a arguments) (value, error) {
		input := a.object("input")
		o, err := e.node(ctx, input.str(subject))
		if err != nil {
			return value{}, err
		}
		on, ok := o.(discussed)
		if !ok {
			return value{}, unresolved("a node", "the global id of '%s'", input.str(subject))
		}
		i := on.row()
		if err := e.mayMutate(name, p, i); err != nil {
			return value{}, err
		}
		actor, err := e.write.userID(ctx, e.c.who.Login)
		if err != nil {
			return value{}, err
		}
		if err := do(ctx, e.write, &i, change{e, actor, input}); err != nil {
			return value{}, err
		}
		result := payload{name: name + "Payload", subject: issueObject(i)}
		if id, ok := input["clientMutationId"].(string); ok {
			result.client = &id
		}
		return objectValue(result)
	}, "input")
}

func (e *execution) mayMutate(name string, p Permission, i issueRow) error {
	who, facts := e.c.who, e.read.repo
	author := fold(who.Login) == fold(i.authorLogin) && !strings.Contains(name, "Labels") && p < Write
	switch {
	case !who.mayWrite(facts.Private):
		return &graphqlError{Type: "INSUFFICIENT_SCOPES", Message: fmt.Sprintf("Your token has not been granted the required scopes "+
			"to execute this query. The '%s' field requires one of the following scopes: ['%s'], but your token has only been granted "+
			"the: ['%s'] scopes. Please modify your token's scopes at: https://github.com/settings/tokens.",
			strings.ToLower(name[:1])+name[1:], strings.Join(writesWith(facts.Private), "', '"), strings.Join(who.Scopes, "', '"))}
	case who.Restricted:
		return &graphqlError{Type: "FORBIDDEN", Message: "Resource not accessible by personal access token"}
	case facts.Archived:
		return &graphqlError{Type: "UNPROCESSABLE", Message: "Repository was archived so is read-only"}
	case facts.IssuesOff && !i.pull:
		return &graphqlError{Type: "UNPROCESSABLE", Message: "Issues has been disabled in this repository."}
	case who.Permission < p && !author && (p > Read || facts.Private):
		return &graphqlError{Type: "FORBIDDEN", Message: fmt.Sprintf(
			"%s does not have the correct permissions to execute `%s`", who.Login, name)}
	}
	return nil
}

// labels finds the labels that the input names.
func (m change) labels(ctx context.Context) ([]labelRow, error) {
	var labels []labelRow
	for _, id := range m.input.strings("labelIds") {
		o, err := m.e.node(ctx, id)
		if err != nil {
			return nil, err
		}
		l, ok := o.(label)
		if !ok {
			return nil, unresolved("a Label node", "the global id of '%s'.", id)
		}
		labels = append(labels, l.labelRow)
	}
	return labels, nil
}

func addLabels(ctx context.Context, w *writer, i *issueRow, m change) error {
	labels, err := m.labels(ctx)
	if err != nil {
		return err
	}
	if err := checkLabelCount(len(i.labels), len(labels)); err != nil {
		return err
	}
	return w.attach(ctx, i, m.actor, labels)
}

func removeLabels(ctx context.Context, w *writer, i *issueRow, m change) error {
	labels, err := m.labels(ctx)
	if err != nil {
		return err
	}
	return w.detach(ctx, i, m.actor, labels)
}

// closeIssue closes an issue; one that is closed stays as it is.
func closeIssue(ctx context.Context, w *writer, i *issueRow, m change) error {
	if i.closed {
		return nil
	}
	reason := strings.ToLower(m.input.str("stateReason"))
	if reason == "" {
		reason = "completed"
	}
	var original int64
	if id := m.input.str("duplicateIssueId"); id != "" {
		o, err := m.e.node(ctx, id)
		if err != nil {
			return err
		}
		on, ok := o.(discussed)
		if !ok {
			return unresolved("an Issue node", "the global id of '%s'.", id)
		}
		original = on.row().id
	}
	return w.close(ctx, i, m.actor, reason, original)
}
