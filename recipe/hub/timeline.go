package hub

import (
	"context"
	"net/http"
)

// eventView is an entry of the timeline that is no comment.
type eventView struct {
	ID          int64           `json:"id"`
	NodeID      string          `json:"node_id"`
	URL         string          `json:"url"`
	Actor       *userView       `json:"actor"`
	Event       string          `json:"event"`
	CommitID    *string         `json:"commit_id"`
	CommitURL   *string         `json:"commit_url"`
	CreatedAt   string          `json:"created_at"`
	Label       *eventLabelView `json:"label,omitempty"`
	Rename      *renameView     `json:"rename,omitempty"`
	StateReason *string         `json:"state_reason,omitempty"`
	App         null            `json:"performed_via_github_app"`
}

type eventLabelView struct {
	Name  string `json:"name"`
	Color string `json:"color"`
}

type renameView struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// timelineCommentView is a comment in the timeline.
type timelineCommentView struct {
	Event string    `json:"event"`
	Actor *userView `json:"actor"`
	commentView
}

func (p places) eventView(e eventRow) eventView {
	v := eventView{ID: eventBase + e.id, NodeID: nodeID(eventNode, eventBase+e.id), URL: p.event(e.id),
		Actor: p.user(e.actor, e.actorLogin), Event: e.kind, CreatedAt: stamp(e.createdAt), StateReason: e.stateReason}
	if e.commitSHA != nil {
		at := p.repo + "/commits/" + *e.commitSHA
		v.CommitID, v.CommitURL = e.commitSHA, &at
	}
	if e.labelName != nil {
		v.Label = &eventLabelView{Name: *e.labelName, Color: *e.labelColor}
	}
	if e.renameFrom != nil {
		v.Rename = &renameView{From: *e.renameFrom, To: *e.renameTo}
	}
	return v
}

// listTimeline serves GET …/issues/{number}/timeline.
func listTimeline(ctx context.Context, c *call) (answer, error) {
	return c.history(ctx, "timeline", true)
}

// listEvents serves GET …/issues/{number}/events: the timeline without the
// comments.
func listEvents(ctx context.Context, c *call) (answer, error) {
	return c.history(ctx, "events", false)
}

func (c *call) history(ctx context.Context, name string, comments bool) (a answer, err error) {
	w := windowOf(c.r.URL.Query())
	err = c.readIssue(ctx, func(r *reader, i issueRow) error {
		etag := c.tag(name, itoa(int(i.rev)), itoa(int(r.repo.shapeRev)), itoa(i.number), itoa(w.page), itoa(w.size))
		if c.unchanged(etag) {
			a = notModified(etag)
			return nil
		}
		all, err := r.timelineOf(ctx, i.id)
		if err != nil {
			return err
		}
		if !comments {
			all = withoutComments(all)
		}
		from, to := w.bounds(len(all))
		views := make([]any, 0, to-from) // two shapes in one list, as GitHub has it
		for _, e := range all[from:to] {
			if e.comment == nil {
				views = append(views, c.at.eventView(e))
				continue
			}
			views = append(views, timelineCommentView{Event: e.kind, Actor: c.at.user(e.actor, e.actorLogin),
				commentView: c.at.commentView(i, *e.comment, r.repo.Owner)})
		}
		a, err = view(http.StatusOK, views)
		a.etag, a.header = etag, c.links(w, len(all))
		return err
	})
	return a, err
}

func withoutComments(all []eventRow) []eventRow {
	var rest []eventRow
	for _, e := range all {
		if e.comment == nil {
			rest = append(rest, e)
		}
	}
	return rest
}
