package hub

import (
	"context"
	"slices"
	"strings"
)

// happened is an entry of the timeline as a GraphQL object.
type happened struct {
	name  string
	event eventRow
	on    issueRow
}

func (h happened) typeName() string { return h.name }

// eventKinds gives the GraphQL type of each kind of entry that is no comment.
func eventKinds() map[string]string {
	return map[string]string{
		"labeled": "LabeledEvent", "unlabeled": "UnlabeledEvent", "closed": "ClosedEvent",
		"reopened": "ReopenedEvent", "renamed": "RenamedTitleEvent", "marked_as_duplicate": "MarkedAsDuplicateEvent",
	}
}

// itemType is a type's name as the argument itemTypes spells it.
func itemType(typeName string) string {
	var b strings.Builder
	for i, r := range typeName {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

func timelineItems(ctx context.Context, e *execution, i issue, a arguments) (value, error) {
	rows, err := e.read.timelineOf(ctx, i.id)
	if err != nil {
		return value{}, err
	}
	wanted := a.strings("itemTypes")
	items := []object{}
	for _, row := range rows {
		var o object
		switch name := eventKinds()[row.kind]; {
		case row.comment != nil:
			o = comment{*row.comment}
		case name != "":
			o = happened{name, row, i.issueRow}
		default:
			continue
		}
		if len(wanted) == 0 || slices.Contains(wanted, itemType(o.typeName())) {
			items = append(items, o)
		}
	}
	if n, _ := a.number("skip"); n > 0 {
		items = items[min(n, len(items)):]
	}
	return objectValue(paged("IssueTimelineItemsConnection", len(items), a, func(_ context.Context, _ *execution, from, to int) ([]object, error) {
		return items[from:to], nil
	}))
}

// eventTypes are the types of the entries, with what each has beside who and
// when.
func eventTypes() map[string]objectType {
	reason := plain(func(_ *execution, h happened) *string {
		if h.event.kind == "reopened" {
			s := "REOPENED"
			return &s
		}
		if h.event.stateReason == nil {
			return nil
		}
		s := strings.ToUpper(*h.event.stateReason)
		return &s
	})
	labelled := field("Label", func(ctx context.Context, e *execution, h happened, _ arguments) (value, error) {
		l, found, err := e.read.findLabel(ctx, *h.event.labelName)
		if err != nil {
			return value{}, err
		}
		if !found {
			l = labelRow{name: *h.event.labelName, color: *h.event.labelColor}
		}
		return objectValue(label{l})
	})
	types := map[string]objectType{
		"LabeledEvent":   {"label": labelled},
		"UnlabeledEvent": {"label": labelled},
		"ClosedEvent":    {"stateReason": reason},
		"ReopenedEvent":  {"stateReason": reason},
		"RenamedTitleEvent": {
			"previousTitle": plain(func(_ *execution, h happened) *string { return h.event.renameFrom }),
			"currentTitle":  plain(func(_ *execution, h happened) *string { return h.event.renameTo }),
		},
		"MarkedAsDuplicateEvent": {
			"canonical":         field("IssueOrPullRequest", canonical),
			"isCrossRepository": plain(func(*execution, happened) bool { return false }),
			"duplicate": field("IssueOrPullRequest", func(_ context.Context, _ *execution, h happened, _ arguments) (value, error) {
				return objectValue(issueObject(h.on))
			}),
		},
	}
	for _, t := range types {
		t["id"] = plain(func(_ *execution, h happened) string { return nodeID(eventNode, eventBase+h.event.id) })
		t["createdAt"] = plain(func(_ *execution, h happened) string { return stamp(h.event.createdAt) })
		t["actor"] = field("Actor", func(_ context.Context, _ *execution, h happened, _ arguments) (value, error) {
			return objectValue(user{h.event.actor, h.event.actorLogin})
		})
	}
	return types
}

func canonical(ctx context.Context, e *execution, h happened, _ arguments) (value, error) {
	if h.event.canonicalID == nil {
		return nullValue()
	}
	i, err := e.read.issueWhere(ctx, "id", *h.event.canonicalID, notFound(docIssues))
	if err != nil {
		return value{}, err
	}
	return objectValue(issueObject(i))
}
