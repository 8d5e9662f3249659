package hub

import (
	"context"
	"fmt"
)

// Repository is what the hub knows of its repository.
type Repository struct {
	Owner, Name   string
	Description   string
	DefaultBranch string
	Private       bool
	Archived      bool
	IssuesOff     bool
}

// Repository gives the facts of the repository.
func (h *Hub) Repository(ctx context.Context) (Repository, error) {
	var r Repository
	err := h.reading(ctx, func(rd *reader) error {
		r = rd.repo.Repository
		return nil
	})
	return r, err
}

// Change changes the facts of the repository, as its settings page does. A
// new owner or name leaves the former one behind, which is answered by a
// redirect from then on.
func (h *Hub) Change(ctx context.Context, change func(*Repository)) error {
	return h.writing(ctx, func(ctx context.Context, w *writer) error {
		before, after := w.repo.Repository, w.repo.Repository
		change(&after)
		if after == before {
			return nil
		}
		if fold(after.slug()) != fold(before.slug()) {
			if err := w.exec(ctx, `INSERT OR IGNORE INTO former_name VALUES (?)`, fold(before.slug())); err != nil {
				return fmt.Errorf("note the former name: %w", err)
			}
			if err := w.exec(ctx, `DELETE FROM former_name WHERE folded = ?`, fold(after.slug())); err != nil {
				return fmt.Errorf("note the former name: %w", err)
			}
		}
		err := w.exec(ctx, `UPDATE repository SET owner = ?, name = ?, description = ?, default_branch = ?,
			private = ?, archived = ?, issues_off = ?, shape_rev = ?`,
			after.Owner, after.Name, after.Description, after.DefaultBranch,
			after.Private, after.Archived, after.IssuesOff, w.rev)
		if err != nil {
			return fmt.Errorf("change the repository: %w", err)
		}
		return nil
	})
}

func (r Repository) slug() string { return r.Owner + "/" + r.Name }
