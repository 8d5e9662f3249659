package hub

import (
	"context"
	"encoding/json"
	"fmt"
)

// object is a GraphQL object: one of the types that objectTypes describes.
type object interface {
	// typeName is the object's own type.
	typeName() string
}

// value is what a field is: a scalar's JSON, an object, a list of objects, or
// null, the zero value.
type value struct {
	json   json.RawMessage
	object object
	list   []object
	isList bool
}

// scalar is a value of plain JSON.
func scalar[T string | bool | int | int64 | *string](v T) (value, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return value{}, fmt.Errorf("write a value: %w", err)
	}
	return value{json: raw}, nil
}

func objectValue(o object) (value, error) { return value{object: o}, nil }

func listValue(l []object) (value, error) { return value{list: l, isList: true}, nil }

func nullValue() (value, error) { return value{}, nil }

// fieldType describes one field of an object type.
type fieldType struct {
	result string   // the type of the object or list that it gives; empty for a scalar
	args   []string // the arguments that it takes
	get    func(ctx context.Context, e *execution, o object, a arguments) (value, error)
}

// objectType is a type's fields.
type objectType map[string]fieldType

// field describes a field of the object type T.
func field[T object](result string, get func(context.Context, *execution, T, arguments) (value, error), args ...string) fieldType {
	return fieldType{result: result, args: args, get: func(ctx context.Context, e *execution, o object, a arguments) (value, error) {
		t, ok := o.(T)
		if !ok {
			return value{}, fmt.Errorf("a %s is no %T", o.typeName(), t)
		}
		return get(ctx, e, t, a)
	}}
}

// plain describes a scalar field that needs nothing but the object.
func plain[T object, S string | bool | int | int64 | *string](get func(*execution, T) S) fieldType {
	return field("", func(_ context.Context, e *execution, o T, _ arguments) (value, error) {
		return scalar(get(e, o))
	})
}

// abstractTypes are the interfaces and unions of the schema by the types that
// a hub has of them.
func abstractTypes() map[string][]string {
	return map[string][]string{
		"Actor":              {"User"},
		"RepositoryOwner":    {"User"},
		"Node":               {"Repository", "Issue", "PullRequest", "Label", "IssueComment", "Ref", "Commit", "MergeQueueEntry"},
		"GitObject":          {"Commit"},
		"IssueOrPullRequest": {"Issue", "PullRequest"},
		"Labelable":          {"Issue", "PullRequest"},
		"Closable":           {"Issue", "PullRequest"},
		"IssueTimelineItems": {"LabeledEvent", "UnlabeledEvent", "ClosedEvent", "ReopenedEvent", "RenamedTitleEvent",
			"MarkedAsDuplicateEvent", "IssueComment"},
		"Comment": {"Issue", "PullRequest", "IssueComment"},
	}
}

// objectTypes are the types of GitHub's schema, with those of their fields
// that a hub has.
func objectTypes() map[string]objectType {
	types := map[string]objectType{
		"Query":                            queryType(),
		"Mutation":                         mutationType(),
		"Repository":                       repositoryType(),
		"Ref":                              refType(),
		"User":                             userType(),
		"RateLimit":                        rateLimitType(),
		"Issue":                            issueType(),
		"PullRequest":                      pullRequestType(),
		"Label":                            labelType(),
		"IssueComment":                     issueCommentType(),
		"PageInfo":                         pageInfoType(),
		"AddLabelsToLabelablePayload":      payloadType("labelable", "Labelable"),
		"RemoveLabelsFromLabelablePayload": payloadType("labelable", "Labelable"),
		"ClearLabelsFromLabelablePayload":  payloadType("labelable", "Labelable"),
		"CloseIssuePayload":                payloadType("issue", "Issue"),
		"ReopenIssuePayload":               payloadType("issue", "Issue"),
		"AddCommentPayload":                payloadType("subject", "Node"),

		"Commit":                             commitType(),
		"MergeQueueEntry":                    queueEntryType(),
		"AutoMergeRequest":                   autoMergeType(),
		"EnqueuePullRequestPayload":          payloadType("mergeQueueEntry", "MergeQueueEntry"),
		"DequeuePullRequestPayload":          payloadType("mergeQueueEntry", "MergeQueueEntry"),
		"EnablePullRequestAutoMergePayload":  payloadType("pullRequest", "PullRequest"),
		"DisablePullRequestAutoMergePayload": payloadType("pullRequest", "PullRequest"),
	}
	for name, t := range eventTypes() {
		types[name] = t
	}
	for connection, node := range map[string]string{
		"IssueConnection": "Issue", "LabelConnection": "Label", "IssueCommentConnection": "IssueComment",
		"IssueTimelineItemsConnection": "IssueTimelineItems",
		"PullRequestConnection":        "PullRequest", "RefConnection": "Ref",
	} {
		edge := connection[:len(connection)-len("Connection")] + "Edge"
		types[connection] = connectionType(node, edge)
		types[edge] = edgeType(node)
	}
	return types
}
