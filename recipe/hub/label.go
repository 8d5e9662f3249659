package hub

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"
)

// defaultColor is the grey of a label that was created without a colour.
const defaultColor = "ededed"

type labelRequest struct {
	Name        optional[string] `json:"name"`
	NewName     optional[string] `json:"new_name"`
	Color       optional[string] `json:"color"`
	Description optional[string] `json:"description"`
}

func checkLabelName(name string) []fieldError {
	field := fieldError{Resource: "Label", Field: "name"}
	switch {
	case strings.TrimSpace(name) == "":
		field.Code = "missing_field"
	case utf8.RuneCountInString(name) > maxLabelName:
		field.Code, field.Message = "custom", "name is too long (maximum is 50 characters)"
	default:
		return nil
	}
	return []fieldError{field}
}

func (in labelRequest) checkRest() []fieldError {
	var errs []fieldError
	if in.Color.value != nil && !regexp.MustCompile(`^[0-9a-fA-F]{6}$`).MatchString(*in.Color.value) {
		errs = append(errs, fieldError{Resource: "Label", Field: "color", Code: "invalid"})
	}
	if in.Description.value != nil && utf8.RuneCountInString(*in.Description.value) > maxDescription {
		errs = append(errs, fieldError{Resource: "Label", Field: "description", Code: "custom",
			Message: "description is too long (maximum is 100 characters)"})
	}
	return errs
}

// mayKeepLabels refuses an account that may not create or change labels.
// GitHub answers it as if there were nothing there.
func (c *call) mayKeepLabels() error {
	if c.who.Permission < Write {
		return notFound(docLabels)
	}
	return nil
}

func labelExists() *problem {
	return invalid(docLabels, fieldError{Resource: "Label", Code: "already_exists", Field: "name"})
}

// createLabel stores a label whose name is known to be free.
func (w *writer) createLabel(ctx context.Context, l labelRow) (labelRow, error) {
	l.createdAt, l.updatedAt = w.now, w.now
	var err error
	l.id, err = w.insert(ctx, `INSERT INTO label (name, folded, color, description, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?)`, l.name, fold(l.name), l.color, l.description, l.createdAt, l.updatedAt)
	if err != nil {
		return l, fmt.Errorf("create a label: %w", err)
	}
	return l, w.labelsChanged(ctx)
}

func (w *writer) labelsChanged(ctx context.Context) error {
	if err := w.exec(ctx, `UPDATE repository SET label_rev = ?`, w.rev); err != nil {
		return fmt.Errorf("change the labels: %w", err)
	}
	return nil
}

// listLabels serves GET …/labels: in the order of their names' creation.
func listLabels(ctx context.Context, c *call) (a answer, err error) {
	w := windowOf(c.r.URL.Query())
	err = c.hub.reading(ctx, func(r *reader) error {
		etag := c.tag("labels", itoa(int(r.repo.labelRev)), itoa(int(r.repo.shapeRev)), itoa(w.page), itoa(w.size))
		if c.unchanged(etag) {
			a = notModified(etag)
			return nil
		}
		var total int
		if err := r.QueryRowContext(ctx, `SELECT count(*) FROM label`).Scan(&total); err != nil {
			return fmt.Errorf("list the labels: %w", err)
		}
		from, to := w.bounds(total)
		rows, err := r.QueryContext(ctx, `SELECT `+labelColumns+` FROM label ORDER BY id LIMIT ? OFFSET ?`, to-from, from)
		if err != nil {
			return fmt.Errorf("list the labels: %w", err)
		}
		defer rows.Close()
		list := []labelView{}
		for rows.Next() {
			l, err := scanLabel(rows.Scan)
			if err != nil {
				return fmt.Errorf("list the labels: %w", err)
			}
			list = append(list, c.at.labelView(l))
		}
		var b bytes.Buffer
		if err := encode(&b, list); err != nil {
			return err
		}
		a = ok(http.StatusOK, b.Bytes(), etag)
		a.header = c.links(w, total)
		return rows.Err()
	})
	return a, err
}

// getLabel serves GET …/labels/{name}.
func getLabel(ctx context.Context, c *call) (a answer, err error) {
	err = c.hub.reading(ctx, func(r *reader) error {
		l, found, err := r.findLabel(ctx, c.r.PathValue("name"))
		if err != nil {
			return err
		}
		if !found {
			return notFound(docLabels + "#get-a-label")
		}
		a, err = view(http.StatusOK, c.at.labelView(l))
		return err
	})
	return a, err
}

// postLabel serves POST …/labels.
func postLabel(ctx context.Context, c *call) (answer, error) {
	if err := c.mayKeepLabels(); err != nil {
		return answer{}, err
	}
	var in labelRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	l := labelRow{color: defaultColor, description: in.Description.value}
	if in.Name.value != nil {
		l.name = strings.TrimSpace(*in.Name.value)
	}
	if in.Color.value != nil {
		l.color = strings.ToLower(*in.Color.value)
	}
	if errs := append(checkLabelName(l.name), in.checkRest()...); errs != nil {
		return answer{}, invalid(docLabels+"#create-a-label", errs...)
	}
	err := c.writing(ctx, func(ctx context.Context, w *writer, _ int64) error {
		_, found, err := w.findLabel(ctx, l.name)
		if err != nil {
			return err
		}
		if found {
			return labelExists()
		}
		l, err = w.createLabel(ctx, l)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	a, err := view(http.StatusCreated, c.at.labelView(l))
	a.header = http.Header{"Location": {c.at.label(l.name)}}
	return a, err
}

// patchLabel serves PATCH …/labels/{name}: the issues keep the label under
// its new name.
func patchLabel(ctx context.Context, c *call) (answer, error) {
	if err := c.mayKeepLabels(); err != nil {
		return answer{}, err
	}
	var in labelRequest
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	var errs []fieldError
	if in.NewName.value != nil {
		errs = checkLabelName(*in.NewName.value)
	}
	if errs = append(errs, in.checkRest()...); errs != nil {
		return answer{}, invalid(docLabels+"#update-a-label", errs...)
	}
	var after labelRow
	err := c.writing(ctx, func(ctx context.Context, w *writer, _ int64) error {
		l, found, err := w.findLabel(ctx, c.r.PathValue("name"))
		if err != nil {
			return err
		}
		if !found {
			return notFound(docLabels + "#update-a-label")
		}
		after, err = w.changeLabel(ctx, l, in)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return view(http.StatusOK, c.at.labelView(after))
}

func (w *writer) changeLabel(ctx context.Context, l labelRow, in labelRequest) (labelRow, error) {
	if in.NewName.value != nil {
		l.name = strings.TrimSpace(*in.NewName.value)
		other, found, err := w.findLabel(ctx, l.name)
		if err != nil {
			return l, err
		}
		if found && other.id != l.id {
			return l, labelExists()
		}
	}
	if in.Color.value != nil {
		l.color = strings.ToLower(*in.Color.value)
	}
	if in.Description.given {
		l.description = in.Description.value
	}
	l.updatedAt = w.now
	err := w.exec(ctx, `UPDATE label SET name = ?, folded = ?, color = ?, description = ?, updated_at = ? WHERE id = ?`,
		l.name, fold(l.name), l.color, l.description, l.updatedAt, l.id)
	if err != nil {
		return l, fmt.Errorf("change a label: %w", err)
	}
	return l, w.labelShownAnew(ctx, l.id)
}

// labelShownAnew marks the issues that show a label as changed.
func (w *writer) labelShownAnew(ctx context.Context, id int64) error {
	err := w.exec(ctx, `UPDATE issue SET rev = ? WHERE id IN (SELECT issue_id FROM issue_label WHERE label_id = ?)`,
		w.rev, id)
	if err != nil {
		return fmt.Errorf("change a label: %w", err)
	}
	return w.labelsChanged(ctx)
}

// deleteLabel serves DELETE …/labels/{name}: it goes from the issues too,
// which GitHub tells no timeline of.
func deleteLabel(ctx context.Context, c *call) (answer, error) {
	if err := c.mayKeepLabels(); err != nil {
		return answer{}, err
	}
	err := c.writing(ctx, func(ctx context.Context, w *writer, _ int64) error {
		l, found, err := w.findLabel(ctx, c.r.PathValue("name"))
		if err != nil {
			return err
		}
		if !found {
			return notFound(docLabels + "#delete-a-label")
		}
		if err := w.labelShownAnew(ctx, l.id); err != nil {
			return err
		}
		if err := w.exec(ctx, `DELETE FROM label WHERE id = ?`, l.id); err != nil {
			return fmt.Errorf("delete a label: %w", err)
		}
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusNoContent}, nil
}
