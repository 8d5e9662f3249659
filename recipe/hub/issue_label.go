package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// labelNames reads the labels of a request: strings, or objects with a name.
type labelNames []string

// UnmarshalJSON takes both spellings that GitHub takes.
func (l *labelNames) UnmarshalJSON(raw []byte) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil {
		return err
	}
	*l = labelNames{}
	for _, e := range entries {
		var name string
		if err := json.Unmarshal(e, &name); err != nil {
			var object struct{ Name string }
			if err := json.Unmarshal(e, &object); err != nil {
				return err
			}
			name = object.Name
		}
		*l = append(*l, name)
	}
	return nil
}

// findLabel gives the label of a name, compared without case.
func (r *reader) findLabel(ctx context.Context, name string) (l labelRow, found bool, err error) {
	l, err = scanLabel(r.QueryRowContext(ctx, `SELECT `+labelColumns+` FROM label WHERE folded = ?`, fold(name)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return l, false, nil
	}
	if err != nil {
		return l, false, fmt.Errorf("read a label: %w", err)
	}
	return l, true, nil
}

// resolveLabels turns names into labels, each once. A name that the
// repository lacks is created with GitHub's grey, when the account may create
// labels; GitHub refuses the whole request when it may not.
func (w *writer) resolveLabels(ctx context.Context, who Account, names []string) ([]labelRow, error) {
	var labels []labelRow
	seen := map[string]bool{}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if seen[fold(name)] {
			continue
		}
		seen[fold(name)] = true
		l, found, err := w.findLabel(ctx, name)
		if err != nil {
			return nil, err
		}
		if !found {
			if who.Permission < Write {
				p := refuse(http.StatusForbidden, docLabels, "You do not have permission to create labels on this repository.")
				p.body.Errors = []fieldError{{Resource: "Repository", Field: "label", Code: "unauthorized"}}
				return nil, p
			}
			if errs := checkLabelName(name); errs != nil {
				return nil, invalid(docLabels, errs...)
			}
			if l, err = w.createLabel(ctx, labelRow{name: name, color: defaultColor}); err != nil {
				return nil, err
			}
		}
		labels = append(labels, l)
	}
	return labels, nil
}

// checkLabelCount refuses more than a hundred labels. GitHub counts what is
// asked for on top of what is there, even when it is there already (C-15).
func checkLabelCount(there, asked int) error {
	if there+asked <= maxLabels {
		return nil
	}
	return refuse(http.StatusUnprocessableEntity, docLabels,
		"Validation Failed. Issues cannot have more than 100 labels")
}

// attach puts labels on an issue; one that it carries makes no event.
func (w *writer) attach(ctx context.Context, i *issueRow, actor int64, labels []labelRow) error {
	for _, l := range labels {
		if carries(i.labels, l.id) {
			continue
		}
		if err := w.exec(ctx, `INSERT INTO issue_label (issue_id, label_id) VALUES (?, ?)`, i.id, l.id); err != nil {
			return fmt.Errorf("add a label: %w", err)
		}
		if err := w.labelEvent(ctx, i, actor, "labeled", l); err != nil {
			return err
		}
	}
	return w.reload(ctx, i)
}

// detach takes labels off an issue; one that it does not carry makes no event.
func (w *writer) detach(ctx context.Context, i *issueRow, actor int64, labels []labelRow) error {
	for _, l := range labels {
		if !carries(i.labels, l.id) {
			continue
		}
		if err := w.exec(ctx, `DELETE FROM issue_label WHERE issue_id = ? AND label_id = ?`, i.id, l.id); err != nil {
			return fmt.Errorf("remove a label: %w", err)
		}
		if err := w.labelEvent(ctx, i, actor, "unlabeled", l); err != nil {
			return err
		}
	}
	return w.reload(ctx, i)
}

// setLabels makes labels the only ones of an issue.
func (w *writer) setLabels(ctx context.Context, i *issueRow, actor int64, labels []labelRow) error {
	var gone []labelRow
	for _, l := range i.labels {
		if !carries(labels, l.id) {
			gone = append(gone, l)
		}
	}
	if err := w.detach(ctx, i, actor, gone); err != nil {
		return err
	}
	return w.attach(ctx, i, actor, labels)
}

func (w *writer) labelEvent(ctx context.Context, i *issueRow, actor int64, kind string, l labelRow) error {
	return w.event(ctx, i, eventRow{kind: kind, actor: actor, labelName: &l.name, labelColor: &l.color})
}

func carries(labels []labelRow, id int64) bool {
	for _, l := range labels {
		if l.id == id {
			return true
		}
	}
	return false
}

// reload reads the issue again after its rows were changed.
func (w *writer) reload(ctx context.Context, i *issueRow) (err error) {
	*i, err = w.issueWhere(ctx, "id", i.id, notFound(docIssues))
	return err
}

// mayLabel refuses an account that may not label issues.
func (c *call) mayLabel() error {
	if c.who.Permission < Triage {
		return refuse(http.StatusForbidden, docLabels, "Must have admin rights to Repository.")
	}
	return nil
}

// editLabels runs an edit of one issue's labels and answers with those it has
// afterwards.
func (c *call) editLabels(ctx context.Context, edit func(ctx context.Context, w *writer, i *issueRow, actor int64) error) (answer, error) {
	if err := c.mayLabel(); err != nil {
		return answer{}, err
	}
	number, err := c.number()
	if err != nil {
		return answer{}, err
	}
	var views []labelView
	err = c.writing(ctx, func(ctx context.Context, w *writer, actor int64) error {
		i, err := w.issueNumbered(ctx, number)
		if err != nil {
			return err
		}
		if err := edit(ctx, w, &i, actor); err != nil {
			return err
		}
		views = c.at.labelViews(i.labels)
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, views)
}

// labelsRequest is the body of POST and PUT of an issue's labels: an object,
// or as an older spelling the list itself.
type labelsRequest struct {
	Labels labelNames `json:"labels"`
}

// UnmarshalJSON takes both.
func (l *labelsRequest) UnmarshalJSON(raw []byte) error {
	if strings.HasPrefix(strings.TrimSpace(string(raw)), "[") {
		return json.Unmarshal(raw, &l.Labels)
	}
	type plain labelsRequest
	return json.Unmarshal(raw, (*plain)(l))
}

// addIssueLabels serves POST …/issues/{number}/labels.
func addIssueLabels(ctx context.Context, c *call) (answer, error) {
	var in labelsRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	return c.editLabels(ctx, func(ctx context.Context, w *writer, i *issueRow, actor int64) error {
		labels, err := w.resolveLabels(ctx, c.who, in.Labels)
		if err != nil {
			return err
		}
		if err := checkLabelCount(len(i.labels), len(labels)); err != nil {
			return err
		}
		return w.attach(ctx, i, actor, labels)
	})
}

// setIssueLabels serves PUT …/issues/{number}/labels.
func setIssueLabels(ctx context.Context, c *call) (answer, error) {
	var in labelsRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	return c.editLabels(ctx, func(ctx context.Context, w *writer, i *issueRow, actor int64) error {
		labels, err := w.resolveLabels(ctx, c.who, in.Labels)
		if err != nil {
			return err
		}
		if err := checkLabelCount(0, len(labels)); err != nil {
			return err
		}
		return w.setLabels(ctx, i, actor, labels)
	})
}

// removeIssueLabel serves DELETE …/issues/{number}/labels/{name}.
func removeIssueLabel(ctx context.Context, c *call) (answer, error) {
	name := c.r.PathValue("name")
	return c.editLabels(ctx, func(ctx context.Context, w *writer, i *issueRow, actor int64) error {
		l, found, err := w.findLabel(ctx, name)
		if err != nil {
			return err
		}
		if !found || !carries(i.labels, l.id) {
			return refuse(http.StatusNotFound, docLabels+"#remove-a-label-from-an-issue", "Label does not exist")
		}
		return w.detach(ctx, i, actor, []labelRow{l})
	})
}

// clearIssueLabels serves DELETE …/issues/{number}/labels.
func clearIssueLabels(ctx context.Context, c *call) (answer, error) {
	a, err := c.editLabels(ctx, func(ctx context.Context, w *writer, i *issueRow, actor int64) error {
		return w.setLabels(ctx, i, actor, nil)
	})
	if err != nil {
		return a, err
	}
	return answer{status: http.StatusNoContent}, nil
}

// listIssueLabels serves GET …/issues/{number}/labels.
func listIssueLabels(ctx context.Context, c *call) (a answer, err error) {
	w := windowOf(c.r.URL.Query())
	err = c.readIssue(ctx, func(r *reader, i issueRow) error {
		etag := c.tag("issue labels", itoa(i.number), itoa(int(i.rev)), itoa(int(r.repo.shapeRev)), c.r.URL.RawQuery)
		if c.unchanged(etag) {
			a = notModified(etag)
			return nil
		}
		from, to := w.bounds(len(i.labels))
		a, err = view(http.StatusOK, c.at.labelViews(i.labels[from:to]))
		a.etag, a.header = etag, c.links(w, len(i.labels))
		return err
	})
	return a, err
}
