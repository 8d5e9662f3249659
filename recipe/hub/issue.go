package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// optional is a member of a request that may be absent, null or a value.
type optional[T any] struct {
	given bool
	value *T
}

// UnmarshalJSON notes that the member is there.
func (o *optional[T]) UnmarshalJSON(raw []byte) error {
	o.given = true
	return json.Unmarshal(raw, &o.value)
}

// titleText is a title: GitHub takes a number for one too.
type titleText string

// UnmarshalJSON takes a string or a number.
func (t *titleText) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if err := json.Unmarshal(raw, &n); err == nil && raw[0] != '"' {
		*t = titleText(n)
		return nil
	}
	return json.Unmarshal(raw, (*string)(t))
}

type issueRequest struct {
	Title       optional[titleText]  `json:"title"`
	Body        optional[string]     `json:"body"`
	State       optional[string]     `json:"state"`
	StateReason optional[string]     `json:"state_reason"`
	DuplicateOf optional[int64]      `json:"duplicate_issue_id"`
	Labels      optional[labelNames] `json:"labels"`
}

func (c *call) readIssue(ctx context.Context, f func(r *reader, i issueRow) error) error {
	number, err := c.number()
	if err != nil {
		return err
	}
	return c.hub.reading(ctx, func(r *reader) error {
		i, err := r.issueNumbered(ctx, number)
		if err != nil {
			return err
		}
		return f(r, i)
	})
}

// getIssue serves GET …/issues/{number}.
func getIssue(ctx context.Context, c *call) (a answer, err error) {
	err = c.readIssue(ctx, func(r *reader, i issueRow) error {
		etag := c.tag("issue", itoa(i.number), itoa(int(i.rev)), itoa(int(r.repo.shapeRev)))
		if c.unchanged(etag) {
			a = notModified(etag)
			return nil
		}
		a, err = view(http.StatusOK, c.at.issueView(i, r.repo.Owner))
		a.etag = etag
		return err
	})
	return a, err
}

// createIssue serves POST …/issues. The labels of an account that may not
// label are dropped in silence, as on GitHub.
func createIssue(ctx context.Context, c *call) (answer, error) {
	var in issueRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	title := ""
	if in.Title.value != nil {
		title = string(*in.Title.value)
	}
	if errs := append(checkTitle(title), checkBody(in.Body.value)...); errs != nil {
		return answer{}, invalid(docIssues+"#create-an-issue", errs...)
	}
	var made issueRow
	err := c.writing(ctx, func(ctx context.Context, w *writer, actor int64) (err error) {
		var names []string
		if in.Labels.value != nil {
			names = *in.Labels.value
		}
		labels, err := w.resolveLabels(ctx, c.who, names)
		if err != nil {
			return err
		}
		if c.who.Permission < Triage {
			labels = nil
		}
		if err := checkLabelCount(0, len(labels)); err != nil {
			return err
		}
		made, err = w.newIssue(ctx, actor, title, in.Body.value, labels)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	a, err := view(http.StatusCreated, c.at.issueView(made, c.repo.Owner))
	a.header = http.Header{"Location": {c.at.issue(made.number)}}
	return a, err
}

func (w *writer) newIssue(ctx context.Context, author int64, title string, body *string, labels []labelRow) (i issueRow, err error) {
	w.repo.lastNumber++
	if body != nil && *body == "" {
		body = nil // GitHub answers an empty body as null
	}
	i.id, err = w.insert(ctx, `INSERT INTO issue (number, title, body, author, created_at, updated_at, rev)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, w.repo.lastNumber, title, body, author, w.now, w.now, w.rev)
	if err != nil {
		return i, fmt.Errorf("store an issue: %w", err)
	}
	if err := w.exec(ctx, `UPDATE repository SET last_number = ?`, w.repo.lastNumber); err != nil {
		return i, fmt.Errorf("store an issue: %w", err)
	}
	if err := w.reload(ctx, &i); err != nil {
		return i, err
	}
	return i, w.attach(ctx, &i, author, labels)
}

// editIssue serves PATCH …/issues/{number}.
func editIssue(ctx context.Context, c *call) (answer, error) {
	number, err := c.number()
	if err != nil {
		return answer{}, err
	}
	var in issueRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	if err := in.check(); err != nil {
		return answer{}, err
	}
	if err := c.mayReopenIssue(ctx, number, in); err != nil {
		return answer{}, err
	}
	var after issueRow
	err = c.writing(ctx, func(ctx context.Context, w *writer, actor int64) error {
		i, err := w.issueNumbered(ctx, number)
		if err != nil {
			return err
		}
		if err := c.mayEdit(in, i); err != nil {
			return err
		}
		if err := w.edit(ctx, &i, actor, c.who, in); err != nil {
			return err
		}
		after = i
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, c.at.issueView(after, c.repo.Owner))
}

// check refuses the values that no issue can have.
func (in issueRequest) check() error {
	var errs []fieldError
	if in.Title.value != nil {
		errs = append(errs, checkTitle(string(*in.Title.value))...)
	}
	errs = append(errs, checkBody(in.Body.value)...)
	oneOf := func(field string, o optional[string], values ...string) {
		if o.value == nil {
			return
		}
		for _, v := range values {
			if *o.value == v {
				return
			}
		}
		errs = append(errs, fieldError{Resource: "Issue", Field: field, Code: "invalid"})
	}
	oneOf("state", in.State, "open", "closed")
	oneOf("state_reason", in.StateReason, "completed", "not_planned", "duplicate", "reopened")
	if errs != nil {
		return invalid(docIssues+"#update-an-issue", errs...)
	}
	return nil
}

// mayEdit refuses an account that may not edit what it asks to: the text is
// its author's and the writers', the state also of those who triage.
func (c *call) mayEdit(in issueRequest, i issueRow) error {
	if fold(c.who.Login) == fold(i.authorLogin) || c.who.Permission >= Write {
		return nil
	}
	if c.who.Permission >= Triage && !in.Title.given && !in.Body.given {
		return nil
	}
	return refuse(http.StatusForbidden, docIssues+"#update-an-issue", "Must have admin rights to Repository.")
}

func (w *writer) edit(ctx context.Context, i *issueRow, actor int64, who Account, in issueRequest) error {
	if in.Title.value != nil && string(*in.Title.value) != i.title {
		from, to := i.title, string(*in.Title.value)
		if err := w.exec(ctx, `UPDATE issue SET title = ? WHERE id = ?`, to, i.id); err != nil {
			return fmt.Errorf("change a title: %w", err)
		}
		if err := w.event(ctx, i, eventRow{kind: "renamed", actor: actor, renameFrom: &from, renameTo: &to}); err != nil {
			return err
		}
	}
	if in.Body.given {
		body := in.Body.value
		if body != nil && *body == "" {
			body = nil
		}
		if err := w.exec(ctx, `UPDATE issue SET body = ? WHERE id = ?`, body, i.id); err != nil {
			return fmt.Errorf("change a body: %w", err)
		}
		if err := w.touch(ctx, i); err != nil {
			return err
		}
	}
	if in.Labels.value != nil && who.Permission >= Triage {
		labels, err := w.resolveLabels(ctx, who, *in.Labels.value)
		if err != nil {
			return err
		}
		if err := checkLabelCount(0, len(labels)); err != nil {
			return err
		}
		if err := w.setLabels(ctx, i, actor, labels); err != nil {
			return err
		}
	}
	if in.State.value != nil {
		if err := w.changeState(ctx, i, actor, in); err != nil {
			return err
		}
	}
	return w.reload(ctx, i)
}
