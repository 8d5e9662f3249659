package hub

import (
	"context"
	"fmt"
	"time"

	"gh-debt/model"
)

// SeedIssue is an issue or a pull request to be put into a hub as it is, with
// its number and its times. Its JSON is the shape of a backlog file.
type SeedIssue struct {
	Number      int           `json:"number"`
	Title       string        `json:"title"`
	State       string        `json:"state"`
	StateReason *string       `json:"state_reason"`
	Labels      []string      `json:"labels"`
	CreatedAt   time.Time     `json:"created_at"`
	ClosedAt    time.Time     `json:"closed_at,omitzero"` // zero: right after the last thing that happened
	Body        *string       `json:"body"`
	User        string        `json:"user"`
	ClosedBy    string        `json:"closed_by,omitempty"` // empty: the author
	Pull        bool          `json:"pull_request,omitempty"`
	DuplicateOf int           `json:"duplicate_of,omitempty"` // the number of an issue seeded before
	Comments    []SeedComment `json:"comments"`
	Events      []SeedEvent   `json:"events,omitempty"`
}

// SeedComment is a comment to be put under a SeedIssue.
type SeedComment struct {
	User      string    `json:"user"`
	CreatedAt time.Time `json:"created_at"`
	Body      string    `json:"body"`
}

// SeedEvent is something that happened to the labels, the title or the state
// of a SeedIssue. A label that the issue carries without an event of its own
// was there from the start, and a closed issue was closed at ClosedAt; these
// need not be given.
type SeedEvent struct {
	Event  string    `json:"event"` // labeled, unlabeled, renamed, closed, reopened
	User   string    `json:"user"`
	At     time.Time `json:"created_at"`
	Label  string    `json:"label,omitempty"`
	Reason string    `json:"state_reason,omitempty"`
	From   string    `json:"from,omitempty"`
	To     string    `json:"to,omitempty"`
}

// Seed puts issues into the hub, all or none, with labels first. A label that
// an issue or an event names and that is not there yet gets GitHub's grey. An
// issue whose number is taken is an error.
func (h *Hub) Seed(ctx context.Context, issues []SeedIssue, labels ...model.Label) error {
	return h.writing(ctx, func(ctx context.Context, w *writer) error {
		defer w.manyStatements()()
		s := seeder{writer: w, labels: map[string]labelRow{}, users: map[string]int64{}}
		for _, l := range labels {
			if _, err := s.label(ctx, l.Name, l.Color, l.Description); err != nil {
				return err
			}
		}
		for _, i := range issues {
			if err := s.issue(ctx, i); err != nil {
				return fmt.Errorf("seed issue %d: %w", i.Number, err)
			}
		}
		if err := w.exec(ctx, `UPDATE repository SET last_number = ?`, w.repo.lastNumber); err != nil {
			return fmt.Errorf("seed the issues: %w", err)
		}
		return nil
	})
}

// seeder remembers what it has looked up.
type seeder struct {
	*writer
	labels map[string]labelRow
	users  map[string]int64
}

func (s *seeder) user(ctx context.Context, login string) (int64, error) {
	if id, ok := s.users[login]; ok {
		return id, nil
	}
	id, err := s.userID(ctx, login)
	if err != nil {
		return 0, fmt.Errorf("store the account %q: %w", login, err)
	}
	s.users[login] = id
	return id, nil
}

func (s *seeder) label(ctx context.Context, name, color, description string) (labelRow, error) {
	if l, ok := s.labels[fold(name)]; ok {
		return l, nil
	}
	l, found, err := s.findLabel(ctx, name)
	if err != nil {
		return l, err
	}
	if !found {
		l = labelRow{name: name, color: color}
		if description != "" {
			l.description = &description
		}
		if l, err = s.createLabel(ctx, l); err != nil {
			return l, err
		}
	}
	s.labels[fold(name)] = l
	return l, nil
}

func (s *seeder) issue(ctx context.Context, i SeedIssue) error {
	author, err := s.user(ctx, i.User)
	if err != nil {
		return err
	}
	closed := i.State == string(model.Closed)
	last := i.lastAt()
	var closedAt, closedBy *int64
	if closed {
		at := i.closedAt().Unix()
		last, closedAt = max(last, at), &at
		by := author
		if i.ClosedBy != "" {
			if by, err = s.user(ctx, i.ClosedBy); err != nil {
				return err
			}
		}
		closedBy = &by
	}
	id, err := s.insert(ctx, `INSERT INTO issue (number, state, created_at, updated_at, closed_at, closed_by,
		state_reason, author, comments, is_pull, rev, title, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		i.Number, closed, i.CreatedAt.Unix(), last, closedAt, closedBy, i.StateReason, author, len(i.Comments),
		i.Pull, s.rev, i.Title, i.Body)
	if err != nil {
		return err
	}
	s.repo.lastNumber = max(s.repo.lastNumber, i.Number)
	for _, name := range i.Labels {
		l, err := s.label(ctx, name, defaultColor, "")
		if err != nil {
			return err
		}
		if err := s.exec(ctx, `INSERT INTO issue_label (issue_id, label_id) VALUES (?, ?)`, id, l.id); err != nil {
			return err
		}
	}
	return s.history(ctx, id, i)
}

// lastAt is when the last comment was written or the last event happened.
func (i SeedIssue) lastAt() int64 {
	last := i.CreatedAt.Unix()
	for _, c := range i.Comments {
		last = max(last, c.CreatedAt.Unix())
	}
	for _, e := range i.Events {
		last = max(last, e.At.Unix())
	}
	return last
}

func (i SeedIssue) closedAt() time.Time {
	if i.ClosedAt.IsZero() {
		return time.Unix(i.lastAt()+1, 0)
	}
	return i.ClosedAt
}

// complete gives the issue's events with those that need not be given.
func (i SeedIssue) complete() []SeedEvent {
	told := map[string]bool{}
	closing := false
	for _, e := range i.Events {
		if e.Event == string(model.Labeled) {
			told[fold(e.Label)] = true
		}
		closing = closing || e.Event == string(model.ClosedBy)
	}
	var all []SeedEvent
	for _, name := range i.Labels {
		if !told[fold(name)] {
			all = append(all, SeedEvent{Event: string(model.Labeled), User: i.User, At: i.CreatedAt, Label: name})
		}
	}
	all = append(all, i.Events...)
	if i.State == string(model.Closed) && !closing {
		e := SeedEvent{Event: string(model.ClosedBy), User: i.ClosedBy, At: i.closedAt()}
		if e.User == "" {
			e.User = i.User
		}
		if i.StateReason != nil {
			e.Reason = *i.StateReason
		}
		all = append(all, e)
	}
	return all
}

func (s *seeder) history(ctx context.Context, id int64, i SeedIssue) error {
	for _, e := range i.complete() {
		if e.Event == string(model.ClosedBy) && i.DuplicateOf != 0 {
			var original int64
			err := s.QueryRowContext(ctx, `SELECT id FROM issue WHERE number = ?`, i.DuplicateOf).Scan(&original)
			if err != nil {
				return fmt.Errorf("find the original, issue %d: %w", i.DuplicateOf, err)
			}
			mark := eventRow{kind: "marked_as_duplicate", canonicalID: &original}
			if err := s.store(ctx, id, e.User, e.At, mark); err != nil {
				return err
			}
		}
		row := eventRow{kind: e.Event}
		if e.Label != "" {
			l, err := s.label(ctx, e.Label, defaultColor, "")
			if err != nil {
				return err
			}
			row.labelName, row.labelColor = &e.Label, &l.color
		}
		if e.Reason != "" {
			row.stateReason = &e.Reason
		}
		if e.To != "" {
			row.renameFrom, row.renameTo = &e.From, &e.To
		}
		if err := s.store(ctx, id, e.User, e.At, row); err != nil {
			return err
		}
	}
	for _, c := range i.Comments {
		author, err := s.user(ctx, c.User)
		if err != nil {
			return err
		}
		at := c.CreatedAt.Unix()
		comment, err := s.insert(ctx, `INSERT INTO comment (issue_id, author, created_at, updated_at, body)
			VALUES (?, ?, ?, ?, ?)`, id, author, at, at, c.Body)
		if err != nil {
			return err
		}
		if err := s.store(ctx, id, c.User, c.CreatedAt, eventRow{kind: "commented", commentID: &comment}); err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) store(ctx context.Context, issue int64, login string, at time.Time, e eventRow) error {
	actor, err := s.user(ctx, login)
	if err != nil {
		return err
	}
	return s.exec(ctx, `INSERT INTO event (issue_id, kind, actor, created_at, label_name, label_color,
		state_reason, rename_from, rename_to, comment_id, canonical_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		issue, e.kind, actor, at.Unix(), e.labelName, e.labelColor, e.stateReason, e.renameFrom, e.renameTo,
		e.commentID, e.canonicalID)
}
